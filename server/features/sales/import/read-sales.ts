import { buildSale, type FileSale, type FileShape } from './build-sale.ts'
import {
  type FileFormats,
  type FileRow,
  type FindSite,
  isRejected,
  type ParsedRow,
  parseRow,
  type RejectedRow,
} from './parse-row.ts'

/** Reads the rows of the file from its start. A file is read three times, so that it is never held in memory. */
export type ReadRows = () => AsyncIterable<FileRow>

type Options = {
  readRows: ReadRows
  formats: FileFormats
  findSite: FindSite
  findDay: (saledate: string) => string
  hasItems: boolean
}

/** First reading: the formats. */
export async function sampleFormats(readRows: ReadRows, formats: FileFormats) {
  for await (const row of readRows()) formats.sample(row)
}

/** Second and third reading: the sales of the file and the rows that are refused, each sale when its last row was read. */
export async function* readSales(options: Options): AsyncGenerator<FileSale | RejectedRow> {
  const { sizes, unreadable, shape } = await countRows(options)
  const open = new Map<string, ParsedRow[]>()
  for await (const row of parseRows(options)) {
    if (isRejected(row)) {
      yield row
      continue
    }
    if (!row.receipt) {
      yield buildSale([row], shape)
      continue
    }
    const key = receiptKey(row, options)
    const rows = open.get(key)
    if (rows) rows.push(row)
    else open.set(key, [row])
    const group = rows ?? [row]
    if (group.length < (sizes.get(key) ?? 1)) continue
    open.delete(key)
    const line = unreadable.get(siteKey(row))
    if (line === undefined) yield buildSale(group, shape)
    else
      yield { line: row.line, receipt: row.receipt, siteid: row.siteid, reason: `Line ${line} of this receipt is not imported.` }
  }
}

/** A receipt's number may come again on another day. */
const receiptKey = (row: ParsedRow, { findDay }: Options) => `${siteKey(row)}\0${findDay(row.saledate)}`
const siteKey = ({ receipt, siteid }: { receipt: string; siteid: number | null }) => `${receipt}\0${siteid}`

/** How many rows each receipt has, which receipts have a row that cannot be read, and what the amounts are of. */
async function countRows(options: Options) {
  const sizes = new Map<string, number>()
  const unreadable = new Map<string, number>()
  let previous: { key: string; finalamount: number | null } | undefined
  let differs = false
  for await (const row of parseRows(options)) {
    if (isRejected(row)) {
      if (row.receipt && options.hasItems && row.siteid !== null) unreadable.set(siteKey(row), row.line)
      continue
    }
    if (!row.receipt) continue
    const key = receiptKey(row, options)
    sizes.set(key, (sizes.get(key) ?? 0) + 1)
    const { finalamount } = row
    if (previous?.key === key && finalamount !== null && previous.finalamount !== null && finalamount !== previous.finalamount)
      differs = true
    previous = { key, finalamount }
  }
  const shape: FileShape = { hasItems: options.hasItems, hasLineAmounts: options.hasItems && differs }
  return { sizes, unreadable, shape }
}

async function* parseRows({ readRows, formats, findSite }: Options) {
  let previous: FileRow | undefined
  for await (const row of readRows()) {
    const complete = inherit(row, previous)
    previous = complete
    yield parseRow(complete, formats, findSite)
  }
}

/** Some files write what the rows of a receipt have in common into the first row only. */
function inherit(row: FileRow, previous: FileRow | undefined): FileRow {
  if (!row.cells.reference || row.cells.reference !== previous?.cells.reference) return row
  const { saledate, saletime, site } = previous.cells
  const cells = { ...row.cells }
  if (!cells.saledate && saledate) Object.assign(cells, { saledate, ...(saletime && { saletime }) })
  if (!cells.site && site) cells.site = site
  return { line: row.line, cells }
}
