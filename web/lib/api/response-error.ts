import { ORPCError } from '@orpc/client'
import { z } from 'zod'
import { handleAuthError } from './api.ts'

const ErrorBody = z.object({ code: z.string(), message: z.string() })

/** The error answer of a plain route, as a procedure would throw it. */
export async function toResponseError(response: Response) {
  const body = ErrorBody.safeParse(await response.json().catch(() => undefined))
  const code = body.data?.code ?? 'INTERNAL_SERVER_ERROR'
  const error = new ORPCError(code, { status: response.status, message: body.data?.message })
  handleAuthError(error)
  return error
}
