import { sql } from 'kysely'
import type { LateSales } from '../../../contract/dashboard-notices.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'

/** The sales that changed days which the caller saw closed. The index sales__late of 21-preferences.sql has them. */
export async function findLateSales(scope: Scope): Promise<LateSales> {
  const { rows } = await sql<LateSales>`
    with looked as materialized (
      select looked_at, timezone, date_trunc('day', looked_at at time zone timezone) at time zone timezone as today
        from business left join preferences on businessid = id
       where id = ${currentBusiness}
    ), late as (
      select (saledate at time zone (select timezone from looked))::date as day, count(*) as orders
        from sales
       where businessid = ${currentBusiness} and importid is null and received_at - saledate > interval '1 hour'
         and received_at > (select looked_at from looked) and saledate < (select today from looked)
       group by 1
       order by 1 desc
    )
    select looked_at as since, statement_timestamp() as as_at,
           coalesce((select json_agg(json_build_object('day', day, 'orders', orders)) from late), '[]') as days
      from looked`.execute(scope)
  const [row] = rows
  if (!row) throw new Error('the entered business exists')
  return row
}

/** Never moves back, and never into the future. */
export const saveDashboardSeen = (scope: Scope, as_at: Date) =>
  sql`
    insert into preferences as kept (looked_at) values (least(${as_at}::timestamptz, statement_timestamp()))
    on conflict (businessid, user_id) do update set looked_at = greatest(kept.looked_at, excluded.looked_at)`.execute(scope)
