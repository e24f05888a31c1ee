import { ORPCError } from '@orpc/server'
import type { MiddlewareHandler } from 'hono'
import { tillErrors } from '../../../contract/tills.ts'
import type { TenantScopes } from '../../../db/tenant-scope.ts'
import { findClientIp } from '../../http/client-ip.ts'
import { identify, type RequestEnv } from '../../http/request-log.ts'
import { refuseKey } from '../../rpc/run-in-business.ts'
import type { KeyRateLimit } from '../../shared/key-rate-limit.ts'
import { createReadKeyRefusal, findReadKey, sendsReadKey } from '../../shared/read-key.ts'

const REST = '/api/v1/'
/** A key is looked up by each transaction of its calls. The time of its use is kept once in this time, by each server. */
const USE_MS = 60_000
const MAX_REMEMBERED = 10_000

type Parts = { scopes: TenantScopes; readKeyRateLimit: KeyRateLimit; trustedProxies: number }

/**
 * Lets requests with a read key pass as GETs of the REST interface, with the key in the context: it counts in the place of a cookie, and
 * never beside one. Refuses all others, and keys that are unknown or used too fast.
 */
export function createReadKeyGuard({ scopes, readKeyRateLimit, trustedProxies }: Parts): MiddlewareHandler<RequestEnv> {
  const usedAt = new Map<string, number>()

  return async (c, next) => {
    if (!sendsReadKey(c.req.raw.headers)) return next()
    const key = findReadKey(c.req.raw.headers)
    if (!key || !c.req.path.startsWith(REST)) throw createReadKeyRefusal()
    identify(c, { key: key.start })
    const now = performance.now()
    if ((usedAt.get(key.hash) ?? Number.NEGATIVE_INFINITY) < now - USE_MS) {
      const attempt = await readKeyRateLimit.startLookup(findClientIp(c.env.incoming, trustedProxies), 0)
      if (attempt.wait > 0) throw refuse('unknown read keys', attempt.wait)
      if (!(await scopes.noteReadKeyUse(key.hash))) throw createReadKeyRefusal()
      await attempt.refund()
      if (usedAt.size >= MAX_REMEMBERED) usedAt.clear()
      usedAt.set(key.hash, now)
    }
    const wait = await readKeyRateLimit.waitFor(key)
    if (wait > 0) throw refuse('requests of a read key', wait)
    if (c.req.raw.method !== 'GET') await refuseKey(scopes, key)
    c.set('readKey', key)
    return next()

    function refuse(reason: string, seconds: number) {
      c.var.log.warn({ event: 'read_key_refused', reason, retry_after: seconds }, 'a request with a read key was refused')
      c.header('retry-after', String(seconds))
      return new ORPCError('TOO_FAST', tillErrors.TOO_FAST)
    }
  }
}
