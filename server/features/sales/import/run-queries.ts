import { type SqlBool, sql } from 'kysely'
import { lockInBusiness } from '../../../../db/locks.ts'
import { currentBusiness, currentUser } from '../../../../db/sql.ts'
import type { Scope } from '../../../../db/tenant-scope.ts'
import { LEASE_END } from '../../../shared/background-work.ts'
import type { StagedBatch } from './queries.ts'

/** `isRestart`: begun by a server, in the place of one that ended. */
export type Run = { importid: number; run_id: string; isRestart?: boolean }
type Claimed = { state: string; new_sales: number; stored_sales: number; failed_sales: number; moves_stock: boolean }

const isOurs = ({ importid, run_id }: Run) =>
  sql<SqlBool>`businessid = ${currentBusiness} and importid = ${importid} and run_id = ${run_id}`

/**
 * Makes this run the only one of the business. Undefined when there is no such import in this state; 'running' when another run
 * works on any import of the business.
 */
async function claim(
  scope: Scope,
  { importid, run_id, isRestart = false }: Run,
  isReady: ReturnType<typeof sql<SqlBool>>,
  change: ReturnType<typeof sql>,
) {
  await lockInBusiness(scope, 'sales import')
  const { rows: running } = await sql`
    select from sales_imports where businessid = ${currentBusiness} and active_until > now()`.execute(scope)
  if (running.length > 0) return 'running'
  const { rows } = await sql<Claimed>`
    update sales_imports
       set run_id = ${run_id}, active_until = ${LEASE_END}, restarts = case when ${isRestart} then restarts + 1 else 0 end, ${change}
     where businessid = ${currentBusiness} and importid = ${importid} and ${isReady}
    returning state, new_sales, stored_sales, failed_sales, moves_stock`.execute(scope)
  return rows[0]
}

/** A preview is imported by the person who made it, within an hour. Anybody may go on with an import that stopped. */
export const claimImport = (scope: Scope, run: Run, moves_stock: boolean) =>
  claim(
    scope,
    run,
    sql<SqlBool>`(state = 'importing' or (state = 'preview' and user_id = ${currentUser} and created_at > now() - interval '1 hour'))`,
    sql`moves_stock = case when state = 'preview' then ${moves_stock} else moves_stock end, state = 'importing'`,
  )

export const claimUndo = (scope: Scope, run: Run) =>
  claim(scope, run, sql<SqlBool>`state in ('importing', 'imported', 'undoing')`, sql`state = 'undoing'`)

/** False when another run has taken the place of this one. No other can until the transaction ends: the row is locked. */
async function renewLease(scope: Scope, run: Run) {
  const { numUpdatedRows } = await scope
    .updateTable('sales_imports')
    .set({ active_until: LEASE_END })
    .where(isOurs(run))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The next batch that is not stored. 'lost' when another run has taken the place of this one. */
export async function readBatch(scope: Scope, run: Run): Promise<(StagedBatch & { batch: number }) | 'lost' | undefined> {
  if (!(await renewLease(scope, run))) return 'lost'
  const { rows } = await sql<StagedBatch & { batch: number }>`
    select batch, siteid, sales from sales_import_batches
     where businessid = ${currentBusiness} and importid = ${run.importid} order by batch limit 1`.execute(scope)
  return rows[0]
}

export const deleteBatch = (scope: Scope, { importid }: Run, batch: number) =>
  scope
    .deleteFrom('sales_import_batches')
    .where('businessid', '=', currentBusiness)
    .where('importid', '=', importid)
    .where('batch', '=', batch)
    .execute()

export const countStored = (scope: Scope, run: Run, counts: { stored: number; failed: number }) =>
  scope
    .updateTable('sales_imports')
    .set(({ eb }) => ({
      stored_sales: eb('stored_sales', '+', counts.stored),
      failed_sales: eb('failed_sales', '+', counts.failed),
    }))
    .where(isOurs(run))
    .returning(['stored_sales', 'failed_sales'])
    .executeTakeFirstOrThrow()

/** Ends a run. Without a state, the import can be continued. */
export const endRun = (scope: Scope, run: Run, state?: 'imported' | 'undone') =>
  scope
    .updateTable('sales_imports')
    .set({ ...(state && { state }), run_id: null, active_until: null })
    .where(isOurs(run))
    .execute()

/** Leaves an import to another server. */
export const leaveRun = (scope: Scope, run: Run) =>
  scope.updateTable('sales_imports').set({ active_until: sql<Date>`now()` }).where(isOurs(run)).execute()

/** No server goes on with an import that stopped. */
export const leaveToPerson = (scope: Scope, importid: number) =>
  sql`update sales_imports set run_id = null
       where businessid = ${currentBusiness} and importid = ${importid} and active_until < now()`.execute(scope)

/**
 * Deletes sales of an import that is being undone, at most as many, and counts them in the import. Returns how many, and how many are
 * left; 'lost' as readBatch does, with nothing deleted.
 */
export async function undoSales(scope: Scope, run: Run, max: number) {
  if (!(await renewLease(scope, run))) return 'lost'
  const { rows } = await sql<{ undone: number }>`select undo_sales_import(${run.importid}, ${max}) as undone`.execute(scope)
  const undone = rows[0]?.undone ?? 0
  const { stored_sales } = await scope
    .updateTable('sales_imports')
    .set(({ eb }) => ({ stored_sales: eb('stored_sales', '-', undone) }))
    .where(isOurs(run))
    .returning('stored_sales')
    .executeTakeFirstOrThrow()
  return { undone, left: stored_sales }
}

/** The sales that were never stored. */
export const deleteBatches = (scope: Scope, { importid }: Run) =>
  scope.deleteFrom('sales_import_batches').where('businessid', '=', currentBusiness).where('importid', '=', importid).execute()
