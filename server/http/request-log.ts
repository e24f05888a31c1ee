import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import type { Caller } from '../rpc/request-context.ts'
import type { AccessKey } from '../shared/access-key.ts'
import type { Metrics } from './metrics.ts'

/** `readKey`: of a request that a read key lets in. */
export type RequestEnv = {
  Bindings: HttpBindings
  Variables: { requestId: string; log: Logger; procedure?: string; readKey?: AccessKey }
}

/** Somebody may write a key into a URL. */
const KEYS = /wk_[\w-]{20,}/g

/** Of a route that answers or takes a file. */
export type FileEnv = { Variables: Pick<RequestEnv['Variables'], 'log' | 'readKey'> }

/** Gives each request an id and a log of its own; logs and measures each API call. */
export function logRequests({ log, metrics }: { log: Logger; metrics: Metrics }): MiddlewareHandler<RequestEnv> {
  return async (c, next) => {
    const started = performance.now()
    const requestId = crypto.randomUUID()
    c.set('requestId', requestId)
    c.set('log', log.child({ request: requestId }))
    await next()
    c.res.headers.set('x-request-id', requestId)
    const { method } = c.req
    const path = c.req.path.replace(KEYS, 'wk_…')
    if (!path.startsWith('/api/')) return
    const { status } = c.res
    const ms = performance.now() - started
    metrics.observeRequest(findRouteName(c), status, ms)
    c.var.log.info({ event: 'call_answered', method, path, status, ms: Math.round(ms * 10) / 10 }, 'answered')
  }
}

/** Adds the caller to every further log line of the request. */
export function identify(c: { var: { log: Logger }; set(name: 'log', log: Logger): void }, caller: Caller): Logger {
  const log = c.var.log.child(caller)
  c.set('log', log)
  return log
}

/** The name of the procedure or route that answered, and 'other' for unknown paths: the number of names stays limited. */
function findRouteName(c: Context<RequestEnv>) {
  const route = routePath(c)
  return c.var.procedure ?? (route.endsWith('*') ? 'other' : route)
}
