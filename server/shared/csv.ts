/** A column of a file. A value of null is an empty cell. */
export type CsvColumn<Row> = {
  title: string
  value: (row: Row) => string | number | null
  /** Decimal places of every number. Without it, a number is written with the digits it has. */
  decimals?: number
}

const BYTE_ORDER_MARK = '\uFEFF' // without it Excel reads the file as Windows-1252

/**
 * Writes a CSV file (RFC 4180, UTF-8) page by page, so that memory stays flat at any size. Numbers have a decimal point, no
 * currency and no thousands separators. Text that a spreadsheet would run as a formula gets a leading apostrophe.
 */
export async function* writeCsv<Row>(columns: CsvColumn<Row>[], pages: AsyncIterable<Row[]>): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + formatLines([columns.map(({ title }) => title)]))
  for await (const rows of pages) {
    yield Buffer.from(formatLines(rows.map((row) => columns.map((column) => formatCell(column.value(row), column.decimals)))))
  }
}

// A library takes five times as long, which is a fifth of the time of an export.
const formatLines = (rows: string[][]) => rows.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('')

const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function formatCell(value: string | number | null, decimals?: number) {
  if (value === null) return ''
  if (typeof value === 'number') return decimals === undefined ? String(value) : value.toFixed(decimals)
  return escapeFormula(value)
}

/**
 * A spreadsheet runs text that begins with one of these characters as a formula. Text that already has apostrophes before such a
 * character gets another one; otherwise "'=x" and an escaped '=x' would be the same.
 */
export const escapeFormula = (text: string) => (/^'*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text)

/** The reverse of `escapeFormula`, for an exported file that is imported again. */
export const unescapeFormula = (text: string) =>
  text.startsWith("'") && escapeFormula(text.slice(1)) === text ? text.slice(1) : text
