import type { DateRange } from '../../contract/shared/fields.ts'
import { createKeyedLimiter } from '../../db/connection/keyed-limiter.ts'
import type { Scope } from '../../db/tenant-scope.ts'
import type { SignedIn } from '../auth/sessions.ts'
import type { RequestContext } from './request-context.ts'
import { runInBusiness } from './run-in-business.ts'

/** Long reads of one business at the same time: docs/decisions/2026-11-22-turns-of-long-reads.md has the figures. */
const takeTurn = createKeyedLimiter({ concurrency: 2, maxQueued: 200, waitMs: 5_000 })

/** The permits that a read of so many days takes; a shorter one takes none. */
const COSTS = [
  { days: 366 + 1, permits: 2 },
  { days: 31 + 1, permits: 1 },
]

const DAY_MS = 24 * 3600 * 1000
const countDays = ({ from, to }: DateRange) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
const countPermits = (range: DateRange) => COSTS.find(({ days }) => countDays(range) >= days)?.permits ?? 0

type Caller = RequestContext & { person: SignedIn }

/** Runs a read in the caller's business. One of many days waits for its turn, and holds no connection meanwhile. */
export async function readRange<T>(context: Caller, range: DateRange, read: (scope: Scope) => Promise<T>): Promise<T> {
  if (countPermits(range) === 0) return readNow(context, read)
  return readInTurn(context, await checkCaller(context), range, read)
}

/** The business of the caller; throws when the caller may not enter one. */
export const checkCaller = (context: Caller) => runInBusiness(context, async (_, { businessid }) => businessid)

/** As `readRange`, for a caller whose business is known. */
export async function readInTurn<T>(context: Caller, businessid: string, range: DateRange, read: (scope: Scope) => Promise<T>) {
  const permits = countPermits(range)
  if (permits === 0) return readNow(context, read)
  const turn = await takeTurn(businessid, permits)
  try {
    return await readNow(context, read)
  } finally {
    turn.release()
  }
}

const readNow = <T>(context: Caller, read: (scope: Scope) => Promise<T>) =>
  runInBusiness(context, (scope, { businessid }) => {
    context.identify({ business: businessid })
    return read(scope)
  })
