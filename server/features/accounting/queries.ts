import { sql } from 'kysely'
import type { AccountingInput, AccountingPreview } from '../../../contract/accounting.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { bucketKey, listDays } from '../../shared/buckets.ts'
import { isAny, ofBusiness } from '../../shared/figures/filters.ts'
import { joinConditions } from '../../shared/list-query.ts'

/** What was sold at a VAT rate, or paid by a payment method, in cents. Its site is null where all sites are one journal. */
export type DaySum = {
  kind: 'sales' | 'payment'
  day: string
  siteid: number | null
  sitename: string | null
  /** A VAT rate or a payment method. */
  key: string
  /** Sales without item details. */
  is_remainder: boolean
  revenue: number
  vat: number
}

/** The sums of each day, in order. One statement, so that sales and payments are of one snapshot and add up. */
export async function listDaySums(scope: Scope, { from, to, sites, by_site }: AccountingInput): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    with sums as (
      select 'sales' as kind, day, siteid, vat_rate as key, is_remainder, revenue_cents, vat_cents from vat_daily
       where ${joinConditions([ofBusiness, sql`day between ${from} and ${to}`, isAny('siteid', sites)])}
      union all
      select 'payment', bucket_start, siteid, payment_method, false, revenue_cents, 0 from payment_buckets
       where ${joinConditions([ofBusiness, sql`bucket_days = 1 and bucket_start between ${from} and ${to}`, isAny('siteid', sites)])}
    ), grouped as (
      select kind, day, ${by_site ? sql`siteid` : sql`null::bigint`} as siteid, key, is_remainder,
             sum(revenue_cents)::float8 as revenue, sum(vat_cents)::float8 as vat
        from sums group by 1, 2, 3, 4, 5
      having sum(revenue_cents) <> 0 or sum(vat_cents) <> 0
    )
    select kind, to_char(day, 'YYYY-MM-DD') as day, grouped.siteid, sitename, key, is_remainder, revenue, vat
      from grouped left join site on site.businessid = ${currentBusiness} and site.siteid = grouped.siteid
     order by day, sitename, grouped.siteid, kind desc, key = 'exempt', key desc, is_remainder`.execute(scope)
  return rows
}

/** On which days sales lack a product or item details, and for how much. A line whose VAT rate is assumed has no product. */
export async function findIncomplete(
  scope: Scope,
  { from, to, sites }: AccountingInput,
): Promise<AccountingPreview['incomplete']> {
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
      select day, sum(revenue_cents)::float8 as revenue from vat_daily
       where ${joinConditions([ofBusiness, sql`is_remainder`, sql`day between ${from} and ${to}`, isAny('siteid', sites)])}
       group by 1 having sum(lines) > 0
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
