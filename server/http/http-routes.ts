import type { HttpBindings } from '@hono/node-server'
import { ORPCError, ValidationError } from '@orpc/server'
import type { Context } from 'hono'
import type { z } from 'zod'
import { dataErrors } from '../../contract/shared/errors.ts'
import type { InBusiness, Rights, TenantScopes } from '../../db/tenant-scope.ts'
import type { Auth } from '../auth/auth.ts'
import { NOBODY } from '../rpc/procedure.ts'
import { type Entrance, getView, readInBusiness, refuseKey, requireView, runInBusiness } from '../rpc/run-in-business.ts'
import type { AccessKey } from '../shared/access-key.ts'
import { findClientIp } from './client-ip.ts'
import { type FileEnv, identify } from './request-log.ts'

export type Access = { auth: Auth; scopes: TenantScopes; trustedProxies: number }

export type RouteContext = Context<{ Bindings: HttpBindings } & FileEnv>

/**
 * `reading` is for the pages of a file, which the replica may answer; `onReplica` hears of each that it answered. It fails once the session has
 * ended, and when the caller sees something else than on the first page. `requireSession` fails once the session has ended.
 */
export type Caller = {
  user_id: string
  /** Of a program; nobody acts then. */
  readKey?: AccessKey | undefined
  clientIp: string
  within: InBusiness
  reading: (onReplica: (as_at: Date) => void) => InBusiness
  requireSession: () => Promise<void>
}

/** Creates handlers of routes that answer or take a file, for owners, admins, people with one of the rights and keys with one of `keyRights`. */
export const createRoutes =
  (
    { auth, scopes, trustedProxies }: Access,
    { entrance, rights = [], keyRights = [] }: { entrance?: Entrance; rights?: Rights; keyRights?: Rights } = {},
  ) =>
  (answer: (c: RouteContext, caller: Caller) => Promise<Response>) =>
  async (c: RouteContext): Promise<Response> => {
    const { readKey } = c.var
    if (readKey && keyRights.length === 0) await refuseKey(scopes, readKey)
    const person = readKey ? NOBODY : await findPerson(c, auth)
    let business: string | undefined
    const nameBusiness = (businessid: string) => {
      if (!business) identify(c, { business: businessid })
      business = businessid
    }
    const clientIp = findClientIp(c.env.incoming, trustedProxies)
    const caller = { auth, scopes, person, readKey, rights: readKey ? keyRights : rights, clientIp, headers: c.req.raw.headers }
    const requireSession = async () => {
      if (!readKey && !(await auth.findSessionEnd(person.sessionId))) throw new ORPCError('UNAUTHORIZED', dataErrors.UNAUTHORIZED)
    }
    return answer(c, {
      user_id: person.user_id,
      readKey,
      clientIp,
      requireSession,
      within: (work) =>
        runInBusiness(
          caller,
          (scope, { businessid }) => {
            nameBusiness(businessid)
            return work(scope)
          },
          entrance,
        ),
      reading: (onReplica) => {
        let view: string | undefined
        return async (work) => {
          const result = await readInBusiness(caller, async (scope, { as_at, ...entered }) => {
            nameBusiness(entered.businessid)
            view ??= getView(entered)
            requireView(entered, view)
            const read = await work(scope)
            if (as_at) onReplica(as_at)
            return read
          })
          await requireSession()
          return result
        }
      },
    })
  }

async function findPerson(c: RouteContext, auth: Auth) {
  const session = await auth.findSession(c.req.raw.headers)
  if (!session) throw new ORPCError('UNAUTHORIZED', dataErrors.UNAUTHORIZED)
  identify(c, { user: session.person.user_id })
  for (const cookie of session.cookies) c.header('set-cookie', cookie, { append: true })
  return session.person
}

/** The URL's search parameters, parsed by `schema`; fails with the same error as a procedure's input. A repeated one is an array. */
export function readQuery<Schema extends z.ZodType>(c: RouteContext, schema: Schema): z.output<Schema> {
  const query = Object.entries(c.req.queries()).map(([name, values]) => [name, values.length === 1 ? values[0] : values])
  const { data, error } = schema.safeParse(Object.fromEntries(query))
  if (!error) return data
  const cause = new ValidationError({ message: 'The address cannot be read.', issues: error.issues, data: undefined })
  throw new ORPCError('BAD_REQUEST', { cause })
}
