import { APIError } from 'better-auth/api'
import { type AuthRateLimit, findNetwork, type Place } from './auth-rate-limit.ts'
import type { BetterAuth } from './better-auth.ts'
import type { DeviceCookie } from './device-cookie.ts'
import type { HashQueue } from './hash-queue.ts'
import type { Sessions } from './sessions.ts'

/** Of the request that signs in. */
export type Client = { headers: Headers; clientIp: string }

type Parts = {
  betterAuth: BetterAuth
  sessions: Sessions
  deviceCookie: DeviceCookie
  rateLimit: AuthRateLimit
  queue: HashQueue
}

/** Sign-in with a password. Attempts wait for their turn; those at an account that is guessed at are refused, but not in a known place. */
export function createSignIn({ betterAuth: { api, call }, sessions, deviceCookie, rateLimit, queue }: Parts) {
  async function checkPassword(email: string, password: string, headers: Headers) {
    const { result } = await call(() =>
      api.signInEmail({ body: { email, password }, headers: withoutCookies(headers), returnHeaders: true }),
    )
    return result
  }

  /** A new session; null for a wrong e-mail or password. */
  async function attempt(place: Place, password: string, { headers, clientIp }: Client) {
    await rateLimit.countAttempt(place)
    try {
      const lane = place.kind === 'account' ? 'unknown' : 'known'
      const session = await queue.hash(lane, () => checkPassword(place.email, password, headers))
      await rateLimit.onRightPassword(place, clientIp)
      return session
    } catch (error) {
      if (error instanceof APIError && error.statusCode === 401) return null
      await rateLimit.refund(place)
      throw error
    }
  }

  /** A few at a time for each place: of right passwords that are sent at the same time, none may exceed the limit of wrong ones. */
  const attemptInTurn = (place: Place, password: string, client: Client) =>
    queue.takeTurn('signIn', `${place.kind} ${place.key}`, () => attempt(place, password, client))

  async function attemptAnywhere(email: string, password: string, client: Client) {
    const { headers, clientIp } = client
    // Asked before the turns: while the database does not answer, nobody waits for the time-outs of others.
    const place = await rateLimit.findPlace(email, clientIp, deviceCookie.findDevice(headers, email))
    if (place.kind === 'known_device') return attemptInTurn(place, password, client)
    return queue.takeTurn('signIn', `client ${findNetwork(clientIp)}`, async (turn) => {
      const signedIn = await attemptInTurn(place, password, client)
      if (!signedIn) turn.pauseMs = await rateLimit.onWrongPassword(clientIp)
      return signedIn
    })
  }

  /**
   * A new session for the right password; null for a wrong e-mail or password. Throws TooManyAttempts. `replacePrevious` ends the
   * session of the request.
   */
  return async (email: string, password: string, client: Client) => {
    const previous = await sessions.findSession(client.headers)
    const signedIn = await attemptAnywhere(email, password, client)
    if (!signedIn) return null
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

/** Without them Better Auth would also act on the session that the request has. */
function withoutCookies(headers: Headers) {
  const copy = new Headers(headers)
  copy.delete('cookie')
  return copy
}
