import type { BetterAuth } from './better-auth.ts'
import { withClientIp } from './client-headers.ts'
import type { DeviceCookie } from './device-cookie.ts'
import { toNewSession } from './new-session.ts'
import type { Client, PasswordCheck } from './password-check.ts'
import type { Sessions } from './sessions.ts'
import type { TwoStepCookie } from './two-step-cookie.ts'

type Parts = {
  betterAuth: BetterAuth
  twoStepCookie: TwoStepCookie
  sessions: Sessions
  deviceCookie: DeviceCookie
  checkPassword: PasswordCheck
}

/** Sign-in with a password. */
export function createSignIn({ betterAuth: { api, call }, twoStepCookie, sessions, deviceCookie, checkPassword }: Parts) {
  async function openSession(email: string, password: string, client: Client) {
    const headers = withClientIp(client)
    // Better Auth would also act on the session that the request has.
    headers.delete('cookie')
    const { result } = await call(() => api.signInEmail({ body: { email, password }, headers, returnHeaders: true }))
    return result
  }

  /**
   * A new session for the right password; null for a wrong e-mail or password. Throws TooManyAttempts. With two-step sign-in there
   * is no session yet, but the cookies of a challenge.
   */
  return async (email: string, password: string, client: Client) => {
    const signedIn = await checkPassword(email, client, () => openSession(email, password, client))
    if (!signedIn) return null
    // Better Auth's type does not have the answer of its two-factor plug-in.
    if ('twoFactorRedirect' in signedIn.response) return { challenge: twoStepCookie.select(signedIn.headers.getSetCookie()) }
    return toNewSession({ sessions, deviceCookie }, signedIn, client)
  }
}
