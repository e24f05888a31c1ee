import { ORPCError } from '@orpc/server'
import type { createTooLong } from '../../contract/shared/errors.ts'
import { isStatementTimeout } from '../../db/errors.ts'

/**
 * For `.catch` behind a read: throws this TOO_LONG when the database ended the statement after its time-out, and rethrows any other
 * error.
 */
export const throwTooLong =
  (tooLong: ReturnType<typeof createTooLong>) =>
  (error: unknown): never => {
    throw isStatementTimeout(error) ? new ORPCError('TOO_LONG', { ...tooLong, cause: error }) : error
  }
