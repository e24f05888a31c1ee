import { sql } from 'kysely'
import type { BusinessExport } from '../../../contract/business-export.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { LEASE_END } from '../../shared/background-work.ts'

/** Where the parts of a file are. */
export type StoredExport = { businessid: string; exportid: string; parts: number }

const IS_RUNNING = sql<boolean>`state = 'running' and active_until > now()`
/** A server takes over a run that ended without a word within a minute, unless it may not. */
const IS_LOST = sql<boolean>`state = 'running' and active_until < now() - interval '5 minutes'`
const EXPIRES_AT = sql<Date>`created_at + interval '1 day'`

/** A rough estimate of the file's size: 181 kB for a demo of 20 days, whose file has 133 kB. */
const BYTES_PER_SALE = 130
const BYTES_PER_PICTURE = 60_000
const BYTES_OF_THE_REST = 50_000

export async function findExport(scope: Scope): Promise<BusinessExport> {
  const { rows } = await sql<BusinessExport>`
    select case when ${IS_LOST} then 'failed' else state end as state, created_at,
           ${EXPIRES_AT} as expires_at, least(rows_done, rows_total) as done, rows_total as of, bytes
      from business_exports where businessid = ${currentBusiness} and ${EXPIRES_AT} > now()`.execute(scope)
  const none: BusinessExport = { state: 'none', created_at: null, expires_at: null, done: 0, of: 0, bytes: 0, estimated_bytes: 0 }
  return { ...(rows[0] ?? none), estimated_bytes: await estimateBytes(scope) }
}

async function estimateBytes(scope: Scope) {
  const { rows } = await sql<{ bytes: number }>`
    select ${BYTES_OF_THE_REST}::bigint
           + coalesce((select sum(orders) from site_daily where businessid = ${currentBusiness}), 0) * ${BYTES_PER_SALE}::bigint
           + (select count(picture) from product where businessid = ${currentBusiness}) * ${BYTES_PER_PICTURE}::bigint as bytes`.execute(
    scope,
  )
  return Number(rows[0]?.bytes ?? 0)
}

/** About as many rows as the file will have: exact for sales and lines, each of which moved a stock once. */
export async function countRows(scope: Scope) {
  const { rows } = await sql<{ rows: number }>`
    select (select count(*) from product where businessid = ${currentBusiness})
           + coalesce((select sum(orders) from site_daily where businessid = ${currentBusiness}), 0)
           -- The longest buckets: every line is in one of them.
           + 2 * coalesce((select sum(lines) from product_buckets
                            where businessid = ${currentBusiness} and bucket_key % 1024 = 256), 0) as rows`.execute(scope)
  return Number(rows[0]?.rows ?? 0)
}

/** What a new file replaces. */
export type OlderExport = StoredExport & { state: string; restarts: number }

/** The older file of the business, or 'running' while one is made. */
export async function findOlderExport(scope: Scope): Promise<OlderExport | 'running' | undefined> {
  const { rows } = await sql<OlderExport & { is_running: boolean }>`
    select businessid, exportid, parts, state, restarts, ${IS_RUNNING} as is_running
      from business_exports where businessid = ${currentBusiness}`.execute(scope)
  const [row] = rows
  return row?.is_running ? 'running' : row
}

/** Begins a file in place of the older one. Undefined when another call was faster. */
export async function insertExport(scope: Scope, older: OlderExport | undefined, restarts: number) {
  if (older)
    await sql`
      delete from business_exports
       where businessid = ${currentBusiness} and exportid = ${older.exportid} and not (${IS_RUNNING})`.execute(scope)
  return scope
    .insertInto('business_exports')
    .values({ rows_total: await countRows(scope), restarts })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['businessid', 'exportid'])
    .executeTakeFirst()
}

type Progress = { rows_done?: number; parts?: number; bytes?: number; state?: 'ready' | 'failed' }

/** False when the run was replaced by another. */
export async function saveProgress(scope: Scope, exportid: string, progress: Progress) {
  const { numUpdatedRows } = await scope
    .updateTable('business_exports')
    .set({ ...progress, active_until: LEASE_END })
    .where('businessid', '=', currentBusiness)
    .where('exportid', '=', exportid)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Leaves the file to another server. */
export const leaveExport = (scope: Scope, exportid: string) =>
  scope
    .updateTable('business_exports')
    .set({ active_until: sql<Date>`now()` })
    .where('businessid', '=', currentBusiness)
    .where('exportid', '=', exportid)
    .execute()

/** The file that can be downloaded, and what its name has: the business, and the local day on which it was made. */
export async function findReadyExport(scope: Scope) {
  const { rows } = await sql<StoredExport & { bytes: number; created_at: Date; name: string; day: string }>`
    select e.businessid, exportid, parts, bytes, e.created_at, b.name,
           to_char(e.created_at at time zone b.timezone, 'YYYY-MM-DD') as day
      from business_exports e join business b on b.id = e.businessid
     where e.businessid = ${currentBusiness} and state = 'ready' and e.created_at > now() - interval '1 day'`.execute(scope)
  return rows[0]
}

/** Of every business. */
export async function listExpiredExports(scope: Scope) {
  const { rows } = await sql<StoredExport>`select * from list_expired_business_exports()`.execute(scope)
  return rows
}

export const deleteExpiredExport = (scope: Scope, { exportid }: StoredExport) =>
  sql`select delete_expired_business_export(${exportid})`.execute(scope)
