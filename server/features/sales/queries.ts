import { type RawBuilder, sql } from 'kysely'
import {
  type SaleDetail,
  type SaleSince,
  type SalesEmployees,
  type SalesEmployeesSearch,
  type SalesFilter,
  type SalesList,
  type SalesOptions,
  TOO_LONG,
} from '../../../contract/sales.ts'
import { OPTIONS_SHOWN, RELATED_SALES_SHOWN, SALES_PER_PAGE } from '../../../contract/shared/constants.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { LONGEST_BUCKET_DAYS } from '../../shared/buckets.ts'
import { joinTillSite, tillEmployees, WITHOUT_EMPLOYEE } from '../../shared/figures/filters.ts'
import { containsText, personName, readPage } from '../../shared/list-query.ts'
import { throwTooLong } from '../../shared/throw-too-long.ts'
import { countByDay, ordersIn, sumSales } from './counts.ts'
import { findRows, findRowsById } from './rows.ts'
import { parseSearch } from './search.ts'

export const listSales = (scope: Scope, input: SalesList) => readList(scope, input).catch(throwTooLong(TOO_LONG))

/** Counts days first: rows.ts reads only the days of the page. */
async function readList(scope: Scope, input: SalesList) {
  const search = await parseSearch(scope, input)
  const days = await countByDay(scope, search)
  const page = await readPage(
    input.page,
    SALES_PER_PAGE,
    async () => ({ results: ordersIn(days) }),
    (window) => findRows(scope, search, input, days, window),
  )
  const hidden = search.exact.filter((saleid) => !page.rows.some((row) => row.saleid === saleid))
  return { ...page, exact_matches: await findRowsById(scope, hidden) }
}

/** Every name that a filter can have. A method of deleted sales is left out. */
export async function listSalesOptions(scope: Scope): Promise<SalesOptions> {
  const { rows } = await sql<SalesOptions>`
    select coalesce((select json_agg(json_build_object('siteid', siteid, 'sitename', sitename) order by sitename, siteid)
                       from site where businessid = ${currentBusiness}), '[]') as sites,
           array(select payment_method from payment_buckets where businessid = ${currentBusiness} and bucket_days = ${LONGEST_BUCKET_DAYS}
                  group by payment_method having sum(orders) > 0 order by sum(orders) desc, payment_method) as payment_methods,
           (select json_agg(vat_rate_json(vat_rate) order by vat_rate = 'exempt', nullif(vat_rate, 'exempt')::numeric desc) from (
              select vat_rate from vat_daily where businessid = ${currentBusiness} group by vat_rate having sum(lines) > 0
               union
              select vat_rate_today(${currentBusiness}, code) from unnest(array['standard', 'zero', 'exempt']) as codes (code)) rates) as vat_rates`.execute(
    scope,
  )
  const [options] = rows
  if (!options) throw new Error('a select without a table is one row')
  return options
}

/** The first people whose name contains the text, and the chosen employees: those of tills too, to which a report leads. */
export async function findSalesEmployees(
  scope: Scope,
  { q, employees: chosenIds }: SalesEmployeesSearch,
): Promise<SalesEmployees> {
  const { rows: found } = await sql<SalesEmployees['employees'][number]>`
    select employeeid, firstname, lastname from employee
     where businessid = ${currentBusiness} and employeeid not in ${tillEmployees} and ${containsText(personName, q)}
     order by firstname, lastname, employeeid
     limit ${OPTIONS_SHOWN + 1}`.execute(scope)
  const chosen = chosenIds.length === 0 ? [] : await findChosenEmployees(scope, chosenIds)
  return { employees: found.slice(0, OPTIONS_SHOWN), has_more: found.length > OPTIONS_SHOWN, chosen }
}

async function findChosenEmployees(scope: Scope, employeeids: number[]) {
  const { rows } = await sql<SalesEmployees['chosen'][number]>`
    select employeeid, case when of_till.siteid is null then firstname else ${sql.lit(WITHOUT_EMPLOYEE)} end as firstname,
           coalesce(sitename, lastname) as lastname
      from employee ${joinTillSite(sql`employeeid`)}
     where businessid = ${currentBusiness} and employeeid = any(${employeeids}::bigint[])`.execute(scope)
  return rows
}

export const findSalesSummary = async (scope: Scope, { compare, period, ...filter }: SalesFilter) =>
  sumSales(scope, await parseSearch(scope, filter), { compare, period }).catch(throwTooLong(TOO_LONG))

/** Undefined when there is no such sale. */
export async function findSale(scope: Scope, saleid: number): Promise<SaleDetail | undefined> {
  const [sale] = await findSales(scope, sql`businessid = ${currentBusiness} and saleid = ${saleid}`, 1)
  return sale && { ...sale, ...(await findRefunds(scope, sale)), related: await findRelatedSales(scope, sale) }
}

/** The first sales with a condition, by their numbers. Webhooks send what sale_details gives too: db/functions/webhooks.sql. */
export async function findSales(scope: Scope, condition: RawBuilder<unknown>, limit: number): Promise<SaleSince[]> {
  const { rows } = await sql<SaleSince>`
    select details.*
      from (select businessid, saleid from sales where ${condition} order by saleid limit ${limit}) found
     cross join lateral sale_details(found.businessid, found.saleid) details
     order by details.saleid`.execute(scope)
  return rows
}

/** The sale that a refund gives back, and the sales that give this one back. */
async function findRefunds(scope: Scope, { refund_of, reference }: Pick<SaleDetail, 'refund_of' | 'reference'>) {
  const { rows } = await sql<SaleDetail['refunded_by'][number] & { is_refunded: boolean }>`
    select saleid, saledate, finalamount, reference is not distinct from ${refund_of} as is_refunded from sales
     where businessid = ${currentBusiness} and (reference = ${refund_of} or refund_of = ${reference})
     order by saledate, saleid`.execute(scope)
  const [refunds] = rows.filter(({ is_refunded }) => is_refunded)
  return { refunds: refunds ?? null, refunded_by: rows.filter(({ is_refunded }) => !is_refunded) }
}

/** Other sales with one of the same products, each once, newest first. */
async function findRelatedSales(scope: Scope, { saleid, items }: Pick<SaleDetail, 'saleid' | 'items'>) {
  const productids = [...new Set(items.flatMap(({ productid }) => productid ?? []))]
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
