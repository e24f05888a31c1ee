import type { AuthOptions } from './better-auth.ts'
import { createHostCookie } from './host-cookie.ts'

export type SessionCookie = ReturnType<typeof createSessionCookie>

/** The cookie of a session, which Better Auth signs. */
export function createSessionCookie(options: AuthOptions) {
  const { name, isSecure, readSigned, deletion } = createHostCookie('winkel', options)
  return {
    name,
    isSecure,
    deletion,
    /** The session's token, when the request has a cookie with our signature. */
    readToken: (headers: Headers) => readSigned(headers, options.authSecret),
  }
}
