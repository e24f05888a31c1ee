import { Button } from '@mantine/core'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { CopyBlock } from '../../ui/display/copy-block.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { isUnderWay } from './count-queries.ts'
import { formatChange, formatEntries, formatUnits } from './describe-count.ts'
import { describeRefusal, toCopiedText } from './describe-refusal.ts'
import { type EntryQueue, groupRefused, type QueueState, type RefusedGroup, UNKNOWN } from './entry-queue.ts'
import { MissingBarcode } from './missing-barcode.tsx'

type Props = {
  document: StockDocument
  queue: EntryQueue
  state: QueueState
  /** The confirmation says it of the newest entry. */
  isLastShown: boolean
}

/** Entries of this device that are not part of the count. They stay until the person dismisses them. */
export function RefusedEntries({ document, queue, state, isLastShown }: Props) {
  const isShown = ({ entries }: RefusedGroup) =>
    !isLastShown || !entries.some(({ request_id }) => request_id === state.last?.request_id)
  const groups = groupRefused(state.refused).filter(isShown)
  // A finished count takes nothing, also when its product is found.
  const canTryAgain = ({ refusal }: RefusedGroup) => refusal === UNKNOWN && isUnderWay(document)
  const unknown = groups.filter(canTryAgain)
  const refused = groups.filter((group) => !canTryAgain(group))
  return (
    <>
      {unknown.length > 0 && (
        <ul className="panel ruled" aria-label="Not counted">
          {unknown.map((group) => (
            <UnknownBarcode key={group.key} document={document} group={group} queue={queue} />
          ))}
        </ul>
      )}
      {refused.length > 0 && <Refused document={document} groups={refused} queue={queue} />}
    </>
  )
}

type UnknownProps = { document: StockDocument; group: RefusedGroup; queue: EntryQueue }

function UnknownBarcode({ document, group: { entries, quantity }, queue }: UnknownProps) {
  const [first] = entries
  if (!first) return null
  return (
    <li className="row wrap gap-12 to-edge">
      <p className="break" style={{ flex: '1 1 240px' }}>
        <span className="medium">{describeRefusal(first, document)}</span>
        <span className="second-line digits">
          {formatUnits(quantity)} in {formatEntries(entries.length)}, saved on this device
        </span>
      </p>
      <div className="row wrap">
        {first.barcode && <MissingBarcode {...document} barcode={first.barcode} onFound={() => queue.sendAgain(entries)} />}
        <Button variant="default" size="xs" onClick={() => queue.sendAgain(entries)}>
          Try again
        </Button>
        <Button variant="default" size="xs" onClick={() => queue.dismiss(entries)}>
          Dismiss
        </Button>
      </div>
    </li>
  )
}

function Refused({ document, groups, queue }: { document: StockDocument; groups: RefusedGroup[]; queue: EntryQueue }) {
  const entries = groups.flatMap((group) => group.entries)
  const reasons = [...new Set(entries.map((entry) => describeRefusal(entry, document)))]
  return (
    <section className="stack gap-8" aria-label="Entries not saved">
      <Notice
        kind="error"
        action={
          <Button variant="default" size="xs" onClick={() => queue.dismiss(entries)}>
            Dismiss
          </Button>
        }
      >
        {reasons.join(' ')} {formatEntries(entries.length)} of this device {entries.length === 1 ? 'was' : 'were'} not taken:
        <ul>
          {groups.map(({ key, entries: [first], quantity }) => (
            <li key={key} className="digits">
              {first?.productname || first?.barcode} {formatChange(quantity)}
            </li>
          ))}
        </ul>
      </Notice>
      <CopyBlock label="Entries not saved" text={toCopiedText(entries)} copy="Copy" />
    </section>
  )
}
