import type { ReactNode } from 'react'
import type { CountSummary } from '../../../contract/stock-counts.ts'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { describePeople, describeProgress } from './describe-count.ts'
import { Differences } from './differences.tsx'

type Props = { document: StockDocument; summary: CountSummary | undefined }

/** What came of a finished count. */
export function CountFacts({ document, summary }: Props) {
  const timezone = useTimezone()
  const { events, state, note } = document
  const describe = (name: 'created' | 'approved' | 'cancelled') => {
    const found = events.find(({ event }) => event === name)
    return found && [formatDateTimeIn(timezone, found.happened_at), found.user ?? 'A former employee'].join(', ')
  }
  const reason = events.find(({ event }) => event === 'cancelled')?.note
  const facts: [label: string, value: ReactNode][] = [
    ['Counted', summary && describeProgress(summary, document)],
    ['By', summary && describePeople(summary.people)],
    ['Begun', describe('created')],
    ['Approved', describe('approved')],
    ['Cancelled', describe('cancelled')],
    ['Why', reason],
    ['Note', note],
  ]
  return (
    <>
      {state === 'cancelled' && <p>Count cancelled. Stock stayed the same.</p>}
      <section className="panel to-edge" aria-label="About this count">
        <dl className="facts">
          {facts.map(
            ([label, value]) =>
              value && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd className="break">{value}</dd>
                </div>
              ),
          )}
        </dl>
      </section>
      {state === 'approved' && <Differences summary={summary} document={document} />}
    </>
  )
}
