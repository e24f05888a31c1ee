import { type RawBuilder, sql } from 'kysely'
import type { Direction } from '../../../contract/shared/list.ts'
import { seesCosts } from '../../../db/right-role.ts'
import type { Scope } from '../../../db/tenant-scope.ts'

export type Order = { sort: string; dir: Direction }

/** Names in ascending order behind equal values, and rows without a value last. `key` is unique. */
const orderBy = (scope: Scope, { sort, dir }: Order, key: string) => {
  // The order would say what the person does not see.
  if (sort === 'cost' && !seesCosts(scope)) return sql`order by ${sql.ref(key)}`
  const column = sort === 'supplier' ? sql`supplier = '', supplier` : sql.ref(sort)
  const name = sort === 'supplier' ? sql`, productname` : sql``
  return sql`order by ${column} ${sql.raw(dir)} nulls last${name}, ${sql.ref(key)}`
}

export type ReportRows = {
  key: 'productid' | 'siteid'
  /** A select of all rows of a report, or of those with these keys. */
  select: (ids?: number[]) => RawBuilder<unknown>
  /** A last column that costs a search a row: PostgreSQL computes it up to the last shown row, unless it decides the order. */
  lastColumn?: RawBuilder<unknown>
}

const withLastColumn = ({ lastColumn }: ReportRows, from: RawBuilder<unknown>) =>
  sql`select report.*${lastColumn ? sql`, ${lastColumn}` : sql``} from ${from}`

type Report = ReportRows & {
  /** The select list of the sums of all rows. */
  sums: RawBuilder<unknown>
  order: Order
  page: number
  perPage: number
}

export type ReportPage<Row, Total> = { rows: Row[]; page: number; pages: number; results: number; total: Total }

/** A page of a report with the sums of all rows, in one statement: both are of one snapshot. */
export async function readReport<Row, Total>(
  scope: Scope,
  { sums, order, page, perPage, ...report }: Report,
): Promise<ReportPage<Row, Total>> {
  const { key, select } = report
  const limit = sql.lit(perPage)
  const result = await sql<ReportPage<Row, Total>>`
    with report as materialized (${select()})
    select results, pages, page, (select row_to_json(sums) from (select ${sums} from report) sums) as total,
           (select coalesce(json_agg(shown), '[]') from (
              ${withLastColumn(report, sql`report`)} ${orderBy(scope, order, key)} limit ${limit} offset (page - 1) * ${limit}) shown) as rows
      from (select count(*) as results from report) counted
     cross join lateral (select greatest(1, ceil(results::numeric / ${limit}))::integer as pages) paged
     cross join lateral (select least(${page}::integer, pages) as page) chosen`.execute(scope)
  const [found] = result.rows
  if (!found) throw new Error('a count without groups is one row')
  return found
}

/** The keys of all rows of a report in its order. */
export async function readIds(scope: Scope, report: ReportRows, order: Order): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(report.key)} as id from (${withLastColumn(report, sql`(${report.select()}) report`)}) report
     ${orderBy(scope, order, report.key)}`.execute(scope)
  return rows.map(({ id }) => id)
}

/** The rows of a report with these keys, in this order. */
export async function readRows<Row>(scope: Scope, report: ReportRows, ids: number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    ${withLastColumn(report, sql`(${report.select(ids)}) report`)} order by array_position(${ids}::bigint[], ${sql.ref(report.key)})`.execute(
    scope,
  )
  return rows
}
