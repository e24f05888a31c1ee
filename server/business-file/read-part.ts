import { sql } from 'kysely'
import { currentBusiness } from '../../db/sql.ts'
import type { Scope } from '../../db/tenant-scope.ts'
import { type CsvColumn, writeCsv } from '../shared/csv.ts'
import { type Column, isCsv, isJson, type Part } from './part.ts'

export type Row = Record<string, unknown>

/** Rows of one query: few enough that other requests run in between. */
const PAGE_ROWS = 2_000
/** A row of JSON Lines may have a line for each product. */
const LARGE_PAGE_ROWS = 20

/** The rows of a part of the entered business, in the order of its key. */
export async function* readPages(scope: Scope, part: Part): AsyncGenerator<Row[]> {
  const limit = isCsv(part) ? PAGE_ROWS : LARGE_PAGE_ROWS
  for (let last: Row | undefined; ; ) {
    const { rows } = await selectPage(scope, part, limit, last)
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    if (rows.length < limit) return
  }
}

function selectPage(scope: Scope, { table, key, where, columns }: Part, limit: number, last: Row | undefined) {
  const keyColumns = columns.filter(({ name }) => key.includes(name))
  const by = sql.join(keyColumns.map(({ name }) => sql.ref(`t.${name}`)))
  const after = last && sql`and (${by}) > (${sql.join(keyColumns.map((column) => keyValue(column, last[column.name])))})`
  return sql<Row>`
    select ${sql.join(columns.map(selectColumn))} from ${sql.raw(table)} t
     where t.businessid = ${currentBusiness} and ${sql.raw(where ?? 'true')} ${after ?? sql``}
     order by ${by} limit ${limit}`.execute(scope)
}

/** ISO 8601 with microseconds and the offset of the session's time zone. */
const TIMESTAMP = 'YYYY-MM-DD"T"HH24:MI:SS.USTZH:TZM'

function selectColumn({ name, type, shown }: Column) {
  const value = sql.ref(`t.${name}`)
  if (shown) return sql`${sql.raw(shown)} as ${sql.ref(name)}`
  if (type === 'timestamp') return sql`to_char(${value}, ${sql.lit(TIMESTAMP)}) as ${sql.ref(name)}`
  if (type === 'hex') return sql`encode(${value}, 'hex') as ${sql.ref(name)}`
  return value
}

function keyValue({ type }: Column, value: unknown) {
  if (type === 'hex') return sql`decode(${value}, 'hex')`
  if (type === 'uuid') return sql`${value}::uuid`
  if (type === 'date') return sql`${value}::date`
  return type === 'text' ? sql`${value}::text` : sql`${value}::bigint`
}

/** The bytes of a part, as UTF-8. */
export function writePart(part: Part, pages: AsyncIterable<Row[]>): AsyncIterable<Buffer> {
  return isCsv(part) ? writeCsv(part.columns.map(toCsvColumn), pages) : writeJsonLines(pages)
}

const DECIMALS: Partial<Record<Column['type'], number | 'price'>> = { money: 2, quantity: 3, price: 'price' }

const toCsvColumn = (column: Column): CsvColumn<Row> => ({
  title: column.name,
  decimals: DECIMALS[column.type],
  value: (row) => {
    const value = row[column.name]
    if (value === null || value === undefined) return null
    if (isJson(column)) return JSON.stringify(value)
    return typeof value === 'number' ? value : String(value)
  },
})

async function* writeJsonLines(pages: AsyncIterable<Row[]>) {
  for await (const rows of pages) yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}
