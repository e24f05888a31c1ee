import { createHash } from 'node:crypto'
import { MAX_COLUMNS, REJECTED_COLUMN } from '../../../contract/columns/file-column.ts'
import {
  createColumnKeys,
  createTitleTest,
  describeShape,
  type FieldTitles,
  normaliseTitle,
  type SampledColumn,
} from '../../../contract/columns/match-columns.ts'
import { unescapeFormula } from '../csv.ts'
import { type CsvRecord, findSeparatorLine, parseRecords, readRecords } from './csv-records.ts'
import { decodeText, detectEncoding } from './decode-text.ts'
import type { FileSource } from './file-source.ts'
import { InvalidFile } from './invalid-file.ts'
import { refuseOtherFileTypes } from './refuse-other-file-types.ts'

/** `key` is unique in the file and the same in every file of its shape. `cells` are those of the first rows. */
export type TableColumn = SampledColumn & { key: string; cells: string[] }

/** `line` is where the row ends in the file; the first line is 1. `cells` has one cell for each column of the table, trimmed. */
export type TableRow = { line: number; cells: string[] }

export type Table = {
  columns: TableColumn[]
  /** SHA-256 of the titles in any order: files of one shape are matched alike. */
  shape: Buffer
  /** Of the file; a comma for a workbook. */
  delimiter: string
  /** Reads the rows from the beginning of the file, each time it is called. Throws InvalidFile in between. */
  rows: () => AsyncGenerator<TableRow>
}

export type TableOptions = {
  /** The titles to look for when the file has other lines above its titles. */
  titles: FieldTitles<string>
  maxRows: number
  /** What a row is, for the message: 'products'. */
  rowNoun: string
}

const TITLE_LINES_SEARCHED = 20
const ROWS_SAMPLED = 200
const SAMPLES_SHOWN = 3
const ROWS_SHOWN = 5
const SAMPLE_MAX = 60

/**
 * Opens a file of any till or spreadsheet, with the titles in its first lines: CSV, separated by commas, semicolons, tabs or bars, in any
 * encoding of `detectEncoding`. Memory stays flat at any size. Throws InvalidFile.
 */
export async function openTable(source: FileSource, { titles, maxRows, rowNoun }: TableOptions): Promise<Table> {
  const { delimiter } = source
  // A sheet may begin with any text.
  if (delimiter === undefined) await refuseOtherFileTypes(source)
  const encoding = await detectEncoding(source)
  const head = findHead(await readStart(decodeText(source, encoding)), titles, delimiter)
  const places = listPlaces(head.record.cells)

  async function* readRows(indexes: number[]): AsyncGenerator<TableRow> {
    let count = 0
    for await (const { line, cells } of readRecords(decodeText(source, encoding), head.delimiter)) {
      if (line <= head.record.line || cells.every((cell) => cell.trim() === '')) continue
      if (++count > maxRows) throw new InvalidFile(`A file has at most ${maxRows.toLocaleString('en-ZA')} ${rowNoun}.`)
      yield { line, cells: indexes.map((index) => unescapeFormula(cells[index] ?? '').trim()) }
    }
  }

  const { samples, firstRows } = await collectSamples(readRows(places.map(({ index }) => index)))
  const named = places
    .map((place, number) => ({
      ...place,
      samples: samples[number] ?? [],
      cells: firstRows.map((cells) => cells[number] ?? ''),
    }))
    .filter((place) => place.title !== '' || place.samples.length > 0)
  const keys = createColumnKeys(named.map(({ title, index }) => title || `Column ${index + 1}`))
  const known = named.map(({ title }) => title).filter(Boolean)
  return {
    columns: named.map(({ title, index, samples, cells }, number) => ({
      title: title || `Column ${index + 1}`,
      samples,
      cells,
      key: keys[number] ?? '',
    })),
    shape: createHash('sha256').update(describeShape(known)).digest(),
    delimiter: head.delimiter,
    rows: () => readRows(named.map(({ index }) => index)),
  }
}

/** Longer than the lines that are searched for titles can be of use. */
const START_LENGTH = 128 * 1024

async function readStart(parts: AsyncIterable<string>) {
  let start = ''
  for await (const part of parts) {
    start += part
    if (start.length >= START_LENGTH) break
  }
  return start
}

/** The places of the columns, without empty ones behind the last title. */
function listPlaces(cells: string[]) {
  const titles = cells.map((cell) => unescapeFormula(cell).trim())
  const isDropped = (title: string) => normaliseTitle(title) === normaliseTitle(REJECTED_COLUMN)
  const places = titles.map((title, index) => ({ title, index })).filter(({ title }) => !isDropped(title))
  if (titles.filter(Boolean).length > MAX_COLUMNS) throw new InvalidFile(`A file has at most ${MAX_COLUMNS} columns.`)
  return places.filter(({ title, index }) => title !== '' || index < MAX_COLUMNS)
}

async function collectSamples(rows: AsyncGenerator<TableRow>) {
  const samples: string[][] = []
  const firstRows: string[][] = []
  let count = 0
  for await (const { cells } of rows) {
    if (firstRows.length < ROWS_SHOWN) firstRows.push(cells.map((cell) => cell.slice(0, SAMPLE_MAX)))
    for (const [index, cell] of cells.entries()) {
      samples[index] ??= []
      const values = samples[index]
      const value = cell.slice(0, SAMPLE_MAX)
      if (value !== '' && values.length < SAMPLES_SHOWN && !values.includes(value)) values.push(value)
    }
    if (++count === ROWS_SAMPLED) break
  }
  return { samples, firstRows }
}

const DELIMITERS = [',', ';', '\t', '|']

type Head = { delimiter: string; record: CsvRecord; known: number }

/** The line of the titles and its delimiter: that with the most known titles; where none is known, the first line. */
function findHead(start: string, titles: FieldTitles<string>, known?: string): Head {
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
