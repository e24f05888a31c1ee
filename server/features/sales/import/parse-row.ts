import { DateFormat, type DateOrder, parseTime } from '../../../../contract/columns/date-format.ts'
import type { SaleField } from '../../../../contract/columns/import-fields.ts'
import { DecimalSigns, NumberFormat } from '../../../../contract/columns/number-format.ts'
import { VatRateFormat } from '../../../../contract/columns/vat-rate-format.ts'
import { AMOUNT_MAX, QUANTITY_MAX } from '../../../../contract/shared/constants.ts'
import { multiplyPrice, toUnits } from '../../../../contract/shared/decimal.ts'
import type { VatRate } from '../../../../contract/shared/vat-rate.ts'

/** `line` is where the row ends in the file; the titles are line 1. */
export type FileRow = { line: number; cells: Partial<Record<SaleField, string>> }

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
  finalamount: number | null
  linetotal: number | null
  price: number | null
  quantity: number | null
  /** The VAT that the amounts include. */
  vat: number | null
  vat_rate: VatRate | null
  productname: string
  barcode: string
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

const NUMBERS = ['finalamount', 'linetotal', 'vat', 'addedtax', 'refunded', 'price', 'quantity'] as const
type NumberColumn = (typeof NUMBERS)[number]
type Numbers = Record<NumberColumn, number | null>

const NAMES: Record<NumberColumn, string> = {
  finalamount: 'Amount',
  linetotal: 'Line total',
  vat: 'VAT',
  addedtax: 'VAT',
  refunded: 'Refunded amount',
  price: 'Price',
  quantity: 'Quantity',
}

/** How one file writes its dates and numbers. Call `sample` for every row before the first row is parsed. */
export class FileFormats {
  readonly dates: DateFormat
  readonly #signs = new DecimalSigns()
  readonly numbers: Record<NumberColumn, NumberFormat>
  /** Whether the sale, each line and each payment of a receipt have rows of their own, as in files of Lightspeed. */
  hasRowKinds = false
  /** Refunds have rows of their own. */
  hasRefunds = false
  readonly vatRates: VatRateFormat
  /** The VAT of the column `vat` is not in the totals. Known after `finish`. */
  isVatOnTop = false
  readonly #branches = new Set<string>()
  readonly #vatSamples: FileRow[] = []

  constructor({
    chosen = null,
    standard,
    vatTitle,
  }: { chosen?: DateOrder | null; standard?: number; vatTitle?: string | undefined } = {}) {
    this.dates = new DateFormat(chosen ? { chosen } : {})
    this.vatRates = new VatRateFormat({ title: vatTitle, standard })
    const money = () => new NumberFormat({ isMoney: true, file: this.#signs })
    const quantity = new NumberFormat({ isMoney: false, file: this.#signs })
    this.numbers = {
      ...{ finalamount: money(), linetotal: money(), vat: money(), addedtax: money(), refunded: money(), price: money() },
      quantity,
    }
  }

  sample({ cells }: FileRow) {
    this.dates.sample(cells.saledate ?? '')
    if (getRowKind(cells.type) === 'line') this.hasRowKinds = true
    if (isRefund(cells) || isNegativeSale(cells)) this.hasRefunds = true
    for (const column of NUMBERS) this.numbers[column].sample(clean(cells[column]))
    const branch = short(cells.site)
    if (branch && this.#branches.size < 2) this.#branches.add(branch)
    if (cells.vat && this.#vatSamples.length < VAT_SAMPLES) this.#vatSamples.push({ line: 0, cells: { ...cells } })
  }

  /** Call after the last sample. */
  finish(standardRate: number) {
    const votes = this.#vatSamples.map((row) => guessVatOnTop(readNumbers(row.cells, this), standardRate))
    this.isVatOnTop = votes.filter((vote) => vote === true).length > votes.filter((vote) => vote === false).length
  }

  /** The name of the branch of every row; undefined where there are several, or none. */
  get onlyBranch() {
    return this.#branches.size === 1 ? [...this.#branches][0] : undefined
  }
}

const VAT_SAMPLES = 500

/**
 * Whether the VAT of a row is to be added to its total. A total that is price times quantity and the VAT includes it. Otherwise the VAT is
 * the standard rate of the total, or of what is left of the total without it.
 */
function guessVatOnTop(numbers: Numbers | { problem: string }, standardRate: number): boolean | undefined {
  if ('problem' in numbers) return undefined
  const { vat, price, quantity } = numbers
  const total = numbers.linetotal ?? numbers.finalamount
  if (!vat || !total) return undefined
  const isNear = (amount: number, expected: number) => Math.abs(amount - expected) <= 1
  if (price !== null && isNear(total, multiplyPrice(price, quantity ?? 1) + vat)) return false
  if (isNear(vat, (total * standardRate) / (100 + standardRate))) return false
  return isNear(vat, (total * standardRate) / 100) ? true : undefined
}

/** Finds the site of a row by the name that the file has, or the chosen site for ''; a sentence when there is none. */
export type FindSite = (
  name: string,
) => { siteid: number; place: string; branch?: string } | { problem: string; unknown?: string }

export function parseRow(row: FileRow, formats: FileFormats, findSite: FindSite): ParsedRow | RejectedRow {
  const { line } = row
  const cells = formats.hasRowKinds ? selectCells(row.cells) : row.cells
  const receipt = short(cells.reference)
  const site = findSite(short(cells.site))
  const found = 'siteid' in site ? site : { siteid: null }
  const reject = (reason: string) => ({ line, rows: [line], receipt, ...found, reason })
  if ('problem' in site) return { ...reject(site.problem), ...(site.unknown && { unknownSite: site.unknown }) }
  const date = readDate(cells, formats)
  if ('problem' in date) return reject(date.problem)
  const { saledate } = date
  const dropped = findCancellation(cells, formats)
  if (dropped) return { ...reject(dropped), saledate, isCancelled: true }

  const numbers = readNumbers(cells, formats)
  if ('problem' in numbers) return { ...reject(numbers.problem), saledate }
  const { price, quantity } = numbers
  const rate = readRate(cells, formats)
  if (rate !== null && typeof rate === 'object') return { ...reject(rate.problem), saledate }
  const amounts = sumAmounts(numbers, formats)
  return {
    ...{
      line,
      receipt,
      saledate,
      siteid: site.siteid,
      place: site.place,
      branch: site.branch,
      price,
      isRefund: isRefund(cells),
      vat_rate: rate,
    },
    ...(isRefund(cells) ? makeNegative({ ...amounts, quantity }) : { ...amounts, quantity }),
    employee: short(cells.employee),
    payment_method: short(cells.payment_method) || describePayment(cells, formats),
    productname: short(cells.productname),
    barcode: short(cells.barcode),
  }
}

const MAX_TEXT = 200

/** A copy: a part of a string keeps the whole string in memory, which is that of many rows. */
const short = (cell = '') => Buffer.from(cell.trim().slice(0, MAX_TEXT), 'utf16le').toString('utf16le')

export const SUM_LABEL = /^(?:sub|grand|groot)?[\s-]*tota+l/i

/** The time may stand in a cell of its own. */
function readDate({ saledate = '', saletime = '' }: FileRow['cells'], formats: FileFormats) {
  if (saledate.trim() === '') return { problem: 'There is no date.' }
  const read = formats.dates.parse(saledate)
  if ('problem' in read) return SUM_LABEL.test(saledate.trim()) ? { problem: 'This row is a total, not a sale.' } : read
  const clock = saletime.trim() === '' ? { time: read.time ?? '00:00:00' } : parseTime(saletime)
  return 'problem' in clock ? clock : { saledate: `${read.date}T${clock.time}${read.offset ?? ''}` }
}

/** Tills of other countries write their own currency, and some the minus sign of Unicode. */
const clean = (cell = '') =>
  cell
    .trim()
    .replace('\u2212', '-')
    .replace(/^([(+-]?)\s*(?:\$|£|€|US\$)\s*/, '$1')

/** The rate of a row. A column of amounts may have it in its title: 'Tax 5%'. */
function readRate({ vat_rate = '' }: FileRow['cells'], { vatRates }: FileFormats): VatRate | null | { problem: string } {
  if (vat_rate.trim() === '') return null
  const parsed = vatRates.parse(vat_rate)
  return 'problem' in parsed ? parsed : parsed.value
}

/** Amounts in cents. */
function readNumbers(cells: FileRow['cells'], formats: FileFormats): Numbers | { problem: string } {
  const numbers: Numbers = {
    ...{ finalamount: null, linetotal: null, vat: null, addedtax: null, refunded: null, price: null, quantity: null },
  }
  for (const column of NUMBERS) {
    const cell = clean(cells[column])
    if (cell === '') continue
    const parsed = formats.numbers[column].parse(cell)
    if ('problem' in parsed) return { problem: `${NAMES[column]}: ${parsed.problem}` }
    // Files have amounts such as 145.79999999999998.
    const units = toUnits(parsed.value, column === 'quantity' ? 3 : 2)
    const max = column === 'quantity' ? QUANTITY_MAX * 1000 : AMOUNT_MAX * 100
    if (Math.abs(units) > max) return { problem: `${NAMES[column]}: ${cell} is too large.` }
    numbers[column] = column === 'quantity' ? units / 1000 : units
  }
  return numbers
}

/** With the VAT that a total leaves out, and without what was paid back later. */
function sumAmounts({ finalamount, linetotal, vat, addedtax, refunded }: Numbers, { isVatOnTop }: FileFormats) {
  const tax = (addedtax ?? 0) + (isVatOnTop ? (vat ?? 0) : 0)
  return {
    finalamount: finalamount === null ? null : finalamount + tax - Math.abs(refunded ?? 0),
    linetotal: linetotal === null ? null : linetotal + tax,
    // Of what was paid back later nobody says how much VAT it had.
    vat: refunded ? null : (addedtax ?? vat),
  }
}

type RowKind = 'sale' | 'line' | 'payment'
const ROW_KINDS: Record<string, RowKind> = { sale: 'sale', 'sale line': 'line', payment: 'payment' }
const getRowKind = (type = '') => ROW_KINDS[type.trim().toLowerCase()]

/** The cells that count in a row of one kind: the total of a line is not that of its sale, and a payment is a part of it. */
function selectCells(cells: FileRow['cells']): FileRow['cells'] {
  const { finalamount = '', linetotal = '', quantity: _, productname = '', barcode: __, ...common } = cells
  const kind = getRowKind(cells.type)
  if (kind === 'line') return { ...cells, finalamount: '', linetotal: linetotal || finalamount }
  if (kind === 'sale') return { ...common, finalamount }
  return kind === 'payment' ? { ...common, vat: '', addedtax: '', payment_method: cells.payment_method || productname } : cells
}

/** The methods whose column has an amount. A column 'Card' may also have the name of a card. */
function describePayment({ cash, card }: FileRow['cells'], formats: FileFormats) {
  const isPaid = (cell = '') => /[1-9]/.test(cell) && 'value' in formats.numbers.finalamount.parse(clean(cell))
  return [isPaid(cash) && 'Cash', isPaid(card) && 'Card'].filter(Boolean).join(' + ')
}

/** 'Credit note', but not 'Credit card' or 'Returning customer'. The column may also say yes or no. */
const REFUND = /^(?:refund|return(?!ing)|credit(?!.*card)|charge[ -]?back|terugbetaal|terugbetaling|retoer|(?:true|yes|ja|y)$)/i
const CANCELLED = /^(?:cancel|void|revers|gekanselleer)/i
const INCOMPLETE =
  /^(?:fail|declin|unsuccess|not |abort|time(?:d )?out|error|incomplete|expired|reject|misluk|saved|parked|draft|quot|kwotasie|pro ?forma|no sale)/i
/** Of a status, where a type of this name may be one of goods. */
const UNPAID = /^(?:new|open)$/i
/** Of the status of a sale. 'Partially refunded' is none: the rest was paid. */
const REFUNDED = /^(?:(?:fully )?refunded|charge[ -]?back|charged back|terugbetaal)/i

const isNegative = ({ finalamount, linetotal, quantity }: FileRow['cells']) =>
  [finalamount, linetotal, quantity].some((cell) => cell && /^\D*[-(]|-$/.test(clean(cell)))

/** The status of a sale says that it was refunded later; that of a negative row, that it is the refund. */
const isRefund = (cells: FileRow['cells']) =>
  REFUND.test((cells.type ?? '').trim()) || (isRefundedStatus(cells.status) && isNegative(cells))
const isRefundedStatus = (status = '') => REFUNDED.test(status.trim())

/** A line of a sale may be negative for a discount; a row that is a whole sale is a refund then. */
const isNegativeSale = (cells: FileRow['cells']) =>
  cells.productname === undefined && cells.barcode === undefined && isNegative(cells)

/** Why a row is of a sale that nobody paid for in the end, in a sentence. */
function findCancellation({ type = '', status = '' }: FileRow['cells'], { hasRefunds }: FileFormats) {
  const words = [type.trim(), status.trim()]
  if (words.some((word) => CANCELLED.test(word))) return 'This sale was cancelled.'
  if (!hasRefunds && isRefundedStatus(status)) return 'This sale was refunded.'
  const isIncomplete = UNPAID.test(status.trim()) || words.some((word) => INCOMPLETE.test(word))
  return isIncomplete ? 'This sale was not completed.' : undefined
}

const negate = (value: number | null) => (value === null ? null : -Math.abs(value))
const makeNegative = ({
  finalamount,
  linetotal,
  quantity,
  vat,
}: Pick<ParsedRow, 'finalamount' | 'linetotal' | 'quantity' | 'vat'>) => ({
  ...{ finalamount: negate(finalamount), linetotal: negate(linetotal), quantity: negate(quantity), vat: negate(vat) },
})
