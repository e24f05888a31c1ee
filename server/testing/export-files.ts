import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { listForms } from '../../contract/columns/match-columns.ts'
import { findExport, type KnownExport } from '../shared/files/known-exports/known-export.ts'

/** A file of server/testing/exports: rows invented for the tests, below the titles that a program writes. */
export const readExport = (name: string) => readFile(new URL(`./exports/${name}.csv`, import.meta.url), 'utf8')

/** The file with other cells in each row. The titles are row 0. */
export async function changeExport(name: string, change: (cells: string[], row: number) => string[]) {
  const rows: string[][] = parse(await readExport(name))
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  return rows.map((cells, row) => change(cells, row).map(quote).join(',')).join('\n')
}

/** The file with its columns in another order, and one more. */
export const reorderExport = (name: string) =>
  changeExport(name, (cells, row) => [row === 0 ? 'My notes' : `note ${row}`, ...cells.toReversed()])

/** Copies of the file, each without one of the titles that recognise it. */
export async function omitTitles<Field extends string>(name: string, exports: readonly KnownExport<Field>[]) {
  const [titles = []]: string[][] = parse(await readExport(name))
  const known = findExport(
    titles.map((title) => ({ title, samples: [] })),
    exports,
  )
  if (!known) throw new Error(`${name} is no known export`)
  const isOf = (title: string, column: number) => listForms(titles[column] ?? '').some(({ words }) => words === title)
  return Promise.all(
    known.titles.map((title) => changeExport(name, (cells) => cells.filter((_, column) => !isOf(title, column)))),
  )
}
