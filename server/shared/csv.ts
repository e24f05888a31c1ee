/** A column of a file: what stands above it, and a row's text, number or nothing in it. */
export type CsvColumn<Row> = {
  title: string
  value: (row: Row) => string | number | null
  /** Digits behind the dot of every number; as many as it has when not said. */
  decimals?: number
}

const BYTE_ORDER_MARK = '\uFEFF' // Excel takes a file without one for Windows-1252

/**
 * A CSV file as RFC 4180 has it, in UTF-8, piece by piece as its pages come, so that memory stays flat at any size. Numbers
 * have a dot, no symbol and no thousands; text that a spreadsheet would calculate gets a leading apostrophe.
 */
export async function* writeCsv<Row>(columns: CsvColumn<Row>[], pages: AsyncIterable<Row[]>): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + formatLines([columns.map(({ title }) => title)]))
  for await (const rows of pages) {
    yield Buffer.from(formatLines(rows.map((row) => columns.map((column) => formatCell(column.value(row), column.decimals)))))
  }
}

// A library takes five times as long, a fifth of an export's time.
const formatLines = (rows: string[][]) => rows.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('')

const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function formatCell(value: string | number | null, decimals?: number) {
  if (value === null) return ''
  if (typeof value === 'number') return decimals === undefined ? String(value) : value.toFixed(decimals)
  return escapeFormula(value)
}

/**
 * What begins with one of these is a formula to a spreadsheet. So is guarded what looks guarded already, or nobody
 * could tell "'=x" from a guarded '=x'.
 */
export const escapeFormula = (text: string) => (/^'*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text)

/** The text as it was before `escapeFormula`, for a file that comes back. */
export const unescapeFormula = (text: string) =>
  text.startsWith("'") && escapeFormula(text.slice(1)) === text ? text.slice(1) : text
