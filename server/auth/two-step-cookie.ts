import type { AuthOptions } from './better-auth.ts'
import { createHostCookie } from './host-cookie.ts'

export type TwoStepCookie = ReturnType<typeof createTwoStepCookie>

/** The cookie of a person who has sent the right password and not yet the code. It names a challenge in auth.verification. */
export function createTwoStepCookie(options: AuthOptions) {
  const { name, readSigned } = createHostCookie('winkel-two-step', options)
  const isOurs = (cookie: string) => cookie.trimStart().startsWith(`${name}=`)
  return {
    name,
    /** The challenge, when the request has a cookie with our signature. */
    read: (headers: Headers) => readSigned(headers, options.authSecret),
    /** The Set-Cookie values that are about this cookie. */
    select: (setCookies: string[]) => setCookies.filter(isOurs),
    /** The headers without any other cookie: with a session Better Auth would act for its person. */
    only(headers: Headers) {
      const copy = new Headers(headers)
      copy.set('cookie', (headers.get('cookie') ?? '').split(';').filter(isOurs).join(';'))
      return copy
    },
  }
}
