import type { BetterAuth } from './better-auth.ts'
import { withClientIp } from './client-headers.ts'
import type { DeviceCookie } from './device-cookie.ts'
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
   * A new session for the right password; null for a wrong e-mail or password. Throws TooManyAttempts. `replacePrevious` ends the
   * session of the request. With two-step sign-in there is no session yet, but the cookies of a challenge.
   */
  return async (email: string, password: string, client: Client) => {
    const previous = await sessions.findSession(client.headers)
    const signedIn = await checkPassword(email, client, () => openSession(email, password, client))
    if (!signedIn) return null
    // Better Auth's type does not have the answer of its two-factor plug-in.
    if ('twoFactorRedirect' in signedIn.response) return { challenge: twoStepCookie.select(signedIn.headers.getSetCookie()) }
    const { token, user } = signedIn.response
    const person = { user_id: user.id, email: user.email, sessionId: await sessions.findId(token) }
    return {
      person,
      cookies: [...signedIn.headers.getSetCookie(), deviceCookie.remember(client.headers, user.email)],
      replacePrevious: async () => {
        if (previous) await sessions.endSession(previous.person.sessionId)
      },
    }
  }
}
