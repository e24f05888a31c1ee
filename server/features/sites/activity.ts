import { sql } from 'kysely'
import type { SiteActivity } from '../../../contract/sites.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { tillEmployees } from '../../shared/figures/filters.ts'

/** Today's sums are those of the roll-up, and the last sale is one row of an index. */
export async function listActivity(scope: Scope): Promise<SiteActivity[]> {
  const { rows } = await sql<SiteActivity>`
    with today as materialized (
      select (now() at time zone timezone)::date as day from business where id = ${currentBusiness}
    )
    select site.siteid, coalesce(sold.revenue_cents, 0) / 100.0 as revenue, coalesce(sold.orders, 0) as orders, last_sale,
           tills.tills, silent_tills,
           (select count(*) from employee
             where employee.businessid = ${currentBusiness} and employee.siteid = site.siteid
               and employeeid in ${tillEmployees}) as till_employees,
           case when tills.tills = 0 then 'none' when silent_tills > 0 then 'silent' when online_tills > 0 then 'online'
                when last_used_at is null then 'unused' else 'idle' end as till_state,
           coalesce(silent_since, last_used_at) as last_used_at
      from site
      left join site_daily sold on sold.businessid = ${currentBusiness} and sold.day = (select day from today) and sold.siteid = site.siteid
     cross join lateral (
       select max(saledate) as last_sale from sales where sales.businessid = ${currentBusiness} and sales.siteid = site.siteid
     ) newest
     cross join lateral (
       select count(*) as tills,
              count(*) filter (where is_silent_till(used_days, last_used_at)) as silent_tills,
              min(last_used_at) filter (where is_silent_till(used_days, last_used_at)) as silent_since,
              count(*) filter (where not is_idle_till(last_used_at)) as online_tills,
              max(last_used_at) as last_used_at
         from till_keys
        where till_keys.businessid = ${currentBusiness} and till_keys.siteid = site.siteid and revoked_at is null
     ) tills
     where site.businessid = ${currentBusiness}
     order by site.siteid`.execute(scope)
  return rows
}
