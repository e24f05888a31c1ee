import { currentBusiness } from '../../db/sql.ts'
import type { Scope } from '../../db/tenant-scope.ts'

/** Makes the site the primary one of a business in sign-up that has none. True when it did. */
export async function setPrimarySiteDuringSignup(scope: Scope, siteid: number) {
  const { numUpdatedRows } = await scope
    .updateTable('business')
    .set({ primary_siteid: siteid })
    .where('id', '=', currentBusiness)
    .where('primary_siteid', 'is', null)
    .where('signup_finished_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives the owner's employee record the site, unless it has one. */
export const setOwnerSite = (scope: Scope, userId: string, siteid: number) =>
  scope
    .updateTable('employee')
    .set({ siteid })
    .where('businessid', '=', currentBusiness)
    .where('user_id', '=', userId)
    .where('siteid', 'is', null)
    .execute()
