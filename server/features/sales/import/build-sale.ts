import { createHash } from 'node:crypto'
import { AMOUNT_MAX, SALE_MAX_ITEMS } from '../../../../contract/shared/constants.ts'
import { multiplyPrice } from '../../../../contract/shared/decimal.ts'
import type { VatRate } from '../../../../contract/shared/vat-rate.ts'
import type { ParsedRow, RejectedRow } from './parse-row.ts'

/** What the rows of a file are. */
export type FileShape = {
  /** A row is a line of a sale: rows of the same receipt are one sale. */
  hasItems: boolean
  /** The amount of a row is that of its line. Otherwise it is that of the whole receipt. */
  hasLineAmounts: boolean
}

/** Amounts are whole cents; null where the file has none. */
export type SaleLine = {
  productname: string
  barcode: string
  quantity: number
  price: number | null
  /** What was paid for the line. */
  total: number | null
  vat: number | null
  vat_rate: VatRate | null
  /** What one unit cost. */
  unitcost: number | null
}

/** A sale of the file. Amounts are whole cents. */
export type FileSale = {
  line: number
  /** The lines of all its rows. */
  rows: number[]
  receipt: string
  isRefund: boolean
  siteid: number
  place: string
  /** The name of a branch that a person chose a site for. */
  branch: string | undefined
  saledate: string
  finalamount: number
  employee: string
  payment_method: string
  lines: SaleLine[]
  /** The VAT of the whole sale, where the file says no more. */
  vat: number | null
  vat_rate: VatRate | null
  /** Rows that are the same as another row of the sale. */
  repeated: number
}

/** One sale from the rows of its receipt, in the order of the file. */
export function buildSale(parsed: ParsedRow[], shape: FileShape): FileSale | RejectedRow {
  // A line may be sold twice in one sale; a whole sale that is there twice is one.
  const distinct = shape.hasItems
    ? parsed
    : [...new Map(parsed.toReversed().map((row) => [describe(row), row])).values()].reverse()
  const [first] = distinct
  if (!first) throw new Error('a sale has at least one row')
  const { line, receipt, siteid, place, branch } = first
  const rows = parsed.map((row) => row.line)
  const reject = (reason: string) => ({ line, rows, receipt, siteid, reason })
  const finalamount =
    shape.hasItems && shape.hasLineAmounts ? sumLines(distinct) : (findAmount(distinct, shape) ?? sumLines(distinct))
  if (finalamount === null) return reject('There is no amount.')
  if (Math.abs(finalamount) > AMOUNT_MAX * 100) return reject('The amount is too large.')
  const lines = shape.hasItems ? distinct.flatMap((row) => toLine(row, shape.hasLineAmounts || distinct.length === 1)) : []
  if (lines.length > SALE_MAX_ITEMS) return reject(`A sale has at most ${SALE_MAX_ITEMS} lines.`)
  return {
    ...{ line, rows, receipt, siteid, place, branch, finalamount, lines, isRefund: isRefundRow(first, shape) },
    ...findVatOfSale(distinct, lines, shape),
    saledate: distinct.reduce((earliest, { saledate }) => (saledate < earliest ? saledate : earliest), first.saledate),
    employee: distinct.find(({ employee }) => employee)?.employee ?? '',
    payment_method: joinMethods(distinct),
    repeated: parsed.length - distinct.length,
  }
}

/** Whether a row is of a refund. A negative line may be a discount, a negative sale is none. */
export const isRefundRow = ({ isRefund, finalamount, linetotal }: ParsedRow, { hasItems }: Pick<FileShape, 'hasItems'>) =>
  isRefund || (!hasItems && (finalamount ?? linetotal ?? 0) < 0)

/** What two rows have in common that are the same. */
const describe = ({ line: _, ...row }: ParsedRow) => JSON.stringify(row)

/** Each row of a receipt has its total, or the first row has it. Rows without products are parts of one sale: they add up. */
function findAmount(rows: ParsedRow[], { hasItems }: FileShape) {
  const amounts = rows.flatMap(({ finalamount }) => finalamount ?? [])
  if (amounts.length === 0) return null
  return hasItems ? (amounts[0] ?? null) : amounts.reduce((sum, amount) => sum + amount, 0)
}

function sumLines(rows: ParsedRow[]) {
  const amounts = rows.flatMap((row) => findLineAmount(row) ?? [])
  return amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0)
}

function findLineAmount({ linetotal, finalamount, price, quantity }: ParsedRow) {
  if (linetotal !== null) return linetotal
  if (finalamount !== null) return finalamount
  return price === null ? null : multiplyPrice(price, quantity ?? 1)
}

function toLine(row: ParsedRow, hasLineAmount: boolean): SaleLine[] {
  const { productname, barcode, price, vat, vat_rate } = row
  const total = row.linetotal ?? (hasLineAmount ? row.finalamount : null)
  if (!productname && !barcode) return []
  const quantity = row.quantity ?? ((total ?? 0) < 0 ? -1 : 1)
  // A price that leaves out the VAT of its line is not what the shop asks for one unit.
  const isNet = price !== null && total !== null && vat && Math.abs(total - multiplyPrice(price, quantity) - vat) <= 1
  const unit = isNet || price === null ? (total === null || quantity === 0 ? price : Math.round(total / quantity)) : price
  const unitcost = findUnitCost(row, quantity)
  return [
    { ...{ productname, barcode, quantity, total, vat, vat_rate, unitcost }, price: unit === null || unit < 0 ? null : unit },
  ]
}

/** Programs write 0 where they do not know a cost. A refund has a negative one in some files, and a positive one in others. */
function findUnitCost({ unitcost, linecost }: ParsedRow, quantity: number) {
  const cost = linecost ? Math.abs(Math.round(linecost / quantity)) : Math.abs(unitcost ?? 0)
  return cost > 0 && cost <= AMOUNT_MAX * 100 ? cost : null
}

/**
 * The VAT of a whole sale: of a sale without lines, and where the rows of a receipt repeat its total and its VAT, as they repeat its
 * amount. The lines have none of their own then.
 */
function findVatOfSale(rows: ParsedRow[], lines: SaleLine[], { hasItems, hasLineAmounts }: FileShape) {
  const values = rows.flatMap(({ vat }) => vat ?? [])
  const [first = null] = values
  if (!hasItems || lines.length === 0) {
    const vat = values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0)
    return { vat, vat_rate: rows.find(({ vat_rate }) => vat_rate !== null)?.vat_rate ?? null }
  }
  const isOfSale = !hasLineAmounts && rows.every(({ linetotal }) => linetotal === null) && new Set(values).size === 1
  if (!isOfSale) return { vat: null, vat_rate: null }
  for (const line of lines) line.vat = null
  return { vat: first, vat_rate: null }
}

const MAX_METHOD = 40

/** A sale may be paid in two ways. */
const joinMethods = (rows: ParsedRow[]) =>
  [...new Set(rows.map(({ payment_method }) => payment_method).filter(Boolean))].join(' + ').slice(0, MAX_METHOD)

const MAX_RECEIPT = 60

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * The idempotency key of a sale: the same file, or one that overlaps it, gives the same. With the day, because tills start
 * counting again each day, and the site, because sites count by themselves. A refund may have the number of its sale. Without a
 * receipt number, a count distinguishes equal sales.
 */
export function createReference(
  { receipt, isRefund, siteid, place, saledate, ...sale }: FileSale,
  day: string,
  countEqual: (key: string) => number,
) {
  if (receipt) return `import:${place}${describeReceipt({ receipt, isRefund }, day)}`
  const { finalamount, employee, payment_method, lines } = sale
  // Without the cost, which earlier versions did not read: a file that they imported is recognised.
  const sold = lines.map(({ unitcost: _, ...line }) => line)
  const key = hash(JSON.stringify([siteid, saledate, finalamount, employee, payment_method, sold])).slice(0, 24)
  return `import:${siteid}:${day}:${key}:${countEqual(key)}`
}

/** The end of the reference of a sale with a receipt number, which it has at every site. */
export function describeReceipt({ receipt, isRefund }: Pick<FileSale, 'receipt' | 'isRefund'>, day: string) {
  const number = receipt.length > MAX_RECEIPT ? hash(receipt).slice(0, 32) : receipt
  return `:${day}:${number}${isRefund ? ':refund' : ''}`
}

/** Differs for another sale under the same reference. Who sold it and what it was matched with may change between two imports. */
export const createContentHash = ({ saledate, finalamount }: FileSale) =>
  hash(JSON.stringify([saledate, finalamount])).slice(0, 32)
