import { unescapeFormula } from '../../../shared/csv.ts'
import { yieldToEventLoop } from '../../../shared/yield-to-event-loop.ts'
import { type Column, findColumn, NUMBERS } from './columns.ts'
import { detectDelimiter, findSeparatorLine, InvalidFile, parseRecords } from './csv-records.ts'
import { decodeText } from './decode-text.ts'
import { NumberFormat } from './number-format.ts'

const LINES_MAX = 50_000
const COLUMNS_MAX = 200

export type ReadFile = {
  /** Titles that mean nothing here. */
  ignored: string[]
  columns: Column[]
  lines: { line: number; cells: Partial<Record<Column, string>> }[]
  numbers: NumberFormat
}

/** A CSV file as people have them: in UTF-8 or Windows-1252, with commas, semicolons or tabs. Throws FileRefused. */
export async function readFile(bytes: Uint8Array): Promise<ReadFile> {
  const text = decodeText(bytes)
  const lines: ReadFile['lines'] = []
  const numbers = new NumberFormat()
  let head: ReturnType<typeof headOf> | undefined
  for await (const { line, cells } of yieldToEventLoop(parseRecords(text, detectDelimiter(text)))) {
    if (line === 1 && findSeparatorLine(text)) continue
    if (cells.every((cell) => cell.trim() === '')) continue
    if (!head) head = headOf(cells)
    else if (lines.length < LINES_MAX) {
      const read = head.read(cells)
      for (const column of NUMBERS) numbers.sample(read[column] ?? '')
      lines.push({ line, cells: read })
    } else throw new InvalidFile(`A file has at most ${LINES_MAX.toLocaleString('en-ZA')} products.`)
  }
  if (!head) throw new InvalidFile('This file is empty.')
  return { ignored: head.ignored, columns: head.columns, lines, numbers }
}

/** What the titles mean: which of them nothing, and how the lines below are read. */
function headOf(cells: string[]) {
  const titles = cells
    .map((cell, index) => ({ index, title: cell.trim(), column: findColumn(cell) }))
    .filter(({ title }) => title !== '')
  if (titles.length > COLUMNS_MAX) throw new InvalidFile(`A file has at most ${COLUMNS_MAX} columns.`)
  const known = titles.flatMap(({ index, column }) => (column ? { index, column } : []))
  const twice = known.find(({ column }, place) => known.findIndex((other) => other.column === column) !== place)?.column
  if (twice) throw new InvalidFile(`Two columns have the same meaning: ${titlesOf(titles, twice)}.`)
  if (!known.some(({ column }) => column === 'productname' || column === 'barcode'))
    throw new InvalidFile('The first line must name the columns and include Product or Barcode. See the template.')

  return {
    columns: known.map(({ column }) => column),
    ignored: titles.filter(({ column }) => !column).map(({ title }) => title),
    read: (cells: string[]): Partial<Record<Column, string>> =>
      Object.fromEntries(known.map(({ index, column }) => [column, unescapeFormula(cells[index] ?? '').trim()])),
  }
}

const titlesOf = (titles: { title: string; column?: Column }[], wanted: Column) =>
  titles
    .filter(({ column }) => column === wanted)
    .map(({ title }) => title)
    .join(', ')
