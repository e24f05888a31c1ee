import { sql } from 'kysely'
import { currentBusiness } from '../../db/sql.ts'
import type { Scope } from '../../db/tenant-scope.ts'

/** Whether the user is the owner, or an admin of a business that has no owner who can sign in. */
export async function isOwner(scope: Scope, userId: string) {
  const { rows } = await sql<{ is_owner: boolean }>`select is_owner(${currentBusiness}, ${userId}::uuid)`.execute(scope)
  return rows[0]?.is_owner === true
}
