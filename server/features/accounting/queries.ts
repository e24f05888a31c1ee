import { sql } from 'kysely'
import type { AccountingInput, AccountingPreview } from '../../../contract/accounting.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { bucketKey, listDays } from '../../shared/buckets.ts'
import { isAny, ofBusiness } from '../../shared/figures/filters.ts'
import { joinConditions } from '../../shared/list-query.ts'
import { addUpSums, isNotZero, selectSums } from './day-sums.ts'

/** What was sold at a VAT rate, paid by a payment method, or taken beside the sales, in cents. Its site is null where all sites are one journal. */
export type DaySum = {
  kind: 'sales' | 'payment' | 'extra'
  day: string
  siteid: number | null
  sitename: string | null
  /** A VAT rate, a payment method, or the kind of an extra. */
  key: string
  /** Sales without item details. */
  is_remainder: boolean
  revenue: number
  vat: number
}

/** Of a site, with how many sales were paid so, and its place among those of its day. */
export type SiteDaySum = DaySum & { siteid: number; sales: number; place: number }

/** The sums of each day and site, in order. One statement, so that sales and payments are of one snapshot and add up. */
export async function listSiteDaySums(scope: Scope, input: AccountingInput): Promise<SiteDaySum[]> {
  const { rows } = await sql<SiteDaySum>`
    with grouped as (
      select kind, day, siteid, key, is_remainder, ${addUpSums}
        from (${selectSums(input)}) sums group by 1, 2, 3, 4, 5 having ${isNotZero}
    )
    select kind, to_char(day, 'YYYY-MM-DD') as day, grouped.siteid, sitename, key, is_remainder, sales, revenue, vat,
           rank() over (order by kind desc, key = 'exempt', key desc, is_remainder)::integer as place
      from grouped left join site on site.businessid = ${currentBusiness} and site.siteid = grouped.siteid
     order by day, sitename, grouped.siteid, place`.execute(scope)
  return rows
}

/** The sums of each day, of all sites together, in order. */
export function mergeSites(sums: SiteDaySum[]): DaySum[] {
  const groups = Map.groupBy(sums, ({ day, place }) => JSON.stringify([day, place]))
  const add = (rows: SiteDaySum[], name: 'revenue' | 'vat') => rows.reduce((sum, row) => sum + row[name], 0)
  return [...groups.values()]
    .flatMap((rows) =>
      rows
        .slice(0, 1)
        .map((row) => ({ ...row, siteid: null, sitename: null, revenue: add(rows, 'revenue'), vat: add(rows, 'vat') })),
    )
    .filter(({ revenue, vat }) => revenue !== 0 || vat !== 0)
    .sort((a, b) => a.day.localeCompare(b.day) || a.place - b.place)
}

/** On which days sales lack a product or item details, and for how much. A line whose VAT rate is assumed has no product. */
export async function findIncomplete(scope: Scope, input: AccountingInput): Promise<AccountingPreview['incomplete']> {
  const { from, to, sites } = input
  const days = listDays({ from, to })
  const keys = days.map((day) => bucketKey({ bucket_days: 1, bucket_start: day }))
  const { rows } = await sql<{ day: string; unknown_products: number; assumed_vat: number; without_items: number }>`
    with unknown as materialized (
      select date '1970-01-01' + bucket_key / 1024 as day, productid, sum(revenue_cents)::float8 as revenue
        from product_buckets
       where ${joinConditions([ofBusiness, sql`bucket_key = any(${keys}::integer[])`, isAny('siteid', sites)])}
         and productid in (select productid from product where businessid = ${currentBusiness} and is_unknown)
       group by 1, 2 having sum(lines) > 0
    ), assumed as (
      select (saledate at time zone timezone)::date as day, sum(amount_cents)::float8 as amount
        from business join saleitems on saleitems.businessid = business.id
       where ${joinConditions([sql`business.id = ${currentBusiness}`, isAny('siteid', sites)])}
         and productid = any(array(select productid from unknown)) and is_vat_assumed
         and saledate >= ${from}::timestamp at time zone timezone and saledate < (${to}::date + 1)::timestamp at time zone timezone
       group by 1
    ), remainder as (
      select day, sum(revenue)::float8 as revenue from (${selectSums(input)}) sums where is_remainder and revenue <> 0 group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(named.revenue, 0) as unknown_products, coalesce(assumed.amount, 0) as assumed_vat,
           coalesce(remainder.revenue, 0) as without_items
      from (select day, sum(revenue) as revenue from unknown group by 1) named
      full join remainder using (day)
      left join assumed using (day)
     order by day`.execute(scope)
  const add = (name: 'unknown_products' | 'assumed_vat' | 'without_items') => rows.reduce((sum, row) => sum + row[name], 0) / 100
  return {
    days: rows.map(({ day }) => day),
    unknown_products: add('unknown_products'),
    assumed_vat: add('assumed_vat'),
    without_items: add('without_items'),
  }
}
