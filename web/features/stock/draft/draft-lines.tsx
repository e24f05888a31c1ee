import { VisuallyHidden } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import { type ChangeEvent, type FocusEvent, type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react'
import { addUnits, parsePrice, toCents } from '../../../../contract/shared/decimal.ts'
import { findDirection, getDirection } from '../../../../contract/shared/stock-reasons.ts'
import type { DraftKind } from '../../../../contract/stock-documents.ts'
import { useSeesCosts } from '../../../auth/rights.ts'
import { findDifferences } from '../../../lib/api/edit-conflict.ts'
import { formatQuantity, formatRand, NO_VALUE, toPriceText } from '../../../lib/format/money.ts'
import { Pill } from '../../../ui/display/pill.tsx'
import { DirectionChoice, readSign } from '../../../ui/form/direction-choice.tsx'
import { readScan, selectNumber } from '../../../ui/scan/scanned-number.ts'
import classes from './draft.module.css'
import { type DraftLine, findStockChange, hasPrices, parseQuantity } from './draft-form.ts'
import { LineField, LineSelect } from './line-field.tsx'

/** Whether the person sees and writes the prices of a draft. Without, a line keeps the price that it has. */
export const useShowsPrices = (kind: DraftKind) => useSeesCosts() && hasPrices(kind)

type Actions = {
  onChange: (productid: number, more: Partial<DraftLine>) => void
  onRemove: (productid: number) => void
  /** Enter in a field: back to the field that adds products, with a barcode that was scanned into this one. */
  onDone: (barcode?: string) => void
}

type Props = Actions & {
  kind: DraftKind
  lines: DraftLine[]
  errors: FormErrors
  reasons: readonly string[]
  /** Of the order of a delivery: what is not there yet, by product. */
  outstanding: ReadonlyMap<number, number> | undefined
  titleId: string
  /** As cards, each with its own labels. */
  isNarrow: boolean
}

/** The products of a draft with their fields: a table, or cards on a narrow screen. */
export function DraftLines({ kind, lines, errors, outstanding, titleId, isNarrow, ...rest }: Props) {
  const showsPrices = useShowsPrices(kind)
  const rows = lines.map((line, index) => (
    <Line
      key={line.productid}
      kind={kind}
      line={line}
      path={`lines.${index}`}
      errors={LINE_FIELDS.map((name) => errors[`lines.${index}.${name}`])}
      hasOrder={outstanding !== undefined}
      outstanding={outstanding?.get(line.productid)}
      isNarrow={isNarrow}
      {...rest}
    />
  ))
  if (isNarrow)
    return (
      <ul className={classes.cards} aria-labelledby={titleId}>
        {rows}
      </ul>
    )
  return (
    <table className={`table ${classes.lines}`} aria-labelledby={titleId}>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col" data-number>
            Stock now
          </th>
          {outstanding && (
            <th scope="col" data-number>
              Outstanding
            </th>
          )}
          {kind === 'adjustment' && (
            <th scope="col" data-field="direction">
              What happened
            </th>
          )}
          <th scope="col" data-field="quantity">
            {QUANTITY_TITLES[kind]}
          </th>
          {showsPrices && (
            <th scope="col" data-field="price">
              Price (R)
            </th>
          )}
          {showsPrices && (
            <th scope="col" data-field="price">
              Total (R)
            </th>
          )}
          {kind === 'delivery' && (
            <th scope="col" data-field="quantity">
              Rejected
            </th>
          )}
          {kind === 'adjustment' && (
            <th scope="col" data-field="reason">
              Reason
            </th>
          )}
          <th scope="col" data-field="remove">
            <VisuallyHidden>Remove</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>{rows}</tbody>
    </table>
  )
}

const LINE_FIELDS = ['quantity', 'purchaseprice', 'rejected', 'reason'] as const

const QUANTITY_TITLES: Record<DraftKind, string> = {
  order: 'Quantity',
  delivery: 'Accepted',
  transfer: 'Quantity',
  adjustment: 'Units',
}

type LineProps = Actions & {
  kind: DraftKind
  line: DraftLine
  /** In the form. */
  path: string
  /** Of `LINE_FIELDS`. */
  errors: ReactNode[]
  reasons: readonly string[]
  hasOrder: boolean
  outstanding: number | undefined
  isNarrow: boolean
}

const isEqual = <Fields extends object>(fields: Fields, other: Fields) => findDifferences(fields, other).length === 0

const isSameLine = ({ line, errors, ...rest }: LineProps, { line: newLine, errors: newErrors, ...newRest }: LineProps) =>
  isEqual(line, newLine) && isEqual(errors, newErrors) && isEqual(rest, newRest)

/** Rendered again only when it changes: a document may have 2 000 lines, and the form copies all of them with each change of its head. */
const Line = memo(function Line({
  kind,
  line,
  path,
  errors,
  reasons,
  hasOrder,
  outstanding,
  isNarrow,
  onChange,
  onRemove,
  onDone,
}: LineProps) {
  const { productid, productname, barcode, stock, is_archived, quantity } = line
  const showsPrices = useShowsPrices(kind)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const scan = readScan(event.currentTarget)
    const { name } = event.currentTarget.dataset
    if (scan && name) onChange(productid, { [name]: scan.before })
    onDone(scan?.barcode)
  }
  const input = (name: (typeof LINE_FIELDS)[number]) => ({
    value: line[name],
    error: errors[LINE_FIELDS.indexOf(name)],
    'data-path': `${path}.${name}`,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      onChange(productid, { [name]: event.currentTarget.value }),
  })
  const onUnits = ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
    const { direction, text } = readSign(value)
    onChange(productid, { quantity: text, ...(direction && { direction }) })
  }
  const field = (name: 'quantity' | 'purchaseprice' | 'rejected', label: string) => (
    <LineField
      isNumber
      data-name={name}
      aria-label={`${label} of ${productname}`}
      label={isNarrow ? label : undefined}
      onFocus={selectAll}
      onKeyDown={onKeyDown}
      {...input(name)}
      {...(name === 'quantity' && kind === 'adjustment' && { onChange: onUnits })}
    />
  )
  const total = (
    <LineTotal
      line={line}
      isNarrow={isNarrow}
      onDone={onDone}
      onPrice={(price) => onChange(productid, { purchaseprice: price })}
    />
  )
  const name = (
    <>
      <span className="medium">{productname}</span> {is_archived && <Pill tone="red">Deleted</Pill>}
      {barcode && <span className="second-line">{barcode}</span>}
    </>
  )
  const direction = kind === 'adjustment' && (
    <DirectionChoice
      label={`What happened to ${productname}`}
      value={getDirection(line)}
      isFixed={findDirection(line.reason) !== undefined}
      onChange={(direction) => onChange(productid, { direction })}
      isStacked={!isNarrow}
    />
  )
  const amount = field('quantity', QUANTITY_TITLES[kind])
  const change = findStockChange(kind, line)
  const rejected = kind === 'delivery' ? (parseQuantity(line.rejected) ?? 0) : 0
  const arrived = rejected > 0 && `${formatQuantity(addUnits([parseQuantity(quantity) ?? 0, rejected]))} arrived`
  const hasResult = (kind === 'adjustment' || kind === 'transfer') && change !== undefined && change !== 0
  const result = hasResult && <span className="second-line">→ {formatQuantity(addUnits([stock, change]))}</span>
  const rejectedReason = rejected > 0 && (
    <LineField
      aria-label={`Why units of ${productname} were rejected`}
      placeholder="Why were they rejected?"
      maxLength={100}
      onKeyDown={onKeyDown}
      {...input('reason')}
    />
  )
  const reason = kind === 'adjustment' && (
    <LineSelect
      aria-label={`Reason of ${productname}`}
      placeholder="Select a reason"
      options={withOld(reasons, line.reason)}
      {...input('reason')}
    />
  )
  const remove = (
    <button type="button" className={classes.icon} aria-label={`Remove ${productname}`} onClick={() => onRemove(productid)}>
      <IconTrash size={18} stroke={1.75} aria-hidden />
    </button>
  )

  if (isNarrow)
    return (
      <li className={`panel ${classes.card}`}>
        <div className="row top gap-12">
          <div className="rest break">
            {name}
            <span className="second-line digits">
              Stock now {formatQuantity(stock)}
              {hasOrder && ` · ${outstanding === undefined ? 'Not ordered' : `${formatQuantity(outstanding)} outstanding`}`}
              {arrived && ` · ${arrived}`}
            </span>
          </div>
          {remove}
        </div>
        <div className={classes.fields}>
          {direction && <div className={classes.whole}>{direction}</div>}
          <div>
            {amount}
            {result}
          </div>
          {showsPrices && field('purchaseprice', 'Price')}
          {showsPrices && total}
          {kind === 'delivery' && field('rejected', 'Rejected')}
          {reason && <div className={classes.whole}>{reason}</div>}
        </div>
        {rejectedReason}
      </li>
    )
  return (
    <tr>
      <th scope="row">
        {name}
        {rejectedReason}
      </th>
      <td data-number>
        {formatQuantity(stock)}
        {result}
        {arrived && <span className="second-line">{arrived}</span>}
      </td>
      {hasOrder && <td data-number>{outstanding === undefined ? NO_VALUE : formatQuantity(outstanding)}</td>}
      {direction && <td>{direction}</td>}
      <td>{amount}</td>
      {showsPrices && <td>{field('purchaseprice', 'Price')}</td>}
      {showsPrices && <td>{total}</td>}
      {kind === 'delivery' && <td>{field('rejected', 'Rejected')}</td>}
      {reason && <td>{reason}</td>}
      <td>{remove}</td>
    </tr>
  )
}, isSameLine)

type TotalProps = {
  line: DraftLine
  isNarrow: boolean
  onDone: Actions['onDone']
  onPrice: (price: string) => void
}

/** The cost of all units. Typed, it decides the price of one, with at most four decimals: where they do not divide, the cost that remains is said. */
function LineTotal({ line: { productname, quantity, purchaseprice }, isNarrow, onDone, onPrice }: TotalProps) {
  /** The price before the field got the focus: a scanner may type over the total. */
  const priceBefore = useRef(purchaseprice)
  // What is typed is shown until the quantity or the price is another one.
  const [typed, setTyped] = useState({ total: '', quantity: '', price: '' })
  const units = parseQuantity(quantity) ?? 0
  const price = parsePrice(purchaseprice)
  const cost = price === undefined || purchaseprice === '' ? null : toCents(units * price) / 100
  const isTyped = typed.total !== '' && typed.quantity === quantity && typed.price === purchaseprice
  const total = isTyped ? parsePrice(typed.total) : undefined
  return (
    <div>
      <LineField
        isNumber
        aria-label={`Total of ${productname}`}
        label={isNarrow ? 'Total' : undefined}
        disabled={units <= 0}
        value={isTyped ? typed.total : toPriceText(cost)}
        error={isTyped && (total === undefined || total < 0) ? 'Enter rand and cents.' : undefined}
        onFocus={(event) => {
          priceBefore.current = purchaseprice
          selectAll(event)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          const scan = readScan(event.currentTarget)
          if (scan) onPrice(priceBefore.current)
          onDone(scan?.barcode)
        }}
        onChange={({ currentTarget: { value } }) => {
          const next = findPriceText(value, units) ?? purchaseprice
          setTyped({ total: value, quantity, price: next })
          onPrice(next)
        }}
      />
      {total !== undefined && cost !== null && total !== cost && <span className="second-line">Total {formatRand(cost)}</span>}
    </div>
  )
}

/** The price of one of so many units with this total, as text: '' for none. Undefined for text that is no amount. */
function findPriceText(total: string, units: number) {
  if (total.trim() === '') return ''
  const amount = parsePrice(total)
  return amount === undefined || amount < 0 ? undefined : toPriceText(Math.round((amount / units) * 10_000) / 10_000)
}

/** A reason that the business has removed since is shown, or the field would look empty. */
const withOld = (reasons: readonly string[], reason: string) =>
  reason === '' || reasons.includes(reason) ? reasons : [...reasons, reason]

const selectAll = ({ currentTarget }: FocusEvent<HTMLInputElement>) => selectNumber(currentTarget)
