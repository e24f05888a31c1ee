import { Skeleton } from '@mantine/core'
import type { CountSummary } from '../../../contract/stock-counts.ts'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { describePeople, describeProgress } from './describe-count.ts'

type Props = {
  /** Undefined while it loads. */
  summary: CountSummary | undefined
  document: StockDocument
}

/** How far the count is, and who counts. */
export function CountProgress({ summary, document }: Props) {
  if (!summary) return <Skeleton height={44} />
  // A count of what is scanned has no products before.
  const isChosen = document.count_scope === 'chosen'
  const share = summary.lines === 0 ? 0 : summary.counted / summary.lines
  return (
    <div className="stack gap-8">
      <div className="row wrap between tight">
        <span className="medium digits">{describeProgress(summary, document)}</span>
        <span className="small grey digits">{describePeople(summary.people)}</span>
      </div>
      {!isChosen && (
        <span className="track" aria-hidden>
          <span style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </div>
  )
}
