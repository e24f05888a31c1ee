import { sql } from 'kysely'
import { MAX_SELLERS, type SellerSums, type UnknownSeller } from '../../../contract/sellers.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { InBusiness, Scope } from '../../../db/tenant-scope.ts'
import { throwConstraintError } from '../../rpc/constraint-errors.ts'
import { inBusiness, signedIn } from '../../rpc/procedure.ts'
import { runInBusiness } from '../../rpc/run-in-business.ts'
import type { BackgroundWork } from '../../shared/background-work.ts'
import { tillEmployees } from '../../shared/figures/filters.ts'
import type { LiveChannel } from '../../shared/live-channel.ts'
import { withoutBlanks } from '../../shared/store-sales/sellers.ts'
import { moveSales } from './move-sales.ts'

async function listSellers(scope: Scope) {
  const { rows } = await sql<UnknownSeller>`
    with at_site as (
      select x.sellerid, s.siteid, count(*) as sales, sum(s.finalamount_cents) as cents, min(s.saledate) as first, max(s.saledate) as last
        from seller_sales x join sales s using (businessid, saleid)
       where businessid = ${currentBusiness} group by 1, 2
    ), sold as (
      select sellerid, sum(sales)::bigint as sales, sum(cents) / 100.0 as amount, min(first) as first, max(last) as last,
             json_agg(json_build_object('siteid', siteid, 'sitename', sitename) order by sales desc, siteid) as sites
        from at_site join site using (siteid)
       where site.businessid = ${currentBusiness} group by 1
    ), person as (
      select employeeid, json_build_object('employeeid', employeeid, 'firstname', firstname, 'lastname', lastname) as employee,
             ${withoutBlanks(sql`employee_code`)} as code, ${withoutBlanks(sql`firstname || lastname`)} as name
        from employee
       where businessid = ${currentBusiness} and former_number is null and employeeid not in ${tillEmployees}
    )
    select u.sellerid, u.code, u.name, sales, amount, (first at time zone timezone)::date::text as first_day,
           (last at time zone timezone)::date::text as last_day, sites,
           (select employee from person where person.employeeid = u.employeeid) as employee,
           case when u.employeeid is null then coalesce(
             (select employee from person where u.identity = 'code ' || person.code),
             (select min(employee::text)::json from person
               where u.name <> '' and person.name = ${withoutBlanks(sql`u.name`)} having count(*) = 1)) end as similar
      from sold
      join unknown_sellers u using (sellerid)
      join business on business.id = u.businessid
     where u.businessid = ${currentBusiness}
     order by u.employeeid is not null, amount desc, u.sellerid limit ${MAX_SELLERS}`.execute(scope)
  return rows
}

async function sumSellers(scope: Scope): Promise<SellerSums> {
  const { rows } = await sql<SellerSums>`
    select count(*) filter (where employeeid is null) as sellers, coalesce(sum(sales) filter (where employeeid is null), 0)::bigint as sales,
           count(*) filter (where employeeid is not null) as given
      from unknown_sellers
      join (select sellerid, count(*) as sales from seller_sales where businessid = ${currentBusiness} group by 1) sold using (sellerid)
     where businessid = ${currentBusiness}`.execute(scope)
  return rows[0] ?? { sellers: 0, sales: 0, given: 0 }
}

type Given = { sellerid: number; employeeid: number | null; opened: { employeeid: number | null } }

async function giveSeller(scope: Scope, { sellerid, employeeid, opened }: Given) {
  const { rows } = await sql<{ outcome: 'given' | 'changed' | 'missing' }>`
    select give_seller(${sellerid}, ${opened.employeeid}, ${employeeid}) as outcome`.execute(scope)
  return rows[0]?.outcome
}

/** Transactions before the answer: the rest is moved after it, so that the caller does not wait for sales of years. */
const MAX_BEFORE_ANSWER = 10

export const createSellers = ({ live, background }: { live: LiveChannel; background: BackgroundWork }) => ({
  list: inBusiness.sellers.list.handler(({ context }) => listSellers(context.scope)),
  sums: inBusiness.sellers.sums.handler(({ context }) => sumSellers(context.scope)),
  /** Can be repeated. */
  give: signedIn.sellers.give.handler(async ({ input, context, errors }) => {
    const { sellerid, employeeid } = input
    const { outcome, businessid } = await runInBusiness(context, async (scope, entered) => ({
      outcome: await giveSeller(scope, input).catch(
        throwConstraintError({ unknown_sellers__employee: 'NO_EMPLOYEE' } as const, errors),
      ),
      businessid: entered.businessid,
    }))
    if (outcome === 'missing') throw errors.NOT_FOUND()
    if (outcome === 'changed') throw errors.CHANGED_SINCE()
    const log = context.identify({ business: businessid })
    log.info({ event: 'seller_given', seller: sellerid, employee: employeeid }, 'a seller was given to an employee')
    const within: InBusiness = (work) => runInBusiness(context, work)
    const hasMore = await moveSales(within, sellerid, { max: MAX_BEFORE_ANSWER })
    live.announce(businessid)
    if (!hasMore) return
    background
      .run((signal) => moveSales(within, sellerid, { signal }))
      .then(() => live.announce(businessid))
      .catch((error) =>
        log.warn({ event: 'seller_sales_wait', seller: sellerid, err: error }, 'sales of a seller are moved later'),
      )
  }),
})
