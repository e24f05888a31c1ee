import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { type SaleSince, type SalesSinceSearch, TOO_LONG } from '../../../contract/sales.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Entered, Scope } from '../../../db/tenant-scope.ts'
import { noteReading, type Reading } from '../../shared/sale-readings.ts'
import { throwTooLong } from '../../shared/throw-too-long.ts'
import { findSales } from './queries.ts'

// docs/decisions/2026-11-27-sales-since.md says why no sale is lost.

/** How long a call waits for the transactions that have begun before it. Most of them end sooner. */
const MAX_WAIT_MS = 200
const MAX_POLL_MS = 20

/** All sales up to `last_saleid` are stored, or never will be, once no transaction with a lower id than `xid` is under way. */
type Horizon = { last_saleid: number; xid: string }

/** `after` is the last sale that was given out, or the time from which sales are given out. `horizon` is one that was not reached yet. */
type Place = { origin: string; after: number | Date; horizon: Horizon | undefined }
type Cursor = Place & { reading: Reading }

const formatCursor = ({ origin, after, horizon, reading }: Cursor) =>
  [
    ...[origin, reading.id, reading.readings, after instanceof Date ? `t${after.getTime()}` : after],
    ...(horizon ? [horizon.last_saleid, horizon.xid] : []),
  ].join('-')

function parseCursor(text: string): Cursor {
  const [origin = '', id = '', readings, after = '', last_saleid, xid] = text.split('-')
  return {
    origin,
    reading: { id, readings: Number(readings) },
    after: after.startsWith('t') ? new Date(Number(after.slice(1))) : Number(after),
    horizon: last_saleid !== undefined && xid !== undefined ? { last_saleid: Number(last_saleid), xid } : undefined,
  }
}

/** Where a cursor counts: in one database until it is restored, for one business and for the same sites. */
const describeOrigin = (database: string, { businessid, siteids }: Pick<Entered, 'businessid' | 'siteids'>) =>
  createHash('sha256')
    .update(JSON.stringify([database, businessid, siteids]))
    .digest('hex')
    .slice(0, 16)

/** The cursor is of a state of the database that was lost, or of other sites. */
export class CursorOutdated extends Error {}

/**
 * The next sales, oldest first, and the place behind them. On the primary, in a transaction that has written nothing. Throws
 * CursorOutdated.
 */
export async function findSalesSince(
  scope: Scope,
  entered: Pick<Entered, 'businessid' | 'siteids'>,
  { cursor: text, from, limit }: SalesSinceSearch,
  waitMs = MAX_WAIT_MS,
): Promise<{ rows: SaleSince[]; place: Place }> {
  const { database, ...newest } = await readHorizon(scope)
  const origin = describeOrigin(database, entered)
  const cursor = text === undefined ? undefined : parseCursor(text)
  if (cursor) await checkCursor(scope, cursor, origin, newest)
  const start = cursor?.after ?? (from === undefined ? 0 : new Date(from))
  const reached = await findReached(scope, newest, cursor?.horizon, waitMs)
  // What is waited for stays the same: it ends, and something newer may always be under way.
  if (!reached) return { rows: [], place: { origin, after: start, horizon: cursor?.horizon ?? newest } }
  const after = start instanceof Date ? await findLastBefore(scope, start, reached) : start
  const between = sql`businessid = ${currentBusiness} and saleid > ${after} and saleid <= ${reached.last_saleid}`
  const rows = await findSales(scope, between, limit).catch(throwTooLong(TOO_LONG))
  const last = rows.at(-1)
  if (last && rows.length === limit) return { rows, place: { origin, after: last.saleid, horizon: reached } }
  const horizon = reached === newest ? undefined : newest
  return { rows, place: { origin, after: Math.max(after, reached.last_saleid), horizon } }
}

/** The cursor of what was read. In a transaction of its own, as the role of the sign-in, after the one that has read. */
export const keepPlace = async (scope: Scope, place: Place) => formatCursor({ ...place, reading: await noteReading(scope) })

async function checkCursor(scope: Scope, { origin, reading, after, horizon }: Cursor, expected: string, newest: Horizon) {
  const { is_known } = await selectOne(
    scope,
    sql<{ is_known: boolean }>`select has_sale_reading(${reading.id}, ${reading.readings}) as is_known`,
  )
  // A database that was set back without a new epoch, such as a copy of its disk, has given out fewer numbers.
  const given = Math.max(after instanceof Date ? 0 : after, horizon?.last_saleid ?? 0)
  if (origin !== expected || !is_known || given > newest.last_saleid) throw new CursorOutdated('a cursor of another origin')
}

const readHorizon = (scope: Scope) =>
  selectOne(scope, sql<Horizon & { database: string }>`select last_saleid, xid, database from find_sale_horizon()`)

async function selectOne<Row>(scope: Scope, query: RawBuilder<Row>): Promise<Row> {
  const { rows } = await query.execute(scope)
  const [row] = rows
  if (row === undefined) throw new Error('a function that returns one row has returned none')
  return row
}

/** The number in front of the first sale of this time or a later one. No such sale is under way up to the horizon. */
async function findLastBefore(scope: Scope, from: Date, { last_saleid }: Horizon) {
  const { first } = await selectOne(
    scope,
    sql<{ first: number | null }>`
      select min(saleid) as first from sales where businessid = ${currentBusiness} and saledate >= ${from} and saleid <= ${last_saleid}`,
  ).catch(throwTooLong(TOO_LONG))
  return first === null ? last_saleid : first - 1
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
    const { is_newest, is_waiting } = await selectOne(
      scope,
      sql<{ is_newest: boolean; is_waiting: boolean }>`
        select oldest >= ${newest.xid}::xid8 as is_newest, oldest >= ${waiting?.xid ?? null}::xid8 as is_waiting
          from pg_snapshot_xmin(pg_current_snapshot()) as oldest`,
    )
    if (is_newest) return newest
    if (is_waiting) return waiting
    if (performance.now() > until) return undefined
    await delay(pause)
  }
}
