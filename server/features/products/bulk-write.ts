import { isUnreachable } from '../../../db/errors.ts'
import type { InBusiness, Scope } from '../../../db/tenant-scope.ts'

const CHUNK_ROWS = 1_000

export type OnProgress = (progress: { done: number; of: number }) => void

/**
 * Runs work on many products in one transaction. When the connection is lost between COMMIT and its answer, the work may be saved or
 * not: throws the error of `toUnknown` then.
 */
export async function runBulkWrite<T>(
  within: InBusiness,
  work: (scope: Scope) => Promise<T>,
  toUnknown: (options: { cause: unknown }) => Error,
): Promise<T> {
  let isWritten = false
  try {
    return await within(async (scope) => {
      const result = await work(scope)
      isWritten = true
      return result
    })
  } catch (cause) {
    throw isWritten && isUnreachable(cause) ? toUnknown({ cause }) : cause
  }
}

/** Creates a function that writes rows in chunks and reports how many of all rows are written. */
export function createChunkWriter(of: number, onProgress: OnProgress) {
  let done = 0
  return async <Row>(rows: Row[], write: (chunk: Row[]) => Promise<unknown>) => {
    for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
      const chunk = rows.slice(start, start + CHUNK_ROWS)
      await write(chunk)
      done += chunk.length
      onProgress({ done, of })
    }
  }
}
