import { unescapeFormula } from '../shared/csv.ts'
import { readRecords } from '../shared/files/csv-records.ts'
import { decodeText } from '../shared/files/decode-text.ts'
import { InvalidFile } from '../shared/files/invalid-file.ts'
import { InvalidBusinessFile } from './invalid-business-file.ts'
import { type Column, type ColumnType, isCsv, isJson, type Part } from './part.ts'

/** The values of a row by column: text that PostgreSQL reads, a value of JSON, or null. */
export type FileRow = Record<string, unknown>

const PAGE_ROWS = 2_000
/** A page ends behind a row that makes it larger: rows of a hand-made file may be as long as the limits below. */
const PAGE_LENGTH = 16 * 1024 * 1024
/** More than the longest texts of a row, quoted. */
const MAX_RECORD_LENGTH = 256 * 1024
/** A change of 50,000 products is one line. */
const MAX_LINE_BYTES = 64 * 1024 * 1024
/** Each of them takes some 30 times its bytes in memory. */
const MAX_LINE_VALUES = 2_000_000

/** What a value looks like. Ids stay below 2^53, which every screen relies on. */
const FORMS: Partial<Record<ColumnType, RegExp>> = {
  id: /^\d{1,15}$/,
  whole: /^\d{1,9}$/,
  cents: /^-?\d{1,15}$/,
  money: /^-?\d{1,12}(\.\d{1,2})?$/,
  quantity: /^-?\d{1,9}(\.\d{1,3})?$/,
  price: /^\d{1,10}(\.\d{1,4})?$/,
  boolean: /^(true|false)$/,
  timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  hex: /^([0-9a-f]{2}){1,64}$/,
}

/** The rows of a part without its `shown` columns, in pages. Throws InvalidBusinessFile with file and line. */
export async function* readRows(part: Part, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<FileRow[]> {
  let page: FileRow[] = []
  let length = 0
  for await (const read of isCsv(part) ? readCsv(part, bytes) : readJsonLines(part, bytes)) {
    page.push(read.row)
    length += read.length
    if (page.length < PAGE_ROWS && length < PAGE_LENGTH) continue
    yield page
    page = []
    length = 0
  }
  if (page.length > 0) yield page
}

/** `length` is about what the row has in the file. */
type ReadRow = { row: FileRow; length: number }

async function* readCsv(part: Part, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ReadRow> {
  const text = decodeText({ read: () => bytes }, 'utf-8')
  /** Where each column is in a row, once the titles are read. -1 for one that the file does not have. */
  let places: number[] | undefined
  let width = 0
  try {
    for await (const { line, cells } of readRecords(text, ',', { maxLength: MAX_RECORD_LENGTH })) {
      if (!places) {
        checkTitles(part, cells)
        places = part.columns.map(({ name }) => cells.indexOf(name))
        width = cells.length
        continue
      }
      if (cells.length !== width) throw new InvalidFile('a row has more or fewer cells')
      const found = places.map((place) => cells[place])
      const read = (column: Column, index: number) => {
        const { type, default: value } = column
        if (isJson(column)) return readJson(found[index] ?? value ?? '')
        return type === 'text' ? unescapeFormula(found[index] ?? value ?? '') : (found[index] ?? value)
      }
      yield { row: parseRow(part, line, read), length: cells.reduce((sum, cell) => sum + cell.length, 0) }
    }
  } catch (error) {
    throw error instanceof InvalidFile ? new InvalidBusinessFile(`${part.file} cannot be read as CSV.`) : error
  }
  if (!places) throw new InvalidBusinessFile(`${part.file} is empty: it has no titles.`)
}

/** Undefined for a text that is none. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The titles come in any order. Those of columns that were added later with a default, or that an import does not read, may be missing. */
function checkTitles({ file, columns }: Part, titles: string[]) {
  for (const [place, title] of titles.entries()) {
    if (!columns.some(({ name }) => name === title))
      throw new InvalidBusinessFile(`${file} has a column that this installation does not know: ${title.slice(0, 100)}.`)
    if (titles.indexOf(title) < place) throw new InvalidBusinessFile(`${file} has the column ${title} twice.`)
  }
  for (const { name, shown, default: value } of columns)
    if (!shown && value === undefined && !titles.includes(name))
      throw new InvalidBusinessFile(`${file} does not have the column ${name}, and there is no default for it.`)
}

async function* readJsonLines(part: Part, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ReadRow> {
  let number = 0
  for await (const line of splitLines(part, bytes)) {
    number += 1
    const values = parseObject(part, number, line)
    checkTitles(part, Object.keys(values))
    const read = (column: Column) => (isJson(column) ? values[column.name] : toText(values[column.name] ?? column.default))
    yield { row: parseRow(part, number, read), length: line.length }
  }
}

/** Node's readline has no limit of a line. */
async function* splitLines({ file }: Part, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let parts: Uint8Array[] = []
  let [size, number] = [0, 1]
  const add = (part: Uint8Array) => {
    size += part.length
    if (size > MAX_LINE_BYTES) throw new InvalidBusinessFile(`${file}, line ${number}: the line is longer than 64 MB.`)
    parts.push(part)
  }
  const endLine = () => {
    const line = Buffer.concat(parts)
    if (countValues(line) > MAX_LINE_VALUES)
      throw new InvalidBusinessFile(`${file}, line ${number}: the line has more than two million values.`)
    parts = []
    size = 0
    number += 1
    return line.toString()
  }
  for await (const chunk of bytes) {
    let start = 0
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      add(chunk.subarray(start, end))
      yield endLine()
      start = end + 1
    }
    add(chunk.subarray(start))
  }
  if (size > 0) yield endLine()
}

const LF = 10

/** At most as many values as JSON can have with these commas and brackets. Those in texts count too. */
function countValues(line: Uint8Array) {
  let count = 0
  for (const byte of line) if (byte === COMMA || byte === OPENING_BRACKET || byte === OPENING_BRACE) count++
  return count
}

const COMMA = ','.charCodeAt(0)
const OPENING_BRACKET = '['.charCodeAt(0)
const OPENING_BRACE = '{'.charCodeAt(0)

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
  for (const [index, column] of columns.entries()) {
    if (column.shown) continue
    const value = read(column, index)
    const parsed = isJson(column) ? value : parseText(column, value as string | undefined)
    if (parsed === undefined) throw new InvalidBusinessFile(`${file}, line ${line}: ${column.name} cannot be read.`)
    row[column.name] = parsed
  }
  return row
}

/** Undefined when the text is none of the column. */
function parseText({ type, isOptional }: Column, text = ''): string | null | undefined {
  if (text === '' && isOptional) return null
  if (type === 'text') return text.includes('\0') ? undefined : text
  if (!FORMS[type]?.test(text)) return undefined
  return type === 'hex' ? `\\x${text}` : text
}
