import { createHash } from 'node:crypto'
import { AMOUNT_MAX, SALE_MAX_ITEMS } from '../../../../contract/shared/constants.ts'
import { multiplyPrice } from '../../../../contract/shared/decimal.ts'
import type { VatRate } from '../../../../contract/shared/vat-rate.ts'
import { PAYMENTS_MAX } from '../../../../contract/tills.ts'
import { joinMethods, mergeParts, type Part, sumParts } from './paid-parts.ts'
import type { ParsedRow, RejectedRow } from './parse-row.ts'

/** What the rows of a file are. */
export type FileShape = {
  /** A row is a line of a sale: rows of the same receipt are one sale. */
  hasItems: boolean
  /** The amount of a row is that of its line. Otherwise it is that of the whole receipt. */
  hasLineAmounts: boolean
  /** The total of a sale has its tip and the gift cards that it sold. */
  hasExtrasInTotal: boolean
  /** What the column of a charge is called. */
  chargeName: string
}

/** Amounts are whole cents, a price may have two decimals of a cent; null where the file has none. */
export type SaleLine = {
  isCharge: boolean
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

/** Money beside the amount of a sale, in cents. */
type Extra = { kind: 'tip' | 'gift_card'; amount: number }

/** A sale of the file. Amounts are whole cents. */
export type FileSale = {
  line: number
  /** The lines of all its rows. */
  rows: number[]
  receipt: string
  isRefund: boolean
  siteid: number
  place: string
  /** Its place without the till. */
  sharedPlace?: string
  /** The name of a branch that a person chose a site for. */
  branch: string | undefined
  saledate: string
  finalamount: number
  employee: string
  payment_method: string
  /** What was paid in each way; empty for one way, and where the file does not say it. */
  payments: Part[]
  /** Several ways are named, without the amount of each. */
  isSplitUnknown: boolean
  extras: Extra[]
  lines: SaleLine[]
  /** As earlier versions read it, so that a file that they imported is recognised. */
  earlier: { finalamount: number; payment_method: string; lines: Omit<SaleLine, 'isCharge' | 'unitcost'>[] }
  /** The VAT of the whole sale, where the file says no more. */
  vat: number | null
  vat_rate: VatRate | null
  /** Rows that are the same as another row of the sale. */
  repeated: number
}

/** One sale from the rows of its receipt, in the order of the file. */
export function buildSale(parsed: ParsedRow[], shape: FileShape): FileSale | RejectedRow {
  // A line may be sold twice in one sale; a whole sale that is there twice is one.
  const distinct =
    shape.hasItems || parsed.length === 1
      ? parsed
      : [...new Map(parsed.toReversed().map((row) => [describe(row), row])).values()].reverse()
  const [first] = distinct
  if (!first) throw new Error('a sale has at least one row')
  const { line, receipt, siteid, place, branch } = first
  const rows = parsed.map((row) => row.line)
  const reject = (reason: string) => ({ line, rows, receipt, siteid, reason })
  const stated = shape.hasItems && shape.hasLineAmounts ? null : findAmount(distinct, shape)
  const read = stated ?? sumLines(distinct)
  if (read === null) return reject('There is no amount.')
  if (Math.abs(read) > AMOUNT_MAX * 100) return reject('The amount is too large.')
  const whole = shape.hasLineAmounts || distinct.length === 1
  const earlier = shape.hasItems ? distinct.flatMap((row) => toLine(row, whole ? row.finalamount : null)) : []
  const sold = isOfLine(first, distinct, shape) ? earlier : distinct.flatMap((row) => toLine(row, null))
  const vatOfSale = findVatOfSale(
    distinct,
    sold.map(({ line }) => line),
    shape,
  )
  const { lines, finalamount, extras } = splitTotal({ read, isStated: stated !== null, rows: distinct, sold }, shape)
  if (lines.length > SALE_MAX_ITEMS) return reject(`A sale has at most ${SALE_MAX_ITEMS} lines.`)
  const payment_method = joinMethods(distinct.map((row) => row.payment_method))
  const payments = findPayments(distinct, finalamount + sumParts(extras), shape)
  return {
    ...{ line, rows, receipt, siteid, place, branch, finalamount, lines, isRefund: isRefundRow(first, shape) },
    ...vatOfSale,
    saledate: distinct.reduce((earliest, { saledate }) => (saledate < earliest ? saledate : earliest), first.saledate),
    employee: distinct.find(({ employee }) => employee)?.employee ?? '',
    payment_method: payments.length === 1 ? (payments[0]?.method ?? '') : payment_method,
    payments: payments.length > 1 ? payments : [],
    isSplitUnknown: payments.length === 0 && / [+&] |,| and /i.test(payment_method),
    extras,
    earlier: {
      finalamount: read,
      payment_method: joinMethods(distinct.map((row) => row.earlier_method)),
      lines: earlier.map(({ line: { isCharge: _, unitcost: __, ...line } }) => ({
        ...line,
        price: line.price === null ? null : Math.round(line.price),
      })),
    },
    repeated: parsed.length - distinct.length,
  }
}

/** Whether the amount of a sale of one line is that of the line: it is not where it has a tip or shipping, and the line a price. */
function isOfLine(
  { price, tip, gift_card_sold, shipping }: ParsedRow,
  rows: ParsedRow[],
  { hasItems, hasLineAmounts }: FileShape,
) {
  return !hasItems || hasLineAmounts || rows.length > 1 || price === null || !(tip || gift_card_sold || shipping)
}

type Total = { read: number; isStated: boolean; rows: ParsedRow[]; sold: { line: SaleLine; isGiftCard: boolean }[] }

/** The amount of the goods, the lines that are goods or charges, and the money beside it. */
function splitTotal({ read, isStated, rows, sold }: Total, shape: FileShape) {
  const tip = ofReceipt(rows, 'tip', shape)
  const ofCards = ofReceipt(rows, 'gift_card_sold', shape)
  const cards = sold.flatMap(({ line, isGiftCard }) => {
    const amount = line.total ?? (line.price === null ? null : multiplyPrice(line.price, line.quantity))
    return isGiftCard && amount !== null ? [{ line, amount }] : []
  })
  const loaded = cards.reduce((sum, { amount }) => sum + amount, 0)
  const lines = sold.flatMap(({ line }) => (cards.some((card) => card.line === line) ? [] : line))
  const inTotal = isStated && shape.hasExtrasInTotal ? tip + (cards.length > 0 ? 0 : ofCards) : 0
  const goods = read - inTotal - loaded
  const charge = findCharge({ goods, isStated, amount: ofReceipt(rows, 'shipping', shape), lines }, shape)
  const extras: Extra[] = [
    { kind: 'tip', amount: tip },
    { kind: 'gift_card', amount: loaded || ofCards },
  ]
  return {
    finalamount: goods + (isStated ? 0 : (charge?.total ?? 0)),
    lines: charge ? [...lines, charge] : lines,
    extras: extras.filter(({ amount }) => amount !== 0),
  }
}

/** What a receipt paid for shipping, where its total has it: a total that its lines give alone has none. */
function findCharge(
  { goods, isStated, amount, lines }: { goods: number; isStated: boolean; amount: number; lines: SaleLine[] },
  { hasItems, chargeName }: FileShape,
): SaleLine | undefined {
  if (!hasItems || amount === 0) return undefined
  const left = lines.reduce(
    (rest, { total, price, quantity }) => rest - (total ?? (price === null ? 0 : multiplyPrice(price, quantity))),
    goods,
  )
  const isUnknown = lines.some(({ total, price }) => total === null && price === null)
  if (isStated && !isUnknown && Math.abs(left - amount) >= Math.abs(left)) return undefined
  return {
    ...{ isCharge: true, productname: chargeName, barcode: '', quantity: Math.sign(amount), price: Math.abs(amount) },
    ...{ total: amount, vat: null, vat_rate: null, unitcost: null },
  }
}

/** An amount of a whole receipt: its rows repeat it, or have a part each. Rows without products are payments of one sale. */
function ofReceipt(rows: ParsedRow[], column: 'tip' | 'gift_card_sold' | 'shipping', { hasItems }: FileShape) {
  const amounts = rows.flatMap((row) => row[column] ?? [])
  if (hasItems && new Set(amounts).size === 1) return amounts[0] ?? 0
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

/** What was paid in each way: the columns of a row say it, or a row for each payment. Empty where that is not what was due. */
function findPayments(rows: ParsedRow[], due: number, { hasItems }: FileShape): Part[] {
  const ofRows = rows.flatMap(({ isPayment, payment_method, finalamount, parts }) =>
    (isPayment || (!hasItems && parts.length === 0)) && payment_method && finalamount !== null
      ? [{ method: payment_method, amount: finalamount }]
      : [],
  )
  const [first] = rows
  const candidates = [rows.flatMap(({ parts }) => parts), ofRows, first?.parts ?? []].map(mergeParts)
  return candidates.find((parts) => parts.length > 0 && parts.length <= PAYMENTS_MAX && sumParts(parts) === due) ?? []
}

/** Whether a row is of a refund. A negative line may be a discount, a negative sale is none. */
export const isRefundRow = ({ isRefund, finalamount, linetotal }: ParsedRow, { hasItems }: Pick<FileShape, 'hasItems'>) =>
  isRefund || (!hasItems && (finalamount ?? linetotal ?? 0) < 0)

/** What two rows have in common that are the same. */
const describe = ({ line: _, nth: __, ...row }: ParsedRow) => JSON.stringify(row)

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

/** `amount` is what the amount of the row says of the line. */
function toLine(row: ParsedRow, amount: number | null): Total['sold'] {
  const { productname, barcode, price, vat, vat_rate } = row
  const total = row.linetotal ?? amount
  if (!productname && !barcode) return []
  const quantity = row.quantity ?? ((total ?? 0) < 0 ? -1 : 1)
  // A price that leaves out the VAT of its line is not what the shop asks for one unit.
  const isNet = price !== null && total !== null && vat && Math.abs(total - multiplyPrice(price, quantity) - vat) <= 1
  const unit = isNet || price === null ? (total === null || quantity === 0 ? price : Math.round(total / quantity)) : price
  const unitcost = findUnitCost(row, quantity)
  const line: SaleLine = {
    ...{ isCharge: false, productname, barcode, quantity, total, vat, vat_rate, unitcost },
    price: unit === null || unit < 0 ? null : unit,
  }
  return [{ line, isGiftCard: !vat && !vat_rate && (row.isGiftCard || GIFT_CARD.test(productname)) }]
}

/** 'eGift Card', 'Gift voucher R 500': money that is loaded, and no box or stand for one. VAT is due when it is used. */
const GIFT_CARD =
  /^e?[- ]?(?:gift ?(?:card|voucher|certificate)|geskenk(?:kaart|bewys))(?!.*\b(?:box|holder|envelope|stand|wrap|sleeve))/i

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

const MAX_RECEIPT = 60

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * The idempotency key of a sale: the same file, or one that overlaps it, gives the same. With the day, because tills start
 * counting again each day, and the site, because sites count by themselves. A refund may have the number of its sale. Without a
 * receipt number, a count distinguishes equal sales.
 */
export function createReference(
  { receipt, isRefund, siteid, place, saledate, employee, earlier }: FileSale,
  day: string,
  countEqual: (key: string) => number,
) {
  if (receipt) return `import:${place}${describeReceipt({ receipt, isRefund }, day)}`
  const { finalamount, payment_method, lines } = earlier
  const key = hash(JSON.stringify([siteid, saledate, finalamount, employee, payment_method, lines])).slice(0, 24)
  return `import:${siteid}:${day}:${key}:${countEqual(key)}`
}

/** The end of the reference of a sale with a receipt number, which it has at every site. */
export function describeReceipt({ receipt, isRefund }: Pick<FileSale, 'receipt' | 'isRefund'>, day: string) {
  const number = receipt.length > MAX_RECEIPT ? hash(receipt).slice(0, 32) : receipt
  return `:${day}:${number}${isRefund ? ':refund' : ''}`
}

/** Differs for another sale under the same reference. Who sold it and what it was matched with may change between two imports. */
export const createContentHash = ({ saledate, earlier }: FileSale) =>
  hash(JSON.stringify([saledate, earlier.finalamount])).slice(0, 32)
