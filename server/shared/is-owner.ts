import { sql } from 'kysely'
import { currentBusiness } from '../../db/sql.ts'
import type { Scope } from '../../db/tenant-scope.ts'

/** Whether the user is the owner, or an admin of a business whose owner has left. */
export async function isOwner(scope: Scope, userId: string) {
  const { rows } = await sql<{ is_owner: boolean }>`
    select bool_or(user_id = ${userId}) or count(*) = 0 as is_owner
      from business_users where businessid = ${currentBusiness} and role = 'owner'`.execute(scope)
  return rows[0]?.is_owner === true
}
