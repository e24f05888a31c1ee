import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import type { AuthOptions } from './better-auth.ts'

export type SessionCookie = ReturnType<typeof createSessionCookie>

/** The cookie of a session, signed as Better Auth signs it. */
export function createSessionCookie({ publicUrl, authSecret }: AuthOptions) {
  const isSecure = publicUrl.startsWith('https:')
  const name = isSecure ? '__Host-winkel' : 'winkel'
  return {
    name,
    isSecure,
    /** The Set-Cookie value that makes the browser delete its cookie. */
    deletion: serialize(name, '', { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 0, secure: isSecure }),
    /** The session's token, when the request has a cookie with our signature. */
    readToken(headers: Headers) {
      const cookie = parse(headers.get('cookie') ?? '', name)[name] ?? ''
      const [, token, signature] = /^(.+)\.([\w+/]{43}=)$/.exec(cookie) ?? []
      if (!token || !signature) return undefined
      const expected = createHmac('sha256', authSecret).update(token).digest('base64')
      return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? token : undefined
    },
  }
}
