import type { DateRange } from '../../contract/shared/fields.ts'
import { createKeyedLimiter } from '../../db/connection/keyed-limiter.ts'
import type { Scope } from '../../db/tenant-scope.ts'
import type { SignedIn } from '../auth/sessions.ts'
import { countDays } from '../shared/buckets.ts'
import type { RequestContext } from './request-context.ts'
import { runInBusiness } from './run-in-business.ts'

/** Long reads of one business at the same time: docs/decisions/2026-11-22-turns-of-long-reads.md has the figures. */
const takeTurn = createKeyedLimiter({ concurrency: 2, maxQueued: 200, waitMs: 5_000 })

/** The permits that a read of so many days takes; a shorter one takes none. */
const COSTS = [
  { moreThanDays: 366, permits: 2 },
  { moreThanDays: 31, permits: 1 },
]
const countPermits = (range: DateRange) => COSTS.find(({ moreThanDays }) => countDays(range) > moreThanDays)?.permits ?? 0

type Caller = RequestContext & { person: SignedIn }

/** Lets callers of a business share a read; the default does not. */
type Share<T> = (businessid: string, read: () => Promise<T>) => Promise<T>

/**
 * Runs a read in the caller's business; throws when the caller may not enter one. A read of many days waits for its turn
 * without a connection. A shorter one runs in the transaction that lets the caller in.
 */
export async function readRange<T>(
  context: Caller,
  range: DateRange,
  read: (scope: Scope) => Promise<T>,
  share: Share<T> = (_businessid, run) => run(),
): Promise<T> {
  const permits = countPermits(range)
  const enter = <Result>(work: (scope: Scope, businessid: string) => Result | Promise<Result>) =>
    runInBusiness(context, async (scope, { businessid }) => {
      context.identify({ business: businessid })
      return work(scope, businessid)
    })
  if (permits === 0) return enter((scope, businessid) => share(businessid, () => read(scope)))
  const businessid = await enter((_scope, entered) => entered)
  return share(businessid, async () => {
    const turn = await takeTurn(businessid, permits)
    try {
      return await enter(read)
    } finally {
      turn.release()
    }
  })
}
