import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'

/** Twice what a machine with two cores stores one by one in this time. */
const MAX_REQUESTS = 10_000
const WINDOW_SECONDS = 10

export type TillRateLimit = ReturnType<typeof createTillRateLimit>

/** Limits the requests of each till key. In memory, because losing the counts does no harm. */
export function createTillRateLimit(maxRequests = MAX_REQUESTS) {
  const keys = new RateLimiterMemory({ points: maxRequests, duration: WINDOW_SECONDS })
  return {
    /** Seconds to wait before the request may be made; 0 for none. */
    waitFor: (key: string) =>
      keys.consume(key).then(
        () => 0,
        ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000)),
      ),
  }
}
