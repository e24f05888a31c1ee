import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type SaleSince, type SalesSinceSearch, TOO_LONG } from '../../../contract/sales.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Entered, Scope } from '../../../db/tenant-scope.ts'
import { throwTooLong } from '../../shared/throw-too-long.ts'
import { findSales } from './queries.ts'

// docs/decisions/2026-11-27-sales-since.md says why no sale is lost.

/** How long a call waits for the transactions that have begun before it. Most of them end sooner. */
const MAX_WAIT_MS = 200
const MAX_POLL_MS = 20

/** All sales up to `last_saleid` are stored, or never will be, once no transaction with a lower id than `xid` is under way. */
type Horizon = { last_saleid: number; xid: string }

/** `after` is the last sale that was given out. `horizon` is one that was not reached yet. */
type Cursor = { origin: string; after: number; horizon: Horizon | undefined }

const formatCursor = ({ origin, after, horizon }: Cursor) =>
  [origin, after, ...(horizon ? [horizon.last_saleid, horizon.xid] : [])].join('-')

function parseCursor(text: string): Cursor {
  const [origin = '', after, last_saleid, xid] = text.split('-')
  return {
    origin,
    after: Number(after),
    horizon: last_saleid !== undefined && xid !== undefined ? { last_saleid: Number(last_saleid), xid } : undefined,
  }
}

/** Where a cursor counts: in the epoch of the database, for one business and for the same sites. */
const describeOrigin = (epoch: string, { businessid, siteids }: Pick<Entered, 'businessid' | 'siteids'>) =>
  createHash('sha256')
    .update(JSON.stringify([epoch, businessid, siteids]))
    .digest('hex')
    .slice(0, 16)

/** The cursor is of another epoch or of other sites. */
export class CursorOutdated extends Error {}

/**
 * The next sales, oldest first, and the cursor behind them. On the primary, in a transaction that has written nothing. Throws
 * CursorOutdated.
 */
export async function findSalesSince(
  scope: Scope,
  entered: Pick<Entered, 'businessid' | 'siteids'>,
  { cursor: text, limit }: SalesSinceSearch,
  waitMs = MAX_WAIT_MS,
): Promise<{ rows: SaleSince[]; next: string }> {
  const { epoch, ...newest } = await readHorizon(scope)
  const origin = describeOrigin(epoch, entered)
  const cursor = text === undefined ? { origin, after: 0, horizon: undefined } : parseCursor(text)
  // A database that was set back without a new epoch, such as a copy of its disk, has given out fewer numbers.
  const given = Math.max(cursor.after, cursor.horizon?.last_saleid ?? 0)
  if (cursor.origin !== origin || given > newest.last_saleid) throw new CursorOutdated('a cursor of another origin')
  const { after } = cursor
  const reached = await findReached(scope, newest, cursor.horizon, waitMs)
  // What is waited for stays the same: it ends, and something newer may always be under way.
  if (!reached) return { rows: [], next: formatCursor({ origin, after, horizon: cursor.horizon ?? newest }) }
  const between = sql`businessid = ${currentBusiness} and saleid > ${after} and saleid <= ${reached.last_saleid}`
  const rows = await findSales(scope, between, limit).catch(throwTooLong(TOO_LONG))
  const last = rows.at(-1)
  if (last && rows.length === limit) return { rows, next: formatCursor({ origin, after: last.saleid, horizon: reached }) }
  const horizon = reached === newest ? undefined : newest
  return { rows, next: formatCursor({ origin, after: Math.max(after, reached.last_saleid), horizon }) }
}

async function readHorizon(scope: Scope) {
  const { rows } = await sql<Horizon & { epoch: string }>`select last_saleid, xid, epoch from find_sale_horizon()`.execute(scope)
  const [horizon] = rows
  if (!horizon) throw new Error('the primary has a horizon')
  return horizon
}

/** The newest horizon that is reached within the time, or else the one of the cursor if that is. */
async function findReached(
  scope: Scope,
  newest: Horizon,
  waiting: Horizon | undefined,
  waitMs: number,
): Promise<Horizon | undefined> {
  const until = performance.now() + waitMs
  for (let pause = 1; ; pause = Math.min(2 * pause, MAX_POLL_MS)) {
    const { rows } = await sql<{ is_newest: boolean; is_waiting: boolean }>`
      select oldest >= ${newest.xid}::xid8 as is_newest, oldest >= ${waiting?.xid ?? null}::xid8 as is_waiting
        from pg_snapshot_xmin(pg_current_snapshot()) as oldest`.execute(scope)
    if (rows[0]?.is_newest) return newest
    if (rows[0]?.is_waiting) return waiting
    if (performance.now() > until) return undefined
    await delay(pause)
  }
}
