import type { Database } from '../lib/database.ts'
import { type DateRange, TIMEZONE } from '../lib/date-ranges.ts'

/** The bounds are constants to the planner, so that it knows how many rows lie between them. */
export const IN_RANGE = `businessid = $1
  and saledate >= $2::date::timestamp at time zone '${TIMEZONE}'
  and saledate < ($3::date + 1)::timestamp at time zone '${TIMEZONE}'`

/**
 * All figures of the dashboard in one statement over the rows. Each table is read once, from an index alone, and grouped first; what
 * is shown is then summed from the groups.
 */
const FIGURES = `
  with sold as materialized (
    select (saledate at time zone '${TIMEZONE}')::date as day, siteid, employeeid, payment_method,
           sum(finalamount) as revenue, count(*) as orders
      from baseline.sales
     where ${IN_RANGE}
     group by 1, 2, 3, 4
  ), days as materialized (
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(revenue, 0) as revenue, coalesce(orders, 0) as orders
      from (select day::date from generate_series($2::date, $3::date, interval '1 day') day) range
      left join (select day, sum(revenue) as revenue, sum(orders) as orders from sold group by day) sums using (day)
     order by range.day
  ), payments as (
    select coalesce(nullif(lower(btrim(payment_method)), ''), 'unknown') as payment_method, sum(orders) as orders, sum(revenue) as revenue
      from sold group by 1 order by 2 desc, 1
  ), top_sites as (
    select siteid, sitename, revenue
      from (select siteid, sum(revenue) as revenue from sold group by 1 order by 2 desc, 1 limit 5) best
      join baseline.site using (siteid)
     where businessid = $1 order by revenue desc, siteid
  ), top_employees as (
    select employeeid, firstname, lastname, revenue
      from (select employeeid, sum(revenue) as revenue from sold group by 1 order by 2 desc, 1 limit 5) best
      join baseline.employee using (employeeid)
     where businessid = $1 order by revenue desc, employeeid
  ), top_products as (
    select productid, productname, price, sold, total
      from (select productid, sum(quantity * lines) as sold, sum(round(quantity * price, 2) * lines) as total
              from (select productid, quantity, price, count(*) as lines from baseline.saleitems where ${IN_RANGE} group by 1, 2, 3) alike
             group by 1 order by 3 desc, 1 limit 5) best
      join baseline.product using (productid)
     where businessid = $1 order by total desc, productid
  ), low_stock_items as (
    select productid, productname, sitename, supplier, stock
      from baseline.product join baseline.site using (businessid, siteid)
     where businessid = $1 and stock < 50 order by stock, productid limit 8
  )
  select $2 as from, $3 as to, whole.revenue, whole.orders, coalesce(round(whole.revenue / nullif(whole.orders, 0), 2), 0) as average,
         (select count(*) from baseline.product where businessid = $1 and stock < 50) as low_stock,
         (select coalesce(json_agg(days), '[]') from days) as daily,
         (select coalesce(json_agg(payments), '[]') from payments) as payments,
         (select coalesce(json_agg(top_sites), '[]') from top_sites) as top_sites,
         (select coalesce(json_agg(top_products), '[]') from top_products) as top_products,
         (select coalesce(json_agg(top_employees), '[]') from top_employees) as top_employees,
         (select coalesce(json_agg(low_stock_items), '[]') from low_stock_items) as low_stock_items
    from (select sum(revenue) as revenue, sum(orders) as orders from days) whole`

export async function readDashboard(db: Database, businessid: string, { from, to }: DateRange): Promise<object> {
  const { rows } = await db.query(FIGURES, [businessid, from, to])
  return rows[0]
}
