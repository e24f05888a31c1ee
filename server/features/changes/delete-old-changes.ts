import { sql } from 'kysely'
import type { TenantScopes } from '../../../db/tenant-scope.ts'

/** Short enough that nobody waits for the transaction. */
const SLICE_ROWS = 5_000

type Parts = { scopes: TenantScopes; log: { info(fields: object, message: string): void } }

/** Deletes what businesses keep in their logs of changes no longer, in slices. Returns how many rows were deleted. */
export async function deleteOldChanges(
  { scopes, log }: Parts,
  { signal, sliceRows = SLICE_ROWS }: { signal?: AbortSignal; sliceRows?: number } = {},
) {
  let rows = 0
  for (let deleted = sliceRows; deleted >= sliceRows && !signal?.aborted; rows += deleted) {
    deleted = await scopes.asAuth(async (scope) => {
      const answer = await sql<{ deleted: number }>`select public.delete_old_changes(${sliceRows}::integer) as deleted`.execute(
        scope,
      )
      return answer.rows[0]?.deleted ?? 0
    })
  }
  if (rows > 0) log.info({ event: 'old_changes_deleted', rows }, 'changes that businesses keep no longer were deleted')
  return rows
}
