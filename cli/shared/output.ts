import { stripVTControlCharacters } from 'node:util'
import type { Command } from 'commander'

export type OutputOptions = { json?: boolean }

/** Adds `--json` to a command that prints its result with createOutput. */
export const addJsonOption = (command: Command) => command.option('--json', 'print the result as one JSON document on stdout')

/** Where a command prints. With `--json`, stdout has one JSON document and everything else goes to stderr. */
export function createOutput({ json = false }: OutputOptions) {
  return {
    /** A sentence for the operator. */
    message: (text: string) => (json ? console.error(text) : console.log(text)),
    /** The result of the command, once: as JSON, or in words. */
    result: (value: unknown, toText: () => string) => console.log(json ? JSON.stringify(value, null, 2) : toText()),
  }
}

type Column<Row> = { title: string; value: (row: Row) => string | number; align?: 'right' }

/** Formats rows as a table of plain text. Control characters of the data are left out, as they could move the cursor. */
export function formatTable<Row>(rows: Row[], columns: Column<Row>[]) {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ value }) => toPlainText(String(value(row))))),
  ]
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)))
  const pad = (cell: string, index: number) =>
    columns[index]?.align === 'right' ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0)
  return cells.map((line) => line.map(pad).join('  ').trimEnd()).join('\n')
}

/** One line without control characters. */
export const toPlainText = (text: string) => stripVTControlCharacters(text).replace(/\p{Cc}+/gu, ' ')
