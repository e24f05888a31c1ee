import { VisuallyHidden } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { IconPlusMinus, IconTrash } from '@tabler/icons-react'
import { type ChangeEvent, type FocusEvent, type KeyboardEvent, memo, type ReactNode } from 'react'
import { addUnits } from '../../../../contract/shared/decimal.ts'
import type { DraftKind } from '../../../../contract/stock-documents.ts'
import { useSeesCosts } from '../../../auth/rights.ts'
import { findDifferences } from '../../../lib/api/edit-conflict.ts'
import { formatQuantity, NO_VALUE } from '../../../lib/format/money.ts'
import { Pill } from '../../../ui/display/pill.tsx'
import classes from './draft.module.css'
import { type DraftLine, hasPrices, parseQuantity, toQuantityText } from './draft-form.ts'
import { LineField, LineSelect } from './line-field.tsx'

/** Whether the person sees and writes the prices of a draft. Without, a line keeps the price that it has. */
export const useShowsPrices = (kind: DraftKind) => useSeesCosts() && hasPrices(kind)

type Actions = {
  onChange: (productid: number, more: Partial<DraftLine>) => void
  onRemove: (productid: number) => void
  /** Enter in a field: back to the field that adds products. */
  onDone: () => void
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
          <th scope="col" data-field="quantity">
            {QUANTITY_TITLES[kind]}
          </th>
          {showsPrices && (
            <th scope="col" data-field="price">
              Price (R)
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
  delivery: 'Received',
  transfer: 'Quantity',
  adjustment: 'Change',
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
    onDone()
  }
  const input = (name: (typeof LINE_FIELDS)[number]) => ({
    value: line[name],
    error: errors[LINE_FIELDS.indexOf(name)],
    'data-path': `${path}.${name}`,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      onChange(productid, { [name]: event.currentTarget.value }),
  })
  const field = (name: 'quantity' | 'purchaseprice' | 'rejected', label: string) => (
    <LineField
      isNumber
      aria-label={`${label} of ${productname}`}
      label={isNarrow ? label : undefined}
      onFocus={selectAll}
      onKeyDown={onKeyDown}
      {...input(name)}
    />
  )
  const name = (
    <>
      <span className="medium">{productname}</span> {is_archived && <Pill tone="red">Deleted</Pill>}
      {barcode && <span className="second-line">{barcode}</span>}
    </>
  )
  const amount =
    kind === 'adjustment' ? (
      <div className={`row end gap-4 ${classes.change}`} style={{ alignItems: isNarrow ? 'flex-end' : 'flex-start' }}>
        {/* The keys of a phone for numbers have no minus. */}
        <button
          type="button"
          className={classes.icon}
          data-framed
          aria-label={`Change the sign of ${productname}`}
          title="Less or more"
          onClick={() => onChange(productid, { quantity: changeSign(quantity) })}
        >
          <IconPlusMinus size={18} stroke={1.75} aria-hidden />
        </button>
        {field('quantity', QUANTITY_TITLES[kind])}
      </div>
    ) : (
      field('quantity', QUANTITY_TITLES[kind])
    )
  const after = parseQuantity(quantity)
  const hasResult = (kind === 'adjustment' || kind === 'transfer') && after !== undefined && after !== 0
  const result = hasResult && (
    <span className="second-line">→ {formatQuantity(addUnits([stock, kind === 'transfer' ? -after : after]))}</span>
  )
  const rejectedReason = kind === 'delivery' && (parseQuantity(line.rejected) ?? 0) > 0 && (
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
            </span>
          </div>
          {remove}
        </div>
        <div className={classes.fields}>
          <div className={kind === 'adjustment' ? classes.changeField : undefined}>
            {amount}
            {result}
          </div>
          {showsPrices && field('purchaseprice', 'Price')}
          {kind === 'delivery' && field('rejected', 'Rejected')}
          {reason && <div className={classes.reason}>{reason}</div>}
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
      </td>
      {hasOrder && <td data-number>{outstanding === undefined ? NO_VALUE : formatQuantity(outstanding)}</td>}
      <td>{amount}</td>
      {showsPrices && <td>{field('purchaseprice', 'Price')}</td>}
      {kind === 'delivery' && <td>{field('rejected', 'Rejected')}</td>}
      {reason && <td>{reason}</td>}
      <td>{remove}</td>
    </tr>
  )
}, isSameLine)

/** A reason that the business has removed since is shown, or the field would look empty. */
const withOld = (reasons: readonly string[], reason: string) =>
  reason === '' || reasons.includes(reason) ? reasons : [...reasons, reason]

const selectAll = (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()

const changeSign = (typed: string) => {
  const quantity = parseQuantity(typed)
  return quantity === undefined ? typed : toQuantityText(-quantity)
}
