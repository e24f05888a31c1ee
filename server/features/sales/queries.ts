import { sql } from 'kysely'
import type { SaleDetail, SalesFilter, SalesList } from '../../../contract/sales.ts'
import { RELATED_SALES_SHOWN, SALES_PER_PAGE } from '../../../contract/shared/constants.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { readPage } from '../../shared/list-query.ts'
import { countByDay, ordersIn, sumSales } from './counts.ts'
import { findRows } from './rows.ts'
import { parseSearch } from './search.ts'

/** Counts days first: rows.ts reads only the days of the page. */
export async function listSales(scope: Scope, input: SalesList) {
  const search = await parseSearch(scope, input)
  const days = await countByDay(scope, search)
  return readPage(
    input.page,
    SALES_PER_PAGE,
    async () => ({ results: ordersIn(days) }),
    (window) => findRows(scope, search, input, days, window),
  )
}

export const findSalesSummary = async (scope: Scope, input: SalesFilter) => sumSales(scope, await parseSearch(scope, input))

/** Undefined when there is no such sale. */
export async function findSale(scope: Scope, saleid: number): Promise<SaleDetail | undefined> {
  const { rows } = await sql<Omit<SaleDetail, 'related'>>`
    select saleid, saledate, closetime, sales.siteid, sitename, employeeid, firstname, lastname, finalamount, payment_method,
           coalesce((select json_agg(item order by item.line) from (
             select line, productid, productname, quantity, price, line_total(quantity, price) as total
               from saleitems
              where businessid = ${currentBusiness} and saleid = ${saleid}) item), '[]') as items,
           (select coalesce(sum(line_total(quantity, price)), 0) from saleitems
             where businessid = ${currentBusiness} and saleid = ${saleid}) as items_total
      from sales
      join site using (businessid, siteid)
      join employee using (businessid, employeeid)
     where businessid = ${currentBusiness} and saleid = ${saleid}`.execute(scope)
  const [sale] = rows
  return sale && { ...sale, related: await findRelatedSales(scope, sale) }
}

/** Other sales with one of the same products, each once, newest first. */
async function findRelatedSales(scope: Scope, { saleid, items }: Pick<SaleDetail, 'saleid' | 'items'>) {
  const productids = [...new Set(items.map(({ productid }) => productid))]
  const { rows } = await sql<SaleDetail['related'][number]>`
    select distinct on (saledate, saleid) saleid, saledate
      from unnest(${productids}::bigint[]) as sold (productid)
     cross join lateral (
       -- The newest of each product contain the newest of all.
       select saleid, saledate
         from saleitems
        where businessid = ${currentBusiness} and saleitems.productid = sold.productid and saleid <> ${saleid}
        group by saledate, saleid
        order by saledate desc, saleid desc
        limit ${RELATED_SALES_SHOWN}
     ) newest
     order by saledate desc, saleid desc
     limit ${RELATED_SALES_SHOWN}`.execute(scope)
  return rows
}
