import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** The rate limit is reached; the call may be repeated after `seconds`. */
export class TooManyAttempts extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super('too many attempts')
    this.seconds = seconds
  }
}

/** How many attempts of each kind are allowed, in how many seconds. */
export const AUTH_LIMITS = {
  /** Wrong passwords from one client IP, for any accounts. */
  address: { points: 20, duration: 5 * 60 },
  /** Wrong passwords for one account, from client IPs that its owner has never signed in from. */
  account: { points: 60, duration: 60 * 60 },
  /** Accounts created, reset links requested and reset links used from one client IP. */
  accountCreation: { points: 600, duration: 10 * 60 },
  /** Reset links mailed to one person. */
  mails: { points: 5, duration: 60 * 60 },
} as const

const KNOWN_FOR_SECONDS = 30 * 24 * 3600

export type AuthRateLimit = ReturnType<typeof createAuthRateLimit>

/** Limits password guessing. The counters are in the database, so that all servers share them and a restart keeps them. */
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
    address: counter('address', AUTH_LIMITS.address),
    account: counter('account', AUTH_LIMITS.account),
    accountCreation: counter('accountCreation', AUTH_LIMITS.accountCreation),
    mails: counter('mails', AUTH_LIMITS.mails),
    known: counter('known', { points: 1, duration: KNOWN_FOR_SECONDS }),
  }

  const take = async (name: 'address' | 'account' | 'accountCreation' | 'mails', key: string) => {
    try {
      await counters[name].consume(digest(key))
    } catch (error) {
      if (error instanceof RateLimiterRes) throw new TooManyAttempts(Math.max(1, Math.ceil(error.msBeforeNext / 1000)))
      throw error
    }
  }
  const refund = (name: 'address' | 'account', key: string) => counters[name].reward(digest(key), 1)

  return {
    /**
     * Counts an attempt before the password is checked; throws TooManyAttempts. Call `onSuccess` when it was right: the attempt is
     * refunded, and this client IP may go on while others guess at the account.
     */
    async password(email: string, clientIp: string) {
      const address = findNetwork(clientIp)
      const pair = `${email} ${address}`
      await take('address', address)
      const isKnown = (await counters.known.get(digest(pair))) !== null
      if (!isKnown) await take('account', email)
      return {
        onSuccess: async () => {
          await refund('address', address)
          if (!isKnown) await refund('account', email)
          await counters.known.set(digest(pair), 1, KNOWN_FOR_SECONDS)
        },
      }
    },
    accountCreation: (clientIp: string) => take('accountCreation', findNetwork(clientIp)),
    mail: (email: string) => take('mails', email),
    sweep: () => authPool.query('delete from auth.attempts where expire < $1', [Date.now()]),
  }
}

/** The unit that is counted: of IPv6 the network of 64 bits, because a client can use every address of it. */
export function findNetwork(address: string) {
  const [numeric = ''] = address.split('%')
  if (!isIPv6(numeric)) return address
  if (numeric.includes('.')) return numeric.slice(numeric.lastIndexOf(':') + 1)
  const [front = [], back = []] = numeric.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

// The table has no e-mail and no IP address in plain text.
const digest = (key: string) => createHash('sha256').update(key).digest('base64url')
