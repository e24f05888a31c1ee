import { unescapeFormula } from '../../../shared/csv.ts'
import { yieldToEventLoop } from '../../../shared/yield-to-event-loop.ts'
import { type Column, findColumn, NUMBERS } from './columns.ts'
import { detectDelimiter, findSeparatorLine, InvalidFile, parseRecords } from './csv-records.ts'
import { decodeText } from './decode-text.ts'
import { NumberFormat } from './number-format.ts'

const MAX_ROWS = 50_000
const MAX_COLUMNS = 200

/** `line` is where the row ends in the file; the first line is 1. */
export type CsvRow = { line: number; cells: Partial<Record<Column, string>> }

export type ReadFile = {
  /** Unknown titles. */
  ignored: string[]
  columns: Column[]
  rows: CsvRow[]
  numbers: NumberFormat
}

/** Reads a CSV file in any encoding of `decodeText`, separated by commas, semicolons or tabs. Throws InvalidFile. */
export async function readFile(bytes: Uint8Array): Promise<ReadFile> {
  const text = decodeText(bytes)
  const rows: CsvRow[] = []
  const numbers = new NumberFormat()
  let head: ReturnType<typeof parseHead> | undefined
  for await (const { line, cells } of yieldToEventLoop(parseRecords(text, detectDelimiter(text)))) {
    if (line === 1 && findSeparatorLine(text)) continue
    if (cells.every((cell) => cell.trim() === '')) continue
    if (!head) head = parseHead(cells)
    else if (rows.length < MAX_ROWS) {
      const read = head.read(cells)
      for (const column of NUMBERS) numbers.sample(read[column] ?? '')
      rows.push({ line, cells: read })
    } else throw new InvalidFile(`A file has at most ${MAX_ROWS.toLocaleString('en-ZA')} products.`)
  }
  if (!head) throw new InvalidFile('This file is empty.')
  return { ignored: head.ignored, columns: head.columns, rows, numbers }
}

/** The known and unknown titles, and a function that reads a row below them. */
function parseHead(cells: string[]) {
  const titles = cells
    .map((cell, index) => ({ index, title: cell.trim(), column: findColumn(cell) }))
    .filter(({ title }) => title !== '')
  if (titles.length > MAX_COLUMNS) throw new InvalidFile(`A file has at most ${MAX_COLUMNS} columns.`)
  const known = titles.flatMap(({ index, column }) => (column ? { index, column } : []))
  const duplicate = known.find(({ column }, place) => known.findIndex((other) => other.column === column) !== place)?.column
  if (duplicate) throw new InvalidFile(`Two columns have the same meaning: ${joinTitles(titles, duplicate)}.`)
  if (!known.some(({ column }) => column === 'productname' || column === 'barcode'))
    throw new InvalidFile('The first line must name the columns and include Product or Barcode. See the template.')

  return {
    columns: known.map(({ column }) => column),
    ignored: titles.filter(({ column }) => !column).map(({ title }) => title),
    read: (cells: string[]): Partial<Record<Column, string>> =>
      Object.fromEntries(known.map(({ index, column }) => [column, unescapeFormula(cells[index] ?? '').trim()])),
  }
}

const joinTitles = (titles: { title: string; column?: Column }[], wanted: Column) =>
  titles
    .filter(({ column }) => column === wanted)
    .map(({ title }) => title)
    .join(', ')
