import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { JSON_MAX_BYTES } from '../../../contract/shared/constants.ts'
import { findClientNetwork } from '../../shared/client-network.ts'
import type { TillKey } from './till-key.ts'

const WINDOW_SECONDS = 10

export type TillLimits = {
  /** Requests of one key. Twice what a machine with two cores stores one by one in this time. */
  requests: number
  /** Bytes of requests with unknown keys from one client IP. */
  unknownKeyBytes: number
}
const LIMITS: TillLimits = { requests: 10_000, unknownKeyBytes: 4 * 1024 * 1024 }

/** Added to the body of each request with an unknown key, for its headers and the look-up. */
const LOOKUP_COST_BYTES = 16 * 1024

export type TillRateLimit = ReturnType<typeof createTillRateLimit>

/** Limits the requests of tills in ten seconds. In memory, because losing the counts does no harm. */
export function createTillRateLimit(limits: Partial<TillLimits> = {}) {
  const { requests, unknownKeyBytes } = { ...LIMITS, ...limits }
  const keys = new RateLimiterMemory({ points: requests, duration: WINDOW_SECONDS })
  const addresses = new RateLimiterMemory({ points: unknownKeyBytes, duration: WINDOW_SECONDS })

  return {
    /** Seconds to wait before the request may be made; 0 for none. */
    waitFor: ({ hash }: TillKey) => take(keys, hash.toString('base64url'), 1),

    /** Counts a key as unknown before it is looked up; a body of unstated length as the longest one. Call `refund` when it is known. */
    async startLookup(address: string, bytes: number | undefined) {
      const network = findClientNetwork(address)
      const cost = LOOKUP_COST_BYTES + (bytes ?? JSON_MAX_BYTES)
      return {
        /** Seconds to wait before the look-up may be made; 0 for none. */
        wait: await take(addresses, network, cost),
        refund: () => addresses.reward(network, cost),
      }
    },
  }
}

const take = (limiter: RateLimiterMemory, key: string, points: number) =>
  limiter.consume(key, points).then(
    () => 0,
    ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000)),
  )
