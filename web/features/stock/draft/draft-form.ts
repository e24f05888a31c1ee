import type { Product } from '../../../../contract/products.ts'
import { AMOUNT_MAX, QUANTITY_MAX } from '../../../../contract/shared/constants.ts'
import { addUnits, parseDecimal, parsePrice, toCents } from '../../../../contract/shared/decimal.ts'
import { hasDecimals } from '../../../../contract/shared/fields.ts'
import type { DraftInput, DraftKind, StockDocument } from '../../../../contract/stock-documents.ts'
import { toNumberText, toPriceText } from '../../../lib/format/number-text.ts'
import { getOutstanding } from '../describe-document.ts'

/** A line as it is typed, with what the screen shows of its product. */
export type DraftLine = {
  productid: number
  productname: string
  barcode: string
  /** At the site of the document, when the line was loaded. */
  stock: number
  is_archived: boolean
  quantity: string
  purchaseprice: string
  rejected: string
  reason: string
}

export type DraftFields = {
  siteid: number | null
  to_siteid: number | null
  supplierid: number | null
  reference: string
  expected_on: string
  note: string
  lines: DraftLine[]
}

export const EMPTY_FIELDS: DraftFields = {
  siteid: null,
  to_siteid: null,
  supplierid: null,
  reference: '',
  expected_on: '',
  note: '',
  lines: [],
}

/** '2,5'; '' for nothing. */
export const toQuantityText = (quantity: number) => (quantity === 0 ? '' : toNumberText(quantity))

export const toFields = (document: StockDocument): DraftFields => ({
  siteid: document.siteid,
  to_siteid: document.to_siteid,
  supplierid: document.supplierid,
  reference: document.reference,
  expected_on: document.expected_on ?? '',
  note: document.note,
  lines: document.lines.map((line) => ({
    productid: line.productid,
    productname: line.productname,
    barcode: line.barcode,
    // A draft is at a site of the person.
    stock: line.stock ?? 0,
    is_archived: line.is_archived,
    quantity: toQuantityText(line.quantity),
    purchaseprice: toPriceText(line.purchaseprice),
    rejected: toQuantityText(line.rejected),
    reason: line.reason,
  })),
})

/** A delivery of an order, with what is outstanding at the order's prices. */
export const toDeliveryFields = (order: StockDocument): DraftFields => ({
  ...EMPTY_FIELDS,
  siteid: order.siteid,
  supplierid: order.supplierid,
  lines: toFields(order).lines.flatMap((line, index) => {
    const outstanding = getOutstanding(order.lines[index] ?? { quantity: 0, received: 0 })
    return outstanding > 0 && !line.is_archived
      ? [{ ...line, quantity: toQuantityText(outstanding), rejected: '', reason: '' }]
      : []
  }),
})

/** A line of a product that was found, with a quantity of 1; of an adjustment, one less. */
export const createLine = (kind: DraftKind, product: Product, reason: string): DraftLine => ({
  productid: product.productid,
  productname: product.productname,
  barcode: product.barcode,
  stock: product.stock,
  is_archived: false,
  quantity: kind === 'adjustment' ? '-1' : '1',
  purchaseprice: hasPrices(kind) && (product.purchaseprice > 0 || product.is_free) ? toPriceText(product.purchaseprice) : '',
  rejected: '',
  reason: kind === 'adjustment' ? reason : '',
})

export const hasPrices = (kind: DraftKind) => kind === 'order' || kind === 'delivery'

/** One more of a line; of an adjustment that takes away, one less. A quantity that is no number stays. */
export function addOne(line: DraftLine): DraftLine {
  const quantity = parseQuantity(line.quantity)
  if (quantity === undefined) return line
  return { ...line, quantity: toQuantityText(addUnits([quantity, quantity < 0 ? -1 : 1])) }
}

/** The typed number of units, 0 for an empty field. Undefined for text that is no number. */
export const parseQuantity = (typed: string) => (typed.trim() === '' ? 0 : parseDecimal(typed.replace('−', '-')))

/** Null for an empty field: the price is not known. */
const parseLinePrice = (typed: string) => (typed.trim() === '' ? null : parsePrice(typed))

function checkUnits(typed: string, { isChange = false } = {}) {
  const units = parseQuantity(typed)
  if (units === undefined) return 'Enter a number.'
  if (units < 0 && !isChange) return 'Enter a number above zero.'
  if (Math.abs(units) > QUANTITY_MAX) return 'This number is too large.'
  return hasDecimals(units, 3) ? undefined : 'At most three decimals.'
}

function checkPrice(typed: string) {
  const price = parseLinePrice(typed)
  if (price === null) return undefined
  if (price === undefined || price < 0) return 'Enter rand and cents.'
  if (price > AMOUNT_MAX) return 'This price is too large.'
  return hasDecimals(price, 2) ? undefined : 'At most two decimals.'
}

export type LineErrors = { quantity?: string; purchaseprice?: string; rejected?: string; reason?: string }
export type DraftErrors = {
  siteid?: string
  to_siteid?: string
  supplierid?: string
  expected_on?: string
  /** No line has a quantity. */
  empty?: string
  lines: Map<number, LineErrors>
}

type Check = { kind: DraftKind; isFinishing: boolean; reasons: readonly string[] }

/** Why a draft cannot be saved, or finished. */
export function checkFields(fields: DraftFields, { kind, isFinishing, reasons }: Check): DraftErrors {
  const errors: DraftErrors = { lines: new Map() }
  if (fields.siteid === null) errors.siteid = 'Select a site.'
  if (kind === 'transfer' && fields.to_siteid === null) errors.to_siteid = 'Select the site that the goods go to.'
  if (kind === 'transfer' && fields.to_siteid !== null && fields.to_siteid === fields.siteid)
    errors.to_siteid = 'Select another site.'
  if (kind === 'order' && fields.supplierid === null) errors.supplierid = 'Select a supplier.'
  for (const line of fields.lines) {
    const found = checkLine(line, { kind, isFinishing, reasons })
    if (Object.values(found).some(Boolean)) errors.lines.set(line.productid, found)
  }
  const isEmpty = fields.lines.every(({ quantity, rejected }) => parseQuantity(quantity) === 0 && parseQuantity(rejected) === 0)
  if (isFinishing && isEmpty) errors.empty = 'Enter the quantity of at least one product.'
  return errors
}

function checkLine(line: DraftLine, { kind, isFinishing, reasons }: Check): LineErrors {
  const errors: LineErrors = {}
  const quantity = checkUnits(line.quantity, { isChange: kind === 'adjustment' })
  if (quantity) errors.quantity = quantity
  const price = hasPrices(kind) && checkPrice(line.purchaseprice)
  if (price) errors.purchaseprice = price
  const rejected = kind === 'delivery' && checkUnits(line.rejected)
  if (rejected) errors.rejected = rejected
  const needsReason = kind === 'adjustment' && isFinishing && parseQuantity(line.quantity) !== 0
  if (needsReason && !reasons.includes(line.reason)) errors.reason = 'Select a reason.'
  return errors
}

export const hasErrors = ({ lines, ...header }: DraftErrors) => lines.size > 0 || Object.values(header).some(Boolean)

/** What the server stores. Of fields without errors. */
export type DraftContent = Omit<DraftInput, 'kind' | 'parentid'>

/** Text that is no number counts as nothing: `checkFields` has refused it. */
export const toContent = (kind: DraftKind, fields: DraftFields): DraftContent => ({
  siteid: fields.siteid ?? 0,
  to_siteid: kind === 'transfer' ? fields.to_siteid : null,
  supplierid: hasPrices(kind) ? fields.supplierid : null,
  reference: fields.reference.trim(),
  expected_on: kind === 'order' && fields.expected_on !== '' ? fields.expected_on : null,
  note: fields.note.trim(),
  lines: fields.lines.map((line) => ({
    productid: line.productid,
    quantity: parseQuantity(line.quantity) ?? 0,
    purchaseprice: hasPrices(kind) ? (parseLinePrice(line.purchaseprice) ?? null) : null,
    rejected: kind === 'delivery' ? (parseQuantity(line.rejected) ?? 0) : 0,
    reason: kind === 'adjustment' || kind === 'delivery' ? line.reason.trim() : '',
  })),
})

/** The same as text, to compare. */
export const toComparable = (kind: DraftKind, fields: DraftFields) => JSON.stringify(toContent(kind, fields))

/** What the lines add up to. Lines without a quantity do not count. */
export function sumFields(fields: DraftFields) {
  const lines = fields.lines.map((line) => ({
    quantity: parseQuantity(line.quantity) ?? 0,
    price: parseLinePrice(line.purchaseprice) ?? null,
    rejected: parseQuantity(line.rejected) ?? 0,
  }))
  const counted = lines.filter(({ quantity }) => quantity !== 0)
  return {
    lines: counted.length,
    units: addUnits(counted.map(({ quantity }) => quantity)),
    more: addUnits(counted.map(({ quantity }) => Math.max(0, quantity))),
    less: addUnits(counted.map(({ quantity }) => Math.max(0, -quantity))),
    rejected: addUnits(lines.map(({ rejected }) => rejected)),
    cost: counted.reduce((cents, { quantity, price }) => cents + toCents(quantity * (price ?? 0)), 0) / 100,
    unknown_costs: counted.filter(({ price }) => price === null).length,
  }
}
