import { ORPCError } from '@orpc/client'
import { z } from 'zod'
import { handleAuthError } from './api.ts'

const Refusal = z.object({ code: z.string(), message: z.string() })

/** The refusal of a plain address, as one of the calls would be: with the server's code and sentence. */
export async function toResponseError(response: Response) {
  const said = Refusal.safeParse(await response.json().catch(() => undefined))
  const code = said.data?.code ?? 'INTERNAL_SERVER_ERROR'
  const error = new ORPCError(code, { status: response.status, message: said.data?.message })
  handleAuthError(error)
  return error
}
