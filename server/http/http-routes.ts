import { ORPCError, ValidationError } from '@orpc/server'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { dataErrors } from '../../contract/shared/errors.ts'
import type { Scope, TenantScopes } from '../../db/tenant-scope.ts'
import type { Auth } from '../auth/auth.ts'
import { identify, toApiError } from '../rpc/procedure.ts'
import { TooBusy } from '../shared/limiter.ts'

const TOO_BUSY = { status: 503, message: 'Too many files are being worked on. Please try again in a moment.' } as const

export type RouteContext = Context<{ Variables: { log: Logger } }>

/** Runs work in a transaction of its own, inside the business of whoever asks. */
export type InBusiness = <T>(work: (scope: Scope) => Promise<T>) => Promise<T>

export type Caller = { user_id: string; within: InBusiness }

/** Makes handlers for what is no call but a file, in either direction: for signed-in people, refused as calls are. */
export const createRoutes =
  ({ auth, scopes }: { auth: Auth; scopes: TenantScopes }) =>
  (answer: (c: RouteContext, caller: Caller) => Promise<Response>) =>
  async (c: RouteContext): Promise<Response> => {
    const session = await auth.sessionOf(c.req.raw.headers)
    if (!session) throw new ORPCError('UNAUTHORIZED', dataErrors.UNAUTHORIZED)
    const { person, cookies } = session
    identify(c, { user: person.user_id })
    for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
    let business: string | undefined
    const within: InBusiness = (work) =>
      scopes.asTenant(person.user_id, (scope, { businessid }) => {
        if (!business) identify(c, { business: businessid })
        business = businessid
        return work(scope)
      })
    try {
      return await answer(c, { user_id: person.user_id, within })
    } catch (error) {
      if (error instanceof TooBusy) throw new ORPCError('TOO_BUSY', TOO_BUSY)
      throw await toApiError(error, { auth, person })
    }
  }

/** What `schema` reads in the address; refused as a procedure refuses its input. */
export function readQuery<Schema extends z.ZodType>(c: RouteContext, schema: Schema): z.output<Schema> {
  const { data, error } = schema.safeParse(c.req.query())
  if (!error) return data
  const cause = new ValidationError({ message: 'The address cannot be read.', issues: error.issues, data: undefined })
  throw new ORPCError('BAD_REQUEST', { cause })
}
