import { MAX_COLUMNS } from '../../../contract/columns/file-column.ts'
import { createTitleTest, type FieldTitles, normaliseTitle } from '../../../contract/columns/match-columns.ts'
import { type CsvRecord, findSeparatorLine, parseRecords } from './csv-records.ts'
import { InvalidFile } from './invalid-file.ts'

const TITLE_LINES_SEARCHED = 20

/** Longer than the lines that are searched for titles can be of use. */
const START_LENGTH = 128 * 1024

export async function readStart(parts: AsyncIterable<string>) {
  let start = ''
  for await (const part of parts) {
    start += part
    if (start.length >= START_LENGTH) break
  }
  return start
}

const DELIMITERS = [',', ';', '\t', '|']

/**
 * `titles` are those of the record, joined with those of the record above it where they are on two rows; empty for a file without
 * titles, whose first record is a row. `line` is where the titles end.
 */
export type Head = { delimiter: string; line: number; titles: string[]; known: number; hasTitles: boolean }

/**
 * The titles of a file and its delimiter: the line with the most known titles, or the first line where none is known. A line with values
 * such as a date and a number has no titles. Throws InvalidFile.
 */
export function findHead(start: string, titles: FieldTitles<string>, known?: string): Head {
  const declared = known ?? findSeparatorLine(start)
  const isKnown = createTitleTest(titles)
  const heads = (declared ? [declared] : DELIMITERS).flatMap((delimiter) => {
    const records = readFirstLines(start, delimiter)
    const width = Math.max(0, ...records.map(({ cells }) => cells.length))
    return records.flatMap(({ line, cells }, place): Head[] => {
      const joined = joinTitles(records[place - 1]?.cells, cells, isKnown)
      const found = joined ?? cells
      const count = found.filter(isKnown).length
      // Names of payment methods and products may be known titles.
      if (hasValues(cells, count)) {
        if (place > 0) return []
        return [{ delimiter, line: line - 1, titles: Array(width).fill(''), known: 0, hasTitles: false }]
      }
      // One known word may stand in any line.
      if (place > 0 && count < 2) return []
      return [{ delimiter, line, titles: found, known: count + (joined ? JOINED : 0), hasTitles: true }]
    })
  })
  const [head] = heads.sort(
    (a, b) =>
      b.known - a.known || Number(a.hasTitles) - Number(b.hasTitles) || a.line - b.line || b.titles.length - a.titles.length,
  )
  if (!head) throw new InvalidFile('This file is empty.')
  return head
}

/** Titles on two rows come before those of their second row. */
const JOINED = 0.5

const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:$|[ T])/
const NUMBER = /^[^\p{L}\d]*(?:R|ZAR)? ?\d[\d\s.,']*$/iu
const DECIMAL = /^[^\p{L}\d]*(?:R|ZAR)? ?\d[\d\s.,']*[.,]\d\d$/iu

/** Whether cells are a row and no titles: a date and a number, or an amount with cents, and fewer known titles than values. */
function hasValues(cells: readonly string[], known: number) {
  const texts = cells.map((cell) => cell.trim())
  const dates = texts.filter((text) => DATE.test(text)).length
  const numbers = texts.filter((text) => NUMBER.test(text) && !DATE.test(text))
  return (
    ((dates > 0 && numbers.length > 0) || numbers.some((text) => DECIMAL.test(text))) &&
    (known < 2 || known < dates + numbers.length)
  )
}

/**
 * 'Sales Qty' and 'Returns Qty' of a row 'Qty', 'Qty' below a row 'Sales', '', 'Returns'. A group goes on to the right over the cells
 * without a title, the last one not further than the others. Undefined when the row below is clear by itself.
 */
function joinTitles(above: readonly string[] | undefined, cells: readonly string[], isKnown: (title: string) => boolean) {
  if (!above || hasValues(above, 0) || hasValues(cells, 0)) return undefined
  const groups = above.flatMap((cell, index) => (cell.trim() ? [{ title: cell.trim(), index }] : []))
  if (groups.length < 2) return undefined
  const widths = groups.slice(1).map(({ index }, place) => index - (groups[place]?.index ?? 0))
  const last = groups.at(-1)
  const end = (last?.index ?? 0) + Math.max(...widths)
  const names = cells.map((cell) => normaliseTitle(cell))
  const isRepeated = (index: number) =>
    names[index] !== '' && names.indexOf(names[index] ?? '') !== names.lastIndexOf(names[index] ?? '')
  const findGroup = (index: number) => (index < end ? groups.findLast((group) => group.index <= index) : undefined)
  const repeated = new Set(cells.flatMap((_, index) => (isRepeated(index) ? (findGroup(index) ?? []) : [])))
  const join = (isJoined: (index: number) => boolean) =>
    Array.from({ length: Math.max(cells.length, above.length) }, (_, index) => {
      const own = cells[index]?.trim() ?? ''
      if (!own) return above[index]?.trim() ?? ''
      return isJoined(index) ? [findGroup(index)?.title, own].filter(Boolean).join(' ') : own
    })
  const ofGroups = join((index) => repeated.has(findGroup(index) ?? { title: '', index: -1 }))
  const areDistinct = new Set(ofGroups.map(normaliseTitle)).size > new Set(names).size
  const all = join(() => true)
  const count = (row: readonly string[]) => row.filter(isKnown).length
  if (repeated.size > 1 && areDistinct) return count(all) > count(ofGroups) ? all : ofGroups
  return count(all) > Math.max(count(cells), count(above)) ? all : undefined
}

function readFirstLines(start: string, delimiter: string) {
  const records: CsvRecord[] = []
  try {
    for (const record of parseRecords(start, delimiter, { escapes: true })) {
      if (record.line === 1 && findSeparatorLine(start)) continue
      if (record.cells.every((cell) => /^[\s,;]*$/.test(cell))) continue
      records.push({ ...record, cells: record.cells.slice(0, 2 * MAX_COLUMNS) })
      if (records.length === TITLE_LINES_SEARCHED) break
    }
  } catch (error) {
    // A quotation mark may be closed behind the start; another one is reported with the rows.
    if (!(error instanceof InvalidFile) || records.length === 0) throw error
  }
  return records
}
