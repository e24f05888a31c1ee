import { ORPCError } from '@orpc/client'
import { z } from 'zod'

/** The code of an answer the server refused with; null when the call never got an answer. */
export const codeOf = (error: unknown) => (error instanceof ORPCError ? String(error.code) : null)

const Issues = z.object({ issues: z.array(z.object({ message: z.string() })).min(1) })

/** The server's own sentence when it sent one, otherwise the caller's. */
export function messageOf(error: unknown, fallback: string) {
  if (!(error instanceof ORPCError)) return fallback
  // A refused input carries the contract's sentences, one a field; its own message is the library's.
  if (error.code === 'BAD_REQUEST') return Issues.safeParse(error.data).data?.issues[0]?.message ?? fallback
  return error.code === 'INTERNAL_SERVER_ERROR' || !error.message ? fallback : error.message
}
