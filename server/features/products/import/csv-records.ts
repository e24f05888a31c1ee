/** Why a file as a whole is refused, in a sentence for whoever chose it. */
export class InvalidFile extends Error {}

/** Characters of one record: some twenty times what a product can hold. */
const RECORD_MAX = 65_536

/** The cells of a record, and the line of the file that it ends in; the first is line 1. */
export type CsvRecord = { line: number; cells: string[] }

/**
 * The records of a CSV file, but for empty lines. Its lines may end in CRLF, LF and CR, also in turn; a quoted cell may hold
 * any of them. A quotation mark that neither opens nor closes a cell is a part of it. Each step is short, whatever the text.
 */
export function* parseRecords(text: string, delimiter: string): Generator<CsvRecord> {
  const unquoted = new RegExp(`[^${delimiter}\\r\\n]*`, 'y')
  let at = 0
  let line = 1

  const restOfCell = () => {
    unquoted.lastIndex = at
    const [rest = ''] = unquoted.exec(text) ?? []
    at += rest.length
    return rest
  }
  const cell = () => {
    if (text[at] !== '"') return restOfCell()
    const end = closingQuote(text, at, line)
    const quoted = text.slice(at, end + 1)
    line += countLineEnds(text, at, end)
    at = end + 1
    const rest = restOfCell()
    return rest === '' ? quoted.slice(1, -1).replaceAll('""', '"') : quoted + rest
  }

  while (true) {
    const begin = afterEmptyLines(text, at, delimiter)
    line += countLineEnds(text, at, begin)
    at = begin
    if (at === text.length) return
    const cells = [cell()]
    while (text[at] === delimiter) {
      at++
      cells.push(cell())
      if (at - begin > RECORD_MAX) throw tooLong(line)
    }
    if (at - begin > RECORD_MAX) throw tooLong(line)
    yield { line, cells }
  }
}

const tooLong = (line: number) =>
  new InvalidFile(`Line ${line} is longer than a product can be. Check for a quotation mark that is never closed.`)

/** Where the cell ends that opens at `open`, in that line. */
function closingQuote(text: string, open: number, line: number) {
  let at = text.indexOf('"', open + 1)
  while (text[at + 1] === '"' && at !== -1 && at - open <= RECORD_MAX) at = text.indexOf('"', at + 2)
  if (at === -1) throw new InvalidFile(`The quotation mark on line ${line} is never closed.`)
  if (at - open > RECORD_MAX) throw tooLong(line)
  return at
}

const LF = 10
const CR = 13
const BLANK = 32
const isLineEnd = (code: number) => code === LF || code === CR

/** Where the next line begins that has more in it than blanks and delimiters. */
function afterEmptyLines(text: string, from: number, delimiter: string) {
  const between = delimiter.charCodeAt(0)
  let begin = from
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isLineEnd(code)) begin = at + 1
    else if (code !== between && code !== BLANK) return begin
  }
  return text.length
}

/** How many lines end between the two places. */
export function countLineEnds(text: string, from: number, to: number) {
  let count = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) count++
  }
  return count
}

/** What a first line says that is none of the table, as Excel writes it: sep=; */
export const findSeparatorLine = (text: string) => /^sep=([,;\t])[ \t,;]*(?:[\r\n]|$)/i.exec(text)?.[1]

/** The sign that separates the titles: what the file says it is, else whichever of them stands there most, outside quotation marks. */
export function detectDelimiter(text: string) {
  const said = findSeparatorLine(text)
  if (said) return said
  const begin = text.slice(0, RECORD_MAX).replace(/"[^"]*"/g, '')
  const head = /[^\r\n]+/.exec(begin)?.[0] ?? ''
  const [best = ','] = [',', ';', '\t'].sort((one, other) => head.split(other).length - head.split(one).length)
  return best
}
