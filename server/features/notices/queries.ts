import { sql } from 'kysely'
import type { Sums } from '../../../contract/figures.ts'
import { LOW_STOCK_IN_NOTICE } from '../../../contract/notices.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { bucketKey, listDays } from '../../shared/buckets.ts'
import { sumDrawer } from '../../shared/drawer.ts'
import type { ComparedRange } from '../../shared/figures/compared-range.ts'
import { isAny, ofBusiness } from '../../shared/figures/filters.ts'
import { earlierColumn, groupFigures } from '../../shared/figures/group-figures.ts'
import { SUM_COLUMNS, type SumColumn } from '../../shared/figures/grouping.ts'
import { joinConditions } from '../../shared/list-query.ts'
import { hasLowStock } from '../../shared/low-stock.ts'

// What a notice says. Each query runs in the scope of the person who gets it, so that a mail has what the screens of this person have.

export type SiteSums = { siteid: number; sitename: string; sums: Sums; earlier: Sums }

const NO_FILTERS = { employees: [], products: [], categories: [], suppliers: [], vat_rates: [], payment_methods: [] }

/** The sums of every site of the notice, by name, also of one without sales. */
export async function listSiteSums(
  scope: Scope,
  { range, compared, timezone, sites }: { range: DateRange; compared: ComparedRange | null; timezone: string; sites: number[] },
): Promise<SiteSums[]> {
  const groups = groupFigures({ by: 'site', timezone, sites, ...NO_FILTERS }, { range, compared, time: '00:00' })
  const { rows } = await sql<{ siteid: number; sitename: string } & Record<string, number | null>>`
    select site.siteid, sitename, groups.*
      from site left join (${groups}) groups on groups.key = site.siteid
     where ${joinConditions([sql`site.businessid = ${currentBusiness}`, isAny('site.siteid', sites)])}
     order by sitename, site.siteid`.execute(scope)
  return rows.map((row) => ({
    siteid: row.siteid,
    sitename: row.sitename,
    sums: toSums((name) => row[name]),
    earlier: toSums((name) => row[earlierColumn(name)]),
  }))
}

function toSums(get: (name: SumColumn) => number | null | undefined): Sums {
  const { entries: _, ...sums } = Object.fromEntries(SUM_COLUMNS.map((name) => [name, get(name) ?? 0])) as Record<
    SumColumn,
    number
  >
  const { revenue, refunded, units, vat, cost, costed_net } = sums
  const inRand = { revenue, refunded, vat, cost, costed_net }
  return {
    ...sums,
    ...(Object.fromEntries(Object.entries(inRand).map(([name, cents]) => [name, cents / 100])) as typeof inRand),
    units: units / 1000,
  }
}

const isOfDays = (range: DateRange) =>
  sql`bucket_key = any(${listDays(range).map((day) => bucketKey({ bucket_days: 1, bucket_start: day }))}::integer[])`

/** The revenue, in rand, of what sales name and no product is called. */
export async function sumUnknownProducts(scope: Scope, { range, sites }: { range: DateRange; sites: number[] }) {
  const { rows } = await sql<{ revenue: number }>`
    select coalesce(sum(revenue_cents), 0)::float8 / 100 as revenue from product_buckets
     where ${joinConditions([ofBusiness, isOfDays(range), isAny('siteid', sites)])}
       and productid in (select productid from product where businessid = ${currentBusiness} and is_unknown)`.execute(scope)
  return rows[0]?.revenue ?? 0
}

/** The days of the range on which the sites of the notice sold nothing at all. */
export async function listDaysWithoutSales(scope: Scope, { range, sites }: { range: DateRange; sites: number[] }) {
  const { rows } = await sql<{ day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day from unnest(${listDays(range)}::date[]) as every (day)
     where not exists (
       select from site_daily
        where ${joinConditions([sql`site_daily.businessid = ${currentBusiness}`, sql`site_daily.day = every.day`, sql`orders > 0`, isAny('siteid', sites)])})
     order by 1`.execute(scope)
  return rows.map(({ day }) => day)
}

export type LowProduct = { productid: number; productname: string; sitename: string; stock: number }

/** Products with low stock that the last notice has not named, the lowest first; and those that it has and that have no low stock any more. */
export async function findLowStock(scope: Scope, { sites, isFirst }: { sites: number[]; isFirst: boolean }) {
  const isLow = joinConditions([sql`product.businessid = ${currentBusiness}`, hasLowStock, isAny('product.siteid', sites)])
  const isNew = isFirst
    ? sql`true`
    : sql`not exists (select from list_noticed_products() noticed where noticed.productid = product.productid)`
  const { rows: found } = await sql<{
    productid: number
  }>`select product.productid from product where ${isLow} and ${isNew}`.execute(scope)
  const { rows: gone } = await sql<{ productid: number }>`
    select noticed.productid from list_noticed_products() noticed
     where not exists (select from product where ${isLow} and product.productid = noticed.productid)`.execute(scope)
  const { rows } = await sql<LowProduct>`
    select productid, productname, sitename, stock from product join site using (businessid, siteid)
     where ${isLow} and ${isNew} order by stock, productid limit ${LOW_STOCK_IN_NOTICE}`.execute(scope)
  const toIds = (products: { productid: number }[]) => products.map(({ productid }) => productid)
  return { noticed: toIds(found), forgotten: toIds(gone), count: found.length, rows }
}

export type Silence = { key: string; sitename: string; name: string; since: string }

/** Tills that sold daily and have sent nothing for a day. `key` is of this silence, and not of the next one of the till. */
export async function listSilences(scope: Scope, sites: number[]): Promise<Silence[]> {
  const { rows } = await sql<Silence>`
    select tillid || ' ' || extract(epoch from last_used_at) as key, sitename, till_keys.name,
           to_char(last_used_at at time zone timezone, 'YYYY-MM-DD HH24:MI') as since
      from business join till_keys on till_keys.businessid = business.id join site using (businessid, siteid)
     where ${joinConditions([sql`business.id = ${currentBusiness}`, sql`revoked_at is null`, sql`is_silent_till(used_days, last_used_at)`, isAny('siteid', sites)])}
     order by last_used_at, tillid`.execute(scope)
  return rows
}

export type CashUpOfSite = {
  siteid: number
  sitename: string
  day: string
  expected: number
  counted: number
  /** What the sales of its hours are more now than when it was saved: tills sent them later. */
  late_sales: number
  late_amount: number
}

/** The newest cash-up of each day of the range, by day and site. */
export async function listCashUps(
  scope: Scope,
  { range, sites }: { range: DateRange; sites: number[] },
): Promise<CashUpOfSite[]> {
  const { rows } = await sql<CashUpOfSite>`
    select newest.siteid, sitename, to_char(day, 'YYYY-MM-DD') as day, lines.expected, lines.counted,
           (now.sales - coalesce(newest.sales, lines.sales))::float8 as late_sales, now.cents / 100.0::float8 - lines.expected as late_amount
      from (select distinct on (siteid, day) siteid, day, cash_upid, starts_at, ends_at, sales from cash_ups
             where ${joinConditions([ofBusiness, sql`day between ${range.from} and ${range.to}`, isAny('siteid', sites)])}
             order by siteid, day, entry desc) newest
      join site on site.businessid = ${currentBusiness} and site.siteid = newest.siteid
     cross join lateral (
       select coalesce(sum(expected), 0)::float8 as expected, coalesce(sum(counted), 0)::float8 as counted,
              coalesce(sum(sales), 0) as sales
         from cash_up_lines where cash_up_lines.businessid = ${currentBusiness} and cash_up_lines.cash_upid = newest.cash_upid
     ) lines
     cross join lateral (
       ${sumDrawer({ siteid: sql`newest.siteid`, starts_at: sql`newest.starts_at`, ends_at: sql`newest.ends_at` })}
     ) now
     order by day, sitename, newest.siteid`.execute(scope)
  return rows
}

/** The sites that were cashed up in the four weeks before a range and not in it, by name. */
export async function listSitesWithoutCashUp(scope: Scope, { range, sites }: { range: DateRange; sites: number[] }) {
  const { rows } = await sql<{ sitename: string }>`
    select sitename from site
     where ${joinConditions([sql`site.businessid = ${currentBusiness}`, isAny('site.siteid', sites)])}
       and exists (select from cash_ups c where c.businessid = ${currentBusiness} and c.siteid = site.siteid
                      and c.day between ${range.from}::date - 28 and ${range.from}::date - 1)
       and not exists (select from cash_ups c where c.businessid = ${currentBusiness} and c.siteid = site.siteid
                          and c.day between ${range.from} and ${range.to})
     order by sitename, siteid`.execute(scope)
  return rows.map(({ sitename }) => sitename)
}

/** The name of the business, and the number of sites that the notice is of. */
export async function findPlace(scope: Scope, sites: number[]) {
  const { rows } = await sql<{ name: string; sites: number }>`
    select name, (select count(*) from site where ${joinConditions([ofBusiness, isAny('siteid', sites)])}) as sites
      from business where id = ${currentBusiness}`.execute(scope)
  const [row] = rows
  if (!row) throw new Error('a scope has a business')
  return row
}
