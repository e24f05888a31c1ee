import { Box, Button, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { addUnits } from '../../../contract/shared/decimal.ts'
import type { CountLine } from '../../../contract/stock-counts.ts'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { formatQuantity } from '../../lib/format/money.ts'
import { CloseDialogButton, Dialog } from '../../ui/dialog/dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { entriesQuery } from './count-queries.ts'
import { formatChange } from './describe-count.ts'
import { type EntryQueue, findWaiting, type QueueState, sumEntries } from './entry-queue.ts'
import { readUnits } from './units.ts'

type Props = {
  document: StockDocument
  /** As it is stored, without what waits on this device. */
  line: CountLine
  queue: EntryQueue
  state: QueueState
  isOpen: boolean
  onClose: () => void
}

/** Counts one product, and shows its entries. */
export function LineDialog({ document, line, queue, state, isOpen, onClose }: Props) {
  const formId = useId()
  const timezone = useTimezone()
  const entries = useQuery(entriesQuery(document.documentid, line.productid))
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | undefined>()
  const { productid, productname, barcode } = line
  const waiting = findWaiting(state, line)
  const isCounted = line.counted !== null || waiting.length > 0
  const counted = addUnits([line.counted ?? 0, sumEntries(waiting)])
  const canCount = isOpen && !line.is_archived

  const enter = (...entries: number[]) => {
    for (const units of entries) queue.add({ productid, productname, barcode, isScan: false, inPieces: true }, units)
    onClose()
  }
  /** All of it taken back would be not counted: the entry of 0 says that there are none. */
  const enterNone = () => (counted === 0 ? enter(0) : enter(-counted, 0))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readUnits(typed)
    if (read.units === undefined) return setError(typed.trim() === '' ? 'Enter how many to add, or -3 to take back.' : read.error)
    enter(read.units)
  }
  const more = readUnits(typed).units

  return (
    <Dialog
      title={productname}
      subtitle={[barcode, line.category].filter(Boolean).join(' · ') || 'No barcode'}
      width={480}
      onClose={onClose}
      footer={
        <>
          <CloseDialogButton onClick={onClose}>{canCount ? 'Cancel' : 'Done'}</CloseDialogButton>
          {canCount && (
            <Button type="submit" form={formId}>
              Enter
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        <Box component="p" fz={20} lh="28px">
          <b className="digits">{isCounted ? `${formatQuantity(counted)} counted` : 'Not counted'}</b>
        </Box>
        {canCount && (
          <form id={formId} onSubmit={submit} className="stack gap-8" noValidate>
            <TextInput
              size="lg"
              label="Add or take back"
              placeholder="12, or -3 to take back"
              inputMode="text"
              autoComplete="off"
              enterKeyHint="done"
              value={typed}
              error={error}
              description={more !== undefined && more !== 0 ? `→ ${formatQuantity(addUnits([counted, more]))} counted` : ' '}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              onChange={(event) => {
                setTyped(event.currentTarget.value)
                setError(undefined)
              }}
            />
            <div className="row wrap">
              {[1, 6, 12, 24].map((units) => (
                <Button key={units} variant="default" onClick={() => enter(units)}>
                  +{units}
                </Button>
              ))}
              {(!isCounted || counted !== 0) && (
                <Button variant="default" onClick={enterNone}>
                  None in stock
                </Button>
              )}
            </div>
          </form>
        )}
        <section aria-label="Entries">
          <h3>Entries</h3>
          {entries.isError && !entries.data && <LoadFailure query={entries} failure="Failed to load the entries" />}
          {entries.isPending && <Skeleton height={44} mt={8} />}
          <ul className="ruled">
            {waiting.toReversed().map(({ request_id, quantity, counted_at }) => (
              <Entry
                key={request_id}
                quantity={quantity}
                who="You, not saved yet"
                when={formatDateTimeIn(timezone, new Date(counted_at))}
              />
            ))}
            {entries.data?.map(({ entryid, quantity, user, counted_at }) => (
              <Entry
                key={entryid}
                quantity={quantity}
                who={user ?? 'A former employee'}
                when={formatDateTimeIn(timezone, counted_at)}
              />
            ))}
          </ul>
          {entries.data?.length === 0 && waiting.length === 0 && <p className="grey small">Not counted yet.</p>}
        </section>
      </div>
    </Dialog>
  )
}

const Entry = ({ quantity, who, when }: { quantity: number; who: string; when: string }) => (
  <Box component="li" className="row between gap-12" mih={48} py={6}>
    <span className="rest">
      {who}
      <span className="second-line digits">{when}</span>
    </span>
    <b className="digits">{formatChange(quantity)}</b>
  </Box>
)
