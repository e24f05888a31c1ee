import { setTimeout as delay } from 'node:timers/promises'
import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { dataErrors } from '../../../contract/shared/errors.ts'
import { ScopeRefused } from '../../../db/errors.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Entered, Scope } from '../../../db/tenant-scope.ts'
import { toApiError } from '../../rpc/errors.ts'
import { signedIn } from '../../rpc/procedure.ts'
import { runInBusiness } from '../../rpc/run-in-business.ts'
import type { LiveChannel } from '../../shared/live-channel.ts'

const MAX_STREAMS_PER_SESSION = 3
/** In several browsers. A person with a right leaves the others theirs. */
const MAX_STREAMS_PER_PERSON = 10
const MAX_STREAMS_PER_BUSINESS = 50
/** Before an event is sent, access is checked unless it was in this time. It is also how late the end of a session may be noticed. */
const ACCESS_CHECK_MS = 3_000
/**
 * Between the announcement that access has changed and the check: a change that the person makes here, such as to turn two-step sign-in on,
 * replaces the session, and its answer has the cookie of the new one.
 */
const ANSWER_MS = 1_000
/** A quiet stream checks access this often, should an announcement be lost. */
const MAX_QUIET_MS = 3600 * 1000

type Caller = Parameters<typeof runInBusiness>[0] & Parameters<typeof toApiError>[1]

/** Changes with each sale at the sites of a person who has some; null for a person who has all. */
async function readSales(scope: Scope, { siteids }: Entered) {
  if (siteids === null) return null
  const { rows } = await sql<{ sales: string }>`
    select coalesce(sum(orders), 0)::text as sales from site_daily where businessid = ${currentBusiness}`.execute(scope)
  return rows[0]?.sales ?? null
}

/**
 * The business of the caller, the sales at the own sites, and when the session ends unless it is used before. Fails when the access has
 * ended.
 */
async function checkAccess(caller: Caller) {
  const ends_at = await caller.auth.findSessionEnd(caller.person.sessionId)
  const entered = await runInBusiness(caller, async (scope, entered) => ({
    businessid: entered.businessid,
    sales: await readSales(scope, entered),
  })).catch((error) => {
    // The session of a person who was demoted, disabled or removed has ended too; the role is the reason.
    throw !ends_at && error instanceof ScopeRefused
      ? new ORPCError('ROLE_REFUSED', dataErrors.ROLE_REFUSED)
      : toApiError(error, caller)
  })
  if (!ends_at) throw new ORPCError('UNAUTHORIZED', dataErrors.UNAUTHORIZED)
  return { ...entered, ends_at, checkedAt: Date.now() }
}

type Access = Awaited<ReturnType<typeof checkAccess>>
type Announced = ReturnType<typeof createAnnounced>

/** What was announced to a stream and has not been dealt with. */
function createAnnounced() {
  let wake = () => {}
  const announced = {
    // The first event is sent at once: changes before this moment were not announced to this stream, and it proves that the stream works.
    sales: true,
    access: false,
    add(kind: 'sales' | 'access') {
      announced[kind] = true
      wake()
    },
    wake: () => wake(),
    /** Until something is announced, or the session has ended. */
    wait: (ends_at: Date) =>
      new Promise<void>((resolve) => {
        // Not at once again when the clock of the database is behind.
        const timer = setTimeout(resolve, Math.min(Math.max(ACCESS_CHECK_MS, ends_at.getTime() - Date.now()), MAX_QUIET_MS))
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
  return announced
}

type Stream = { caller: Caller; access: Access; announced: Announced; ended: AbortSignal; listening: DisposableStack }

async function* createEvents({ caller, access, announced, ended, listening }: Stream) {
  let checked = access
  let isFirst = true
  /** The sales when the last event was sent. */
  let shown = access.sales
  try {
    while (!ended.aborted) {
      if (!announced.sales && !announced.access) await announced.wait(checked.ends_at)
      if (announced.access) await delay(ANSWER_MS, undefined, { signal: ended }).catch(() => undefined)
      if (ended.aborted) return
      // Sales of other sites are no event for a person who has some.
      const hasToLook = announced.sales && checked.sales !== null && !isFirst
      if (announced.access || hasToLook || Date.now() >= checked.checkedAt + ACCESS_CHECK_MS) {
        announced.access = false
        if (hasToLook) announced.sales = false
        checked = await checkAccess(caller)
        if (hasToLook && checked.sales !== shown) announced.sales = true
      }
      if (announced.sales && !announced.access) {
        announced.sales = false
        isFirst = false
        shown = checked.sales
        yield { changed: 'sales' as const }
      }
    }
  } finally {
    listening.dispose()
  }
}

// `signedIn`, because a stream lives for hours and must not hold a transaction open.
const createChanges = (live: LiveChannel) =>
  signedIn.live.changes.handler(async ({ context, signal, errors }) => {
    const { user_id, sessionId } = context.person
    const announced = createAnnounced()
    const ended = AbortSignal.any([live.stopping, ...(signal ? [signal] : [])])
    const listening = new DisposableStack()
    const onEnd = () => {
      listening.dispose()
      announced.wake()
    }
    listening.defer(() => ended.removeEventListener('abort', onEnd))
    try {
      // Before the check, so that no change is missed.
      listening.defer(live.onAccess(user_id, { user_id, sessionId }, () => announced.add('access')))
      // Before the stream begins, so that a refusal has the status of its error.
      const access = await checkAccess(context)
      const windows = live.getWindows(access.businessid)
      const own = windows.filter((window) => window.user_id === user_id)
      const ofSession = own.filter((window) => window.sessionId === sessionId)
      if (
        ofSession.length >= MAX_STREAMS_PER_SESSION ||
        own.length >= MAX_STREAMS_PER_PERSON ||
        windows.length >= MAX_STREAMS_PER_BUSINESS
      )
        throw errors.TOO_MANY_STREAMS()
      listening.defer(live.onSales(access.businessid, { user_id, sessionId }, () => announced.add('sales')))
      // A stream that nobody reads ends too.
      ended.addEventListener('abort', onEnd)
      if (ended.aborted) onEnd()
      return createEvents({ caller: context, access, announced, ended, listening })
    } catch (error) {
      listening.dispose()
      throw error
    }
  })

export const createLive = (channel: LiveChannel) => ({ changes: createChanges(channel) })
