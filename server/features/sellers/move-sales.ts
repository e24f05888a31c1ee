import { sql } from 'kysely'
import type { InBusiness } from '../../../db/tenant-scope.ts'

/** Sales in one transaction: tills of their days wait for its end. */
const MAX_MOVED_SALES = 500

/**
 * Gives sales of a seller to the employee who she is, in transactions that are short: all of them, or those of at most so many
 * transactions. Returns whether there are more.
 */
export async function moveSales(within: InBusiness, sellerid: number, { max = Number.POSITIVE_INFINITY, signal }: Limits) {
  for (let moved = 0; moved < max && !signal?.aborted; moved++) {
    const { rows } = await within((scope) =>
      sql<{ has_more: boolean }>`select move_seller_sales(${sellerid}, ${MAX_MOVED_SALES}) as has_more`.execute(scope),
    )
    if (!rows[0]?.has_more) return false
  }
  return true
}

type Limits = { max?: number; signal?: AbortSignal }

/** Moves what a server has left that ended. */
export async function moveWaitingSales(within: InBusiness, signal: AbortSignal) {
  for (;;) {
    const { rows } = await within((scope) =>
      sql<{ has_moved: boolean }>`select public.move_waiting_seller_sales(${MAX_MOVED_SALES}::integer) as has_moved`.execute(
        scope,
      ),
    )
    if (signal.aborted || !rows[0]?.has_moved) return
  }
}
