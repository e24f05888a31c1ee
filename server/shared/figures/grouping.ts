import { type RawBuilder, sql } from 'kysely'
import type { ReportFilters } from '../../../contract/search/filters.ts'
import type { Dimension } from '../../../contract/search/reports.ts'

/** How sales are grouped and counted. */
export type Grouping = ReportFilters & {
  by: Dimension
  timezone: string
  /** Whether products that are joined are one group. */
  byItem?: boolean
}

/** Days of the business, both included. */
export type Span = {
  from: string
  to: string
  /** Where the last day ends, '14:05:09'; null for midnight. */
  until: string | null
  /** How many days later the groups of times are: those of an earlier range get the dates of the range that it is compared with. */
  shift: number
}

/**
 * The sums of a group, as whole numbers in float8: amounts in cents, units in thousandths. `entries` counts the sales, or the lines, of
 * the group. float8 is the cheapest sum, and exact for whole numbers up to 2^53.
 */
export const SUM_COLUMNS = ['entries', 'orders', 'revenue', 'refunds', 'refunded', 'units', 'vat', 'cost', 'costed_net'] as const
export type SumColumn = (typeof SUM_COLUMNS)[number]

type Columns = Record<SumColumn, RawBuilder<unknown>>

/** Rows of `key` and `SUM_COLUMNS`: one a group of the rows of a table. */
export const groupRows = (key: RawBuilder<unknown>, columns: Columns, from: RawBuilder<unknown>) =>
  sql`select ${key} as key, ${sql.join(SUM_COLUMNS.map((name) => sql`${columns[name]} as ${sql.ref(name)}`))} from ${from} group by 1`

/** Groups less others, each of which has its key among the groups. PostgreSQL can execute a full join by hash or merge only. */
export const subtractGroups = (groups: RawBuilder<unknown>, others: RawBuilder<unknown>) => sql`
  select key, ${sql.join(SUM_COLUMNS.map(subtractColumn))} from (${groups}) added full join (${others}) subtracted using (key)`

const subtractColumn = (name: SumColumn) =>
  sql`added.${sql.ref(name)} - coalesce(subtracted.${sql.ref(name)}, 0) as ${sql.ref(name)}`

/** The columns by which a source can be grouped. A source has some of them. */
type Keys = Partial<
  Record<'day' | 'week_hour' | 'siteid' | 'employeeid' | 'payment_method' | 'productid' | 'vat_rate', RawBuilder<unknown>>
>

/** The key of a group. `formatKey` writes it as text. */
export function groupKey(by: Dimension, keys: Keys, shift: number): RawBuilder<unknown> {
  const day = sql`(${keys.day} + ${sql.lit(shift)})`
  switch (by) {
    case 'day':
      return day
    case 'week':
      return sql`date_trunc('week', ${day}::timestamp)::date`
    case 'month':
      return sql`date_trunc('month', ${day}::timestamp)::date`
    case 'hour':
      return sql`${keys.week_hour} % 24`
    case 'weekday':
      return sql`extract(isodow from ${keys.day})::integer`
    case 'weekday_hour':
      return sql`${keys.week_hour}::integer`
    case 'site':
      return sql`${keys.siteid}`
    case 'employee':
      return sql`${keys.employeeid}`
    case 'payment_method':
      return sql`${keys.payment_method}`
    case 'vat_rate':
      return sql`to_char(${day}, 'YYYY-MM ') || ${keys.vat_rate}`
    case 'product':
    case 'category':
    case 'supplier':
      return sql`${keys.productid}`
  }
}

/** The key as the contract has it. */
export function formatKey(by: Dimension, key: RawBuilder<unknown>) {
  if (by === 'day' || by === 'week') return sql<string>`to_char(${key}, 'YYYY-MM-DD')`
  if (by === 'month') return sql<string>`to_char(${key}, 'YYYY-MM')`
  if (by === 'weekday_hour') return sql<string>`(${key} / 24 + 1) || ' ' || ${key} % 24`
  return sql<string>`${key}::text`
}
