import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { unescapeFormula } from '../shared/csv.ts'
import { InvalidBusinessFile } from './invalid-business-file.ts'
import { type Column, type ColumnType, isCsv, type Part } from './parts.ts'

/** The values of a row by column: text that PostgreSQL reads, a value of JSON, or null. */
export type FileRow = Record<string, unknown>

const PAGE_ROWS = 2_000
/** More than the longest texts of a row, quoted. */
const MAX_RECORD_BYTES = 256 * 1024

/** What a value looks like. Ids stay below 2^53, which every screen relies on. */
const FORMS: Partial<Record<ColumnType, RegExp>> = {
  id: /^\d{1,15}$/,
  whole: /^\d{1,9}$/,
  cents: /^-?\d{1,15}$/,
  money: /^-?\d{1,12}(\.\d{1,2})?$/,
  quantity: /^-?\d{1,9}(\.\d{1,3})?$/,
  boolean: /^(true|false)$/,
  timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  hex: /^([0-9a-f]{2}){1,64}$/,
}

/** The rows of a part without its `shown` columns, in pages. Throws InvalidBusinessFile with file and line. */
export async function* readRows(part: Part, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<FileRow[]> {
  let page: FileRow[] = []
  for await (const row of isCsv(part) ? readCsv(part, bytes) : readJsonLines(part, bytes)) {
    page.push(row)
    if (page.length < PAGE_ROWS) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

async function* readCsv(part: Part, bytes: AsyncIterable<Uint8Array>) {
  const parser = Readable.from(bytes).pipe(parse({ bom: true, max_record_size: MAX_RECORD_BYTES }))
  let line = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      line += 1
      if (line === 1) checkTitles(part, cells)
      else yield parseRow(part, line, ({ type }, index) => (type === 'text' ? unescapeFormula(cells[index] ?? '') : cells[index]))
    }
  } catch (error) {
    throw error instanceof CsvError ? new InvalidBusinessFile(`${part.file} cannot be read as CSV.`) : error
  }
  if (line === 0) throw new InvalidBusinessFile(`${part.file} is empty: it has no titles.`)
}

function checkTitles({ file, columns }: Part, titles: string[]) {
  const expected = columns.map(({ name }) => name).join(',')
  if (titles.join(',') !== expected) throw new InvalidBusinessFile(`${file} does not have the columns ${expected}.`)
}

async function* readJsonLines(part: Part, bytes: AsyncIterable<Uint8Array>) {
  let number = 0
  for await (const line of createInterface({ input: Readable.from(bytes), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1
    const values = parseObject(part, number, line)
    yield parseRow(part, number, ({ name, type }) => {
      const value = values[name]
      return type === 'json' ? value : toText(value)
    })
  }
}

const toText = (value: unknown) => (value === null || value === undefined ? undefined : String(value))

function parseObject({ file }: Part, line: number, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {}
  throw new InvalidBusinessFile(`${file}, line ${line}: this is no JSON object.`)
}

function parseRow({ file, columns }: Part, line: number, read: (column: Column, index: number) => unknown): FileRow {
  const row: FileRow = {}
  columns.forEach((column, index) => {
    if (column.shown) return
    const value = read(column, index)
    const parsed = column.type === 'json' ? value : parseText(column, value as string | undefined)
    if (parsed === undefined) throw new InvalidBusinessFile(`${file}, line ${line}: ${column.name} cannot be read.`)
    row[column.name] = parsed
  })
  return row
}

/** Undefined when the text is none of the column. */
function parseText({ type, isOptional }: Column, text = ''): string | null | undefined {
  if (text === '' && isOptional) return null
  if (type === 'text') return text.includes('\0') ? undefined : text
  if (!FORMS[type]?.test(text)) return undefined
  return type === 'hex' ? `\\x${text}` : text
}
