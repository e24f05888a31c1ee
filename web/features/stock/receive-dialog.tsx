import { ActionIcon, Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { addUnits } from '../../../contract/shared/decimal.ts'
import { hasDecimals } from '../../../contract/shared/fields.ts'
import { listMissingReasons } from '../../../contract/shared/stock-reasons.ts'
import { type DocumentLine, StockDocument } from '../../../contract/stock-documents.ts'
import { useIsOwnSite } from '../../auth/rights.ts'
import { getErrorCode } from '../../lib/api/messages.ts'
import { createUuid } from '../../lib/browser/uuid.ts'
import { getDocumentName } from '../../lib/format/documents.ts'
import { formatQuantity } from '../../lib/format/money.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useEditConflict } from '../../ui/edit-conflict/use-edit-conflict.ts'
import { readScan, selectNumber } from '../../ui/scan/scanned-number.ts'
import { describeRoute, formatUnits, getOutstanding } from './describe-document.ts'
import { parseQuantity, toQuantityText } from './draft/draft-form.ts'
import { ScanReceived, useReceivedScans } from './scan-received.tsx'
import { useReceiveTransfer } from './stock-mutations.ts'
import { settingsQuery } from './stock-queries.ts'

type Loss = { missing: string; reason: string }
/** `more` are further losses, each with a reason of its own. */
type Line = Loss & { quantity: string; more: Loss[] }
type Fields = { place: 'there' | 'back'; lines: Record<string, Line>; note: string }

const NO_LOSS: Loss = { missing: '', reason: '' }

const listOpen = ({ lines }: StockDocument) => lines.filter((line) => getOutstanding(line) > 0)

const fillLines = (document: StockDocument, isFilled: boolean): Fields['lines'] =>
  Object.fromEntries(
    listOpen(document).map((line) => [
      line.productid,
      { quantity: isFilled ? toQuantityText(getOutstanding(line)) : '', ...NO_LOSS, more: [] },
    ]),
  )

function checkUnits(typed: string) {
  const units = parseQuantity(typed)
  if (units === undefined || units < 0) return 'Enter a number.'
  return hasDecimals(units, 3) ? null : 'At most three decimals.'
}

const NOTHING: Line = { quantity: '', ...NO_LOSS, more: [] }

const readUnits = (typed: string) => parseQuantity(typed) ?? 0

const sumLine = ({ quantity, missing, more }: Line) =>
  addUnits([quantity, missing, ...more.map((loss) => loss.missing)].map(readUnits))

/** What is in transit, and the lines that somebody else has received since the dialog was opened. */
const listShown = (document: StockDocument, { lines }: Fields) =>
  document.lines.filter((line) => getOutstanding(line) > 0 || lines[line.productid] !== undefined)

function checkLines(fields: Fields, document: StockDocument) {
  const { lines } = fields
  const errors: Record<string, string> = {}
  for (const line of listShown(document, fields)) {
    const typed = lines[line.productid] ?? NOTHING
    const path = `lines.${line.productid}`
    for (const name of ['quantity', 'missing'] as const) {
      const error = checkUnits(typed[name])
      if (error) errors[`${path}.${name}`] = error
    }
    if (sumLine(typed) > getOutstanding(line))
      errors[`${path}.quantity`] = `Only ${formatQuantity(getOutstanding(line))} in transit.`
    if (readUnits(typed.missing) > 0 && typed.reason === '') errors[`${path}.reason`] = 'Select a reason.'
    for (const [index, { missing, reason }] of typed.more.entries()) {
      const error = checkUnits(missing)
      if (error) errors[`${path}.more.${index}.missing`] = error
      if (readUnits(missing) > 0 && reason === '') errors[`${path}.more.${index}.reason`] = 'Select a reason.'
    }
  }
  const isEmpty = Object.values(lines).every((line) => sumLine(line) === 0)
  const [first] = listOpen(document)
  if (isEmpty && first) errors[`lines.${first.productid}.quantity`] ??= 'Enter what arrived.'
  return errors
}

type Props = {
  document: StockDocument
  /** Goods came back. */
  isCancelling?: boolean
  onClose: () => void
}

/** Receives a transfer or a part of it, where the goods are. */
export function ReceiveDialog({ document, isCancelling = false, onClose }: Props) {
  const receive = useReceiveTransfer()
  const isOwnSite = useIsOwnSite()
  const { stock_reasons = [], scale_patterns = [] } = useQuery(settingsQuery()).data ?? {}
  const reasons = listMissingReasons(stock_reasons)
  const [request_id, setRequestId] = useState(createUuid)
  const toFields = (now: StockDocument): Fields => ({
    place: isCancelling ? 'back' : 'there',
    lines: fillLines(now, isCancelling),
    note: '',
  })
  const form = useForm<Fields>({
    initialValues: toFields(document),
    validate: (values) => checkLines(values, now),
  })
  const conflict = useEditConflict({ schema: StockDocument, toFields }, form, document)
  const now: StockDocument = conflict.opened ?? document
  const isBack = form.values.place === 'back'

  const addScanned = ({ productid }: DocumentLine, scanned: number) => {
    const typed = form.getValues().lines[productid]?.quantity ?? ''
    const units = parseQuantity(typed)
    // A quantity that is no number is put right first.
    const quantity = units === undefined ? typed : toQuantityText(addUnits([units, scanned]))
    form.setFieldValue(`lines.${productid}`, { ...NOTHING, ...form.getValues().lines[productid], quantity })
    return quantity
  }

  const scans = useReceivedScans(listShown(now, form.values), scale_patterns, addScanned)
  /** Enter leads to the next scan: it would receive the transfer. A barcode that was scanned into a number puts this back. */
  const onLineKey = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event
    if (event.key !== 'Enter' || !(target instanceof HTMLInputElement)) return
    event.preventDefault()
    const scan = readScan(target)
    const { path } = target.dataset
    if (scan && path) form.setFieldValue(path, scan.before)
    scans.input.current?.focus()
    if (scan) scans.scan(scan.barcode)
  }

  const placeName = useId()
  const placeOf = (place: Fields['place']) => ({
    checked: form.values.place === place,
    onChange: () => form.setFieldValue('place', place),
  })

  const onSave = ({ place, lines, note }: Fields) =>
    receive
      .mutateAsync({
        documentid: document.documentid,
        opened: { version: now.version },
        request_id,
        siteid: place === 'back' || document.to_siteid === null ? document.siteid : document.to_siteid,
        note,
        lines: Object.entries(lines).map(([productid, line]) => ({
          productid: Number(productid),
          quantity: readUnits(line.quantity),
          missing: readUnits(line.missing),
          reason: line.reason,
          also_missing: line.more
            .map(({ missing, reason }) => ({ missing: readUnits(missing), reason }))
            .filter(({ missing }) => missing > 0),
        })),
      })
      .catch((error) => {
        // The server refused these values, so others may follow.
        if (getErrorCode(error) !== null) setRequestId(createUuid())
        throw error
      })

  return (
    <FormDialog
      title={isCancelling ? 'Cancel transfer' : 'Receive transfer'}
      subtitle={`${getDocumentName(document)} · ${describeRoute(document)}`}
      form={form}
      save={isBack ? 'Take back' : 'Receive'}
      conflict={conflict}
      onSave={onSave}
      onClose={onClose}
    >
      <fieldset data-wide>
        <legend className="small medium">Where are the goods?</legend>
        <div className="row wrap gap-24 tight">
          {isOwnSite(document.to_siteid) && (
            <label className="choice">
              <input type="radio" name={placeName} {...placeOf('there')} />
              At {document.to_sitename}
            </label>
          )}
          {isOwnSite(document.siteid) && (
            <label className="choice">
              <input type="radio" name={placeName} {...placeOf('back')} />
              Back at {document.sitename}
            </label>
          )}
        </div>
      </fieldset>
      <div className="row wrap between" data-wide>
        <span>{formatUnits(addUnits(listOpen(now).map(getOutstanding)))} in transit</span>
        <Button variant="default" size="xs" onClick={() => form.setFieldValue('lines', fillLines(now, true))}>
          {isBack ? 'All came back' : 'All received'}
        </Button>
      </div>
      <ScanReceived scans={scans} />
      <ul
        className="ruled dialog-lines"
        data-wide
        onFocus={({ target }) => target instanceof HTMLInputElement && selectNumber(target)}
        onKeyDown={onLineKey}
      >
        {listShown(now, form.values).map((line) => (
          <ReceivedLine
            key={line.productid}
            line={line}
            typed={form.values.lines[line.productid] ?? NOTHING}
            reasons={reasons}
            getInputProps={(name) => form.getInputProps(`lines.${line.productid}.${name}`)}
            onAddReason={() => form.insertListItem(`lines.${line.productid}.more`, NO_LOSS)}
            onRemoveReason={(index) => form.removeListItem(`lines.${line.productid}.more`, index)}
          />
        ))}
      </ul>
      <Textarea
        size="md"
        wrapperProps={{ 'data-wide': true }}
        label="Note (optional)"
        autosize
        minRows={1}
        maxLength={1000}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}

type LineProps = {
  line: DocumentLine
  typed: Line
  reasons: string[]
  getInputProps: (name: string) => ReturnType<UseFormReturnType<Fields>['getInputProps']>
  onAddReason: () => void
  onRemoveReason: (index: number) => void
}

function ReceivedLine({ line, typed, reasons, getInputProps, onAddReason, onRemoveReason }: LineProps) {
  const rest = addUnits([getOutstanding(line), -sumLine(typed)])
  const losses = [typed, ...typed.more]
  const isMissing = readUnits(typed.missing) > 0
  const number = {
    size: 'md',
    styles: { input: { textAlign: 'right' } },
    inputMode: 'decimal',
    autoComplete: 'off',
  } as const
  return (
    <li>
      <span className="rest break">
        <span className="medium">{line.productname}</span>
        <span className="second-line digits">
          {formatQuantity(getOutstanding(line))} in transit
          {rest > 0 && sumLine(typed) > 0 && ` · ${formatQuantity(rest)} ${rest === 1 ? 'stays' : 'stay'} in transit`}
        </span>
      </span>
      <TextInput
        {...number}
        flex="1 0 96px"
        label="Received"
        aria-label={`Received of ${line.productname}`}
        {...getInputProps('quantity')}
      />
      <TextInput
        {...number}
        flex="1 0 96px"
        label="Missing"
        aria-label={`Missing of ${line.productname}`}
        {...getInputProps('missing')}
      />
      {isMissing && <MissingReason name={line.productname} reasons={reasons} {...getInputProps('reason')} />}
      {typed.more.map((_, index) => (
        <span key={index} className="full-row row gap-8" style={{ alignItems: 'end' }}>
          <TextInput
            {...number}
            flex="0 1 96px"
            label="Missing"
            autoFocus
            data-autofocus
            aria-label={`Missing of ${line.productname}, reason ${index + 2}`}
            {...getInputProps(`more.${index}.missing`)}
          />
          <span className="rest">
            <MissingReason
              name={`${line.productname}, reason ${index + 2},`}
              reasons={reasons}
              {...getInputProps(`more.${index}.reason`)}
            />
          </span>
          <ActionIcon
            variant="subtle"
            size={42}
            aria-label={`Remove reason ${index + 2} of ${line.productname}`}
            onClick={() => onRemoveReason(index)}
          >
            <IconTrash size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </span>
      ))}
      {losses.every(({ missing, reason }) => readUnits(missing) > 0 && reason !== '') && losses.length < reasons.length && (
        <Button variant="default" size="xs" onClick={onAddReason} aria-label={`Another reason for ${line.productname}`}>
          Another reason
        </Button>
      )}
    </li>
  )
}

type ReasonProps = { name: string; reasons: string[] } & ReturnType<UseFormReturnType<Fields>['getInputProps']>

const MissingReason = ({ name, reasons, ...input }: ReasonProps) => (
  <NativeSelect
    size="md"
    className="full-row"
    aria-label={`Why ${name} is missing`}
    rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
    data={[{ value: '', label: 'Why is it missing?' }, ...reasons.map((value) => ({ value, label: value }))]}
    {...input}
  />
)
