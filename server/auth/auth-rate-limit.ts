import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** Guessing is over for now; `seconds` says for how long. */
export class TooManyAttempts extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super('too many attempts')
    this.seconds = seconds
  }
}

/** How many tries of each kind are let through, and in how many seconds they are forgotten. */
export const AUTH_LIMITS = {
  /** Wrong passwords from one address, whichever accounts they were for. */
  address: { points: 20, duration: 5 * 60 },
  /** Wrong passwords for one account, from addresses its owner has never signed in from. */
  account: { points: 60, duration: 60 * 60 },
  /** Accounts made, links asked for and links tried from one address. */
  making: { points: 600, duration: 10 * 60 },
  /** Links mailed to one person. */
  mails: { points: 5, duration: 60 * 60 },
} as const

const KNOWN_FOR_SECONDS = 30 * 24 * 3600

export type AuthRateLimit = ReturnType<typeof createAuthRateLimit>

/** The counters that slow down guessing. They live in the database: another node, or a restart, does not forget them. */
export function createAuthRateLimit(authPool: Pool) {
  const counter = (name: string, limits: { points: number; duration: number }) =>
    new RateLimiterPostgres({
      storeClient: authPool,
      storeType: 'pool',
      schemaName: 'auth',
      tableName: 'attempts',
      tableCreated: true,
      // A timer of the library's would keep the process alive; `sweep` does it instead.
      clearExpiredByTimeout: false,
      keyPrefix: name,
      ...limits,
    })
  const counters = {
    address: counter('address', AUTH_LIMITS.address),
    account: counter('account', AUTH_LIMITS.account),
    making: counter('making', AUTH_LIMITS.making),
    mails: counter('mails', AUTH_LIMITS.mails),
    known: counter('known', { points: 1, duration: KNOWN_FOR_SECONDS }),
  }

  const take = async (name: 'address' | 'account' | 'making' | 'mails', key: string) => {
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
     * Counts a password about to be tried; throws TooManyTries before it is looked at. `right` is called when it was the
     * right one: it is then no guess, and this address may go on while strangers guess at the account.
     */
    async password(email: string, from: string) {
      const address = networkOf(from)
      const pair = `${email} ${address}`
      await take('address', address)
      const isKnown = (await counters.known.get(digest(pair))) !== null
      if (!isKnown) await take('account', email)
      return {
        right: async () => {
          await refund('address', address)
          if (!isKnown) await refund('account', email)
          await counters.known.set(digest(pair), 1, KNOWN_FOR_SECONDS)
        },
      }
    },
    making: (address: string) => take('making', networkOf(address)),
    mail: (email: string) => take('mails', email),
    sweep: () => authPool.query('delete from auth.attempts where expire < $1', [Date.now()]),
  }
}

/** What counts as one address: of IPv6 the network of 64 bits, since whoever has one address of it has them all. */
export function networkOf(address: string) {
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

// Neither an e-mail nor an address stands in the table as it is.
const digest = (key: string) => createHash('sha256').update(key).digest('base64url')
