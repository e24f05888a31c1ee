import { Box, Button } from '@mantine/core'
import { IconAlertCircle, IconArrowBackUp, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { addUnits } from '../../../contract/shared/decimal.ts'
import type { SheetLine } from '../../../contract/stock-counts.ts'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { formatQuantity } from '../../lib/format/money.ts'
import { formatChange } from './describe-count.ts'
import { describeRefusal } from './describe-refusal.ts'
import { type EntryQueue, findWaiting, type QueueState, sumEntries, UNKNOWN } from './entry-queue.ts'
import { MissingBarcode } from './missing-barcode.tsx'

type Props = {
  document: StockDocument
  sheet: SheetLine[] | undefined
  queue: EntryQueue
  state: QueueState
}

const LAST = { className: 'row gap-12', mih: 68, p: '10px 12px 10px 16px', bdrs: 'md' }

/** What the newest entry did, large enough to be read at arm's length. */
export function LastEntry({ document, sheet, queue, state }: Props) {
  const { last } = state
  if (!last)
    return (
      <Box {...LAST} role="status" bg="var(--soft)">
        <p className="grey">Each scan counts 1. Enter the units first for more.</p>
      </Box>
    )
  if (last.refusal !== null)
    return (
      <Box {...LAST} role="alert" bg="var(--red-bg)" c="var(--red)">
        <IconAlertCircle size={28} stroke={1.75} aria-hidden />
        <div className="rest break">
          <p className="medium">{describeRefusal(last, document)}</p>
          {last.refusal === UNKNOWN && last.barcode && (
            <div className="row wrap tight">
              <MissingBarcode
                key={last.barcode}
                {...document}
                barcode={last.barcode}
                onFound={() =>
                  queue.sendAgain(state.refused.filter((entry) => entry.refusal === UNKNOWN && entry.barcode === last.barcode))
                }
              />
            </div>
          )}
        </div>
        <Button
          variant="default"
          size="xs"
          onClick={() => queue.dismiss(state.refused.filter(({ request_id }) => request_id === last.request_id))}
        >
          Dismiss
        </Button>
      </Box>
    )
  const { productid, productname, barcode, quantity, isUndo } = last
  const waiting = findWaiting(state, { productid: productid ?? 0, barcode })
  const before = productid === null ? undefined : (state.counted.get(productid) ?? findCounted(sheet, productid))
  // A barcode that the device does not know: what others counted of it is not known either.
  const sum =
    before === undefined ? (productid === null ? sumEntries(waiting) : undefined) : addUnits([before, sumEntries(waiting)])
  // It may be unknown to the server too, so it is not confirmed.
  const isUnknown = productid === null && !last.isAnswered
  const undo = () => queue.add(last, -quantity, { isUndo: true })
  return (
    <Box {...LAST} role="status" bg={isUnknown ? 'var(--amber-bg)' : 'var(--green-bg)'}>
      {isUnknown ? (
        <IconHelpCircle size={28} stroke={1.75} color="var(--amber)" aria-hidden />
      ) : (
        <IconCircleCheck size={28} stroke={1.75} color="var(--green)" aria-hidden />
      )}
      <div className="rest">
        <Box component="p" className="bold" fz={20} lh="26px">
          <span className="break">{productname || barcode}</span>{' '}
          {sum !== undefined && (
            <span className="nowrap digits">
              — {formatQuantity(sum)} {isUnknown ? 'kept' : 'counted'}
            </span>
          )}
        </Box>
        <p className="small grey digits">
          {isUndo ? `${formatQuantity(-quantity)} taken back` : formatChange(quantity)}
          {!last.isAnswered && ' · not sent yet'}
        </p>
        {isUnknown && state.isOffline && <p className="small">Unknown on this device. Looked up when you are online again.</p>}
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
    </Box>
  )
}

/** A product that is not on the sheet is new in the count. */
const findCounted = (sheet: SheetLine[] | undefined, productid: number) =>
  sheet && (sheet.find((line) => line.productid === productid)?.counted ?? 0)
