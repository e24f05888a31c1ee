import { sql } from 'kysely'
import type { FiguresCheck, Hour, Restore } from '../../../contract/dashboard.ts'
import type { FirstSteps, ImportedSales, SilentTill } from '../../../contract/dashboard-notices.ts'
import type { PlaceFilters } from '../../../contract/search/filters.ts'
import { TILL_KEEPS_DAYS } from '../../../contract/shared/constants.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { matchesPlace, ofBusiness, tillEmployees } from '../../shared/figures/filters.ts'
import { joinConditions } from '../../shared/list-query.ts'

/** The hours of a day that have begun, from the sales themselves: hour_buckets has no employees, and one hour where a change of the clock makes two. */
export async function listHours(scope: Scope, { day, ...filters }: PlaceFilters & { day: string }): Promise<Hour[]> {
  const { rows } = await sql<Hour>`
    with day as materialized (
      select timezone, ${day}::timestamp at time zone timezone as start, (${day}::date + 1)::timestamp at time zone timezone as next
        from business where id = ${currentBusiness}
    ), sold as (
      select date_bin('1 hour', saledate, (select start from day)) as start, count(*) as orders, sum(finalamount_cents) as cents
        from sales
       where ${joinConditions([ofBusiness, sql`saledate >= (select start from day) and saledate < (select next from day)`, ...matchesPlace(filters)])}
       group by 1
    )
    select to_char(hour.start at time zone timezone, 'HH24:MI') as hour,
           coalesce(cents, 0) / 100.0 as revenue, coalesce(orders, 0) as orders
      from day
     cross join generate_series(day.start, least(day.next - interval '1 hour', now()), interval '1 hour') as hour (start)
      left join sold on sold.start = hour.start
     order by hour.start`.execute(scope)
  return rows
}

/** The last daily comparison of the figures with the sales. */
export async function findFiguresCheck(scope: Scope): Promise<FiguresCheck> {
  const { rows } = await sql<FiguresCheck>`
    select checked_at, differences from figures_checks where businessid = ${currentBusiness}`.execute(scope)
  const check = rows[0] ?? { checked_at: null, differences: 0 }
  const restored = await findRestore(scope)
  return restored ? { ...check, restored } : check
}

/** Days in which a restore is shown when all tills have sent again. */
const RESTORE_SHOWN_DAYS = 3

/** A till that was added after the restore, or not used for long before it, keeps nothing of that time. */
async function findRestore(scope: Scope) {
  const { rows } = await sql<Restore>`
    with restored as (
      select restored_at, restored_to from find_restore(${TILL_KEEPS_DAYS}), business
       where business.id = ${currentBusiness} and created_at < restored_at
    ),
    till as (
      select tillid, name, sitename, epoch is distinct from current_epoch() as is_waiting
        from till_keys join site using (businessid, siteid), restored
       where businessid = ${currentBusiness} and revoked_at is null and till_keys.created_at < restored_at
         and last_used_at > restored_to - make_interval(days => ${TILL_KEEPS_DAYS})
    )
    select restored_at, restored_to, (select count(*)::integer from till) as tills,
           (select coalesce(json_agg(json_build_object('tillid', tillid, 'name', name, 'sitename', sitename)
                                     order by sitename, name, tillid), '[]')
              from till where is_waiting) as waiting
      from restored
     where restored_at > now() - make_interval(days => ${RESTORE_SHOWN_DAYS}) or exists (select from till where is_waiting)`.execute(
    scope,
  )
  return rows[0]
}

/** Each answer is one row of an index. A till has an employee of its own, who is not counted. */
export async function findFirstSteps(scope: Scope): Promise<FirstSteps> {
  const { rows } = await sql<FirstSteps>`
    select exists (select from product where businessid = ${currentBusiness} and archived_at is null) as has_products,
           (select count(*) from (
             select from employee where businessid = ${currentBusiness}
                and employeeid not in ${tillEmployees}
              limit 2) people) > 1 as has_employees,
           exists (select from till_keys where businessid = ${currentBusiness} and revoked_at is null) as has_tills,
           (select to_char(max(saledate) at time zone timezone, 'YYYY-MM-DD') from sales where businessid = ${currentBusiness}) as last_sale_date,
           coalesce((select hides_first_steps from preferences where businessid = ${currentBusiness}), false) as is_hidden
      from business where id = ${currentBusiness}`.execute(scope)
  const [row] = rows
  if (!row) throw new Error('the business of a scope is one row')
  return row
}

/** Row security leaves only the preferences of the caller. */
export async function findImportedSales(scope: Scope): Promise<ImportedSales | null> {
  const { rows } = await sql<ImportedSales>`
    select max(importid) as importid, sum(stored_sales)::integer as sales, min(first_day) as first_day, max(last_day) as last_day
      from sales_imports
     where businessid = ${currentBusiness} and state = 'imported' and stored_sales > 0 and created_at > now() - interval '7 days'
       and importid > coalesce((select seen_importid from preferences where businessid = ${currentBusiness}), 0)
    having min(first_day) is not null`.execute(scope)
  return rows[0] ?? null
}

/** Never moves back; nothing for an import of another business. */
export const saveImportsSeen = (scope: Scope, importid: number) =>
  sql`
    insert into preferences as kept (seen_importid)
    select importid from sales_imports where businessid = ${currentBusiness} and importid = ${importid}
    on conflict (businessid, user_id) do update set seen_importid = greatest(kept.seen_importid, excluded.seen_importid)`.execute(
    scope,
  )

/** Longest silent first. A business has few tills. */
export async function listSilentTills(scope: Scope): Promise<SilentTill[]> {
  const { rows } = await sql<SilentTill>`
    select tillid, sitename, name, last_used_at
      from till_keys
      join site using (businessid, siteid)
     where businessid = ${currentBusiness} and revoked_at is null and is_silent_till(used_days, last_used_at)
     order by last_used_at, tillid`.execute(scope)
  return rows
}
