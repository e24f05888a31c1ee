import { APIError } from 'better-auth/api'
import { findClientNetwork } from '../shared/client-network.ts'
import type { AuthRateLimit, Place } from './auth-rate-limit.ts'
import type { DeviceCookie } from './device-cookie.ts'
import type { HashQueue } from './hash-queue.ts'

/** Of the request that sends a password. */
export type Client = { headers: Headers; clientIp: string }

type Parts = { deviceCookie: DeviceCookie; rateLimit: AuthRateLimit; queue: HashQueue }

export type PasswordCheck = ReturnType<typeof createPasswordCheck>

/** Checks of passwords. They wait for a permit; those at an account that is guessed at are refused, but not in a known place. */
export function createPasswordCheck({ deviceCookie, rateLimit, queue }: Parts) {
  async function attempt<T>(place: Place, clientIp: string, work: () => Promise<T>) {
    await rateLimit.countAttempt(place)
    try {
      const kind = place.limit === 'account' ? 'unknown' : 'known'
      const result = await queue.hash(kind, work)
      await rateLimit.onRightPassword(place, clientIp)
      return result
    } catch (error) {
      if (isWrongPassword(error)) return null
      await rateLimit.refund(place)
      throw error
    }
  }

  /** A few at a time for each place: of right passwords that are sent at the same time, none may exceed the limit of wrong ones. */
  const attemptWithPermit = <T>(place: Place, clientIp: string, work: () => Promise<T>) =>
    queue.withPermit('signIn', place.key, () => attempt(place, clientIp, work))

  /** The result of work, which compares a password of this account with its hash; null for a wrong one. Throws TooManyAttempts. */
  return async <T>(email: string, { headers, clientIp }: Client, work: () => Promise<T>): Promise<T | null> => {
    // Asked before the wait: while the database does not answer, nobody waits for the time-outs of others.
    const place = await rateLimit.findPlace(email, clientIp, deviceCookie.findDevice(headers, email))
    if (place.isKnownBrowser) return attemptWithPermit(place, clientIp, work)
    return queue.withPermit('signIn', `client ${findClientNetwork(clientIp)}`, async (held) => {
      const result = await attemptWithPermit(place, clientIp, work)
      if (result === null) held.pauseMs = await rateLimit.onWrongPassword(clientIp)
      return result
    })
  }
}

/** Better Auth answers 401 to a wrong password at a sign-in, and INVALID_PASSWORD to a wrong one of a signed-in person. */
const isWrongPassword = (error: unknown) =>
  error instanceof APIError && (error.statusCode === 401 || error.body?.code === 'INVALID_PASSWORD')
