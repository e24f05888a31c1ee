import { parseTime } from '../../../../contract/columns/date-format.ts'
import { multiplyPrice } from '../../../../contract/shared/decimal.ts'
import type { VatRate } from '../../../../contract/shared/vat-rate.ts'
import { type Asked, findAnswer } from './asked.ts'
import { discountOf, type FileFormats } from './file-formats.ts'
import { type FileRow, shortenText } from './file-row.ts'
import { joinMethods, type Part, readMethods, readParts } from './paid-parts.ts'
import { getRowKind, selectCells } from './row-kind.ts'
import { type OddCell, type RowNumbers, readNumbers } from './row-numbers.ts'
import { findCancellation, findUnknownStatus, isRefund } from './sale-status.ts'

/** A row of the file that was read. Amounts are whole cents, negative for a refund, and null where the file has none. */
export type ParsedRow = {
  line: number
  /** Its place among the rows of the file. */
  nth: number
  /** What its receipt number is unique in: the site, or a branch that a person chose a site for. */
  place: string
  /** The name of a branch that a person chose a site for. */
  branch?: string | undefined
  /** The receipt's number; '' when the file has none. */
  receipt: string
  /** The type of the row, or its status, says so. */
  isRefund: boolean
  /** Local time, or an instant with its offset. */
  saledate: string
  siteid: number
  employee: string
  payment_method: string
  /** As earlier versions read it, which knew cash and card: a file that they imported is recognised. */
  earlier_method: string
  /** What was paid in each way, as the columns of the row say; empty where they do not. */
  parts: Part[]
  /** Whether the row is a payment of its receipt. */
  isPayment: boolean
  finalamount: number | null
  tip: number | null
  gift_card_sold: number | null
  shipping: number | null
  linetotal: number | null
  price: number | null
  quantity: number | null
  /** Of one unit, and of the whole line. */
  unitcost: number | null
  linecost: number | null
  /** The VAT that the amounts include. */
  vat: number | null
  vat_rate: VatRate | null
  productname: string
  barcode: string
  /** Its kind of item is a gift card. */
  isGiftCard: boolean
  /** Cells that cannot be read and that a sale does without. */
  odd: OddCell[]
  asked: Asked
  /** The till, where the file has it: each counts its receipts by itself. */
  register: string
  /** The day of its receipt, where that began before midnight. */
  day?: string
}

/** A row that is not imported, or all rows of a receipt. */
export type RejectedRow = {
  line: number
  /** The lines of all its rows. */
  rows: number[]
  receipt: string
  siteid: number | null
  place?: string
  reason: string
  /** Undefined when the date cannot be read. */
  saledate?: string
  isCancelled?: boolean
  asked?: Asked
  register?: string
  /** The name that no site has. */
  unknownSite?: string
}

export const isRejected = <Row extends object>(row: Row | RejectedRow): row is RejectedRow => 'reason' in row

/** Finds the site of a row by the name that the file has, or the chosen site for ''; a sentence when there is none. */
export type FindSite = (
  name: string,
) => { siteid: number; place: string; branch?: string } | { problem: string; unknown?: string }

export function parseRow(row: FileRow, formats: FileFormats, findSite: FindSite): Omit<ParsedRow, 'nth'> | RejectedRow {
  const { line } = row
  const cells = formats.hasRowKinds ? selectCells(row.cells) : row.cells
  const receipt = shortenText(cells.reference)
  const site = findSite(NO_SITE.test(cells.site ?? '') ? '' : shortenText(cells.site))
  const found = 'siteid' in site ? site : { siteid: null }
  const register = shortenText(cells.register)
  const reject = (reason: string) => ({ line, rows: [line], receipt, ...found, register, reason })
  if ('problem' in site) return { ...reject(site.problem), ...(site.unknown && { unknownSite: site.unknown }) }
  const date = readDate(cells, formats)
  if ('problem' in date) return reject(date.problem)
  const { saledate, odd } = date
  if (isShortened(receipt)) return { ...reject(SHORTENED), saledate }
  const dropped = findCancellation(cells, formats.hasRefunds)
  if (dropped) return { ...reject(dropped), saledate, isCancelled: true }
  const status = findUnknownStatus(cells)
  if (status !== undefined && findAnswer(formats.answers.statuses, status) === 'none')
    return { ...reject(`Sales with the status “${status}” do not count.`), saledate, isCancelled: true, asked: { status } }

  const numbers = readNumbers(cells, formats.numbers, odd)
  if ('problem' in numbers) return { ...reject(numbers.problem), saledate }
  const { finalamount, price, unitcost, linecost, tip, gift_card_sold, shipping } = numbers
  const stated = readRate(cells, formats)
  const unknownRate = typeof stated === 'number' && !formats.knownRates.has(stated) ? stated : undefined
  const rate = unknownRate !== undefined && findAnswer(formats.answers.rates, unknownRate) === 'standard' ? null : stated
  if (rate !== null && typeof rate === 'object') return { ...reject(rate.problem), saledate }
  const named = readMethods(cells.payment_method)
  const parts = readParts(cells, formats, (finalamount ?? 0) + (tip ?? 0) + (gift_card_sold ?? 0), named)
  const isBack = isRefund(cells)
  const amounts = { ...sumAmounts(numbers, formats), tip, gift_card_sold, shipping }
  return {
    ...{
      line,
      receipt,
      saledate,
      siteid: site.siteid,
      place: site.place,
      branch: site.branch,
      price,
      unitcost,
      linecost,
      isRefund: isBack,
      vat_rate: rate,
      odd,
      register,
      asked: { ...(status !== undefined && { status }), ...(unknownRate !== undefined && { rate: unknownRate }) },
    },
    ...(isBack ? makeNegative(amounts) : amounts),
    parts: isBack ? parts.map(({ method, amount }) => ({ method, amount: -Math.abs(amount) })) : parts,
    isPayment: formats.hasRowKinds && getRowKind(cells.type) === 'payment',
    employee: shortenText(cells.employee),
    // As its cell says, without the amounts that it may have, or the columns with amounts.
    payment_method: (named.length === 0 && shortenText(cells.payment_method)) || joinMethods(parts.map(({ method }) => method)),
    earlier_method:
      shortenText(cells.payment_method) ||
      joinMethods(parts.flatMap(({ method }) => (method === 'Cash' || method === 'Card' ? method : []))),
    productname: shortenText(cells.productname),
    barcode: isShortened(cells.barcode) ? '' : shortenText(cells.barcode),
    isGiftCard: /gift|geskenk/i.test(cells.itemtype ?? ''),
  }
}

/** What programs write where a value is missing. */
const NO_SITE = /^\s*(?:unknown|error|n\/a|na|null|none|undefined|nan|onbekend|-)\s*$/i

/** 1.3E+18: a spreadsheet has left the other digits out, and different numbers look the same. */
const isShortened = (cell = '') => /^\d(?:[.,]\d+)?E\+?\d{1,3}$/i.test(cell.trim())
const SHORTENED = 'A spreadsheet has shortened this receipt number. Export the file again, and do not open it before.'

/** The time may stand in a cell of its own. */
function readDate(
  { saledate = '', saletime = '' }: FileRow['cells'],
  formats: FileFormats,
): Pick<ParsedRow, 'saledate' | 'odd'> | { problem: string } {
  if (saledate.trim() === '') return { problem: 'There is no date.' }
  const read = formats.dates.parse(saledate)
  if ('problem' in read) return read
  const clock = saletime.trim() === '' ? { time: undefined } : parseTime(saletime)
  // A word such as 'Night' is no time that somebody wrote wrongly.
  if ('problem' in clock && /\d/.test(saletime)) return clock
  const time = ('time' in clock ? clock.time : undefined) ?? read.time ?? '00:00:00'
  return {
    saledate: `${read.date}T${time}${read.offset ?? ''}`,
    odd: 'problem' in clock ? [{ field: 'Time', cell: saletime }] : [],
  }
}

/** The rate of a row. A column of amounts may have it in its title: 'Tax 5%'. */
function readRate({ vat_rate = '' }: FileRow['cells'], { vatRates }: FileFormats): VatRate | null | { problem: string } {
  if (vat_rate.trim() === '') return null
  const parsed = vatRates.parse(vat_rate)
  return 'problem' in parsed ? parsed : parsed.value
}

/** With the VAT that a total leaves out, and without its discount and what was paid back or came back later. */
function sumAmounts(numbers: RowNumbers, formats: FileFormats) {
  const { finalamount, vat, addedtax, refunded, returned, price, quantity } = numbers
  const tax = (addedtax ?? 0) + (formats.isVatOnTop ? (vat ?? 0) : 0)
  const discount = discountOf(numbers, formats)
  const priced =
    discount !== 0 && finalamount === null && price !== null ? multiplyPrice(price, quantity ?? 1) - discount : undefined
  const back = Math.abs(refunded ?? 0)
  // A row may have nothing but what came back.
  const isOnlyBack = back > 0 && finalamount === null && numbers.linetotal === null && price === null
  const stated = isOnlyBack ? 0 : numbers.linetotal
  const linetotal = formats.isDiscountLeftOut || stated === null ? (priced ?? stated) : stated
  return {
    quantity: returned ? (quantity ?? 0) - Math.abs(returned) : quantity,
    finalamount: finalamount === null ? null : finalamount + tax - back,
    linetotal: linetotal === null ? null : linetotal + tax - (finalamount === null ? back : 0),
    // Of what was paid back later nobody says how much VAT it had.
    vat: refunded ? null : (addedtax ?? vat),
  }
}

const negate = (value: number | null) => (value === null ? null : -Math.abs(value))
const makeNegative = <Amounts extends Record<string, number | null>>(amounts: Amounts) =>
  Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, negate(value)])) as Amounts
