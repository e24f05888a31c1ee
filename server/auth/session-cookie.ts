import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AuthOptions } from './better-auth.ts'

/** The cookie of a session, signed as Better Auth signs it. */
export function createSessionCookie({ publicUrl, authSecret }: AuthOptions) {
  const isSecure = publicUrl.startsWith('https:')
  const name = isSecure ? '__Host-winkel' : 'winkel'
  return {
    name,
    isSecure,
    /** The Set-Cookie value that makes the browser delete its cookie. */
    deletion: `${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${isSecure ? '; Secure' : ''}`,
    /** The session's token, when the request has a cookie with our signature. */
    readToken(headers: Headers) {
      const cookie = headers
        .get('cookie')
        ?.split(/;\s*/)
        .find((pair) => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1)
      const [, token, signature] = /^(.+)\.([\w+/]{43}=)$/.exec(decode(cookie ?? '')) ?? []
      if (!token || !signature) return undefined
      const expected = createHmac('sha256', authSecret).update(token).digest('base64')
      return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? token : undefined
    },
  }
}

function decode(cookie: string) {
  try {
    return decodeURIComponent(cookie)
  } catch {
    return ''
  }
}
