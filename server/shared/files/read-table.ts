import { createHash } from 'node:crypto'
import { MAX_COLUMNS, REJECTED_COLUMN } from '../../../contract/columns/file-column.ts'
import {
  createColumnKeys,
  describeShape,
  type FieldTitles,
  normaliseTitle,
  type SampledColumn,
} from '../../../contract/columns/match-columns.ts'
import { unescapeFormula } from '../csv.ts'
import { readRecords } from './csv-records.ts'
import { decodeText, detectEncoding } from './decode-text.ts'
import type { FileSource, ReceivedFile } from './file-source.ts'
import { findHead, readStart } from './find-titles.ts'
import { InvalidFile } from './invalid-file.ts'
import { refuseOtherFileTypes } from './refuse-other-file-types.ts'

/** `key` is unique in the file and the same in every file of its shape. `cells` are those of the first rows. */
export type TableColumn = SampledColumn & { key: string; cells: string[] }

/**
 * `line` is where the row ends in the file; the first line is 1. In the second sheet of a workbook that is read, the first line is
 * SHEET_LINES + 1, and so on. `cells` has one cell for each column of the table, trimmed.
 */
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

/** More than a sheet has rows. Lines of all sheets are integers of PostgreSQL. */
export const SHEET_LINES = 2_000_000

const ROWS_SAMPLED = 200
const SAMPLES_SHOWN = 3
const ROWS_SHOWN = 5
const SAMPLE_MAX = 60

/**
 * Opens a file of any till or spreadsheet, with the titles in its first lines: CSV, separated by commas, semicolons, tabs or bars, in any
 * encoding of `detectEncoding`; or sheets of a workbook with the same titles, one behind the other. Memory stays flat at any size.
 * Throws InvalidFile.
 */
export async function openTable(file: ReceivedFile, { titles, maxRows, rowNoun }: TableOptions): Promise<Table> {
  const parts = await Array.fromAsync('sheets' in file ? file.sheets : [file], (source) => openPart(source, titles))
  const [first] = parts
  const places = first?.places ?? []

  async function* readRows(columns: Place[]): AsyncGenerator<TableRow> {
    let count = 0
    for (const [number, { read, places: own }] of parts.entries()) {
      const indexes = columns.map(({ key }) => own.find((place) => place.key === key)?.index ?? -1)
      for await (const { line, cells } of read()) {
        if (++count > maxRows) throw new InvalidFile(`A file has at most ${maxRows.toLocaleString('en-ZA')} ${rowNoun}.`)
        yield { line: number * SHEET_LINES + line, cells: indexes.map((index) => unescapeFormula(cells[index] ?? '').trim()) }
      }
    }
  }

  const { samples, firstRows } = await collectSamples(readRows(places))
  const named = places
    .map((place, number) => ({
      ...place,
      samples: samples[number] ?? [],
      cells: firstRows.map((cells) => cells[number] ?? ''),
    }))
    .filter((place) => place.title !== '' || place.samples.length > 0)
  return {
    columns: named.map(({ name, samples, cells, key }) => ({ title: name, samples, cells, key })),
    shape: createHash('sha256')
      .update(first?.shape ?? '')
      .digest(),
    delimiter: first?.delimiter ?? ',',
    rows: () => readRows(named),
  }
}

/** A CSV file or a sheet, the places of its columns, and its shape. */
async function openPart(source: FileSource, titles: FieldTitles<string>) {
  const isSheet = 'name' in source
  // A sheet may begin with any text.
  if (!isSheet) await refuseOtherFileTypes(source)
  const encoding = isSheet ? 'utf-8' : await detectEncoding(source)
  const {
    titles: cells,
    line,
    hasTitles,
    delimiter,
  } = findHead(await readStart(decodeText(source, encoding)), titles, isSheet ? ',' : undefined)
  const places = listPlaces(cells)
  return {
    places,
    delimiter,
    // Files without titles are of one shape when they have as many columns.
    shape: describeShape(places.flatMap(({ title, name }) => (hasTitles ? title : name) || [])),
    /** The rows below the titles, without empty ones. */
    async *read() {
      for await (const row of readRecords(decodeText(source, encoding), delimiter, { escapes: !isSheet }))
        if (row.line > line && row.cells.some((cell) => cell.trim() !== '')) yield row
    },
  }
}

/** `title` may be empty, `name` is not. `index` is the place in a record. */
type Place = { title: string; name: string; key: string; index: number }

/** The places of the columns, without empty ones behind the last title. */
function listPlaces(cells: string[]): Place[] {
  const titles = cells.map((cell) => unescapeFormula(cell).trim())
  const isDropped = (title: string) => normaliseTitle(title) === normaliseTitle(REJECTED_COLUMN)
  const places = titles.map((title, index) => ({ title, index })).filter(({ title }) => !isDropped(title))
  if (titles.filter(Boolean).length > MAX_COLUMNS) throw new InvalidFile(`A file has at most ${MAX_COLUMNS} columns.`)
  const kept = places
    .filter(({ title, index }) => title !== '' || index < MAX_COLUMNS)
    .map((place) => ({ ...place, name: place.title || `Column ${place.index + 1}` }))
  const keys = createColumnKeys(kept.map(({ name }) => name))
  return kept.map((place, number) => ({ ...place, key: keys[number] ?? '' }))
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
