import { ORPCError } from '@orpc/server'
import type { Context, Next } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { LENGTH_REQUIRED } from '../../contract/shared/errors.ts'
import { findBodyRule } from './body-limits.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const TILL_CALL = '/api/v1/sales'

/**
 * Refuses cross-site requests: a call that writes with a cookie must come from a page of our own and carry JSON, or a file type
 * that no form can send. A till has no cookie and is not checked.
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

/** Refuses a body that is larger than its call accepts. */
export function limitBodies() {
  return (c: Context, next: Next) => {
    const { max, tooLarge, isStreamed } = findBodyRule(c.req.path)
    if (isStreamed && c.req.header('transfer-encoding') !== undefined) {
      c.header('connection', 'close')
      throw new ORPCError('LENGTH_REQUIRED', LENGTH_REQUIRED)
    }
    const onError = () => {
      // The rest of the body is not read, so the connection cannot be used again.
      c.header('connection', 'close')
      throw new ORPCError('CONTENT_TOO_LARGE', { status: 413, message: tooLarge })
    }
    return bodyLimit({ maxSize: max, onError })(c, next)
  }
}

/** A browser does not add a key by itself. A call for sales with neither key nor cookie passes, because its own error names the key. */
const isTill = (c: Context) =>
  /^bearer wk_/i.test(c.req.header('authorization') ?? '') || (c.req.path === TILL_CALL && c.req.header('cookie') === undefined)

/** A request has a body if one of these headers says so (RFC 9112, section 6). */
const hasBody = (c: Context) => (c.req.header('content-length') ?? '0') !== '0' || c.req.header('transfer-encoding') !== undefined

function isOurOwn(c: Context, ourOrigin: string) {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = c.req.header('origin')
  if (origin === undefined) return false
  if (origin === ourOrigin) return true
  // The server may be reached by another host name: a page from there is a page of ours too.
  return URL.canParse(origin) && new URL(origin).host === c.req.header('host')
}
