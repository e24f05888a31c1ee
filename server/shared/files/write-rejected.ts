import { REJECTED_COLUMN } from '../../../contract/columns/file-column.ts'
import { type CsvColumn, writeCsv } from '../csv.ts'
import type { Table, TableRow } from './read-table.ts'

const ROWS_PER_PAGE = 1_000

/** Why each line of a preview is not imported, by line. */
export const mapReasons = (lines: { line: number; reason?: string | null | undefined }[]) =>
  new Map(lines.flatMap(({ line, reason }) => (reason ? [[line, reason]] : [])))

/**
 * The rows of a file that have a reason, by line, each with it in a last column, which an import ignores. The person's spreadsheet
 * knows the delimiter of the file.
 */
export function writeRejected(table: Table, reasons: ReadonlyMap<number, string>) {
  const columns: CsvColumn<TableRow>[] = table.columns.map(({ title }, index) => ({
    title,
    value: ({ cells }) => cells[index] ?? '',
  }))
  async function* pages() {
    let page: TableRow[] = []
    for await (const row of table.rows()) {
      if (reasons.has(row.line)) page.push(row)
      if (page.length < ROWS_PER_PAGE) continue
      yield page
      page = []
    }
    yield page
  }
  const reason: CsvColumn<TableRow> = { title: REJECTED_COLUMN, value: ({ line }) => reasons.get(line) ?? '' }
  return writeCsv([...columns, reason], pages(), { delimiter: table.delimiter })
}
