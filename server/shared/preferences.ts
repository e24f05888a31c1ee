import type { Insertable } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Scope } from '../../db/tenant-scope.ts'

/** Saves a preference of the caller. Row security leaves only the caller's row. */
export async function savePreference(scope: Scope, preference: Insertable<DB['preferences']>) {
  await scope
    .insertInto('preferences')
    .values(preference)
    .onConflict((conflict) => conflict.columns(['businessid', 'user_id']).doUpdateSet(preference))
    .execute()
}
