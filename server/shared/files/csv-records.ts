import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import { InvalidFile } from './invalid-file.ts'

type Options = {
  /** Of a record, in characters. */
  maxLength?: number
  /** Whether blanks around a cell, also those before a quotation mark, belong to no cell. */
  trim?: boolean
  /** Whether \" in a quoted cell is a quotation mark, and \N an empty cell: MySQL writes them. */
  escapes?: boolean
}

/** About twenty times what a product or a sale can hold. */
const MAX_RECORD_LENGTH = 65_536

/** `line` is where the record ends in the file; the first line is 1. */
export type CsvRecord = { line: number; cells: string[] }

/**
 * Yields the records of a CSV file without the empty ones. Lines may end in CRLF, LF or CR, also mixed; a quoted cell may contain
 * any of them. A quotation mark inside an unquoted cell is text. No step takes long, whatever the file contains:
 * docs/decisions/2026-11-22-csv-reading.md says why this is not a library.
 */
export async function* readRecords(
  parts: AsyncIterable<string>,
  delimiter: string,
  options: Options = {},
): AsyncGenerator<CsvRecord> {
  const reader = createRecordReader(delimiter, options)
  for await (const part of parts) yield* yieldToEventLoop(reader.read(part, false))
  yield* yieldToEventLoop(reader.read('', true))
}

/** The records of a text that is in memory. */
export const parseRecords = (text: string, delimiter: string, options: Options = {}) =>
  createRecordReader(delimiter, options).read(text, true)

function createRecordReader(delimiter: string, { maxLength = MAX_RECORD_LENGTH, trim = false, escapes = false }: Options) {
  /** A record is complete when so much text follows its beginning, or the end of the file. */
  const lookAhead = 3 * maxLength
  const unquoted = new RegExp(`[^${delimiter}\\r\\n]*`, 'y')
  let text = ''
  let position = 0
  let line = 1

  const readUnquoted = () => {
    unquoted.lastIndex = position
    const [cell = ''] = unquoted.exec(text) ?? []
    position += cell.length
    if (escapes && cell === '\\N') return ''
    return trim ? cell.trim() : cell
  }
  const readCell = () => {
    if (trim) while (text[position] === ' ') position++
    if (text[position] !== '"') return readUnquoted()
    const { closing: end, isEscaped } = findClosingQuote(text, position, line, maxLength, escapes ? delimiter : undefined)
    const quoted = text.slice(position, end + 1)
    line += countLineEnds(text, position, end)
    position = end + 1
    const rest = readUnquoted()
    if (isEscaped) return (quoted + rest).slice(1, -1 - rest.length).replace(/\\(.)|""/gs, (_, escaped = '"') => escaped) + rest
    // "Pipe 1/2" PVC": what is between the outer ones is text.
    if (rest === '' || (escapes && rest.endsWith('"'))) return (quoted + rest).slice(1, -1).replaceAll('""', '"')
    return quoted + rest
  }
  const readCells = () => {
    const start = position
    const cells = [readCell()]
    while (text[position] === delimiter && position - start <= maxLength) {
      position++
      cells.push(readCell())
    }
    if (position - start > maxLength) throw lineTooLong(line)
    return cells
  }

  return {
    /** Yields the records that are complete after this part of the file. */
    *read(part: string, isLast: boolean): Generator<CsvRecord> {
      text = text.slice(position) + part
      position = 0
      const end = isLast ? text.length : text.length - lookAhead
      while (position < end) {
        const { start, isEmpty } = skipEmptyLines(text, position, end, delimiter)
        line += countLineEnds(text, position, start)
        position = start
        if (isEmpty && end - position > maxLength) throw lineTooLong(line)
        if (isEmpty) return
        const cells = readCells()
        yield { line, cells }
      }
    },
  }
}

const lineTooLong = (line: number) =>
  new InvalidFile(`Line ${line} is too long. Check for a quotation mark that is never closed.`)

/** With a delimiter, \" may be a quotation mark of the cell. */
function findClosingQuote(text: string, opening: number, line: number, maxLength: number, delimiter?: string) {
  let closing = text.indexOf('"', opening + 1)
  let isEscaped = false
  while (closing !== -1 && closing - opening <= maxLength) {
    if (delimiter !== undefined && isEscape(text, closing, delimiter)) {
      isEscaped = true
      closing = text.indexOf('"', closing + 1)
    } else if (text[closing + 1] === '"') closing = text.indexOf('"', closing + 2)
    else break
  }
  const length = (closing === -1 ? text.length : closing) - opening
  if (length > maxLength) throw lineTooLong(line)
  if (closing === -1) throw new InvalidFile(`The quotation mark on line ${line} is never closed.`)
  return { closing, isEscaped }
}

/** The next quotation mark of a line is far enough to look for. */
const MAX_ESCAPED_LENGTH = 1_000

/**
 * Whether the quotation mark behind a backslash is text of the cell. A backslash may also be the last character of a cell, as in "C:\".
 * Then the next quotation mark of the line, if there is one, opens another cell.
 */
function isEscape(text: string, quote: number, delimiter: string) {
  let backslashes = 0
  while (text[quote - 1 - backslashes] === '\\' && backslashes < MAX_ESCAPED_LENGTH) backslashes++
  if (backslashes % 2 === 0) return false
  const isEnd = (place: number) =>
    place >= text.length || text[place] === delimiter || text[place] === '\n' || text[place] === '\r'
  // \"", as in "Pipe 1/2\"": the second one closes the cell, unless the next one of the line does so.
  const isDoubled = text[quote + 1] === '"'
  const after = isDoubled ? quote + 2 : quote + 1
  if (!isEnd(after)) return !isDoubled
  const rest = /^[^\r\n"]*"?/.exec(text.slice(after, after + MAX_ESCAPED_LENGTH))?.[0] ?? ''
  const isClosedLater = rest.endsWith('"') && rest.at(-2) !== delimiter && isEnd(after + rest.length)
  return isDoubled ? !isClosedLater : isClosedLater
}

const LF = 10
const CR = 13
const BLANK = 32
const isLineEnd = (code: number) => code === LF || code === CR

/** The start of the next line that has more than blanks and delimiters, or else of the last line before `end`. */
function skipEmptyLines(text: string, from: number, end: number, delimiter: string) {
  const delimiterCode = delimiter.charCodeAt(0)
  let start = from
  for (let index = from; index < end; index++) {
    const code = text.charCodeAt(index)
    if (isLineEnd(code)) start = index + 1
    else if (code !== delimiterCode && code !== BLANK) return { start, isEmpty: false }
  }
  return { start, isEmpty: true }
}

export function countLineEnds(text: string, from: number, to: number) {
  let count = 0
  for (let index = from; index < to; index++) {
    const code = text.charCodeAt(index)
    if (code === LF || (code === CR && text.charCodeAt(index + 1) !== LF)) count++
  }
  return count
}

/** The delimiter that Excel writes into a line before the titles: sep=; */
export const findSeparatorLine = (text: string) => /^sep=([,;\t])[ \t,;]*(?:[\r\n]|$)/i.exec(text)?.[1]
