import { ORPCError } from '@orpc/client'
import { z } from 'zod'

/** The code of an answer the server refused with; null when the call never got an answer. */
export const codeOf = (error: unknown) => (error instanceof ORPCError ? String(error.code) : null)

const Refused = z.object({ fields: z.array(z.object({ reason: z.string() })).min(1) })

/** The server's own sentence when it sent one, otherwise the caller's. */
export function messageOf(error: unknown, fallback: string) {
  if (!(error instanceof ORPCError) || error.code === 'INTERNAL_SERVER_ERROR') return fallback
  // A refused input carries the contract's sentence for each field; its own message names the field as a till knows it.
  const reason = error.code === 'UNPROCESSABLE_CONTENT' && Refused.safeParse(error.data).data?.fields[0]?.reason
  return reason || error.message || fallback
}
