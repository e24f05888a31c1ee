import type { Database } from '../lib/database.ts'
import { type DateRange, TIMEZONE } from '../lib/date-ranges.ts'
import { IN_RANGE } from './dashboard.ts'

/** The key of each dimension, as text. */
const SALE_KEYS = {
  day: `to_char(saledate at time zone '${TIMEZONE}', 'YYYY-MM-DD')`,
  week: `to_char(date_trunc('week', saledate at time zone '${TIMEZONE}'), 'YYYY-MM-DD')`,
  month: `to_char(saledate at time zone '${TIMEZONE}', 'YYYY-MM')`,
  hour: `extract(hour from saledate at time zone '${TIMEZONE}')::text`,
  weekday: `extract(isodow from saledate at time zone '${TIMEZONE}')::text`,
  site: 'siteid::text',
  employee: 'employeeid::text',
  payment_method: `coalesce(nullif(lower(btrim(payment_method)), ''), 'unknown')`,
}
const LINE_KEYS = { product: 'productid::text', category: 'category::text', supplier: 'supplier::text' }

export type Dimension = keyof typeof SALE_KEYS | keyof typeof LINE_KEYS
export const DIMENSIONS = [...Object.keys(SALE_KEYS), ...Object.keys(LINE_KEYS)] as Dimension[]

type Source = { db: Database; businessid: string; range: DateRange }
type Filters = { sites: number[]; employees: number[] }
export type Row = { key: string; revenue: number }

/** The revenue of each row of a report, the highest first, over the rows. */
export async function readReport(
  { db, businessid, range }: Source,
  by: Dimension,
  { sites, employees }: Filters,
): Promise<Row[]> {
  const values = [businessid, range.from, range.to, ...[sites, employees].filter((ids) => ids.length > 0)]
  const chosen = [sites.length > 0 && 'siteid', employees.length > 0 && 'employeeid'].filter((column) => column !== false)
  const statement =
    by in SALE_KEYS
      ? sumSales(SALE_KEYS[by as keyof typeof SALE_KEYS], chosen)
      : sumLines(LINE_KEYS[by as keyof typeof LINE_KEYS], chosen)
  return (await db.query<Row>(statement, values)).rows
}

const isAny = (columns: string[]) => columns.map((column, nth) => `and ${column} = any($${nth + 4}::bigint[])`).join(' ')

const sumSales = (key: string, chosen: string[]) => `
  select ${key} as key, sum(finalamount) as revenue, count(*) as orders
    from baseline.sales where ${IN_RANGE} ${isAny(chosen)}
   group by 1 order by 2 desc`

/** A product belongs to one site. The employee is that of the sale. */
const sumLines = (key: string, chosen: string[]) =>
  chosen.includes('employeeid')
    ? `
  select ${key} as key, sum(round(quantity * i.price, 2)) as revenue, sum(quantity) as units
    from (select businessid, saleid from baseline.sales where ${IN_RANGE} ${isAny(chosen)}) s
    join baseline.saleitems i using (businessid, saleid)
    join baseline.product using (businessid, productid)
   group by 1 order by 2 desc`
    : `
  select ${key} as key, sum(revenue) as revenue, sum(units) as units
    from (select businessid, productid, sum(round(quantity * price, 2)) as revenue, sum(quantity) as units
            from baseline.saleitems where ${IN_RANGE} group by 1, 2) sold
    join baseline.product using (businessid, productid)
   where true ${isAny(chosen)}
   group by 1 order by 2 desc`
