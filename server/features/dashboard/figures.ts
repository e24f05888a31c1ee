import { sql } from 'kysely'
import type { Figures, FiguresInput } from '../../../contract/dashboard.ts'
import type { PlaceFilters } from '../../../contract/search/filters.ts'
import { LOW_STOCK_ITEMS_SHOWN, TOP_SHOWN } from '../../../contract/shared/constants.ts'
import { currentBusiness, executePrepared } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { matchesPlace, ofBusiness, tillEmployees } from '../../shared/figures/filters.ts'
import { type ComparedParts, sumCompared } from '../../shared/figures/sum-by-day.ts'
import { joinConditions } from '../../shared/list-query.ts'
import { hasLowStock } from '../../shared/low-stock.ts'
import { createEmployeeSources, createRollUpSources, type Input, type Sources } from './figures-sources.ts'

/** Every figure of the dashboard, and the sums of the earlier range. */
export async function findFigures(scope: Scope, { compare, period, ...input }: FiguresInput): Promise<Figures> {
  const { from, to } = input
  const figures = input.employees.length > 0 ? await queryEmployees(scope, input) : await queryRollUps(scope, input)
  return { from, to, ...figures, ...(await sumCompared(scope, input, { compare, period }, createComparedParts(input))) }
}

type QueriedFigures = Omit<Figures, 'from' | 'to' | 'compared' | 'first_sale_date'>

async function queryRollUps(scope: Scope, input: Input) {
  const query = async (top: 'any' | 'sold') => {
    const { name, ...sources } = createRollUpSources(input, top)
    return requireRow(await executePrepared<QueriedFigures>(scope, name, selectFigures(input, sources)))
  }
  const figures = await query('any')
  // A product with a positive total was sold in this range. One with another total may not have been.
  return figures.top_products.every(({ total }) => total > 0) ? figures : query('sold')
}

async function queryEmployees(scope: Scope, input: Input) {
  const { rows } = await sql<QueriedFigures>`${selectFigures(input, createEmployeeSources(input))}`.execute(scope)
  return requireRow(rows)
}

function requireRow<Row>([row]: Row[]) {
  if (!row) throw new Error('a sum without groups is one row')
  return row
}

const createComparedParts = (filters: PlaceFilters): ComparedParts => ({
  wholeDays: ({ from, to }) =>
    filters.employees.length === 0
      ? sql`select day, orders, revenue_cents from site_daily
             where ${joinConditions([ofBusiness, sql`day between ${from} and ${to}`, ...matchesPlace(filters)])}`
      : sql`select bucket_start as day, orders, revenue_cents from sales_buckets
             where ${joinConditions([ofBusiness, sql`bucket_days = 1 and bucket_start between ${from} and ${to}`, ...matchesPlace(filters)])}`,
  before: (day, instant, timezone) => sql`
    select ${day}::date as day, count(*) as orders, sum(finalamount_cents) as revenue_cents from sales
     where ${joinConditions([
       ofBusiness,
       sql`saledate >= ${day}::date::timestamp at time zone ${timezone} and saledate < ${instant}`,
       ...matchesPlace(filters),
     ])}`,
})

/** One statement, so that all figures are of one snapshot: a sale that arrives now is in all of them or in none. */
function selectFigures({ from, to, sites }: Input, { days, sellers, payments, products, sold }: Sources) {
  const lowStock = sql`
    businessid = ${currentBusiness} and ${hasLowStock}
    ${sites.length > 0 ? sql`and siteid = any(${sites}::bigint[])` : sql``}`
  return sql<QueriedFigures>`
    with site_days as (
      select day, sum(revenue_cents) / 100.0 as revenue, sum(orders) as orders,
             sum(vat_cents) / 100.0 as vat, sum(cost_cents) / 100.0 as cost, sum(costed_net_cents) / 100.0 as costed_net
        from (${days}) sold
       group by day
    ), days as materialized (
      select to_char(calendar.day, 'YYYY-MM-DD') as day, coalesce(site_days.revenue, 0) as revenue, coalesce(site_days.orders, 0) as orders
        from generate_series((select ${from}::timestamp), (select ${to}::timestamp), interval '1 day') as calendar (day)
        left join site_days on site_days.day = calendar.day::date
       order by calendar.day
    ), payments as (
      select payment_method, sum(orders) as orders, sum(revenue_cents) / 100.0 as revenue
        from (${payments}) paid
       group by payment_method
      having sum(orders) > 0
       order by 2 desc, 1
    ), sellers as materialized (
      select siteid, employeeid, sum(revenue_cents) / 100.0 as revenue, sum(orders) as orders from (${sellers}) sold group by siteid, employeeid
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
       where businessid = ${currentBusiness} and employeeid not in ${tillEmployees}
       order by total.revenue desc, employeeid
       limit ${sql.lit(TOP_SHOWN)}
    ), top_products as (
      select productid, productname, price, best.sold, best.total,
             round(best.total::numeric / nullif(best.sold, 0)::numeric, 2) as average_price
        from (${products}) best
        join product using (productid)
       where businessid = ${currentBusiness}
       order by best.total desc, productid
    ), low_stock_items as (
      select productid, productname, sitename, supplier, stock
        from product
        join site using (businessid, siteid)
       where ${lowStock}
       order by stock, productid
       limit ${sql.lit(LOW_STOCK_ITEMS_SHOWN)}
    )
    select statement_timestamp() as as_at,
           whole.revenue,
           whole.orders,
           costs.vat,
           costs.cost,
           costs.costed_net,
           coalesce(round(whole.revenue / nullif(whole.orders, 0), 2), 0) as average,
           (select count(*) from product where ${lowStock}) as low_stock,
           (select coalesce(json_agg(days), '[]') from days) as daily,
           (select coalesce(json_agg(payments), '[]') from payments) as payments,
           (select count(*) from sale_payments where position = 2 and ${sold}) as split_sales,
           (select coalesce(sum(revenue), 0) from payments) - whole.revenue as extras,
           (select coalesce(json_agg(top_sites), '[]') from top_sites) as top_sites,
           (select coalesce(json_agg(top_employees), '[]') from top_employees) as top_employees,
           (select coalesce(sum(revenue), 0) from sellers where employeeid in ${tillEmployees}) as without_employee,
           (select coalesce(json_agg(top_products), '[]') from top_products) as top_products,
           (select coalesce(json_agg(low_stock_items), '[]') from low_stock_items) as low_stock_items
      from (select sum(revenue) as revenue, sum(orders) as orders from days) whole
     cross join (select coalesce(sum(vat), 0) as vat, coalesce(sum(cost), 0) as cost, coalesce(sum(costed_net), 0) as costed_net from site_days) costs`
}
