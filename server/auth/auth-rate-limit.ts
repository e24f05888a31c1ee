import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { findClientNetwork } from '../shared/client-network.ts'
import { AUTH_LIMITS, type AuthLimit } from './auth-limits.ts'
import { type LimitReached, TooManyAttempts } from './too-many-attempts.ts'

const KNOWN_FOR_SECONDS = 30 * 24 * 3600

/** Where a sign-in comes from, as the account knows it: a strange place, or a client IP or browser with a count of its own. */
export type Place = { limit: 'account' | 'known_place'; isKnownBrowser: boolean; key: string; email: string }

type Counters = ReturnType<typeof createCounters>

export type AuthRateLimit = ReturnType<typeof createAuthRateLimit>

/**
 * Limits password guessing. Only failures count. The counters are in the database, so that all servers share them and a restart
 * keeps them.
 */
export function createAuthRateLimit(authPool: Pool) {
  const counters = createCounters(authPool)
  return {
    ...createPasswordLimits(counters),
    ...createCodeLimits(counters),
    ...createAccountLimits(counters),
    sweep: () => authPool.query('delete from auth.attempts where expire < $1', [Date.now()]),
  }
}

function createCounters(authPool: Pool) {
  const create = (keyPrefix: string, { points, duration }: { points: number; duration: number }) =>
    new RateLimiterPostgres({
      storeClient: authPool,
      storeType: 'pool',
      schemaName: 'auth',
      tableName: 'attempts',
      tableCreated: true,
      // The library's timer would keep the process alive; `sweep` deletes them instead.
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    })
  const limits = Object.entries(AUTH_LIMITS).map(([name, policy]) => [name, create(name, policy)])
  return {
    limits: Object.fromEntries(limits) as Record<AuthLimit, RateLimiterPostgres>,
    /** The client IPs that accounts have signed in from. */
    known: create('known', { points: 1, duration: KNOWN_FOR_SECONDS }),
  }
}

function createPasswordLimits({ limits, known }: Counters) {
  const learn = (addressKey: string) => known.set(addressKey, 1, KNOWN_FOR_SECONDS)
  return {
    async findPlace(email: string, clientIp: string, device?: string): Promise<Place> {
      const isKnownBrowser = device !== undefined
      const key = isKnownBrowser ? knownPlaceKey(email, device) : addressKey(email, clientIp)
      const isKnown = isKnownBrowser || (await known.get(key)) !== null
      return isKnown
        ? { limit: 'known_place', isKnownBrowser, key, email }
        : { limit: 'account', isKnownBrowser, key: digest(email), email }
    },
    /** Counts an attempt before the password is checked, so that parallel ones cannot exceed the limit. Throws TooManyAttempts. */
    countAttempt: ({ limit, key, email }: Place) => count(limits[limit], key, { reason: limit, account: hashEmail(email) }),
    /** The attempt did not show whether the password is right. */
    refund: async ({ limit, key }: Place) => void (await limits[limit].reward(key, 1)),
    /** From now on the client IP is known. The failures of a known place are forgotten; those of strange places are not the owner's. */
    async onRightPassword({ limit, key, email }: Place, clientIp: string) {
      if (limit === 'account') await limits.account.reward(key, 1)
      else await limits.known_place.delete(key)
      await learn(addressKey(email, clientIp))
    },
    /** How long the client IP has to pause. */
    onWrongPassword: (clientIp: string) => countForPause(limits, 'address', findClientNetwork(clientIp)),
    /** The person has proven the mailbox: forgets the failures of others, and knows this client IP. */
    async onPasswordReset(email: string, clientIp: string) {
      const key = addressKey(email, clientIp)
      await Promise.all([limits.account.delete(digest(email)), limits.known_place.delete(key)])
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
  const { account_creation, mails } = limits
  return {
    /** Throws TooManyAttempts if an account may not be created. Counts nothing. */
    async checkAccountCreation(clientIp: string) {
      const found = await account_creation.get(digest(findClientNetwork(clientIp)))
      if (found && found.consumedPoints >= account_creation.points) throw toTooMany(found, { reason: 'account_creation' })
    },
    /** Throws TooManyAttempts. */
    countAccountCreation: (clientIp: string) =>
      count(account_creation, digest(findClientNetwork(clientIp)), { reason: 'account_creation' }),
    /** How long the client IP or owner has to pause. */
    onTakenEmail: (creator: string) => countForPause(limits, 'taken_emails', creator),
    /** Throws TooManyAttempts. */
    countMail: (email: string) => count(mails, digest(email), { reason: 'mails', account: hashEmail(email) }),
  }
}

/** Counts one more; throws TooManyAttempts when there are too many. */
async function count(counter: RateLimiterPostgres, key: string, limit: LimitReached) {
  try {
    await counter.consume(key)
  } catch (error) {
    throw error instanceof RateLimiterRes ? toTooMany(error, limit) : error
  }
}

/** Counts one more; whether there were too many. */
async function exceeds(counter: RateLimiterPostgres, key: string) {
  const { consumedPoints } = await counter.penalty(digest(key))
  return consumedPoints > counter.points
}

/** Counts one more; the milliseconds to pause. */
const countForPause = async (limits: Counters['limits'], name: 'address' | 'taken_emails', key: string) =>
  (await exceeds(limits[name], key)) ? AUTH_LIMITS[name].pauseMs : 0

const toTooMany = ({ msBeforeNext }: RateLimiterRes, limit: LimitReached) =>
  new TooManyAttempts(Math.max(1, Math.ceil(msBeforeNext / 1000)), limit)

// The table has no e-mail and no IP address in plain text.
const digest = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Begins with the e-mail's hash, so that all places of an account can be found. The second hash depends on the e-mail too. */
const knownPlaceKey = (email: string, place: string) => `${digest(email)}.${digest(`${email} ${place}`)}`
const addressKey = (email: string, clientIp: string) => knownPlaceKey(email, findClientNetwork(clientIp))

/** The keys of the counters that keep a person out, and the beginning of those of known places. */
export const findLockKeys = (email: string, userId: string) => ({
  keys: [`account:${digest(email)}`, `mails:${digest(email)}`, `code:${digest(userId)}`],
  prefix: `known_place:${digest(email)}.`,
})

/** Names an account in the log. An operator finds it with `printf %s the@e.mail | sha256sum`. */
const hashEmail = (email: string) => createHash('sha256').update(email).digest('hex').slice(0, 16)
