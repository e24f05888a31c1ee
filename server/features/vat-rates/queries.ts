import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { BEGINNING } from '../../shared/vat-rates.ts'

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
