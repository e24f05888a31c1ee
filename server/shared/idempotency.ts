import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { currentBusiness } from '../../db/sql.ts'
import type { Scope } from '../../db/tenant-scope.ts'

/**
 * What is kept of a form beside the row it makes, so that the same form sent again is known. Nulls where no form made it.
 * Waits for a try of the form that still runs, whose product could otherwise be met by its barcode before it is known by the form.
 */
export async function lockIdempotencyKey(scope: Scope, request_id: string | undefined, said: object) {
  if (request_id === undefined) return { request_id: null, request_hash: null }
  await sql`select pg_advisory_xact_lock(hashtextextended(${currentBusiness} || ${request_id}, 0))`.execute(scope)
  return { request_id, request_hash: createHash('sha256').update(JSON.stringify(said)).digest() }
}

/** The row that this very form made before. None when the form's mark was used for something else. */
export const findExisting = (
  scope: Scope,
  table: 'product' | 'site',
  { request_id, request_hash }: Awaited<ReturnType<typeof lockIdempotencyKey>>,
) =>
  scope
    .selectFrom(table)
    .where('businessid', '=', currentBusiness)
    .where('request_id', '=', request_id)
    .where('request_hash', '=', request_hash)
