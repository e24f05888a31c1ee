/** Why a whole file is rejected, in a sentence for the person who chose it. */
export class InvalidFile extends Error {}

/** In characters: about twenty times what a product can hold. */
const MAX_RECORD_LENGTH = 65_536

/** `line` is where the record ends in the file; the first line is 1. */
export type CsvRecord = { line: number; cells: string[] }

/**
 * Yields the records of a CSV file without the empty ones. Lines may end in CRLF, LF or CR, also mixed; a quoted cell may contain
 * any of them. A quotation mark inside an unquoted cell is text. No step takes long, whatever the file contains:
 * docs/decisions/2026-11-22-csv-reading.md says why this is not a library.
 */
export function* parseRecords(text: string, delimiter: string): Generator<CsvRecord> {
  const unquoted = new RegExp(`[^${delimiter}\\r\\n]*`, 'y')
  let position = 0
  let line = 1

  const readUnquoted = () => {
    unquoted.lastIndex = position
    const [cell = ''] = unquoted.exec(text) ?? []
    position += cell.length
    return cell
  }
  const readCell = () => {
    if (text[position] !== '"') return readUnquoted()
    const end = findClosingQuote(text, position, line)
    const quoted = text.slice(position, end + 1)
    line += countLineEnds(text, position, end)
    position = end + 1
    const rest = readUnquoted()
    return rest === '' ? quoted.slice(1, -1).replaceAll('""', '"') : quoted + rest
  }

  while (true) {
    const start = skipEmptyLines(text, position, delimiter)
    line += countLineEnds(text, position, start)
    position = start
    if (position === text.length) return
    const cells = [readCell()]
    while (text[position] === delimiter) {
      position++
      cells.push(readCell())
      if (position - start > MAX_RECORD_LENGTH) throw lineTooLong(line)
    }
    if (position - start > MAX_RECORD_LENGTH) throw lineTooLong(line)
    yield { line, cells }
  }
}

const lineTooLong = (line: number) =>
  new InvalidFile(`Line ${line} is longer than a product can be. Check for a quotation mark that is never closed.`)

function findClosingQuote(text: string, opening: number, line: number) {
  let closing = text.indexOf('"', opening + 1)
  while (text[closing + 1] === '"' && closing !== -1 && closing - opening <= MAX_RECORD_LENGTH)
    closing = text.indexOf('"', closing + 2)
  if (closing === -1) throw new InvalidFile(`The quotation mark on line ${line} is never closed.`)
  if (closing - opening > MAX_RECORD_LENGTH) throw lineTooLong(line)
  return closing
}

const LF = 10
const CR = 13
const BLANK = 32
const isLineEnd = (code: number) => code === LF || code === CR

/** The start of the next line that has more than blanks and delimiters. */
function skipEmptyLines(text: string, from: number, delimiter: string) {
  const delimiterCode = delimiter.charCodeAt(0)
  let start = from
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (isLineEnd(code)) start = index + 1
    else if (code !== delimiterCode && code !== BLANK) return start
  }
  return text.length
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

/** The delimiter of the separator line, or else the one that the titles contain most often outside quotation marks. */
export function detectDelimiter(text: string) {
  const declared = findSeparatorLine(text)
  if (declared) return declared
  const unquoted = text.slice(0, MAX_RECORD_LENGTH).replace(/"[^"]*"/g, '')
  const head = /[^\r\n]+/.exec(unquoted)?.[0] ?? ''
  const [best = ','] = [',', ';', '\t'].sort((a, b) => head.split(b).length - head.split(a).length)
  return best
}
