import { DateFormat, type DateOrder, parseTime } from '../../../../contract/columns/date-format.ts'
import type { SaleField } from '../../../../contract/columns/import-fields.ts'
import { DecimalSigns, NumberFormat } from '../../../../contract/columns/number-format.ts'
import { AMOUNT_MAX, QUANTITY_MAX } from '../../../../contract/shared/constants.ts'

/** `line` is where the row ends in the file; the titles are line 1. */
export type FileRow = { line: number; cells: Partial<Record<SaleField, string>> }

/** A row of the file that was read. Amounts are in cents, negative for a refund, and null where the file has none. */
export type ParsedRow = {
  line: number
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
  reason: string
  /** Undefined when the date cannot be read. */
  saledate?: string
  isCancelled?: boolean
  /** The name that no site has. */
  unknownSite?: string
}

export const isRejected = <Row extends object>(row: Row | RejectedRow): row is RejectedRow => 'reason' in row

const NUMBERS = ['finalamount', 'linetotal', 'addedtax', 'refunded', 'price', 'quantity'] as const
type NumberColumn = (typeof NUMBERS)[number]
type Numbers = Record<NumberColumn, number | null>

const NAMES: Record<NumberColumn, string> = {
  finalamount: 'Amount',
  linetotal: 'Line total',
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

  constructor(chosen: DateOrder | null = null) {
    this.dates = new DateFormat(chosen ? { chosen } : {})
    const money = () => new NumberFormat({ isMoney: true, file: this.#signs })
    const quantity = new NumberFormat({ isMoney: false, file: this.#signs })
    this.numbers = {
      ...{ finalamount: money(), linetotal: money(), addedtax: money(), refunded: money(), price: money() },
      quantity,
    }
  }

  sample({ cells }: FileRow) {
    this.dates.sample(cells.saledate ?? '')
    if (getRowKind(cells.type) === 'line') this.hasRowKinds = true
    if (isRefund(cells) || isNegativeSale(cells)) this.hasRefunds = true
    for (const column of NUMBERS) this.numbers[column].sample(clean(cells[column]))
  }
}

/** Finds the site of a row by the name that the file has, or the chosen site for ''; a sentence when there is none. */
export type FindSite = (name: string) => { siteid: number } | { problem: string; unknown?: string }

export function parseRow(row: FileRow, formats: FileFormats, findSite: FindSite): ParsedRow | RejectedRow {
  const { line } = row
  const cells = formats.hasRowKinds ? selectCells(row.cells) : row.cells
  const receipt = short(cells.reference)
  const site = findSite(short(cells.site))
  const reject = (reason: string) => ({ line, rows: [line], receipt, siteid: 'siteid' in site ? site.siteid : null, reason })
  if ('problem' in site) return { ...reject(site.problem), ...(site.unknown && { unknownSite: site.unknown }) }
  const date = readDate(cells, formats)
  if ('problem' in date) return reject(date.problem)
  const { saledate } = date
  const dropped = findCancellation(cells, formats)
  if (dropped) return { ...reject(dropped), saledate, isCancelled: true }

  const numbers = readNumbers(cells, formats)
  if ('problem' in numbers) return { ...reject(numbers.problem), saledate }
  const { price, quantity } = numbers
  const amounts = sumAmounts(numbers)
  return {
    ...{ line, receipt, saledate, siteid: site.siteid, price, isRefund: isRefund(cells) },
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

/** Amounts in cents. */
function readNumbers(cells: FileRow['cells'], formats: FileFormats): Numbers | { problem: string } {
  const numbers: Numbers = { finalamount: null, linetotal: null, addedtax: null, refunded: null, price: null, quantity: null }
  for (const column of NUMBERS) {
    const cell = clean(cells[column])
    if (cell === '') continue
    const parsed = formats.numbers[column].parse(cell)
    if ('problem' in parsed) return { problem: `${NAMES[column]}: ${parsed.problem}` }
    const max = column === 'quantity' ? QUANTITY_MAX : AMOUNT_MAX
    if (Math.abs(parsed.value) > max) return { problem: `${NAMES[column]}: ${cell} is too large.` }
    const unit = column === 'quantity' ? 1000 : 100
    // Files have amounts such as 145.79999999999998.
    numbers[column] = column === 'quantity' ? Math.round(parsed.value * unit) / unit : Math.round(parsed.value * unit)
  }
  return numbers
}

/** With the VAT that a total leaves out, and without what was paid back later. */
function sumAmounts({ finalamount, linetotal, addedtax, refunded }: Numbers) {
  const tax = addedtax ?? 0
  return {
    finalamount: finalamount === null ? null : finalamount + tax - Math.abs(refunded ?? 0),
    linetotal: linetotal === null ? null : linetotal + tax,
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
  return kind === 'payment' ? { ...common, addedtax: '', payment_method: cells.payment_method || productname } : cells
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
const makeNegative = ({ finalamount, linetotal, quantity }: Pick<ParsedRow, 'finalamount' | 'linetotal' | 'quantity'>) => ({
  ...{ finalamount: negate(finalamount), linetotal: negate(linetotal), quantity: negate(quantity) },
})
