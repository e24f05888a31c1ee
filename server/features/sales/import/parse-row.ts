import { parseTime } from '../../../../contract/columns/date-format.ts'
import type { VatRate } from '../../../../contract/shared/vat-rate.ts'
import type { FileFormats } from './file-formats.ts'
import { type FileRow, shortenText } from './file-row.ts'
import { joinMethods, type Part, readParts } from './paid-parts.ts'
import { getRowKind, selectCells } from './row-kind.ts'
import { type RowNumbers, readNumbers } from './row-numbers.ts'
import { findCancellation, isRefund } from './sale-status.ts'

/** A row of the file that was read. Amounts are whole cents, negative for a refund, and null where the file has none. */
export type ParsedRow = {
  line: number
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
  /** The name that no site has. */
  unknownSite?: string
}

export const isRejected = <Row extends object>(row: Row | RejectedRow): row is RejectedRow => 'reason' in row

/** Finds the site of a row by the name that the file has, or the chosen site for ''; a sentence when there is none. */
export type FindSite = (
  name: string,
) => { siteid: number; place: string; branch?: string } | { problem: string; unknown?: string }

export function parseRow(row: FileRow, formats: FileFormats, findSite: FindSite): ParsedRow | RejectedRow {
  const { line } = row
  const cells = formats.hasRowKinds ? selectCells(row.cells) : row.cells
  const receipt = shortenText(cells.reference)
  const site = findSite(shortenText(cells.site))
  const found = 'siteid' in site ? site : { siteid: null }
  const reject = (reason: string) => ({ line, rows: [line], receipt, ...found, reason })
  if ('problem' in site) return { ...reject(site.problem), ...(site.unknown && { unknownSite: site.unknown }) }
  const date = readDate(cells, formats)
  if ('problem' in date) return reject(date.problem)
  const { saledate } = date
  const dropped = findCancellation(cells, formats.hasRefunds)
  if (dropped) return { ...reject(dropped), saledate, isCancelled: true }

  const numbers = readNumbers(cells, formats.numbers)
  if ('problem' in numbers) return { ...reject(numbers.problem), saledate }
  const { finalamount, price, quantity, unitcost, linecost, tip, gift_card_sold, shipping } = numbers
  const rate = readRate(cells, formats)
  if (rate !== null && typeof rate === 'object') return { ...reject(rate.problem), saledate }
  const parts = readParts(cells, formats, (finalamount ?? 0) + (tip ?? 0) + (gift_card_sold ?? 0))
  const amounts = { ...sumAmounts(numbers, formats), quantity, tip, gift_card_sold, shipping }
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
      isRefund: isRefund(cells),
      vat_rate: rate,
    },
    ...(isRefund(cells) ? makeNegative(amounts) : amounts),
    parts: isRefund(cells) ? parts.map(({ method, amount }) => ({ method, amount: -Math.abs(amount) })) : parts,
    isPayment: formats.hasRowKinds && getRowKind(cells.type) === 'payment',
    employee: shortenText(cells.employee),
    payment_method: shortenText(cells.payment_method) || joinMethods(parts.map(({ method }) => method)),
    earlier_method:
      shortenText(cells.payment_method) ||
      joinMethods(parts.flatMap(({ method }) => (method === 'Cash' || method === 'Card' ? method : []))),
    productname: shortenText(cells.productname),
    barcode: shortenText(cells.barcode),
    isGiftCard: /gift|geskenk/i.test(cells.itemtype ?? ''),
  }
}

export const SUM_LABEL = /^(?:sub|grand|groot)?[\s-]*tota+l/i

/** The time may stand in a cell of its own. */
function readDate({ saledate = '', saletime = '' }: FileRow['cells'], formats: FileFormats) {
  if (saledate.trim() === '') return { problem: 'There is no date.' }
  const read = formats.dates.parse(saledate)
  if ('problem' in read) return SUM_LABEL.test(saledate.trim()) ? { problem: 'This row is a total, not a sale.' } : read
  const clock = saletime.trim() === '' ? { time: read.time ?? '00:00:00' } : parseTime(saletime)
  return 'problem' in clock ? clock : { saledate: `${read.date}T${clock.time}${read.offset ?? ''}` }
}

/** The rate of a row. A column of amounts may have it in its title: 'Tax 5%'. */
function readRate({ vat_rate = '' }: FileRow['cells'], { vatRates }: FileFormats): VatRate | null | { problem: string } {
  if (vat_rate.trim() === '') return null
  const parsed = vatRates.parse(vat_rate)
  return 'problem' in parsed ? parsed : parsed.value
}

/** With the VAT that a total leaves out, and without what was paid back later. */
function sumAmounts({ finalamount, linetotal, vat, addedtax, refunded }: RowNumbers, { isVatOnTop }: FileFormats) {
  const tax = (addedtax ?? 0) + (isVatOnTop ? (vat ?? 0) : 0)
  return {
    finalamount: finalamount === null ? null : finalamount + tax - Math.abs(refunded ?? 0),
    linetotal: linetotal === null ? null : linetotal + tax,
    // Of what was paid back later nobody says how much VAT it had.
    vat: refunded ? null : (addedtax ?? vat),
  }
}

const negate = (value: number | null) => (value === null ? null : -Math.abs(value))
const makeNegative = <Amounts extends Record<string, number | null>>(amounts: Amounts) =>
  Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, negate(value)])) as Amounts
