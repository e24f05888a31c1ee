import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AUTH_LIMITS, type AuthLimit } from './auth-limits.ts'
import { digest } from './limit-keys.ts'
import { type LimitReached, TooManyAttempts } from './too-many-attempts.ts'

export const KNOWN_FOR_SECONDS = 30 * 24 * 3600

export type Counters = ReturnType<typeof createCounters>

/** The counters of `AUTH_LIMITS`, in the database. */
export function createCounters(authPool: Pool) {
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

/** Counts one more; throws TooManyAttempts when there are too many. */
export async function count(counter: RateLimiterPostgres, key: string, limit: LimitReached) {
  try {
    await counter.consume(key)
  } catch (error) {
    throw error instanceof RateLimiterRes ? toTooMany(error, limit) : error
  }
}

/** Counts one more; whether there were too many. */
export async function exceeds(counter: RateLimiterPostgres, key: string) {
  const { consumedPoints } = await counter.penalty(digest(key))
  return consumedPoints > counter.points
}

/** The count of a key that may not count one more; null while it may. */
export async function findFull(counter: RateLimiterPostgres, key: string) {
  const found = await counter.get(key)
  return found && found.consumedPoints >= counter.points ? found : null
}

export const toTooMany = ({ msBeforeNext }: RateLimiterRes, limit: LimitReached) =>
  new TooManyAttempts(Math.max(1, Math.ceil(msBeforeNext / 1000)), limit)
