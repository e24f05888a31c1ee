import { sql } from 'kysely'
import { MAX_SELLERS, type UnknownSeller } from '../../../contract/sellers.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { InBusiness, Scope } from '../../../db/tenant-scope.ts'
import { throwConstraintError } from '../../rpc/constraint-errors.ts'
import { inBusiness, signedIn } from '../../rpc/procedure.ts'
import { runInBusiness } from '../../rpc/run-in-business.ts'
import type { BackgroundWork } from '../../shared/background-work.ts'
import type { LiveChannel } from '../../shared/live-channel.ts'
import { moveSales } from './move-sales.ts'

async function listSellers(scope: Scope) {
  const { rows } = await sql<UnknownSeller>`
    select u.sellerid, u.code, u.name, count(*) as sales, sum(s.finalamount_cents) / 100.0 as amount,
           min((s.saledate at time zone b.timezone)::date)::text as first_day, max((s.saledate at time zone b.timezone)::date)::text as last_day,
           array_agg(distinct site.sitename) as sitenames,
           (select json_build_object('employeeid', e.employeeid, 'firstname', e.firstname, 'lastname', e.lastname)
              from employee e where e.businessid = b.id and e.employeeid = u.employeeid) as employee
      from business b
      join unknown_sellers u on u.businessid = b.id
      join seller_sales x on x.businessid = b.id and x.sellerid = u.sellerid
      join sales s on s.businessid = b.id and s.saleid = x.saleid
      join site on site.businessid = b.id and site.siteid = s.siteid
     where b.id = ${currentBusiness}
     group by b.id, u.sellerid, u.code, u.name, u.employeeid
     order by u.employeeid is not null, amount desc, u.sellerid limit ${MAX_SELLERS}`.execute(scope)
  return rows
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
