import { Button } from '@mantine/core'
import { IconAlertCircle, IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import { addUnits } from '../../../contract/shared/decimal.ts'
import type { SheetLine } from '../../../contract/stock-counts.ts'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { formatQuantity } from '../../lib/format/money.ts'
import classes from './counts.module.css'
import { formatChange } from './describe-count.ts'
import { describeRefusal } from './describe-refusal.ts'
import { type EntryQueue, findWaiting, type QueueState, sumEntries } from './entry-queue.ts'

type Props = {
  document: StockDocument
  sheet: SheetLine[] | undefined
  queue: EntryQueue
  state: QueueState
}

/** What the newest entry did, large enough to be read at arm's length. */
export function LastEntry({ document, sheet, queue, state }: Props) {
  const { last } = state
  if (!last)
    return (
      <div role="status" className={classes.last}>
        <p className="grey">Each scan counts one unit. For more, enter the units first.</p>
      </div>
    )
  if (last.refusal !== null)
    return (
      <div role="alert" className={classes.last} data-tone="red">
        <IconAlertCircle size={28} stroke={1.75} aria-hidden />
        <p className="rest break medium">{describeRefusal(last, document)}</p>
        <Button
          variant="default"
          size="xs"
          onClick={() => queue.dismiss(state.refused.filter(({ request_id }) => request_id === last.request_id))}
        >
          Dismiss
        </Button>
      </div>
    )
  const { productid, productname, barcode, quantity, isUndo } = last
  const waiting = findWaiting(state, { productid: productid ?? 0, barcode })
  const before = productid === null ? undefined : (state.counted.get(productid) ?? findCounted(sheet, productid))
  // A barcode that the device does not know: what others counted of it is not known either.
  const sum =
    before === undefined ? (productid === null ? sumEntries(waiting) : undefined) : addUnits([before, sumEntries(waiting)])
  const undo = () => queue.add(last, -quantity, { isUndo: true })
  return (
    <div role="status" className={classes.last} data-tone="green">
      <IconCircleCheck size={28} stroke={1.75} aria-hidden />
      <div className="rest">
        <p className={classes.lastName}>
          <span className="break">{productname || barcode}</span>{' '}
          {sum !== undefined && <span className="nowrap digits">— {formatQuantity(sum)} counted</span>}
        </p>
        <p className="small grey digits">
          {isUndo ? `${formatQuantity(-quantity)} taken back` : formatChange(quantity)}
          {!last.isAnswered && ' · not sent yet'}
        </p>
      </div>
      {!isUndo && quantity !== 0 && (
        <Button
          variant="default"
          size="md"
          leftSection={<IconArrowBackUp size={20} stroke={1.75} aria-hidden />}
          aria-label={`Undo ${formatChange(quantity)} ${productname || barcode}`}
          onClick={undo}
        >
          Undo
        </Button>
      )}
    </div>
  )
}

/** A product that is not on the sheet is new in the count. */
const findCounted = (sheet: SheetLine[] | undefined, productid: number) =>
  sheet && (sheet.find((line) => line.productid === productid)?.counted ?? 0)
