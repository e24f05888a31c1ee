import type { Pool } from 'pg'
import { findClientNetwork } from '../shared/client-network.ts'
import { AUTH_LIMITS } from './auth-limits.ts'
import { type Counters, count, createCounters, exceeds, findFull, KNOWN_FOR_SECONDS, toTooMany } from './counters.ts'
import { addressKey, digest, hashEmail, networkKey, placeKey } from './limit-keys.ts'
import { createMailLimits } from './mail-limits.ts'

/** Where a sign-in comes from, as the account knows it: a strange place, or a client IP or browser with a count of its own. */
export type Place = { limit: 'account' | 'known_place'; isKnownBrowser: boolean; key: string; email: string }

export type AuthRateLimit = ReturnType<typeof createAuthRateLimit>

/**
 * Limits password guessing, where only failures count, and mails. The counters are in the database, so that all servers share them and a
 * restart keeps them.
 */
export function createAuthRateLimit(authPool: Pool) {
  const counters = createCounters(authPool)
  return {
    ...createPasswordLimits(counters),
    ...createCodeLimits(counters),
    ...createAccountLimits(counters),
    ...createMailLimits(counters),
    sweep: () => authPool.query('delete from auth.attempts where expire < $1', [Date.now()]),
  }
}

function createPasswordLimits({ limits, known }: Counters) {
  const learn = (addressKey: string) => known.set(addressKey, 1, KNOWN_FOR_SECONDS)
  return {
    async findPlace(email: string, clientIp: string, device?: string): Promise<Place> {
      // A person who once had the password may have any number of known browsers: all together have a limit too.
      const knownBrowser = device !== undefined && !(await findFull(limits.known_browsers, digest(email))) ? device : undefined
      const isKnownBrowser = knownBrowser !== undefined
      const key = isKnownBrowser ? placeKey(email, knownBrowser) : addressKey(email, clientIp)
      const isKnown = isKnownBrowser || (await known.get(key)) !== null
      return isKnown
        ? { limit: 'known_place', isKnownBrowser, key, email }
        : { limit: 'account', isKnownBrowser, key: digest(email), email }
    },
    /** Counts an attempt before the password is checked, so that parallel ones cannot exceed the limit. Throws TooManyAttempts. */
    async countAttempt({ limit, isKnownBrowser, key, email }: Place) {
      if (isKnownBrowser) await limits.known_browsers.penalty(digest(email), 1)
      await count(limits[limit], key, { reason: limit, account: hashEmail(email) })
    },
    /** The attempt did not show whether the password is right. */
    async refund({ limit, isKnownBrowser, key, email }: Place) {
      await limits[limit].reward(key, 1)
      if (isKnownBrowser) await limits.known_browsers.reward(digest(email), 1)
    },
    /** From now on the client IP is known. The failures of a known place are forgotten; those of strange places are not the owner's. */
    async onRightPassword({ limit, isKnownBrowser, key, email }: Place, clientIp: string) {
      if (limit === 'account') await limits.account.reward(key, 1)
      else await limits.known_place.delete(key)
      if (isKnownBrowser) await limits.known_browsers.reward(digest(email), 1)
      await learn(addressKey(email, clientIp))
    },
    /** How long the client IP has to pause. */
    onWrongPassword: (clientIp: string) => countForPause(limits, 'address', findClientNetwork(clientIp)),
    /** The person has proven the mailbox: forgets the failures and requests of others, and knows this client IP. */
    async onPasswordReset(email: string, clientIp: string) {
      const key = addressKey(email, clientIp)
      const deleted = [
        limits.account.delete(digest(email)),
        limits.known_place.delete(key),
        limits.known_browsers.delete(digest(email)),
        limits.reset_everywhere.delete(digest(email)),
      ]
      await Promise.all(deleted)
      await learn(key)
    },
  }
}

function createCodeLimits({ limits: { code: codes, used_code } }: Counters) {
  return {
    /** Counts a code before it is checked. Throws TooManyAttempts. */
    countCode: (userId: string) => count(codes, digest(userId), { reason: 'code' }),
    onRightCode: async (userId: string) => void (await codes.delete(digest(userId))),
    /** Whether the code was sent before, right or wrong. From now on it was. */
    isCodeUsed: (userId: string, code: string) => exceeds(used_code, `${userId} ${code}`),
  }
}

function createAccountLimits({ limits }: Counters) {
  const { account_creation, mailed_links } = limits
  return {
    /** Throws TooManyAttempts if an account may not be created. Counts nothing. */
    async checkAccountCreation(clientIp: string) {
      const full = await findFull(account_creation, networkKey(clientIp))
      if (full) throw toTooMany(full, { reason: 'account_creation' })
    },
    /** Throws TooManyAttempts. */
    countAccountCreation: (clientIp: string) => count(account_creation, networkKey(clientIp), { reason: 'account_creation' }),
    /** How long the client IP or owner has to pause. */
    onTakenEmail: (creator: string) => countForPause(limits, 'taken_emails', creator),
    /** Throws TooManyAttempts. */
    countMailedLink: (clientIp: string) => count(mailed_links, networkKey(clientIp), { reason: 'mailed_links' }),
  }
}

/** Counts one more; the milliseconds to pause. */
const countForPause = async (limits: Counters['limits'], name: 'address' | 'taken_emails', key: string) =>
  (await exceeds(limits[name], key)) ? AUTH_LIMITS[name].pauseMs : 0
