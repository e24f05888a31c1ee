import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'

import { JSON_MAX_BYTES } from '../../contract/shared/constants.ts'
import { createLimiter } from '../../db/connection/limiter.ts'
import type { AccessKey } from './access-key.ts'
import { findClientNetwork } from './client-network.ts'

const WINDOW_SECONDS = 10
const WRONG_WINDOW_SECONDS = 30

export type KeyLimits = {
  /** Requests of one key. Twice what a machine with two cores stores one by one in this time. */
  requests: number
  /** Bytes of requests with unknown keys from one client IP. */
  unknownKeyBytes: number
  /** Bytes of unreadable bodies of one key, in thirty seconds. They cost as much as those that are stored. */
  wrongBytes: number
}
const LIMITS: KeyLimits = { requests: 10_000, unknownKeyBytes: 4 * 1024 * 1024, wrongBytes: 512 * 1024 }

/** Added to the body of each request with an unknown key, for its headers and the look-up. */
const LOOKUP_COST_BYTES = 16 * 1024

/** A larger body, or one of unstated length, waits for a permit of its key. Single sales do not. */
const MAX_BYTES_WITHOUT_PERMIT = 16 * 1024
/** Two, so that one is read while the other is stored. What waits is not in memory yet. */
const TURNS = { perKey: 2, maxQueued: 40, waitMs: 4_000 }

export type KeyRateLimit = ReturnType<typeof createKeyRateLimit>

/** Limits the requests with keys. In memory, because losing the counts does no harm. */
export function createKeyRateLimit(limits: Partial<KeyLimits> = {}) {
  const { requests, unknownKeyBytes, wrongBytes } = { ...LIMITS, ...limits }
  const keys = new RateLimiterMemory({ points: requests, duration: WINDOW_SECONDS })
  const addresses = new RateLimiterMemory({ points: unknownKeyBytes, duration: WINDOW_SECONDS })
  const wrong = new RateLimiterMemory({ points: wrongBytes, duration: WRONG_WINDOW_SECONDS })
  const bodies = createLimiter(TURNS)

  return {
    /** Seconds to wait before the request may be made; 0 for none. */
    waitFor: ({ hash }: AccessKey) => take(keys, hash, 1),

    /** Seconds to wait because of what the key sent before; 0 for none. */
    async waitAfterWrong({ hash }: AccessKey) {
      const sent = await wrong.get(hash)
      return sent && sent.consumedPoints >= wrongBytes ? toSeconds(sent) : 0
    },
    countWrong: async ({ hash }: AccessKey, bytes: number | undefined) =>
      void (await wrong.penalty(hash, bytes ?? JSON_MAX_BYTES)),

    /** A function that releases the permit of a large body; throws QueueTimeout when the key has too many under way. */
    async startBody({ hash }: AccessKey, bytes: number | undefined) {
      if (bytes !== undefined && bytes <= MAX_BYTES_WITHOUT_PERMIT) return () => undefined
      return (await bodies.take(hash)).release
    },

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

const take = (limiter: RateLimiterMemory, key: string, points: number) => limiter.consume(key, points).then(() => 0, toSeconds)

const toSeconds = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000))
