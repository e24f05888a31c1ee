import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { quoteColumns, type Table } from './tables.ts'

/** How much text a part has, give or take a row. Memory holds about three parts. */
const PART_BYTES = 1024 * 1024
const NEWLINE = 10

/** Whole rows of COPY text. */
type RowsPart = { text: Buffer; rows: number }

/** Reads a table as parts of whole rows. COPY text has one line a row: line ends in values are escaped. */
export async function* readTableParts(client: Client, table: Table): AsyncGenerator<RowsPart> {
  let chunks: Buffer[] = []
  let bytes = 0
  const take = (end?: number): RowsPart => {
    const all = Buffer.concat(chunks)
    const text = all.subarray(0, end ?? all.length)
    const rest = all.subarray(text.length)
    chunks = rest.length > 0 ? [Buffer.from(rest)] : []
    bytes = rest.length
    return { text, rows: countLines(text) }
  }
  for await (const chunk of client.query(copyTo(`copy ${quoteColumns(table)} to stdout`))) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < PART_BYTES) continue
    const lastLine = chunk.lastIndexOf(NEWLINE)
    if (lastLine >= 0) yield take(bytes - chunk.length + lastLine + 1)
  }
  if (bytes > 0) yield take()
}

export function countLines(text: Uint8Array) {
  let lines = 0
  for (const byte of text) if (byte === NEWLINE) lines++
  return lines
}
