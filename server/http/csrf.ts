import { ORPCError } from '@orpc/server'
import type { Context, Next } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { findBodyRule } from './body-limits.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const TILL_CALL = '/api/v1/sales'

/**
 * Nothing but a page of our own makes a change with somebody's cookie: a mutating call says where it comes from and carries
 * JSON, or a file that no form sends. A till has no cookie and need not say.
 */
export function csrfGuard(publicUrl: string) {
  const ourOrigin = new URL(publicUrl).origin
  return async (c: Context, next: Next) => {
    if (SAFE.has(c.req.method)) return next()
    if (!isTill(c) && !isOurOwn(c, ourOrigin)) {
      throw new ORPCError('FORBIDDEN', { status: 403, message: 'This call must come from a page of Winkel itself.' })
    }
    const { type, wanted } = findBodyRule(c.req.path)
    const sent = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
    if (hasBody(c) && !type.test(sent)) throw new ORPCError('UNSUPPORTED_MEDIA_TYPE', { status: 415, message: wanted })
    return next()
  }
}

/** Refuses a body that is larger than its call takes. */
export function limitBodies() {
  return (c: Context, next: Next) => {
    const { max, tooLarge } = findBodyRule(c.req.path)
    const onError = () => {
      // The rest of the body is not read, so the connection cannot be used again.
      c.header('connection', 'close')
      throw new ORPCError('CONTENT_TOO_LARGE', { status: 413, message: tooLarge })
    }
    return bodyLimit({ maxSize: max, onError })(c, next)
  }
}

/**
 * No browser sends a key along by itself. Whoever sends sales with neither key nor cookie can change nothing, and is told
 * by the call itself that a key is missing.
 */
const isTill = (c: Context) =>
  /^bearer /i.test(c.req.header('authorization') ?? '') || (c.req.path === TILL_CALL && c.req.header('cookie') === undefined)

/** HTTP's own rule: a request has a body if one of these says so. */
const hasBody = (c: Context) => (c.req.header('content-length') ?? '0') !== '0' || c.req.header('transfer-encoding') !== undefined

function isOurOwn(c: Context, ourOrigin: string) {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = c.req.header('origin')
  if (origin === undefined) return false
  if (origin === ourOrigin) return true
  // Reached by another name of the same machine: a page from there is still a page of ours.
  return URL.canParse(origin) && new URL(origin).host === c.req.header('host')
}
