import { ORPCError } from '@orpc/client'
import { z } from 'zod'

export const SOMETHING_WRONG = 'Something went wrong. Please try again.'

/** The error code of the answer; null when no answer came. */
export const getErrorCode = (error: unknown) => (error instanceof ORPCError ? String(error.code) : null)

const FieldErrors = z.object({ fields: z.array(z.object({ reason: z.string() })).min(1) })

/** The error data for an answer that is not from our server, such as the page of a proxy. */
const ForeignAnswer = z.object({ status: z.number(), headers: z.looseObject({}), body: z.unknown() })

const LongWait = z.object({ retry_after: z.number().gt(60) })

/** The message of the server if it sent one, otherwise the fallback. */
export function getErrorMessage(error: unknown, fallback: string) {
  if (!(error instanceof ORPCError) || error.code === 'INTERNAL_SERVER_ERROR') return fallback
  if (ForeignAnswer.safeParse(error.data).success) return fallback
  const wait = error.code === 'TOO_MANY_ATTEMPTS' && LongWait.safeParse(error.data).data
  if (wait) return `Too many attempts. Please try again in ${Math.ceil(wait.retry_after / 60)} minutes.`
  // Invalid input has a message for each field. The message of the error itself begins with the name of the field, for tills.
  const reason = error.code === 'UNPROCESSABLE_CONTENT' && FieldErrors.safeParse(error.data).data?.fields[0]?.reason
  return reason || error.message || fallback
}
