import { sql } from 'kysely'
import type { AccountingInput, AccountingMonth, AccountingPreview } from '../../../contract/accounting.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { isAny, ofBusiness } from '../../shared/figures/filters.ts'
import { joinConditions, joinPerson, personName } from '../../shared/list-query.ts'
import { type Days, isKept, isNotZero, selectSums, selectSumsNow, selectSumsSince } from './day-sums.ts'
import type { SiteDaySum } from './queries.ts'

// What a day had in the newest file, and when its month was locked: sales that a till sends days later are seen beside it.

/** The sites of the days, also those without sales: a sale may still come. */
const selectDays = ({ from, to, sites }: Days) => sql`
  select day::date as day, siteid from generate_series(${from}::date, ${to}::date, interval '1 day') day
   cross join site where ${joinConditions([ofBusiness, isAny('siteid', sites)])}`

/** Keeps what the file of a program has of its days. In one order, so that two people who export at once wait for each other. */
export async function keepFile(scope: Scope, input: AccountingInput, sums: SiteDaySum[]) {
  await sql`
    insert into accounting_days (kept_for, day, siteid, sums)
    select ${input.program}, day, siteid, coalesce(jsonb_agg(to_jsonb(sum) - '{day,siteid}'::text[]) filter (where kind is not null), '[]')
      from (${selectDays(input)}) days
      left join json_to_recordset(${JSON.stringify(sums)})
             as sum (day date, siteid bigint, kind text, key text, is_remainder boolean, sales bigint, revenue bigint, vat bigint)
           using (day, siteid)
     group by day, siteid
     order by day, siteid
    on conflict (businessid, kept_for, day, siteid)
    do update set sums = excluded.sums, saved_at = now(), user_id = nullif(current_setting('app.user_id', true), '')::uuid`.execute(
    scope,
  )
}

/** The days that differ from what the newest file of the program had of them. */
export async function listChangedDays(scope: Scope, { program, ...days }: AccountingInput) {
  const { rows } = await sql<AccountingPreview['changed_days'][number]>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(sales)::integer as sales
      from (select day, sum(sales) as sales from (${selectSumsSince(program, days)}) since
             group by day, kind, key, is_remainder having ${isNotZero}) changed
     group by day order by day`.execute(scope)
  return rows
}

/** The months that the range touches. */
export async function listMonths(scope: Scope, { from, to, sites }: Days): Promise<AccountingMonth[]> {
  const days = { from, to, sites }
  const { rows } = await sql<Omit<AccountingMonth, 'later'> & AccountingMonth['later']>`
    with months as (
      select month::date as day, to_char(month, 'YYYY-MM') as month,
             month + interval '1 month' <= (select now() at time zone timezone from business where id = ${currentBusiness}) as is_over
        from generate_series(date_trunc('month', ${from}::timestamp), ${to}::timestamp, interval '1 month') month
    ), locks as (
      select date_trunc('month', day)::date as day, min(saved_at) as locked_at, (array_agg(user_id))[1] as user_id
        from accounting_days where ${isKept('lock', { from: `${from.slice(0, 7)}-01`, to, sites: [] })} group by 1
    ), later as (
      select day, sum(sales) as sales, sum(revenue) filter (where kind = 'payment') as revenue
        from (select day, kind, sum(sales) as sales, sum(revenue) as revenue from (${selectSums({ ...days, later: true })}) later
               group by day, kind, key, is_remainder having ${isNotZero}) changed
       group by day
    )
    select month, is_over, locked_at, (select min(${personName}) from (select locks.user_id) l ${joinPerson('l')}) as locked_by,
           coalesce(sum(later.sales), 0)::integer as sales, coalesce(sum(later.revenue), 0)::float8 / 100 as revenue,
           array_remove(array_agg(to_char(later.day, 'YYYY-MM-DD') order by later.day), null) as days
      from months left join locks using (day) left join later on date_trunc('month', later.day) = months.day
     group by month, is_over, locked_at, locks.user_id order by month`.execute(scope)
  return rows.map(({ sales, revenue, days, ...month }) => ({ ...month, later: { sales, revenue, days } }))
}

/** Keeps what the month has now, or lets it go. Whether that changed anything; null for a month that is not over. */
export async function setLock(scope: Scope, month: string, isLocked: boolean): Promise<boolean | null> {
  const { rows } = await sql<{ from: string; to: string; is_over: boolean }>`
    select to_char(first, 'YYYY-MM-DD') as from, to_char(first + interval '1 month - 1 day', 'YYYY-MM-DD') as to,
           first + interval '1 month' <= now() at time zone timezone as is_over
      from business, cast(${`${month}-01`} as timestamp) first where id = ${currentBusiness}`.execute(scope)
  const [found] = rows
  if (!found?.is_over) return null
  const days = { from: found.from, to: found.to, sites: [] }
  const locked = sql`accounting_days where ${isKept('lock', days)}`
  const { numAffectedRows } = isLocked
    ? await sql`
        insert into accounting_days (kept_for, day, siteid, sums)
        select 'lock', day, siteid, coalesce(jsonb_agg(to_jsonb(sum) - '{day,siteid}'::text[]) filter (where kind is not null), '[]')
          from (${selectDays(days)}) days left join (${selectSumsNow(days)}) sum using (day, siteid)
         where not exists (select from ${locked})
         group by day, siteid
         order by day, siteid
        on conflict do nothing`.execute(scope)
    : await sql`delete from ${locked}`.execute(scope)
  return numAffectedRows !== 0n
}
