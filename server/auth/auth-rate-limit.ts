import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { findClientNetwork } from '../shared/client-network.ts'
import { MAILED_LINK_SECONDS } from './security-mails.ts'
import { type LimitReached, TooManyAttempts } from './too-many-attempts.ts'

/** How many of each kind are allowed, in how many seconds. */
export const AUTH_LIMITS = {
  /** Wrong passwords for one account from all places that its owner has never signed in from. */
  account: { points: 20, duration: 60 * 60 },
  /** Wrong passwords for one account from one client IP that its owner has signed in from. */
  known_address: { points: 20, duration: 60 * 60 },
  /** Wrong passwords for one account from one browser that its owner has signed in with. */
  known_device: { points: 20, duration: 60 * 60 },
  /** Wrong passwords from one client IP, for any accounts. Further ones are slowed down and not refused: others may share the IP. */
  address: { points: 20, duration: 5 * 60 },
  /** Accounts created, reset links requested and reset links used from one client IP. */
  account_creation: { points: 600, duration: 10 * 60 },
  /** New accounts refused because the e-mail is taken, for one client IP or owner. Further ones are slowed down. */
  taken_emails: { points: 30, duration: 60 * 60 },
  /** Wrong codes of the second step for one account, from all places. The person who guesses them has the password. */
  code: { points: 10, duration: 30 * 60 },
  /** Links mailed to one person. As long as a link lives, so that a person always has a link that works. */
  mails: { points: 5, duration: MAILED_LINK_SECONDS },
} as const

/** Longer than an authenticator app's code is valid. */
const USED_CODE_SECONDS = 2 * 60
const KNOWN_FOR_SECONDS = 30 * 24 * 3600
// With the turns that a client IP has: one guess a second, and one taken e-mail in ten seconds.
const WRONG_PASSWORD_PAUSE_MS = 4_000
const TAKEN_EMAIL_PAUSE_MS = 20_000

/** Where a sign-in comes from, as the account knows it: a strange place, a known client IP or a known browser. */
export type Place = { kind: 'account' | 'known_address' | 'known_device'; key: string; email: string }

export type AuthRateLimit = ReturnType<typeof createAuthRateLimit>

/**
 * Limits password guessing. Only failures count. The counters are in the database, so that all servers share them and a restart
 * keeps them.
 */
export function createAuthRateLimit(authPool: Pool) {
  const counter = (name: string, limits: { points: number; duration: number }) =>
    new RateLimiterPostgres({
      storeClient: authPool,
      storeType: 'pool',
      schemaName: 'auth',
      tableName: 'attempts',
      tableCreated: true,
      // The library's timer would keep the process alive; `sweep` deletes them instead.
      clearExpiredByTimeout: false,
      keyPrefix: name,
      ...limits,
    })
  const counters = {
    account: counter('account', AUTH_LIMITS.account),
    known_address: counter('known_address', AUTH_LIMITS.known_address),
    known_device: counter('known_device', AUTH_LIMITS.known_device),
    address: counter('address', AUTH_LIMITS.address),
    account_creation: counter('account_creation', AUTH_LIMITS.account_creation),
    taken_emails: counter('taken_emails', AUTH_LIMITS.taken_emails),
    mails: counter('mails', AUTH_LIMITS.mails),
    code: counter('code', AUTH_LIMITS.code),
    used_code: counter('used_code', { points: 1, duration: USED_CODE_SECONDS }),
    known: counter('known', { points: 1, duration: KNOWN_FOR_SECONDS }),
  }

  const take = async (name: Exclude<LimitReached['reason'], 'queue'>, key: string, email?: string) => {
    try {
      await counters[name].consume(key)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw toTooMany(error, { reason: name, ...(email !== undefined && { account: hashEmail(email) }) })
    }
  }
  /** Counts one more; whether there were too many. */
  const exceeds = async (name: 'address' | 'taken_emails', key: string) => {
    const { consumedPoints } = await counters[name].penalty(digest(key))
    return consumedPoints > AUTH_LIMITS[name].points
  }
  const addressKey = (email: string, clientIp: string) => knownPlaceKey(email, findClientNetwork(clientIp))

  return {
    async findPlace(email: string, clientIp: string, device?: string): Promise<Place> {
      if (device !== undefined) return { kind: 'known_device', key: knownPlaceKey(email, device), email }
      const key = addressKey(email, clientIp)
      const isKnown = (await counters.known.get(key)) !== null
      return isKnown ? { kind: 'known_address', key, email } : { kind: 'account', key: digest(email), email }
    },
    /** Counts an attempt before the password is checked, so that parallel ones cannot exceed the limit. Throws TooManyAttempts. */
    countAttempt: ({ kind, key, email }: Place) => take(kind, key, email),
    /** The attempt did not show whether the password is right. */
    refund: async ({ kind, key }: Place) => void (await counters[kind].reward(key, 1)),
    /** From now on the client IP is known. The failures of a known place are forgotten; those of strange places are not the owner's. */
    async onRightPassword({ kind, key, email }: Place, clientIp: string) {
      if (kind === 'account') await counters.account.reward(key, 1)
      else await counters[kind].delete(key)
      await counters.known.set(addressKey(email, clientIp), 1, KNOWN_FOR_SECONDS)
    },
    /** How long the client IP has to pause. */
    onWrongPassword: async (clientIp: string) =>
      (await exceeds('address', findClientNetwork(clientIp))) ? WRONG_PASSWORD_PAUSE_MS : 0,
    /** The person has proven the mailbox: forgets the failures of others, and knows this client IP. */
    async onPasswordReset(email: string, clientIp: string) {
      const key = addressKey(email, clientIp)
      await Promise.all([counters.account.delete(digest(email)), counters.known_address.delete(key)])
      await counters.known.set(key, 1, KNOWN_FOR_SECONDS)
    },
    /** Throws TooManyAttempts if an account may not be created. Counts nothing. */
    async checkAccountCreation(clientIp: string) {
      const found = await counters.account_creation.get(digest(findClientNetwork(clientIp)))
      if (found && found.consumedPoints >= AUTH_LIMITS.account_creation.points)
        throw toTooMany(found, { reason: 'account_creation' })
    },
    accountCreation: (clientIp: string) => take('account_creation', digest(findClientNetwork(clientIp))),
    /** How long the client IP or owner has to pause. */
    onTakenEmail: async (creator: string) => ((await exceeds('taken_emails', creator)) ? TAKEN_EMAIL_PAUSE_MS : 0),
    /** Counts a code before it is checked. Throws TooManyAttempts. */
    countCode: (userId: string) => take('code', digest(userId)),
    onRightCode: async (userId: string) => void (await counters.code.delete(digest(userId))),
    /** Whether the code was sent before, right or wrong. From now on it was. */
    async isCodeUsed(userId: string, code: string) {
      const { consumedPoints } = await counters.used_code.penalty(digest(`${userId} ${code}`))
      return consumedPoints > 1
    },
    mail: (email: string) => take('mails', digest(email), email),
    sweep: () => authPool.query('delete from auth.attempts where expire < $1', [Date.now()]),
  }
}

const toTooMany = ({ msBeforeNext }: RateLimiterRes, limit: LimitReached) =>
  new TooManyAttempts(Math.max(1, Math.ceil(msBeforeNext / 1000)), limit)

// The table has no e-mail and no IP address in plain text.
const digest = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Begins with the e-mail's hash, so that all places of an account can be found. The second hash depends on the e-mail too. */
const knownPlaceKey = (email: string, place: string) => `${digest(email)}.${digest(`${email} ${place}`)}`

/** The keys of the counters that keep a person out, and the beginnings of those of known places. */
export const findLockKeys = (email: string, userId: string) => ({
  keys: [`account:${digest(email)}`, `mails:${digest(email)}`, `code:${digest(userId)}`],
  prefixes: [`known_address:${digest(email)}.`, `known_device:${digest(email)}.`],
})

/** Names an account in the log. An operator finds it with `printf %s the@e.mail | sha256sum`. */
const hashEmail = (email: string) => createHash('sha256').update(email).digest('hex').slice(0, 16)
