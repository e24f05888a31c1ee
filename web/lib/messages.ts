import { ORPCError } from '@orpc/client'

/** The code of an answer the server refused with; null when the call never got an answer. */
export const codeOf = (error: unknown) => (error instanceof ORPCError ? String(error.code) : null)

/** The server's own sentence when it sent one, otherwise the caller's. */
export const messageOf = (error: unknown, fallback: string) =>
  error instanceof ORPCError && error.code !== 'INTERNAL_SERVER_ERROR' && error.message ? error.message : fallback
