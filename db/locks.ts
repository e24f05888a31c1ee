import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import { currentBusiness } from './sql.ts'
import type { Scope } from './tenant-scope.ts'

// All advisory locks, but for those of rpc_create_business and claim_webhook_deliveries (db/functions/).

/** What one connection of a whole database does at a time. It holds its lock until it ends. */
export const DATABASE_LOCKS = {
  /** Runs as the one server of a data folder. */
  instance: 746_925_001,
  /** Creates roles and migrates. */
  migration: 746_925_002,
  /** Makes a backup, or migrates a database that has rows: neither begins while the other is under way. */
  backup: 746_925_003,
  nightly_backup: 746_925_004,
  figures_check: 746_925_005,
  erasure: 746_925_006,
  /** Deletes what is kept no longer. */
  sweep: 746_925_008,
}

/** Waits for the lock. */
export const takeLock = (client: Pick<ClientBase, 'query'>, lock: number) => client.query('select pg_advisory_lock($1)', [lock])

/** False when another connection has the lock. */
export async function tryLock(client: Pick<ClientBase, 'query'>, lock: number) {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lock])
  return rows[0]?.locked === true
}

/** What one transaction of a business does at a time. */
export type BusinessLock =
  | 'employee import'
  | 'items'
  | 'product changes'
  | `product import ${string}`
  | 'sales import'
  | 'stock document numbers'
  | 'tickets'
  | 'webhooks'
  | `cash-up ${number} ${string}`
  | `request ${string}`

const toKey = (lock: BusinessLock) => sql`hashtextextended(${currentBusiness} || ' ' || ${lock}, 0)`

/** Waits for the lock, which the transaction holds until it ends. */
export const lockInBusiness = (scope: Scope, lock: BusinessLock) =>
  sql`select pg_advisory_xact_lock(${toKey(lock)})`.execute(scope)

/** As lockInBusiness, but transactions with a shared lock do not wait for each other. */
export const shareLockInBusiness = (scope: Scope, lock: BusinessLock) =>
  sql`select pg_advisory_xact_lock_shared(${toKey(lock)})`.execute(scope)

/** As lockInBusiness, but false when another transaction has the lock. */
export async function tryLockInBusiness(scope: Scope, lock: BusinessLock) {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${toKey(lock)}) as locked`.execute(scope)
  return rows[0]?.locked === true
}
