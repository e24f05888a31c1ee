import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { currentBusiness } from '../../db/sql.ts'
import type { Scope } from '../../db/tenant-scope.ts'

/** The idempotency key was used before with other values. */
export class KeyReused extends Error {}

/** What is stored beside a row: the key of the request that made it, and a hash of the values. Nulls without a key. */
export type IdempotencyKey = Awaited<ReturnType<typeof lockIdempotencyKey>>

/** Locks the key until the transaction ends: a retry waits for the first request, and then finds its row. */
export async function lockIdempotencyKey(scope: Scope, request_id: string | undefined, values: object) {
  if (request_id === undefined) return { request_id: null, request_hash: null }
  await sql`select pg_advisory_xact_lock(hashtextextended(${currentBusiness} || ${request_id}, 0))`.execute(scope)
  return { request_id, request_hash: createHash('sha256').update(JSON.stringify(values)).digest() }
}

const ID_COLUMNS = { product: 'productid', site: 'siteid', employee: 'employeeid', cash_ups: 'cash_upid' } as const

/** The id of the row that a request with this key made. Undefined for a new key; throws KeyReused when the values were others. */
export async function findExisting(scope: Scope, table: keyof typeof ID_COLUMNS, { request_id, request_hash }: IdempotencyKey) {
  if (request_id === null) return undefined
  const { rows } = await sql<{ id: number; is_same: boolean }>`
    select ${sql.ref(ID_COLUMNS[table])} as id, request_hash = ${request_hash} as is_same
      from ${sql.table(table)} where businessid = ${currentBusiness} and request_id = ${request_id}`.execute(scope)
  const [row] = rows
  if (row && !row.is_same) throw new KeyReused('the idempotency key was used with other values')
  return row?.id
}
