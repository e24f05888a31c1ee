import { sql } from 'kysely'
import type { Figures, FiguresCheck, FirstSteps, Hour, SilentTill } from '../../../contract/dashboard.ts'
import { LOW_STOCK, LOW_STOCK_ITEMS_SHOWN, TOP_SHOWN } from '../../../contract/shared/constants.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { currentBusiness, executePrepared, hideFromPlanner } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { bucketKey, bucketsFor } from '../../shared/buckets.ts'

/** Every figure of the dashboard, from the roll-ups alone. */
export async function findFigures(scope: Scope, range: DateRange): Promise<Figures> {
  const figures = await queryFigures(scope, range, 'any')
  // A product with a positive total was sold in this range. One with another total may not have been.
  return figures.top_products.every(({ total }) => total > 0) ? figures : queryFigures(scope, range, 'sold')
}

/**
 * One statement, so that all figures are of one snapshot: a sale that arrives now is in all of them or in none. With `top` 'sold' it
 * checks that the top products were sold, which takes a fifth longer.
 */
async function queryFigures(scope: Scope, range: DateRange, top: 'any' | 'sold'): Promise<Figures> {
  const buckets = bucketsFor(range)
  const from = hideFromPlanner(sql`${range.from}::date`)
  const to = hideFromPlanner(sql`${range.to}::date`)
  const covered = sql`unnest(
    ${hideFromPlanner(sql`${buckets.map(({ bucket_days }) => bucket_days)}::smallint[]`)},
    ${hideFromPlanner(sql`${buckets.map(({ bucket_start }) => bucket_start)}::date[]`)},
    ${hideFromPlanner(sql`${buckets.map(({ sign }) => sign)}::smallint[]`)}
  ) as covered (bucket_days, bucket_start, sign)`
  const isCovered = sql`bucket_key = any(${hideFromPlanner(sql`${buckets.map(bucketKey)}::integer[]`)}::integer[])`
  const subtracted = buckets.filter(({ sign }) => sign < 0).map(bucketKey)
  const isSubtracted = sql`bucket_key = any(${hideFromPlanner(sql`${subtracted}::integer[]`)}::integer[])`
  const signed = (column: 'lines' | 'quantity' | 'revenue') =>
    subtracted.length === 0
      ? sql.ref(column)
      : sql`case when ${isSubtracted} then -${sql.ref(column)} else ${sql.ref(column)} end`
  const rows = await executePrepared<Omit<Figures, 'from' | 'to'>>(
    scope,
    `dashboard figures, ${top}, ${subtracted.length === 0 ? 'sums' : 'differences'}`,
    sql`
    with site_days as (
      select day, sum(revenue) as revenue, sum(orders) as orders
        from site_daily
       where businessid = ${currentBusiness} and day between ${from} and ${to} and orders > 0
       group by day
    ), days as materialized (
      select to_char(calendar.day, 'YYYY-MM-DD') as day, coalesce(site_days.revenue, 0) as revenue, coalesce(site_days.orders, 0) as orders
        from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as calendar (day)
        left join site_days on site_days.day = calendar.day::date
       order by calendar.day
    ), payments as (
      select payment_method, sum(sign * orders) as orders, sum(sign * revenue) as revenue
        from ${covered}
        join payment_buckets using (bucket_days, bucket_start)
       where businessid = ${currentBusiness}
       group by payment_method
      having sum(sign * orders) > 0
       order by 2 desc, 1
    ), sellers as materialized (
      select siteid, employeeid, sum(case when sign < 0 then -revenue else revenue end) as revenue, sum(sign * orders) as orders
        from ${covered}
        join sales_buckets using (bucket_days, bucket_start)
       where businessid = ${currentBusiness}
       group by siteid, employeeid
    ), top_sites as (
      select siteid, sitename, total.revenue
        from (select siteid, sum(revenue) as revenue from sellers group by siteid having sum(orders) > 0) total
        join site using (siteid)
       where businessid = ${currentBusiness}
       order by total.revenue desc, siteid
       limit ${sql.lit(TOP_SHOWN)}
    ), top_employees as (
      select employeeid, firstname, lastname, total.revenue
        from (select employeeid, sum(revenue) as revenue from sellers group by employeeid having sum(orders) > 0) total
        join employee using (employeeid)
       where businessid = ${currentBusiness}
       order by total.revenue desc, employeeid
       limit ${sql.lit(TOP_SHOWN)}
    ), best_products as (
      -- This sum over every product of the range takes most of the statement's time. float8 is the cheapest sum, and exact for whole
      -- cents up to 2^53. With 'any' instead of '=', the index compares once for the policy and for this condition.
      select productid, sum((${signed('revenue')})::float8) as total
        from product_buckets
       where businessid = any(array[${currentBusiness}]) and ${isCovered}
       group by productid
       ${top === 'sold' ? sql`having sum((${signed('lines')})::float8) > 0` : sql``}
       order by total desc, productid
       limit ${sql.lit(TOP_SHOWN)}
    ), top_products as (
      select productid, productname, price, quantities.sold, best_products.total / 100 as total
        from best_products
        join product using (productid)
       cross join lateral (
         select sum(${signed('quantity')})::float8 / 1000 as sold
           from product_buckets
          where businessid = ${currentBusiness} and ${isCovered}
            and product_buckets.productid = best_products.productid
       ) quantities
       where businessid = ${currentBusiness}
       order by best_products.total desc, productid
    ), low_stock_items as (
      select productid, productname, sitename, supplier, stock
        from product
        join site using (businessid, siteid)
       where businessid = ${currentBusiness} and stock < ${sql.lit(LOW_STOCK)} and archived_at is null
       order by stock, productid
       limit ${sql.lit(LOW_STOCK_ITEMS_SHOWN)}
    )
    select statement_timestamp() as as_at,
           whole.revenue,
           whole.orders,
           coalesce(round(whole.revenue / nullif(whole.orders, 0), 2), 0) as average,
           (select count(*) from product
             where businessid = ${currentBusiness} and stock < ${sql.lit(LOW_STOCK)} and archived_at is null) as low_stock,
           (select coalesce(json_agg(days), '[]') from days) as daily,
           (select coalesce(json_agg(payments), '[]') from payments) as payments,
           (select coalesce(json_agg(top_sites), '[]') from top_sites) as top_sites,
           (select coalesce(json_agg(top_employees), '[]') from top_employees) as top_employees,
           (select coalesce(json_agg(top_products), '[]') from top_products) as top_products,
           (select coalesce(json_agg(low_stock_items), '[]') from low_stock_items) as low_stock_items
      from (select sum(revenue) as revenue, sum(orders) as orders from days) whole`,
  )
  const row = rows[0]
  if (!row) throw new Error('a sum without groups is one row')
  return { ...range, ...row }
}

/** The hours of a day that have begun, from the sales themselves: there are no sums by hour. */
export async function listHours(scope: Scope, day: string): Promise<Hour[]> {
  const { rows } = await sql<Hour>`
    with day as materialized (
      select timezone, ${day}::timestamp at time zone timezone as start, (${day}::date + 1)::timestamp at time zone timezone as next
        from business where id = ${currentBusiness}
    ), sold as (
      select date_bin('1 hour', saledate, (select start from day)) as start, count(*) as orders, sum(finalamount_cents) as cents
        from sales
       where businessid = ${currentBusiness}
         and saledate >= (select start from day) and saledate < (select next from day)
       group by 1
    )
    select to_char(hour.start at time zone timezone, 'HH24:MI') as hour,
           coalesce(cents, 0) / 100.0 as revenue, coalesce(orders, 0) as orders
      from day
     cross join generate_series(day.start, least(day.next - interval '1 hour', now()), interval '1 hour') as hour (start)
      left join sold on sold.start = hour.start
     order by hour.start`.execute(scope)
  return rows
}

/** The last daily comparison of the figures with the sales. */
export async function findFiguresCheck(scope: Scope): Promise<FiguresCheck> {
  const { rows } = await sql<FiguresCheck>`
    select checked_at, differences from figures_checks where businessid = ${currentBusiness}`.execute(scope)
  return rows[0] ?? { checked_at: null, differences: 0 }
}

/** Each answer is one row of an index. A till has an employee of its own, who is not counted. */
export async function findFirstSteps(scope: Scope): Promise<FirstSteps> {
  const { rows } = await sql<FirstSteps>`
    select exists (select from product where businessid = ${currentBusiness} and archived_at is null) as has_products,
           (select count(*) from (
             select from employee where businessid = ${currentBusiness}
                and employeeid not in (select till_employeeid from site where businessid = ${currentBusiness} and till_employeeid is not null)
              limit 2) people) > 1 as has_employees,
           exists (select from till_keys where businessid = ${currentBusiness} and revoked_at is null) as has_tills,
           exists (select from sales where businessid = ${currentBusiness}) as has_sales`.execute(scope)
  const [row] = rows
  if (!row) throw new Error('a select without a table is one row')
  return row
}

/** Longest silent first. A business has few tills. */
export async function listSilentTills(scope: Scope): Promise<SilentTill[]> {
  const { rows } = await sql<SilentTill>`
    select tillid, sitename, name, last_used_at
      from till_keys
      join site using (businessid, siteid)
     where businessid = ${currentBusiness} and revoked_at is null and is_silent_till(used_days, last_used_at)
     order by last_used_at, tillid`.execute(scope)
  return rows
}
