import { implement, ORPCError } from '@orpc/server'
import type { ResponseHeadersPluginContext } from '@orpc/server/plugins'
import type { Logger } from 'pino'
import { contract } from '../../contract/index.ts'
import { TOO_MANY_ATTEMPTS } from '../../contract/session.ts'
import { dataErrors } from '../../contract/shared/errors.ts'
import { ScopeRefused, type TenantScopes } from '../../db/tenant-scope.ts'
import type { Auth } from '../auth/auth.ts'
import { type AuthRateLimit, TooManyAttempts } from '../auth/auth-rate-limit.ts'
import type { BatchQueue } from '../features/tills/batch-queue.ts'
import type { TillRateLimit } from '../features/tills/till-rate-limit.ts'
import { TooBusy } from '../shared/limiter.ts'
import type { LiveChannel } from '../shared/live-channel.ts'
import type { ObjectStore } from '../storage/object-store.ts'

/** What every procedure is handed with a request. */
export type RequestContext = ResponseHeadersPluginContext & {
  headers: Headers
  /** The caller's address: the socket's, or as many proxies back as are trusted. */
  clientIp: string
  scopes: TenantScopes
  auth: Auth
  authRateLimit: AuthRateLimit
  live: LiveChannel
  tillRateLimit: TillRateLimit
  batchQueue: BatchQueue
  files: ObjectStore
  /** Of this request. */
  log: Logger
  /** Says in every line to come who asks, also in the one that says what was answered. */
  identify(who: Identity): Logger
  /** Told the name of the procedure that answers, as in `sites.list`. */
  called(procedure: string): void
}

type Identity = { user?: string; business?: string; till?: string }

export function identify(c: { var: { log: Logger }; set(name: 'log', log: Logger): void }, who: Identity): Logger {
  const log = c.var.log.child(who)
  c.set('log', log)
  return log
}

/** How soon to come back when more people sign in at once than can be hashed for. */
const BUSY_SECONDS = 5

const refuse = (code: keyof typeof dataErrors) => new ORPCError(code, dataErrors[code])

/** The first rung: anybody. Turns what the layers below throw into answers of the contract. */
export const open = implement(contract)
  .$context<RequestContext>()
  .use(async ({ next, context }) => {
    try {
      return await next()
    } catch (error) {
      const seconds = error instanceof TooManyAttempts ? error.seconds : error instanceof TooBusy ? BUSY_SECONDS : undefined
      if (seconds === undefined) throw error
      context.resHeaders?.set('retry-after', String(seconds))
      const { status, message } = TOO_MANY_ATTEMPTS
      throw new ORPCError('TOO_MANY_ATTEMPTS', { status, message, data: { retry_after: seconds } })
    }
  })

/** The second rung: somebody with a session, whatever their role. */
export const signedIn = open.use(async ({ next, context }) => {
  const session = await context.auth.sessionOf(context.headers)
  if (!session) throw refuse('UNAUTHORIZED')
  for (const cookie of session.cookies) context.resHeaders?.append('set-cookie', cookie)
  const { person } = session
  return next({ context: { person, log: context.identify({ user: person.user_id }) } })
})

/**
 * The third rung: an owner or admin. The procedure runs in one transaction, inside the caller's business; what it leaves to
 * `afterCommit` is done once that is stored for good, and undoes nothing when it fails.
 */
export const inBusiness = signedIn.use(async ({ next, context }) => {
  const afterwards: (() => Promise<void>)[] = []
  const afterCommit = (work: () => Promise<void>) => void afterwards.push(work)
  try {
    const answer = await context.scopes.asTenant(context.person.user_id, async (scope, { businessid }) =>
      next({ context: { scope, afterCommit, log: context.identify({ business: businessid }) } }),
    )
    for (const work of afterwards) await work().catch((error) => context.log.warn({ err: error }, 'what follows a change failed'))
    return answer
  } catch (error) {
    throw await toApiError(error, context)
  }
})

/** What a refused door answers; ends the session of somebody who was disabled. Any other error comes back as it is. */
export async function toApiError(error: unknown, { auth, person }: { auth: Auth; person: { sessionId: string } }) {
  if (!(error instanceof ScopeRefused)) return error
  if (error.reason === 'no business') return refuse('NO_BUSINESS')
  if (error.reason === 'role refused') return refuse('ROLE_REFUSED')
  if (error.reason === 'disabled') {
    await auth.endSession(person.sessionId)
    return refuse('UNAUTHORIZED')
  }
  return error
}
