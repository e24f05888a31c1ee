import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'

/** Requests of one key in ten seconds: twice what a machine of two cores stores one by one. */
const REQUESTS = 10_000
const SECONDS = 10

export type TillRateLimit = ReturnType<typeof createTillRateLimit>

/** How fast a till may send. Kept in this process: forgetting it costs nothing. */
export function createTillRateLimit(requests = REQUESTS) {
  const keys = new RateLimiterMemory({ points: requests, duration: SECONDS })
  return {
    /** Seconds to wait, or 0 to go on. */
    waitFor: (key: string) =>
      keys.consume(key).then(
        () => 0,
        ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000)),
      ),
  }
}
