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

const NUMBERS = ['finalamount', 'linetotal', 'price', 'quantity'] as const
type NumberColumn = (typeof NUMBERS)[number]

const NAMES: Record<NumberColumn, string> = {
  finalamount: 'Amount',
  linetotal: 'Line total',
  price: 'Price',
  quantity: 'Quantity',
}

/** How one file writes its dates and numbers. Call `sample` for every row before the first row is parsed. */
export class FileFormats {
  readonly dates: DateFormat
  readonly #signs = new DecimalSigns()
  readonly numbers: Record<NumberColumn, NumberFormat>

  constructor(chosen: DateOrder | null = null) {
    this.dates = new DateFormat(chosen ? { chosen } : {})
    const format = (isMoney: boolean) => new NumberFormat({ isMoney, file: this.#signs })
    this.numbers = { finalamount: format(true), linetotal: format(true), price: format(true), quantity: format(false) }
  }

  sample({ cells }: FileRow) {
    this.dates.sample(cells.saledate ?? '')
    for (const column of NUMBERS) this.numbers[column].sample(clean(cells[column]))
  }
}

/** Finds the site of a row by the name that the file has, or the chosen site for ''; a sentence when there is none. */
export type FindSite = (name: string) => { siteid: number } | { problem: string; unknown?: string }

export function parseRow({ line, cells }: FileRow, formats: FileFormats, findSite: FindSite): ParsedRow | RejectedRow {
  const receipt = short(cells.reference)
  const site = findSite(short(cells.site))
  const reject = (reason: string) => ({ line, rows: [line], receipt, siteid: 'siteid' in site ? site.siteid : null, reason })
  if ('problem' in site) return { ...reject(site.problem), ...(site.unknown && { unknownSite: site.unknown }) }
  const date = readDate(cells, formats)
  if ('problem' in date) return reject(date.problem)
  const { saledate } = date
  if (isCancelled(cells.type)) return { ...reject('This sale was cancelled.'), saledate, isCancelled: true }

  const numbers: Record<NumberColumn, number | null> = { finalamount: null, linetotal: null, price: null, quantity: null }
  for (const column of NUMBERS) {
    const cell = clean(cells[column])
    if (cell === '') continue
    const parsed = formats.numbers[column].parse(cell)
    if ('problem' in parsed) return { ...reject(`${NAMES[column]}: ${parsed.problem}`), saledate }
    const max = column === 'quantity' ? QUANTITY_MAX : AMOUNT_MAX
    if (Math.abs(parsed.value) > max) return { ...reject(`${NAMES[column]}: ${cell} is too large.`), saledate }
    const unit = column === 'quantity' ? 1000 : 100
    // Files have amounts such as 145.79999999999998.
    numbers[column] = column === 'quantity' ? Math.round(parsed.value * unit) / unit : Math.round(parsed.value * unit)
  }
  if (isRefund(cells.type)) makeNegative(numbers)
  return {
    ...{ line, receipt, saledate, siteid: site.siteid, ...numbers },
    employee: short(cells.employee),
    payment_method: short(cells.payment_method),
    productname: short(cells.productname),
    barcode: short(cells.barcode),
  }
}

const MAX_TEXT = 200

/** A copy: a part of a string keeps the whole string in memory, which is that of many rows. */
const short = (cell = '') => Buffer.from(cell.trim().slice(0, MAX_TEXT), 'utf16le').toString('utf16le')

/** The time may stand in a cell of its own. */
function readDate({ saledate = '', saletime = '' }: FileRow['cells'], formats: FileFormats) {
  if (saledate.trim() === '') return { problem: 'There is no date.' }
  const read = formats.dates.parse(saledate)
  if ('problem' in read) return read
  const clock = saletime.trim() === '' ? { time: read.time ?? '00:00:00' } : parseTime(saletime)
  return 'problem' in clock ? clock : { saledate: `${read.date}T${clock.time}${read.offset ?? ''}` }
}

/** Tills of other countries write their own currency. */
const clean = (cell = '') => cell.trim().replace(/^([(+-]?)\s*(?:\$|£|€|US\$)\s*/, '$1')

const REFUND = /^(?:refund|return|credit|terugbetaal|terugbetaling|retoer|true|yes|ja|y)/i
const CANCELLED = /^(?:cancel|void|gekanselleer|failed|declined)/i
const isRefund = (type = '') => REFUND.test(type.trim())
const isCancelled = (type = '') => CANCELLED.test(type.trim())

function makeNegative(numbers: Record<NumberColumn, number | null>) {
  for (const column of ['finalamount', 'linetotal', 'quantity'] as const) {
    const value = numbers[column]
    if (value !== null) numbers[column] = -Math.abs(value)
  }
}
