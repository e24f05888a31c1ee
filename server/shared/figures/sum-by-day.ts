import { type RawBuilder, sql } from 'kysely'
import type { Compared } from '../../../contract/figures.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { addDays } from '../buckets.ts'
import { type Compare, explainMissing, findComparedRange, findLocalTime } from './compared-range.ts'
import { endOfSpan } from './sale-rows.ts'

type DaySums = Pick<Compared, 'revenue' | 'orders' | 'average' | 'daily'>

/** Adds up a subquery of (day, orders, revenue_cents), zero-filled. */
export async function sumByDay(scope: Scope, range: DateRange, parts: RawBuilder<unknown>): Promise<DaySums> {
  const { rows } = await selectSums(range, parts).execute(scope)
  return requireRow(rows)
}

const selectSums = ({ from, to }: DateRange, parts: RawBuilder<unknown>) => sql<DaySums>`
    with sold as materialized (
      select day, sum(orders) as orders, sum(revenue_cents) / 100.0 as revenue from (${parts}) parts group by day
    ), whole as (
      select coalesce(sum(orders), 0) as orders, coalesce(sum(revenue), 0) as revenue from sold
    ), days as (
      select to_char(every.day, 'YYYY-MM-DD') as day, coalesce(revenue, 0) as revenue, coalesce(orders, 0) as orders
        from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as every (day)
        left join sold on sold.day = every.day::date
       order by every.day
    )
    select revenue, orders, coalesce(round(revenue / nullif(orders, 0), 2), 0) as average,
           (select json_agg(days) from days) as daily
      from whole`

function requireRow<Row>([row]: Row[]) {
  if (!row) throw new Error('a sum without groups is one row')
  return row
}

/** Where the sums of an earlier range come from: subqueries of (day, orders, revenue_cents). */
export type ComparedParts = {
  wholeDays: (range: DateRange) => RawBuilder<unknown>
  /** The sales of a day before an instant. */
  before: (day: string, instant: RawBuilder<unknown>, timezone: string) => RawBuilder<unknown>
}

/** The sums of the earlier range, or why there are none. When the range ends today, its last day counts until the same time of day. */
export async function sumCompared(
  scope: Scope,
  range: DateRange,
  compare: Compare,
  parts: ComparedParts,
): Promise<{ compared: Compared | null; first_sale_date?: string }> {
  if (compare.compare === 'off') return { compared: null }
  const local = await findLocalTime(scope)
  const { timezone, time } = local
  const compared = findComparedRange(range, compare, local)
  if (!compared) return { compared, ...explainMissing(compared, compare, local) }
  const { from, to, is_partial } = compared
  if (!is_partial) return { compared: { from, to, until: null, ...(await sumByDay(scope, compared, parts.wholeDays(compared))) } }
  const instant = endOfSpan({ to, until: time }, timezone)
  const lastDay = parts.before(to, instant, timezone)
  const all = from === to ? lastDay : sql`${parts.wholeDays({ from, to: addDays(to, -1) })} union all ${lastDay}`
  const { rows } = await sql<DaySums & { until: Date }>`
    select ${instant} as until, sums.* from (${selectSums(compared, all)}) sums`.execute(scope)
  return { compared: { from, to, ...requireRow(rows) } }
}
