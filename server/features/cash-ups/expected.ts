import { sql } from 'kysely'
import type { ExpectedAmount } from '../../../contract/cash-ups.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'

/** The payments of a site in a period by payment method, cash first. `sales` are those in which it was used. */
export async function findExpected(
  scope: Scope,
  { siteid, starts_at, ends_at }: { siteid: number; starts_at: Date; ends_at: Date },
): Promise<ExpectedAmount[]> {
  const isOfPeriod = sql`businessid = ${currentBusiness} and siteid = ${siteid} and saledate >= ${starts_at} and saledate < ${ends_at}`
  const { rows } = await sql<ExpectedAmount>`
    select normalized_payment_method as payment_method, sum(sales) as sales, sum(cents) / 100.0 as expected
      from (
        select normalized_payment_method, count(*) as sales, sum(finalamount_cents) as cents from sales where ${isOfPeriod} group by 1
         union all
        select normalized_payment_method, sum(other_orders), sum(other_cents) from sale_payments where ${isOfPeriod} group by 1
      ) paid
     group by 1
     order by normalized_payment_method <> 'cash', normalized_payment_method`.execute(scope)
  return rows
}
