import { sql } from 'kysely'
import type { ExpectedAmount } from '../../../contract/cash-ups.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'

/** The sales of a site in a period by payment method, cash first: the same sales and amounts as in the list of sales. */
export async function findExpected(
  scope: Scope,
  { siteid, starts_at, ends_at }: { siteid: number; starts_at: Date; ends_at: Date },
): Promise<ExpectedAmount[]> {
  const { rows } = await sql<ExpectedAmount>`
    select normalized_payment_method as payment_method, count(*) as sales, sum(finalamount) as expected
      from sales
     where businessid = ${currentBusiness} and siteid = ${siteid} and saledate >= ${starts_at} and saledate < ${ends_at}
     group by 1
     order by normalized_payment_method <> 'cash', normalized_payment_method`.execute(scope)
  return rows
}
