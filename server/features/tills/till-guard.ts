import { ORPCError } from '@orpc/server'
import type { Context, MiddlewareHandler } from 'hono'
import { MISSING_KEY, tillErrors } from '../../../contract/tills.ts'
import { QueueTimeout, ScopeRefused } from '../../../db/errors.ts'
import type { TenantScopes } from '../../../db/tenant-scope.ts'
import { findClientIp } from '../../http/client-ip.ts'
import { identify, type RequestEnv } from '../../http/request-log.ts'
import type { AccessKey } from '../../shared/access-key.ts'
import type { KeyRateLimit } from '../../shared/key-rate-limit.ts'
import type { BatchQueue } from './batch-queue.ts'
import { readTillKey } from './till-key.ts'

/** How long a till of a closed business waits before it tries again. It costs a look-up of its key. */
const CLOSED_WAIT_SECONDS = 300

type Parts = { scopes: TenantScopes; batchQueue: BatchQueue; tillRateLimit: KeyRateLimit; trustedProxies: number }

const FULL_QUEUE_WAIT_SECONDS = 1
/** The answers to a body that is no batch. */
const UNREADABLE = [400, 422]

/** Refuses requests of tills before their body is read: a key that is missing, unknown or used too fast costs no more than its headers. */
export const createTillGuard =
  ({ scopes, batchQueue, tillRateLimit, trustedProxies }: Parts): MiddlewareHandler<RequestEnv> =>
  async (c, next) => {
    c.set('procedure', 'tills.push')
    const key = readTillKey(c.req.raw.headers)
    if (!key) throw refusal('UNAUTHORIZED', MISSING_KEY)
    identify(c, { till: key.start })
    const isClosed = scopes.getRememberedBusiness(key.hash) === undefined && (await lookUp(c, key)) === 'closed'
    const wait = await tillRateLimit.waitFor(key)
    if (wait > 0) refuse(c, 'requests of a till key', wait)
    if (isClosed) {
      c.var.log.info({ event: 'till_of_closed_business' }, 'a till of a closed business was refused')
      c.header('retry-after', String(CLOSED_WAIT_SECONDS))
      throw refusal('BUSINESS_CLOSED', tillErrors.BUSINESS_CLOSED)
    }
    if (batchQueue.isFull(key.hash)) refuse(c, 'queued sales of a till key', FULL_QUEUE_WAIT_SECONDS)
    const length = readLength(c)
    const release = await tillRateLimit.startBody(key, length).catch((error) => {
      throw error instanceof QueueTimeout ? createRefusal(c, 'batches of a till key', FULL_QUEUE_WAIT_SECONDS) : error
    })
    try {
      // After the wait: what the key sent before has been judged.
      const pause = await tillRateLimit.waitAfterWrong(key)
      if (pause > 0) refuse(c, 'wrong content of a till key', pause)
      await next()
      if (UNREADABLE.includes(c.res.status)) await tillRateLimit.countWrong(key, length)
    } finally {
      release()
    }

    async function lookUp(c: Context<RequestEnv>, key: AccessKey) {
      const address = findClientIp(c.env.incoming, trustedProxies)
      const attempt = await tillRateLimit.startLookup(address, readLength(c))
      if (attempt.wait > 0) {
        // The body is not read, so the connection cannot be used again.
        c.header('connection', 'close')
        refuse(c, 'unknown till keys', attempt.wait, address)
      }
      const till = await scopes.findTill(key.hash)
      if (till === 'unknown') throw refusal('UNAUTHORIZED', tillErrors.UNAUTHORIZED)
      await attempt.refund()
      return till
    }
  }

function refuse(...refused: Parameters<typeof createRefusal>): never {
  throw createRefusal(...refused)
}

function createRefusal(c: Context<RequestEnv>, reason: string, wait: number, address?: string) {
  c.var.log.warn({ event: 'till_request_refused', reason, address, retry_after: wait }, 'a request of a till was refused')
  c.header('retry-after', String(wait))
  return refusal('TOO_FAST', tillErrors.TOO_FAST)
}

/** The bytes that a request says that it sends; undefined when it does not say. */
const readLength = (c: Context) =>
  c.req.header('transfer-encoding') === undefined ? Number(c.req.header('content-length') ?? 0) : undefined

type Refusals = Record<'UNAUTHORIZED' | 'BUSINESS_CLOSED', () => Error>

/** The error of a call whose key opens nothing, or no business that is open. */
export function toRefusal(error: unknown, { resHeaders }: { resHeaders?: Pick<Headers, 'set'> | undefined }, errors: Refusals) {
  if (!(error instanceof ScopeRefused)) return error
  if (error.reason !== 'closed') return errors.UNAUTHORIZED()
  resHeaders?.set('retry-after', String(CLOSED_WAIT_SECONDS))
  return errors.BUSINESS_CLOSED()
}

/** An error of the contract, as the procedure itself would answer. */
const refusal = (code: string, { status, message }: { status: number; message: string }) =>
  new ORPCError(code, { defined: true, status, message })

/** The same for a route that is no procedure. */
export const routeErrors: Refusals = {
  UNAUTHORIZED: () => refusal('UNAUTHORIZED', tillErrors.UNAUTHORIZED),
  BUSINESS_CLOSED: () => refusal('BUSINESS_CLOSED', tillErrors.BUSINESS_CLOSED),
}
