import { MAX_COLUMNS } from '../../../contract/columns/file-column.ts'
import { createTitleTest, type FieldTitles } from '../../../contract/columns/match-columns.ts'
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

/** `known` is how many titles are known. */
export type Head = { delimiter: string; record: CsvRecord; known: number }

/** The line of the titles and its delimiter: that with the most known titles; where none is known, the first line. Throws InvalidFile. */
export function findHead(start: string, titles: FieldTitles<string>, known?: string): Head {
  const declared = known ?? findSeparatorLine(start)
  const isKnown = createTitleTest(titles)
  const heads = (declared ? [declared] : DELIMITERS).flatMap((delimiter) => {
    const found = readFirstLines(start, delimiter).map((record) => ({
      delimiter,
      record,
      known: record.cells.filter(isKnown).length,
    }))
    // One known word may stand in any line.
    return found.filter(({ known }, place) => place === 0 || known >= 2)
  })
  const [head] = heads.sort(
    (a, b) => b.known - a.known || a.record.line - b.record.line || b.record.cells.length - a.record.cells.length,
  )
  if (!head) throw new InvalidFile('This file is empty.')
  return head
}

function readFirstLines(start: string, delimiter: string) {
  const records: CsvRecord[] = []
  try {
    for (const record of parseRecords(start, delimiter)) {
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
