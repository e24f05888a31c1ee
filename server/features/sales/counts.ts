import { type RawBuilder, sql } from 'kysely'
import type { SalesSummary } from '../../../contract/sales.ts'
import { hasLineFilter } from '../../../contract/search/filters.ts'
import type { Direction } from '../../../contract/shared/list.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { bucketsFor } from '../../shared/buckets.ts'
import type { Compare } from '../../shared/figures/compared-range.ts'
import { sumByDay, sumCompared } from '../../shared/figures/sum-by-day.ts'
import { joinConditions } from '../../shared/list-query.ts'
import { isEmptySearch, matchesNameAndPlace, matchesOtherPayment, matchesSearch, type Search } from './search.ts'

// Counts and sums of a search, from the roll-ups: a business may have 10,000,000 sales a year, so the cost must grow with days and
// names, not with sales.

/** Without the days that have no sale of the search. */
export type DayCount = { day: string; orders: number }

export type NameSort = 'employee' | 'site'

/** Oldest day first. */
export async function countByDay(scope: Scope, search: Search): Promise<DayCount[]> {
  if (isEmptySearch(search)) return []
  const { rows } = await sql<DayCount>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(orders) as orders
      from (${partsByDay(search)}) parts
     group by parts.day
    having sum(orders) > 0
     order by parts.day`.execute(scope)
  return rows
}

/** The cards and the charts. */
export async function sumSales(scope: Scope, search: Search, compare: Compare): Promise<SalesSummary> {
  const parts = (part: Search) =>
    isEmptySearch(part) ? NO_PARTS : sql`select day, orders, revenue_cents from (${partsByDay(part)}) parts`
  return {
    ...(await sumByDay(scope, search, parts(search))),
    ...(await sumCompared(scope, search, compare, {
      wholeDays: (range) => parts({ ...search, ...range }),
      before: (day, before) =>
        isEmptySearch(search)
          ? NO_PARTS
          : sql`select day, orders, revenue_cents from (${partsFromSales({ ...search, from: day, to: day, before })}) parts`,
    })),
  }
}

const NO_PARTS = sql`select null::date as day, 0 as orders, 0 as revenue_cents where false`

export const ordersIn = (days: DayCount[]) => days.reduce((sum, { orders }) => sum + orders, 0)

const NAMES = {
  employee: { column: 'employeeid', name: ['firstname', 'lastname', 'employeeid'] },
  site: { column: 'siteid', name: ['sitename', 'siteid'] },
} as const

/** The number of sales of each employee or site, in the order of their names. */
export async function countByName(scope: Scope, search: Search, sort: NameSort, dir: Direction) {
  if (isEmptySearch(search)) return []
  const { column, name } = NAMES[sort]
  const { rows } = await sql<{ id: number; orders: number }>`
    select ${sql.ref(column)} as id, counted.orders
      from (select ${sql.ref(column)}, sum(orders) as orders from (${partsByBucket(search)}) parts group by 1 having sum(orders) > 0) counted
      join ${sql.table(sort)} using (${sql.ref(column)})
     where businessid = ${currentBusiness}
     order by ${sql.join(name.map((part) => sql`${sql.ref(part)} ${sql.raw(dir)}`))}`.execute(scope)
  return rows.map(({ id, orders }) => ({ only: sort === 'site' ? { sites: [id] } : { employees: [id] }, orders }))
}

/** Rows of (day, orders, revenue_cents) that are to be added up. site_daily is smaller and serves a search for sites alone. */
function partsByDay(search: Search) {
  const { small, named, payment_method, sites, employees } = search
  if (!hasRollUp(search)) return partsFromSales(search)
  if (payment_method !== undefined) return partsByPaymentMethod(search)
  if (small || employees.length > 0 || (named && sites.length > 0)) return partsByPerson(search)
  if (named && named.employees.length > 0)
    return named.employees.length > named.otherEmployees.length ? partsWithoutOthers(search, named) : partsByPerson(search)
  return sql`${partsBySite(search)} ${andPlace(search)}`
}

/** No roll-up has the payment methods of an employee or below R100. */
const hasRollUp = (search: Search) => {
  const { payment_method, small, named, employees } = search
  return !readsEverySale(search) && (payment_method === undefined || !(small || employees.length > 0 || named?.employees.length))
}

/** No roll-up has single sales, refunds, late sales, or the sales with some product. */
const readsEverySale = (search: Search) =>
  search.ids !== undefined || search.refunds || search.received_after !== undefined || hasLineFilter(search)

const partsFromSales = (search: Search) => sql`
  select (saledate at time zone ${search.timezone})::date as day, siteid, employeeid, 1 as orders, finalamount_cents as revenue_cents
    from sales where ${matchesSearch(search)}`

const partsByPaymentMethod = (search: Search) => sql`
  select bucket_start as day, orders, revenue_cents from payment_buckets
   where businessid = ${currentBusiness} and bucket_days = 1 and bucket_start between ${search.from} and ${search.to}
     and payment_method = ${search.payment_method} ${andPlace(search)}
   union all
  select (saledate at time zone ${search.timezone})::date, 1, finalamount_cents from sales
   where ${matchesOtherPayment(search, search.payment_method ?? '')}`

const partsBySite = ({ from, to }: Search) => sql`
  select day, orders, revenue_cents from site_daily where businessid = ${currentBusiness} and day between ${from} and ${to}`

/** For a name that most employees have: all sales, less those of the other employees at other sites. These are fewer rows. */
const partsWithoutOthers = (search: Search, { sites, otherEmployees }: NonNullable<Search['named']>) => sql`
  ${partsBySite(search)}
   union all
  select bucket_start, -orders, -revenue_cents from sales_buckets
   where businessid = ${currentBusiness} and bucket_days = 1 and bucket_start between ${search.from} and ${search.to}
     and employeeid = any(${otherEmployees}::bigint[]) and not siteid = any(${sites}::bigint[])`

const sumColumns = ({ small }: Search) =>
  small ? sql`small_orders as orders, small_revenue_cents as revenue_cents` : sql`orders, revenue_cents`

/** As `partsByDay`, with employee and site. */
function partsByPerson(search: Search): RawBuilder<unknown> {
  const { from, to } = search
  return sql`
    select bucket_start as day, siteid, employeeid, ${sumColumns(search)} from sales_buckets
     where businessid = ${currentBusiness} and bucket_days = 1 and bucket_start between ${from} and ${to} ${andPlace(search)}`
}

/** As `partsByPerson` without days, from the few buckets that cover the range. */
function partsByBucket(search: Search): RawBuilder<unknown> {
  if (readsEverySale(search) || search.payment_method !== undefined) return partsFromSales(search)
  const buckets = bucketsFor(search)
  return sql`
    select siteid, employeeid, sign * ${sql.ref(search.small ? 'small_orders' : 'orders')} as orders
      from unnest(${buckets.map(({ bucket_days }) => bucket_days)}::smallint[],
                  ${buckets.map(({ bucket_start }) => bucket_start)}::date[],
                  ${buckets.map(({ sign }) => sign)}::smallint[]) as covered (bucket_days, bucket_start, sign)
      join sales_buckets using (bucket_days, bucket_start)
     where businessid = ${currentBusiness} ${andPlace(search)}`
}

const andPlace = (search: Search) => {
  const conditions = matchesNameAndPlace(search).filter((condition) => condition !== undefined && condition !== false)
  return conditions.length > 0 ? sql`and ${joinConditions(conditions)}` : sql``
}
