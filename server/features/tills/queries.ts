import { sql } from 'kysely'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'

const TILL = ['tillid', 'name', 'key_start', 'created_at', 'last_used_at'] as const

/** The site's keys that are not revoked, newest first. Undefined when there is no such site. */
export async function listTills(scope: Scope, siteid: number) {
  if (!(await siteExists(scope, siteid))) return undefined
  return scope
    .selectFrom('till_keys')
    .select(TILL)
    .where('businessid', '=', currentBusiness)
    .where('siteid', '=', siteid)
    .where('revoked_at', 'is', null)
    .orderBy('tillid', 'desc')
    .execute()
}

type NewTill = { siteid: number; name: string; key_start: string; key_hash: Buffer }

/** Undefined when there is no such site. */
export async function insertTill(scope: Scope, till: NewTill) {
  if (!(await siteExists(scope, till.siteid))) return undefined
  return scope.insertInto('till_keys').values(till).returning(TILL).executeTakeFirstOrThrow()
}

/** False when there is no such key or it is already revoked. */
export async function revokeTill(scope: Scope, tillid: number) {
  const { numUpdatedRows } = await scope
    .updateTable('till_keys')
    .set({ revoked_at: sql`now()` })
    .where('businessid', '=', currentBusiness)
    .where('tillid', '=', tillid)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const siteExists = (scope: Scope, siteid: number) =>
  scope
    .selectFrom('site')
    .select('siteid')
    .where('businessid', '=', currentBusiness)
    .where('siteid', '=', siteid)
    .executeTakeFirst()
