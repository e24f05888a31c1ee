import { CsvError, parse } from 'csv-parse/sync'
import { unguarded } from '../csv.ts'
import { type Column, columnOf } from './import-columns.ts'

const LINES_MAX = 50_000

/** Why a file as a whole is refused, in a sentence for whoever chose it. */
export class FileRefused extends Error {}

export type ReadFile = {
  /** Titles that mean nothing here. */
  ignored: string[]
  lines: { line: number; cells: Partial<Record<Column, string>> }[]
}

/** A CSV file as people have them: in UTF-8 or Windows-1252, with commas, semicolons or tabs. Throws FileRefused. */
export function readFile(bytes: Uint8Array): ReadFile {
  const [head, ...records] = recordsOf(textOf(bytes))
  if (!head) throw new FileRefused('This file is empty.')
  if (records.length > LINES_MAX) throw new FileRefused(`A file has at most ${LINES_MAX.toLocaleString('en-ZA')} products.`)
  const titles = head.record.map((title) => ({ title: title.trim(), column: columnOf(title) }))
  const columns = titles.flatMap(({ column }) => column ?? [])
  const twice = columns.find((column, index) => columns.indexOf(column) !== index)
  if (twice) throw new FileRefused(`Two columns of this file mean the same: ${titlesOf(titles, twice)}.`)
  if (!columns.includes('productname') && !columns.includes('barcode'))
    throw new FileRefused('The first line must name the columns, Product or Barcode among them. The template shows how.')

  const lines: ReadFile['lines'] = []
  for (const { record, line } of records) {
    const cells: Partial<Record<Column, string>> = {}
    for (const [index, { column }] of titles.entries()) if (column) cells[column] = unguarded(record[index] ?? '').trim()
    lines.push({ line, cells })
  }
  return { ignored: titles.flatMap(({ title, column }) => (column || !title ? [] : title)), lines }
}

const titlesOf = (titles: { title: string; column?: Column }[], wanted: Column) =>
  titles
    .filter(({ column }) => column === wanted)
    .map(({ title }) => title)
    .join(', ')

/** What is no UTF-8 was written by a Windows program, in the letters of western Europe. */
function textOf(bytes: Uint8Array) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function recordsOf(text: string) {
  const records: { record: string[]; line: number }[] = []
  try {
    parse(text, {
      delimiter: delimiterOf(text),
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      on_record: (record: string[], { lines }) => void records.push({ record, line: lines }),
    })
    return records
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new FileRefused(
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? `A quotation mark in this file is never closed: it opens in line ${error.lines}.`
        : 'This file is no CSV file.',
    )
  }
}

/** The sign that separates the titles: whichever of them stands there most, outside quotation marks. */
function delimiterOf(text: string) {
  const head = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '').replace(/"[^"]*"/g, '')
  const [best = ','] = [',', ';', '\t'].sort((one, other) => head.split(other).length - head.split(one).length)
  return best
}
