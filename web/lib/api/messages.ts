import { ORPCError } from '@orpc/client'
import { z } from 'zod'

export const SOMETHING_WRONG = 'Something went wrong. Please try again.'

export const NO_CONNECTION = 'There is no connection. Check your network and try again.'

/** The errors of calls that could not be sent because the device has no network. */
const unsent = new WeakSet<object>()

export const markUnsent = (error: object) => unsent.add(error)

const NOTHING_SAVED = 'No connection. Nothing was saved; your text is still here.'

/** The error code of the answer; null when no answer came. */
export const getErrorCode = (error: unknown) => (error instanceof ORPCError ? String(error.code) : null)

const FieldErrors = z.object({ fields: z.array(z.object({ reason: z.string() })).min(1) })

/** The error data for an answer that is not from our server, such as the page of a proxy. */
const ForeignAnswer = z.object({ status: z.number(), headers: z.looseObject({}), body: z.unknown() })

const LongWait = z.object({ retry_after: z.number().gt(60) })

/** The minutes to wait after too many attempts; undefined when it is a moment only. */
export function getMinutesToWait(error: unknown) {
  if (!(error instanceof ORPCError) || error.code !== 'TOO_MANY_ATTEMPTS') return undefined
  const wait = LongWait.safeParse(error.data).data
  return wait && Math.ceil(wait.retry_after / 60)
}

/** The message of the server if it sent one, otherwise the fallback. */
export function getErrorMessage(error: unknown, fallback: string) {
  if (!(error instanceof ORPCError) || error.code === 'INTERNAL_SERVER_ERROR') return fallback
  if (ForeignAnswer.safeParse(error.data).success) return fallback
  const minutes = getMinutesToWait(error)
  if (minutes)
    return `Too many attempts. Please try again in ${minutes > 90 ? `${Math.ceil(minutes / 60)} hours` : `${minutes} minutes`}.`
  // Invalid input has a message for each field. The message of the error itself begins with the name of the field, for tills.
  const reason = error.code === 'UNPROCESSABLE_CONTENT' && FieldErrors.safeParse(error.data).data?.fields[0]?.reason
  return reason || error.message || fallback
}

/** The same for work that goes on when the connection breaks: `connectionLost` says where to see whether it was done. */
export const getWorkErrorMessage = (error: unknown, connectionLost: string) =>
  getErrorMessage(error, getErrorCode(error) === null ? connectionLost : SOMETHING_WRONG)

/** The same for a form that stays open: without a network it says that nothing was saved. */
export const getSaveErrorMessage = (error: unknown, fallback: string) =>
  error instanceof Error && unsent.has(error) ? NOTHING_SAVED : getErrorMessage(error, fallback)
