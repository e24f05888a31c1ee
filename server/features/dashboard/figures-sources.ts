import { type RawBuilder, sql } from 'kysely'
import type { FiguresInput } from '../../../contract/dashboard.ts'
import { CHARGES_PRODUCT } from '../../../contract/search/reports.ts'
import { TOP_SHOWN } from '../../../contract/shared/constants.ts'
import { currentBusiness, hideFromPlanner } from '../../../db/sql.ts'
import { bucketKey, bucketsFor } from '../../shared/buckets.ts'
import { matchesPlace, ofBusiness } from '../../shared/figures/filters.ts'
import { joinConditions } from '../../shared/list-query.ts'

export type Input = Omit<FiguresInput, 'compare' | 'period'>

/** Where the figures of a dashboard come from: subqueries of the names that figures.ts reads. */
export type Sources = {
  /** (day, revenue_cents, orders, vat_cents, cost_cents, costed_net_cents), several rows a day. */
  days: RawBuilder<unknown>
  /** (siteid, employeeid, revenue_cents, orders). */
  sellers: RawBuilder<unknown>
  /** (payment_method, orders, revenue_cents): the sales in which it was used, and the amount of its payments. */
  payments: RawBuilder<unknown>
  /** (productid, sold, total): the first TOP_SHOWN. */
  products: RawBuilder<unknown>
  /** The conditions on sales and their payments. */
  sold: RawBuilder<unknown>
}

/** When a day of the business begins. */
const startOf = (day: RawBuilder<unknown>) =>
  sql`(select ${day}::timestamp at time zone timezone from business where id = ${currentBusiness})`
const inRange = ({ from, to }: Pick<Input, 'from' | 'to'>) => sql`
  saledate >= ${startOf(hideFromPlanner(sql`${from}::date`))} and saledate < ${startOf(hideFromPlanner(sql`${to}::date + 1`))}`

/**
 * The roll-ups: the cost grows with the buckets that cover the range. Every text is a constant for its `name`, so that the statement is
 * prepared once. With `top` 'sold' it checks that the top products were sold, which takes a fifth longer.
 */
export function createRollUpSources({ sites, ...range }: Input, top: 'any' | 'sold'): Sources & { name: string } {
  const buckets = bucketsFor(range)
  const covered = sql`unnest(
    ${hideFromPlanner(sql`${buckets.map(({ bucket_days }) => bucket_days)}::smallint[]`)},
    ${hideFromPlanner(sql`${buckets.map(({ bucket_start }) => bucket_start)}::date[]`)},
    ${hideFromPlanner(sql`${buckets.map(({ sign }) => sign)}::smallint[]`)}
  ) as covered (bucket_days, bucket_start, sign)`
  const subtracted = buckets.filter(({ sign }) => sign < 0).map(bucketKey)
  const isSubtracted = sql`bucket_key = any(${hideFromPlanner(sql`${subtracted}::integer[]`)}::integer[])`
  const signed = (column: 'lines' | 'units_thousandths' | 'revenue_cents') =>
    subtracted.length === 0
      ? sql.ref(column)
      : sql`case when ${isSubtracted} then -${sql.ref(column)} else ${sql.ref(column)} end`
  const isOfSites = sites.length > 0 ? sql`and siteid = any(${hideFromPlanner(sql`${sites}::bigint[]`)}::bigint[])` : sql``
  const isCovered = sql`bucket_key = any(${hideFromPlanner(sql`${buckets.map(bucketKey)}::integer[]`)}::integer[]) ${isOfSites}`
  return {
    sold: sql`businessid = ${currentBusiness} and ${inRange(range)} ${isOfSites}`,
    name: `dashboard figures, ${top}, ${subtracted.length === 0 ? 'sums' : 'differences'}, ${sites.length > 0 ? 'some' : 'all'} sites`,
    days: sql`
      select day, revenue_cents, orders, vat_cents, cost_cents, costed_net_cents from site_daily
       where businessid = ${currentBusiness} and orders > 0 ${isOfSites}
         and day between ${hideFromPlanner(sql`${range.from}::date`)} and ${hideFromPlanner(sql`${range.to}::date`)}`,
    sellers: sql`
      select siteid, employeeid, sign * revenue_cents as revenue_cents, sign * orders as orders
        from ${covered}
        join sales_buckets using (bucket_days, bucket_start)
       where businessid = ${currentBusiness} ${isOfSites}`,
    payments: sql`
      select payment_method, sign * (orders + other_orders) as orders, sign * (revenue_cents + other_cents) as revenue_cents
        from ${covered}
        join payment_buckets using (bucket_days, bucket_start)
       where businessid = ${currentBusiness} ${isOfSites}`,
    products: sql`
      select productid, quantities.sold, best_products.total / 100 as total
        from (
          -- This sum over every product of the range takes most of the statement's time. float8 is the cheapest sum, and exact for
          -- whole cents up to 2^53. With 'any' instead of '=', the index compares once for the policy and for this condition.
          select productid, sum((${signed('revenue_cents')})::float8) as total
            from product_buckets
           where businessid = any(array[${currentBusiness}]) and ${isCovered} and productid <> ${sql.lit(CHARGES_PRODUCT)}
           group by productid
           ${top === 'sold' ? sql`having sum((${signed('lines')})::float8) > 0` : sql``}
           order by total desc, productid
           limit ${sql.lit(TOP_SHOWN)}
        ) best_products
       cross join lateral (
         select sum(${signed('units_thousandths')})::float8 / 1000 as sold
           from product_buckets
          where businessid = ${currentBusiness} and ${isCovered}
            and product_buckets.productid = best_products.productid
       ) quantities`,
  }
}

/** For a choice of employees. No roll-up has their payment methods and products: those come from their sales. */
export function createEmployeeSources({ from, to, ...filters }: Input): Sources {
  const isOfPlace = joinConditions([ofBusiness, ...matchesPlace(filters)])
  const daily = sql`
    select bucket_start as day, siteid, employeeid, revenue_cents, orders, vat_cents, cost_cents, costed_net_cents from sales_buckets
     where ${isOfPlace} and bucket_days = 1 and bucket_start between ${from} and ${to} and orders > 0`
  const sold = sql`${isOfPlace} and ${inRange({ from, to })}`
  return {
    sold,
    days: daily,
    sellers: daily,
    payments: sql`
      select normalized_payment_method as payment_method, count(*) as orders, sum(finalamount_cents) as revenue_cents
        from sales
       where ${sold}
       group by 1
       union all
      select normalized_payment_method, sum(other_orders), sum(other_cents)
        from sale_payments
       where ${sold}
       group by 1`,
    products: sql`
      select productid, sum(quantity)::float8 as sold, sum(amount_cents)::float8 / 100 as total
        from (select saleid from sales where ${sold}) sold
        join saleitems using (saleid)
       where businessid = ${currentBusiness} and productid is not null
       group by productid
       order by total desc, productid
       limit ${sql.lit(TOP_SHOWN)}`,
  }
}
