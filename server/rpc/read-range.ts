import type { DateRange } from '../../contract/shared/fields.ts'
import { createLimiter, type Permit } from '../../db/connection/limiter.ts'
import type { Entered, Rights, Scope } from '../../db/tenant-scope.ts'
import type { SignedIn } from '../auth/sessions.ts'
import { countDays } from '../shared/buckets.ts'
import type { RequestContext } from './request-context.ts'
import { getView, readInBusiness, requireView, runInBusiness } from './run-in-business.ts'

// docs/decisions/2026-11-22-turns-of-long-reads.md has the figures for all of these.
/** Long reads of one business at the same time. */
const reads = createLimiter({ perKey: 2, maxQueued: 200, waitMs: 5_000 })
/** Answers to them: to write one of ten years takes milliseconds of the only thread. */
const answers = createLimiter({ perKey: 1, maxQueued: 200, waitMs: 5_000 })

/** A screen makes fewer long calls than this. While more wait, a pause after each leaves the processor to other businesses. */
const MAX_WAITING_WITHOUT_PAUSE = 6
const PAUSE_PER_READ_TIME = 3
const MAX_READ_PAUSE_MS = 250
const ANSWER_PAUSE_MS = 50

/** The permits that a read of so many days takes; a shorter one takes none. */
const COSTS = [
  { moreThanDays: 366, permits: 2 },
  { moreThanDays: 31, permits: 1 },
]
const countPermits = (range: DateRange) => COSTS.find(({ moreThanDays }) => countDays(range) > moreThanDays)?.permits ?? 0

type Caller = RequestContext & { person: SignedIn; rights?: Rights }

/** The answer of the replica has the time up to which it has everything. */
type Answer<T> = T & { replica_as_at?: Date }

/** Lets callers with the same `view` share a read: they see the same rows and columns of the same business. The default does not. */
type Share<T> = (view: string, read: () => Promise<Answer<T>>) => Promise<Answer<T>>

/** Runs a read in the caller's business, on the replica if there is one. Fails when the caller does not see `view` any more. */
export const readReport = <T extends object>(
  context: Caller,
  read: (scope: Scope) => Promise<T>,
  view?: string,
): Promise<Answer<T>> =>
  readInBusiness(context, async (scope, { as_at, ...entered }) => {
    context.identify({ business: entered.businessid })
    if (view !== undefined) requireView(entered, view)
    const result = await read(scope)
    return as_at ? { ...result, replica_as_at: as_at, ...('as_at' in result && { as_at }) } : result
  })

/**
 * Runs a read in the caller's business; throws when the caller may not enter one. A read of many days waits for a permit
 * without a connection, and is read from the replica if there is one. A shorter one is read from the primary.
 * What is shared waits without a connection too; what is not runs in the transaction that lets the caller in.
 */
export async function readRange<T extends object>(
  context: Caller,
  range: DateRange,
  read: (scope: Scope) => Promise<T>,
  share?: Share<T>,
): Promise<Answer<T>> {
  const permits = countPermits(range)
  const enter = <Result>(work: (scope: Scope, entered: Entered) => Result | Promise<Result>) =>
    runInBusiness(context, async (scope, entered) => {
      context.identify({ business: entered.businessid })
      return work(scope, entered)
    })
  if (permits === 0 && !share) return enter(read)
  const entered = await enter((_scope, entered) => entered)
  const { businessid } = entered
  const view = getView(entered)
  const run: Share<T> = share ?? ((_view, readOnce) => readOnce())
  if (permits === 0)
    return run(view, () =>
      enter((scope, reader) => {
        requireView(reader, view)
        return read(scope)
      }),
    )
  const result = await run(view, async () => {
    const permit = await reads.take(businessid, { permits })
    const startedAt = performance.now()
    try {
      return await readReport(context, read, view)
    } finally {
      const pause = PAUSE_PER_READ_TIME * (performance.now() - startedAt)
      releaseLater(permit, Math.min(pause, MAX_READ_PAUSE_MS))
    }
  })
  releaseLater(await answers.take(businessid), ANSWER_PAUSE_MS)
  return result
}

/** A report of a range: also a short one is read from the replica. */
export const readRangeReport = <T extends object>(context: Caller, range: DateRange, read: (scope: Scope) => Promise<T>) =>
  countPermits(range) === 0 ? readReport(context, read) : readRange(context, range, read)

/** Releases a permit in the next turn of the event loop, or after a pause while many calls wait. */
function releaseLater(permit: Permit, pauseMs: number) {
  if (permit.countWaiting() > MAX_WAITING_WITHOUT_PAUSE) setTimeout(permit.release, pauseMs)
  else setImmediate(permit.release)
}
