import { ORPCError } from '@orpc/client'
import { z } from 'zod'

export const SOMETHING_WRONG = 'Something went wrong. Please try again.'

/** The code of an answer the server refused with; null when the call never got an answer. */
export const codeOf = (error: unknown) => (error instanceof ORPCError ? String(error.code) : null)

const Refused = z.object({ fields: z.array(z.object({ reason: z.string() })).min(1) })

/** What oRPC makes of an answer that is not our server's, as a proxy's page: its message is that of the status. */
const NotOurs = z.object({ status: z.number(), headers: z.looseObject({}), body: z.unknown() })

const Waiting = z.object({ retry_after: z.number().gt(60) })

/** The server's own sentence when it sent one, otherwise the caller's. */
export function messageOf(error: unknown, fallback: string) {
  if (!(error instanceof ORPCError) || error.code === 'INTERNAL_SERVER_ERROR') return fallback
  if (NotOurs.safeParse(error.data).success) return fallback
  const waiting = error.code === 'TOO_MANY_ATTEMPTS' && Waiting.safeParse(error.data).data
  if (waiting) return `Too many attempts. Please try again in ${Math.ceil(waiting.retry_after / 60)} minutes.`
  // A refused input carries the contract's sentence for each field; its own message names the field as a till knows it.
  const reason = error.code === 'UNPROCESSABLE_CONTENT' && Refused.safeParse(error.data).data?.fields[0]?.reason
  return reason || error.message || fallback
}
