import { crc32 } from 'node:zlib'
import { multiplyPrice } from '../../../../contract/shared/decimal.ts'
import { buildSale, type FileSale, type FileShape, isRefundRow } from './build-sale.ts'
import type { FileFormats } from './file-formats.ts'
import type { FileNotes } from './file-notes.ts'
import type { FileRow } from './file-row.ts'
import { hashName } from './match-names.ts'
import { type FindSite, isRejected, type ParsedRow, parseRow, type RejectedRow } from './parse-row.ts'
import { readNumbers } from './row-numbers.ts'

/** Reads the rows of the file from its start. A file is read three times, so that it is never held in memory. */
export type ReadRows = () => AsyncIterable<FileRow>

type Options = {
  readRows: ReadRows
  formats: FileFormats
  findSite: FindSite
  findDay: (saledate: string) => string
  /** Sales after this calendar date are refused: day and month may be swapped. */
  today: string
  hasItems: boolean
  /** It has a column of receipt numbers. */
  hasReceipts: boolean
  /** Whether a person says that the amount of a row is that of its line. */
  isAmountOfLine: boolean | undefined
  /** Whether a receipt number that comes again at another time of the day is of the same sale; undefined until a person says it. */
  sameNumber?: 'one' | 'several' | undefined
  notes: FileNotes
  /** What the column of a charge is called. */
  chargeName: string
}

/** First reading: the formats. */
export async function sampleFormats(readRows: ReadRows, formats: FileFormats, standardRate: number) {
  for await (const row of readRows()) formats.sample(row)
  formats.finish(standardRate)
}

/** Second and third reading: the sales of the file and the rows that are refused, each sale when its last row was read. */
export async function* readSales(options: Options): AsyncGenerator<FileSale | RejectedRow> {
  const { sizes, unreadable, shape, tills } = await countRows(options)
  const open = new Map<string, ParsedRow[]>()
  const build = (rows: ParsedRow[], last: ParsedRow) => {
    const line = unreadable.get(receiptKey(last, options)) ?? unreadable.get(siteKey(last))
    notes.addRepeated(countRepeated(rows))
    if (line === undefined) return buildSale(rows, shape)
    const { receipt, siteid, place } = last
    const lines = rows.map((row) => row.line)
    return { line: last.line, rows: lines, receipt, siteid, place, reason: `Line ${line} of this receipt is not imported.` }
  }
  const { notes, formats } = options
  const give = (sale: FileSale | RejectedRow, last: ParsedRow) => {
    if (isRejected(sale)) return sale
    notes.add(sale)
    if (!tills.areSeveral(last)) return sale
    return { ...sale, place: hashName(`${sale.place} ${last.register}`), sharedPlace: sale.place }
  }
  for await (const row of parseRows(options, notes)) {
    if (row.asked) notes.ask(row.asked, formats.answers)
    if (isRejected(row)) {
      yield row
      continue
    }
    for (const { field, cell } of row.odd) notes.leaveOut(field, cell)
    if (isUnnamedSum(row, options)) {
      notes.compare(row.line, '', row.linetotal ?? row.finalamount)
      continue
    }
    if (!row.receipt) {
      yield give(buildSale([row], shape), row)
      continue
    }
    const key = saleKey(row, options)
    const group = open.get(key) ?? []
    group.push(row)
    open.set(key, group)
    if (group.length < (sizes.get(hashKey(key)) ?? 1)) continue
    open.delete(key)
    yield give(build(group, row), row)
  }
  // Receipts with the same hash are complete only here.
  for (const rows of open.values()) for (const last of rows.slice(-1)) yield give(build(rows, last), last)
}

/** A row that names no receipt, as others do, and has what the rows above it come to. */
const isUnnamedSum = ({ receipt, productname, barcode, linetotal, finalamount }: ParsedRow, { hasReceipts, notes }: Options) =>
  hasReceipts && !receipt && !productname && !barcode && notes.isSum(linetotal ?? finalamount ?? 0)

/** A small integer. A map of the texts themselves would need ten times the memory. */
const hashKey = (key: string) => crc32(key) | 0

/** A receipt's number may come again on another day. */
const receiptKey = (row: Receipt, { findDay }: Options, register = row.register) =>
  `${siteKey(row)}\0${row.day ?? findDay(row.saledate)}\0${register}`
/** A refund may have the number of its sale, on the same day. */
const saleKey = (row: ParsedRow, options: Options, register = row.register) =>
  `${receiptKey(row, options, register)}\0${isRefundRow(row, options) ? 'refund' : 'sale'}`
type Receipt = Pick<ParsedRow, 'receipt' | 'place' | 'saledate' | 'register' | 'day'>
const siteKey = ({ receipt, place }: Pick<ParsedRow, 'receipt' | 'place'>) => `${receipt}\0${place}`

/** How many rows each receipt has, which receipts have a row that cannot be read, and what the amounts are of. */
async function countRows(options: Options) {
  const sizes = new Map<number, number>()
  const unreadable = new Map<string, number>()
  const tills = new Tills(options)
  let previous: { key: string; finalamount: number | null; isOfLine: boolean } | undefined
  let hasLineAmounts = false
  let hasEqualAmounts = false
  let hasPrices = false
  for await (const row of parseRows(options)) {
    if (isRejected(row)) {
      const key = unreadableKey(row, options)
      if (key) unreadable.set(key, row.line)
      continue
    }
    if (!row.receipt) continue
    const key = saleKey(row, options)
    const hash = hashKey(key)
    sizes.set(hash, (sizes.get(hash) ?? 0) + 1)
    tills.add(row)
    const { finalamount } = row
    const isOfLine = isAmountOfLine(row)
    hasPrices ||= row.price !== null || row.linetotal !== null
    if (previous?.key === key && finalamount !== null && previous.finalamount !== null)
      if (finalamount !== previous.finalamount || (isOfLine && previous.isOfLine)) hasLineAmounts = true
      else hasEqualAmounts = true
    previous = { key, finalamount, isOfLine }
  }
  const { hasItems, chargeName, formats, notes } = options
  // Equal amounts are the total of a sale in each of its rows, or those of equal lines.
  const isAsked = hasItems && hasEqualAmounts && !hasLineAmounts && !hasPrices
  if (isAsked) {
    hasLineAmounts = options.isAmountOfLine ?? false
    notes.amountOf = { is: hasLineAmounts ? 'line' : 'sale', is_unclear: options.isAmountOfLine === undefined }
  }
  const shape: FileShape = {
    ...{ hasItems, chargeName, hasLineAmounts: hasItems && hasLineAmounts },
    hasExtrasInTotal: formats.extrasInTotal.is,
  }
  return { sizes, unreadable, shape, tills }
}

/** The total of a receipt is more than the price of one of its lines. */
const isAmountOfLine = ({ finalamount, price, quantity }: ParsedRow) =>
  price !== null && finalamount !== 0 && finalamount === multiplyPrice(price, quantity ?? 1)

/** The receipt that is not complete without this row; on any day, for a row of items without a date that can be read. */
function unreadableKey({ receipt, place, saledate, register = '', isCancelled }: RejectedRow, options: Options) {
  if (!receipt || place === undefined || isCancelled) return undefined
  if (saledate !== undefined) return receiptKey({ receipt, place, saledate, register }, options)
  return options.hasItems ? siteKey({ receipt, place }) : undefined
}

/** Which receipts have the number of a receipt of another till on their day. Numbers stand for texts: there may be many receipts. */
class Tills {
  readonly #options: Options
  readonly #first = new Map<number, number>()
  readonly #several = new Set<number>()

  constructor(options: Options) {
    this.#options = options
  }

  add(row: ParsedRow) {
    if (!row.register) return
    const key = this.#toKey(row)
    const register = hashKey(row.register)
    if ((this.#first.get(key) ?? register) !== register) this.#several.add(key)
    this.#first.set(key, register)
  }

  areSeveral(row: ParsedRow) {
    return this.#several.size > 0 && row.receipt !== '' && this.#several.has(this.#toKey(row))
  }

  #toKey(row: ParsedRow) {
    return hashKey(saleKey(row, this.#options, ''))
  }
}

/** The rows of a receipt that are of another time than the row before them, with rows of other receipts between the two. */
const countRepeated = (rows: ParsedRow[]) =>
  rows.filter(({ nth, saledate }, index) => {
    const before = rows[index - 1]
    return before && nth > before.nth + 1 && saledate !== before.saledate
  }).length

/** Longer than a table or a party stays after midnight. */
const MAX_OVER_MIDNIGHT_MS = 6 * 3_600_000

/** With `notes`, the rows that are sums are compared there. */
async function* parseRows({ readRows, formats, findSite, findDay, today, sameNumber }: Options, notes?: FileNotes) {
  let previous: FileRow | undefined
  let last: ParsedRow | undefined
  let nth = 0
  /** The day of the receipt of the row above, where that began before midnight. */
  const findEarlierDay = (row: Omit<ParsedRow, 'nth'>) => {
    if (!last?.receipt || siteKey(last) !== siteKey(row) || last.register !== row.register) return undefined
    const day = last.day ?? findDay(last.saledate)
    const isNear = Math.abs(Date.parse(row.saledate) - Date.parse(last.saledate)) <= MAX_OVER_MIDNIGHT_MS
    return isNear && findDay(row.saledate) !== day ? day : undefined
  }
  for await (const row of readRows()) {
    if (row.sumLabel !== undefined) {
      notes?.compare(row.line, row.sumLabel, readSum(row, formats))
      continue
    }
    nth++
    const complete = inherit(row, previous)
    previous = complete
    const read = parseRow(complete, formats, findSite)
    const isSplit = sameNumber === 'several' && read.saledate !== undefined
    const parsed = isSplit ? { ...read, register: `${read.register} ${read.saledate}` } : read
    if (row.problem) yield refuse(parsed, row.problem)
    else if (isRejected(parsed)) yield parsed
    else if (findDay(parsed.saledate) <= today) {
      const day = findEarlierDay(parsed)
      if (day && !last?.day) notes?.addOverMidnight()
      last = Object.assign(parsed, { nth }, day && { day })
      yield last
    } else yield refuse(parsed, `“${complete.cells.saledate}” is in the future.`)
  }
}

function readSum({ cells }: FileRow, formats: FileFormats) {
  const numbers = readNumbers(cells, formats.numbers)
  return 'problem' in numbers ? null : (numbers.linetotal ?? numbers.finalamount)
}

const refuse = (row: Omit<ParsedRow, 'nth'> | RejectedRow, reason: string): RejectedRow => {
  const { line, receipt, siteid, place, saledate, register = '' } = row
  const refused = { line, rows: [line], receipt, siteid, register, reason, ...(saledate !== undefined && { saledate }) }
  return { ...refused, ...(place !== undefined && { place }), ...('isCancelled' in row && { isCancelled: row.isCancelled }) }
}

/** Some files write what the rows of a receipt have in common into the first row only, some its number too. */
function inherit(row: FileRow, previous: FileRow | undefined): FileRow {
  if (!previous?.cells.reference) return row
  if (row.cells.reference !== previous.cells.reference && !isContinued(row)) return row
  const { reference, saledate, saletime, site, register, status, cancelled, currency } = previous.cells
  const cells = { ...row.cells, reference }
  if (!cells.saledate && saledate) Object.assign(cells, { saledate, ...(saletime && { saletime }) })
  if (!cells.site && site) cells.site = site
  if (!cells.register && register) cells.register = register
  // A row without the status of its sale leaves the rest out too. Beside a status, an empty cell says that a line is not void.
  if (!cells.status && status) Object.assign(cells, { status }, cancelled && { cancelled }, currency && { currency })
  return { line: row.line, cells }
}

/** A line of the receipt above it, as in files of Odoo. A sum at the end of a file has an amount. */
const isContinued = ({ cells: { reference, saledate, finalamount, productname } }: FileRow) =>
  !reference && !saledate && !finalamount && Boolean(productname)
