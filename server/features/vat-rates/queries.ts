import { sql } from 'kysely'
import type { StandardVatRate } from '../../../contract/vat-rates.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'

/** Before every sale: the rate that a business begins with has no first day. */
const BEGINNING = sql.lit('1989-12-31')

export async function listStandardRates(scope: Scope): Promise<StandardVatRate[]> {
  const { rows } = await sql<StandardVatRate>`
    select percent, to_char(nullif(first_day, ${BEGINNING}), 'YYYY-MM-DD') as first_day,
           to_char(lead(first_day) over (order by vat_rates.first_day) - 1, 'YYYY-MM-DD') as last_day
      from vat_rates
     where businessid = ${currentBusiness} and vat_code = 'standard'
     order by vat_rates.first_day`.execute(scope)
  return rows
}

export const saveStandardRate = (scope: Scope, { percent, first_day }: { percent: number; first_day: string }) =>
  scope
    .insertInto('vat_rates')
    .values({ vat_code: 'standard', first_day, percent })
    .onConflict((conflict) => conflict.columns(['businessid', 'vat_code', 'first_day']).doUpdateSet({ percent }))
    .execute()

/** Whether there was such a rate. */
export async function removeStandardRate(scope: Scope, first_day: string) {
  const { numDeletedRows } = await scope
    .deleteFrom('vat_rates')
    .where('businessid', '=', currentBusiness)
    .where('vat_code', '=', 'standard')
    .where('first_day', '=', first_day)
    .where('first_day', '>', BEGINNING)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
