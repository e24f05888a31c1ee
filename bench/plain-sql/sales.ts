import { escapeLiteral } from 'pg'
import type { Database } from '../lib/database.ts'
import { type DateRange, TIMEZONE } from '../lib/date-ranges.ts'
import { IN_RANGE } from './dashboard.ts'

/** What the sales list is asked for, as its query parameters say it. */
export type SalesSearch = {
  q?: string
  small?: boolean
  refunds?: boolean
  payment_method?: string
  sort?: string
  dir?: 'asc' | 'desc'
  page?: number
}

type Source = { db: Database; businessid: string; range: DateRange }

export const SALES_PER_PAGE = 10

/** Sales of one name are listed newest first. */
const ORDERS: Record<string, (dir: string) => string> = {
  saledate: (dir) => `saledate ${dir}, saleid ${dir}`,
  finalamount: (dir) => `finalamount ${dir}, saleid ${dir}`,
  employee: (dir) => `firstname ${dir}, lastname ${dir}, employeeid ${dir}, saledate desc, saleid desc`,
  site: (dir) => `sitename ${dir}, siteid ${dir}, saledate desc, saleid desc`,
}

/** The conditions of a search: digits are a sale's number, words are part of a site's or an employee's name. */
function conditions({ q = '', small = false, refunds = false, payment_method }: SalesSearch) {
  const text = escapeLiteral(`%${q}%`)
  return [
    IN_RANGE,
    small && 'finalamount < 100',
    refunds && 'finalamount < 0',
    payment_method !== undefined && `payment_method = ${escapeLiteral(payment_method)}`,
    /^\d+$/.test(q) && `saleid = ${q}`,
    /\D/.test(q) &&
      `(siteid = any(array(select siteid from baseline.site where businessid = $1 and sitename ilike ${text}))
        or employeeid = any(array(select employeeid from baseline.employee
                                   where businessid = $1 and firstname || ' ' || lastname ilike ${text})))`,
  ]
    .filter((condition) => condition !== false)
    .join(' and ')
}

/** The page that was asked for, or the last one, and how many sales there are in all. */
export async function listSales({ db, businessid, range }: Source, search: SalesSearch) {
  const { sort = 'saledate', dir = 'desc' } = search
  const values = [businessid, range.from, range.to]
  const counted = await db.query(`select count(*) as results from baseline.sales where ${conditions(search)}`, values)
  const results: number = counted.rows[0].results
  const pages = Math.max(1, Math.ceil(results / SALES_PER_PAGE))
  const page = Math.min(search.page ?? 1, pages)
  const order = ORDERS[sort]?.(dir)
  // The ids of the page first, and its other columns afterwards, for ten rows only.
  const names = sort === 'employee' || sort === 'site' ? `join baseline.${sort} using (businessid, ${sort}id)` : ''
  const { rows } = await db.query(
    `select saleid, saledate, siteid, sitename, employeeid, firstname, lastname, finalamount
       from (select businessid, saleid from baseline.sales ${names} where ${conditions(search)}
              order by ${order} limit ${SALES_PER_PAGE} offset ${(page - 1) * SALES_PER_PAGE}) shown
       join baseline.sales using (businessid, saleid)
       join baseline.employee using (businessid, employeeid)
       join baseline.site using (businessid, siteid)
      order by ${order}`,
    values,
  )
  return { rows, page, pages, results }
}

/** Cards and charts: the sales of each day, and of all days together. */
export async function sumSales({ db, businessid, range }: Source, search: SalesSearch): Promise<object> {
  const { rows } = await db.query(
    `with days as materialized (
       select to_char(day, 'YYYY-MM-DD') as day, coalesce(revenue, 0) as revenue, coalesce(orders, 0) as orders
         from (select day::date from generate_series($2::date, $3::date, interval '1 day') day) range
         left join (select (saledate at time zone '${TIMEZONE}')::date as day, sum(finalamount) as revenue, count(*) as orders
                      from baseline.sales where ${conditions(search)} group by 1) sums using (day)
        order by range.day
     )
     select revenue, orders, coalesce(round(revenue / nullif(orders, 0), 2), 0) as average, (select json_agg(days) from days) as daily
       from (select sum(revenue) as revenue, sum(orders) as orders from days) whole`,
    [businessid, range.from, range.to],
  )
  return rows[0]
}
