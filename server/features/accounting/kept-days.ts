import { sql } from 'kysely'
import type { AccountingInput, AccountingMonth, AccountingPreview } from '../../../contract/accounting.ts'
import type { Program } from '../../../contract/search/accounting.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { isAny, ofBusiness } from '../../shared/figures/filters.ts'
import { joinConditions, joinPerson, personName } from '../../shared/list-query.ts'
import { type Days, isKept, type SumRows, selectChangedDays, selectSums, selectSumsNow, selectSumsSince } from './day-sums.ts'
import type { SiteDaySum } from './queries.ts'

// What a day had in the newest file, and when its month was locked: sales that a till sends days later are seen beside it.

/** The sites of the days, also those without sales: a sale may still come. */
const selectDays = ({ from, to, sites }: Days) => sql`
  select day::date as day, siteid from generate_series(${from}::date, ${to}::date, interval '1 day') day
   cross join site where ${joinConditions([ofBusiness, isAny('siteid', sites)])}`

/** Adds a row for each day and site. In one order, so that two people who do it at once wait for each other. */
const insertDays = (keptFor: Program | 'lock', days: Days, sums: SumRows) => sql`
  insert into accounting_days (kept_for, day, siteid, sums)
  select ${keptFor}, day, siteid, coalesce(jsonb_agg(to_jsonb(sum) - '{day,siteid}'::text[]) filter (where kind is not null), '[]')
    from (${selectDays(days)}) days left join (${sums}) sum using (day, siteid)
   group by day, siteid
   order by day, siteid`

/** Keeps what the file of a program has of its days. */
export async function keepFile(scope: Scope, { program, ...days }: AccountingInput, sums: SiteDaySum[]) {
  const rows = sql`
    select * from json_to_recordset(${JSON.stringify(sums)})
      as sum (day date, siteid bigint, kind text, key text, is_remainder boolean, sales bigint, revenue bigint, vat bigint)`
  await sql`
    ${insertDays(program, days, rows)}
    on conflict (businessid, kept_for, day, siteid)
    do update set sums = excluded.sums, saved_at = excluded.saved_at, user_id = excluded.user_id`.execute(scope)
}

/** The days that differ from what the newest file of the program had of them. */
export async function listChangedDays(scope: Scope, { program, ...days }: AccountingInput) {
  const { rows } = await sql<AccountingPreview['changed_days'][number]>`
    select to_char(day, 'YYYY-MM-DD') as day, sales::integer
      from (${selectChangedDays(selectSumsSince(program, days))}) changed order by changed.day`.execute(scope)
  return rows
}

/** The months that the range touches. */
export async function listMonths(scope: Scope, { from, to, sites }: Days): Promise<AccountingMonth[]> {
  const later = selectChangedDays(selectSums({ from, to, sites, later: true }))
  const { rows } = await sql<Omit<AccountingMonth, 'later'> & AccountingMonth['later']>`
    with months as (
      select month::date as first_day, month + interval '1 month' <= now() at time zone timezone as is_over
        from business, generate_series(date_trunc('month', ${from}::timestamp), ${to}::timestamp, interval '1 month') month
       where id = ${currentBusiness}
    ), locks as (
      select date_trunc('month', day)::date as first_day, min(saved_at) as locked_at, (array_agg(user_id))[1] as user_id
        from accounting_days where ${isKept('lock', { from, to, sites: [] })} group by 1
    )
    select to_char(first_day, 'YYYY-MM') as month, is_over, locked_at, min(${personName}) as locked_by,
           coalesce(sum(later.sales), 0)::integer as sales, coalesce(sum(later.revenue), 0) / 100 as revenue,
           array_remove(array_agg(to_char(later.day, 'YYYY-MM-DD') order by later.day), null) as days
      from months left join locks using (first_day) ${joinPerson('locks')}
           left join (${later}) later on date_trunc('month', later.day) = first_day
     group by first_day, is_over, locked_at order by first_day`.execute(scope)
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
  if (!isLocked) return (await sql`delete from ${locked}`.execute(scope)).numAffectedRows !== 0n
  // A site that was added after the lock has no rows, and gets none.
  if ((await sql`select from ${locked} limit 1`.execute(scope)).rows.length > 0) return false
  const inserted = await sql`${insertDays('lock', days, selectSumsNow(days))} on conflict do nothing`.execute(scope)
  return inserted.numAffectedRows !== 0n
}
