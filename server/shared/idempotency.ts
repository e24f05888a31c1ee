import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { lockInBusiness } from '../../db/locks.ts'
import { currentBusiness } from '../../db/sql.ts'
import type { Scope } from '../../db/tenant-scope.ts'

/** The idempotency key was used before with other values. */
export class KeyReused extends Error {}

/** What is stored beside a row: the key of the request that made it, and a hash of the values. Nulls without a key. */
export type IdempotencyKey = { request_id: string | null; request_hash: Buffer | null }

type Claimed = {
  /** The id of the row that an earlier request with this key made. */
  existing: number | undefined
  key: IdempotencyKey
}

const ID_COLUMNS = {
  product: 'productid',
  site: 'siteid',
  employee: 'employeeid',
  cash_ups: 'cash_upid',
  drawer_movements: 'movementid',
  suppliers: 'supplierid',
  stock_document_events: 'documentid',
  webhooks: 'webhookid',
} as const

/**
 * Locks the key until the transaction ends: a retry waits for the first request, and then finds its row. Throws KeyReused when the
 * values of that one were others.
 */
export async function claimRequest(
  scope: Scope,
  table: keyof typeof ID_COLUMNS,
  request_id: string | undefined,
  values: object,
): Promise<Claimed> {
  if (request_id === undefined) return { existing: undefined, key: { request_id: null, request_hash: null } }
  const request_hash = createHash('sha256').update(JSON.stringify(values)).digest()
  await lockInBusiness(scope, `request ${request_id}`)
  const { rows } = await sql<{ id: number; is_same: boolean }>`
    select ${sql.ref(ID_COLUMNS[table])} as id, request_hash = ${request_hash} as is_same
      from ${sql.table(table)} where businessid = ${currentBusiness} and request_id = ${request_id}`.execute(scope)
  const [row] = rows
  if (row && !row.is_same) throw new KeyReused('the idempotency key was used with other values')
  if (row) await waitForStandby(scope)
  return { existing: row?.id, key: { request_id, request_hash } }
}

/**
 * Where a standby confirms each commit, a COMMIT that wrote nothing waits for none. But what is sent again may have made a row that the
 * standby does not have: PostgreSQL shows it after a crash in which nobody was answered. This writes a record, so that COMMIT waits for it
 * and for all before it.
 */
export const waitForStandby = (scope: Scope) => sql`select pg_logical_emit_message(true, 'winkel', '')`.execute(scope)
