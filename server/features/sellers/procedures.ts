import { sql } from 'kysely'
import { MAX_SELLERS, type UnknownSeller } from '../../../contract/sellers.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { throwConstraintError } from '../../rpc/constraint-errors.ts'
import { inBusiness } from '../../rpc/procedure.ts'
import type { LiveChannel } from '../../shared/live-channel.ts'

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

export const createSellers = (live: LiveChannel) => ({
  list: inBusiness.sellers.list.handler(({ context }) => listSellers(context.scope)),
  give: inBusiness.sellers.give.handler(async ({ input, context, errors }) => {
    const { scope, businessid, afterCommit } = context
    const outcome = await giveSeller(scope, input).catch(
      throwConstraintError({ unknown_sellers__employee: 'NO_EMPLOYEE' } as const, errors),
    )
    if (outcome === 'missing') throw errors.NOT_FOUND()
    if (outcome === 'changed') throw errors.CHANGED_SINCE()
    context.log.info(
      { event: 'seller_given', seller: input.sellerid, employee: input.employeeid },
      'a seller was given to an employee',
    )
    afterCommit(async () => live.announce(businessid))
  }),
})
