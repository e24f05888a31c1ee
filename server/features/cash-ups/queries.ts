import { sql } from 'kysely'
import type {
  CashUp,
  CashUpDay,
  CashUpInput,
  CashUpLine,
  CashUpRow,
  LateSale,
  LateSales,
  SavedCashUp,
} from '../../../contract/cash-ups.ts'
import { sumRand } from '../../../contract/shared/decimal.ts'
import type { WalkInput } from '../../../contract/shared/list.ts'
import { lockInBusiness } from '../../../db/locks.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { soldIn, sumDrawer, toPeriod } from '../../shared/drawer.ts'
import type { IdempotencyKey } from '../../shared/idempotency.ts'
import { joinPerson, personName, readWalk } from '../../shared/list-query.ts'
import { formatLocalTime, setLocalTimezone } from '../../shared/local-time.ts'
import { listMovements } from './drawer-movements.ts'
import { findExpected, toExpected } from './expected.ts'

const LATE_SALES_SHOWN = 20

type Part = ReturnType<typeof sql>

const currentDay = sql<string>`(now() at time zone timezone - make_interval(hours => closing_hour))::date`
/** When a day of the business begins. */
const calculateStart = (day: Part) => sql`((${day} + make_interval(hours => closing_hour)) at time zone timezone)`

/** The newest entry of a day of `site`. */
const selectNewestEntry = (day: Part) => sql`
  select * from cash_ups
   where businessid = ${currentBusiness} and cash_ups.siteid = site.siteid and cash_ups.day = ${day}
   order by entry desc limit 1`

/** The newest entry of a day of `site` as `newest`, and those of the days around it. */
const joinEntries = (day: Part) => sql`
  left join lateral (${selectNewestEntry(day)}) newest on true
  left join lateral (${selectNewestEntry(sql`${day} - 1`)}) before on true
  left join lateral (${selectNewestEntry(sql`${day} + 1`)}) after on true`

/**
 * When a day begins and ends. A day with a cash-up keeps the hours of that, and the days around it go up to them: with another closing
 * hour too, each sale is counted once.
 */
const selectHours = (day: Part) => sql`
  coalesce(newest.starts_at, before.ends_at, ${calculateStart(day)}) as starts_at,
  coalesce(newest.ends_at, after.starts_at, ${calculateStart(sql`(${day} + 1)`)}) as ends_at`

/** The day that is not over yet. After midnight it is that of the evening before, until the closing hour. */
export async function findToday(scope: Scope) {
  const { rows } = await sql<{
    today: string
  }>`select ${currentDay} as today from business where id = ${currentBusiness}`.execute(scope)
  const [row] = rows
  if (!row) throw new Error('a scope has a business')
  return row.today
}

/** The month of a day. */
export const getMonth = (day: string) => day.slice(0, 7)

/** By name. */
export const listSites = (scope: Scope, { siteid }: { siteid?: number }) =>
  scope
    .selectFrom('site')
    .select(['siteid', 'sitename'])
    .where('businessid', '=', currentBusiness)
    .$if(siteid !== undefined, (sites) => sites.where('siteid', '=', siteid ?? 0))
    .orderBy('sitename')
    .orderBy('siteid')
    .execute()

type StoredRow = Pick<CashUpRow, 'siteid' | 'sitename' | 'day'> & {
  sales_now: number
  cents_now: number
  is_imported: boolean
} & (
    | { cash_upid: null }
    | {
        cash_upid: number
        entry: number
        note: string
        saved_at: Date
        saved_by: string | null
        sales: number
        expected: number
        counted: number
      }
  )

/**
 * The days of a month at each site, newest first: from the site's first sale or cash-up to today. The sums come from indexes of sites and dates. `listed` is materialized: row-level security keeps conditions with a time zone out of an index.
 */
export async function listDays(scope: Scope, { month, siteid }: { month: string; siteid?: number }): Promise<CashUpRow[]> {
  const { rows } = await sql<StoredRow>`
    with listed as materialized (
      select site.siteid, sitename, days.day::date as day, newest.cash_upid, newest.entry, newest.note, newest.saved_at, newest.user_id, newest.sales,
             ${selectHours(sql`days.day::date`)}
        from business
        join site on site.businessid = business.id
       cross join lateral (select ${currentDay} as today) now
       cross join lateral (
         select (min(saledate) at time zone timezone - make_interval(hours => closing_hour))::date as first_sale
           from sales where sales.businessid = ${currentBusiness} and sales.siteid = site.siteid
       ) sales_of_site
       cross join lateral (
         select min(day) as first_cash_up from cash_ups where businessid = ${currentBusiness} and cash_ups.siteid = site.siteid
       ) cash_ups_of_site
       cross join lateral generate_series(
         greatest(${`${month}-01`}::date, least(first_sale, first_cash_up, today)),
         least(${`${month}-01`}::date + interval '1 month - 1 day', today), interval '1 day') as days (day)
        ${joinEntries(sql`days.day::date`)}
       where business.id = ${currentBusiness} and ${siteid === undefined ? sql`true` : sql`site.siteid = ${siteid}`}
    )
    select listed.siteid, sitename, day, sold.sales as sales_now, sold.cents as cents_now,
           case when listed.cash_upid is null and sold.sales > 0 then not exists (
             select from sales
              where sales.businessid = ${currentBusiness} and sales.siteid = listed.siteid
                and saledate >= listed.starts_at and saledate < listed.ends_at and importid is null)
           else false end as is_imported,
           listed.cash_upid, entry, note, saved_at, ${personName} as saved_by, coalesce(listed.sales, kept.sales) as sales, kept.expected,
           kept.counted
      from listed
      left join lateral (
        select sum(sales) as sales, sum(expected) as expected, sum(counted) as counted
          from cash_up_lines where businessid = ${currentBusiness} and cash_up_lines.cash_upid = listed.cash_upid
      ) kept on true
      ${joinPerson('listed')}
     cross join lateral (
       ${sumDrawer({ siteid: sql`listed.siteid`, starts_at: sql`listed.starts_at`, ends_at: sql`listed.ends_at` })}
     ) sold
     order by day desc, sitename, listed.siteid`.execute(scope)
  return rows.map(toRow)
}

function toRow({ siteid, sitename, day, ...row }: StoredRow): CashUpRow {
  const now = { sales: row.sales_now, amount: row.cents_now / 100 }
  const place = { siteid, sitename, day }
  if (row.cash_upid === null)
    return { ...place, sales: now.sales, expected: now.amount, ...(row.is_imported && { is_imported: true }), cash_up: null }
  const { cash_upid, entry, note, saved_at, saved_by, sales, expected, counted } = row
  const difference = sumRand([counted, -expected])
  const late = findLate(now, { sales, amount: expected })
  return { ...place, sales, expected, cash_up: { cash_upid, entry, counted, difference, note, saved_at, saved_by, late } }
}

/** Null while the sales are those of the cash-up. */
function findLate(now: LateSales, kept: LateSales): LateSales | null {
  const late = { sales: now.sales - kept.sales, amount: sumRand([now.amount, -kept.amount]) }
  return late.sales === 0 && late.amount === 0 ? null : late
}

/** The lines of cash-ups, in the order of the payment methods. */
export async function listLines(scope: Scope, cashUpIds: number[]) {
  const { rows } = await sql<Required<CashUpLine> & { cash_upid: number }>`
    select cash_upid, payment_method, sales, expected, counted, tips, paid_in, paid_out from cash_up_lines
     where businessid = ${currentBusiness} and cash_upid = any (${cashUpIds}::bigint[])
     order by cash_upid, payment_method <> 'cash', payment_method`.execute(scope)
  return Map.groupBy(rows.map(toExpected), ({ cash_upid }) => cash_upid)
}

/** When cash-ups were saved, by their ids: ISO 8601 in the business's time zone. */
export async function listSavedTimes(scope: Scope, cashUpIds: number[]) {
  await setLocalTimezone(scope)
  const { rows } = await sql<{ cash_upid: number; saved_at: string }>`
    select cash_upid, ${formatLocalTime(sql`saved_at`)} as saved_at from cash_ups
     where businessid = ${currentBusiness} and cash_upid = any (${cashUpIds}::bigint[])`.execute(scope)
  return new Map(rows.map(({ cash_upid, saved_at }) => [cash_upid, saved_at]))
}

type Period = Pick<CashUpDay, 'siteid' | 'sitename' | 'day' | 'starts_at' | 'ends_at'>

/** Undefined when there is no such site. */
export async function findPeriod(scope: Scope, { siteid, day }: { siteid: number; day: string }) {
  const { rows } = await sql<Period & { has_begun: boolean }>`
    select site.siteid, sitename, ${day}::date as day, ${day}::date <= ${currentDay} as has_begun,
           ${selectHours(sql`${day}::date`)}
      from business
      join site on site.businessid = business.id
      ${joinEntries(sql`${day}::date`)}
     where business.id = ${currentBusiness} and site.siteid = ${siteid}`.execute(scope)
  return rows[0]
}

export async function findDay(scope: Scope, period: Period): Promise<CashUpDay> {
  const { siteid, day } = period
  const expected = await findExpected(scope, period)
  const entries = await listEntries(scope, { siteid, day })
  const { rows } = await sql<Pick<CashUpDay, 'other_methods' | 'cash_float' | 'difference_limit'>>`
    select difference_limit,
           array(select payment_method from payment_buckets
                  where businessid = ${currentBusiness} and payment_method <> all (${expected.map((line) => line.payment_method)}::text[])
                  group by payment_method having sum(orders) > 0 order by payment_method) as other_methods,
           coalesce((select cash_float from cash_ups where businessid = ${currentBusiness} and siteid = ${siteid}
                      order by day desc, entry desc limit 1), 0) as cash_float
      from business where id = ${currentBusiness}`.execute(scope)
  const [row] = rows
  if (!row) throw new Error('a scope has a business')
  const [newest] = entries
  const late = newest ? await findLateSales(scope, period, newest) : null
  return { ...period, expected, movements: await listMovements(scope, period), entries, late, ...row }
}

/** All cash-ups by their ids. */
export const walkCashUps = (scope: Scope, input: WalkInput) =>
  readWalk(
    input,
    async (after, limit) => {
      const { rows } = await sql<{ cash_upid: number }>`
        select cash_upid from cash_ups where businessid = ${currentBusiness} and cash_upid > ${after}
         order by cash_upid limit ${limit}`.execute(scope)
      return rows.map(({ cash_upid }) => cash_upid)
    },
    async (cashUpIds) => {
      const { rows } = await sql<Omit<SavedCashUp, 'lines'>>`
        select cash_upid, cash_ups.siteid, sitename, day, entry, saved_at, ${personName} as saved_by, cash_float, note
          from cash_ups
          join site using (businessid, siteid)
          ${joinPerson('cash_ups')}
         where cash_ups.businessid = ${currentBusiness} and cash_upid = any (${cashUpIds}::bigint[])
         order by cash_upid`.execute(scope)
      return addLines(scope, rows)
    },
  )

async function addLines<Row extends { cash_upid: number }>(scope: Scope, rows: Row[]) {
  const lines = await listLines(
    scope,
    rows.map(({ cash_upid }) => cash_upid),
  )
  return rows.map((row) => ({
    ...row,
    lines: (lines.get(row.cash_upid) ?? []).map(({ cash_upid: _, ...line }) => line),
  }))
}

type Counted = CashUp & { sales: number | null }

async function listEntries(scope: Scope, { siteid, day }: { siteid: number; day: string }): Promise<Counted[]> {
  const { rows } = await sql<Omit<Counted, 'lines'>>`
    select cash_upid, entry, saved_at, ${personName} as saved_by, cash_float, note, sales
      from cash_ups ${joinPerson('cash_ups')}
     where cash_ups.businessid = ${currentBusiness} and cash_ups.siteid = ${siteid} and day = ${day}
     order by entry desc`.execute(scope)
  return addLines(scope, rows)
}

async function findLateSales(scope: Scope, period: Period, { sales, lines }: Counted) {
  const found = await sql<{ sales: number; cents: number }>`
    ${sumDrawer(toPeriod(period))}`.execute(scope)
  const [now = { sales: 0, cents: 0 }] = found.rows
  const late = findLate(
    { sales: now.sales, amount: now.cents / 100 },
    {
      sales: sales ?? lines.reduce((sum, line) => sum + line.sales, 0),
      amount: sumRand(lines.map((line) => line.expected)),
    },
  )
  if (!late) return null
  // By number and not by time: a sale that was being stored during the cash-up has an earlier time.
  const { rows } = await sql<LateSale>`
    select saleid, saledate, finalamount, normalized_payment_method as payment_method, received_at from sales
     where businessid = ${currentBusiness} and siteid = ${period.siteid} and saledate >= ${period.starts_at} and saledate < ${period.ends_at}
     order by received_at desc, saleid desc
     limit ${Math.min(LATE_SALES_SHOWN, Math.max(0, late.sales))}`.execute(scope)
  return { ...late, rows }
}

/** Waits for another cash-up of the same site and day, until the transaction ends. */
export const lockDay = (scope: Scope, { siteid, day }: { siteid: number; day: string }) =>
  lockInBusiness(scope, `cash-up ${siteid} ${day}`)

type Entry = Pick<CashUpInput, 'cash_float' | 'note'> & {
  period: Period
  entry: number
  lines: CashUpLine[]
  key: IdempotencyKey
}

export async function insertCashUp(scope: Scope, { period, entry, cash_float, note, lines, key }: Entry) {
  const { siteid, day, starts_at, ends_at } = period
  const { cash_upid } = await scope
    .insertInto('cash_ups')
    .values({
      siteid,
      day,
      starts_at,
      ends_at,
      entry,
      cash_float,
      note,
      sales: sql<number>`(select count(*) from sales where ${soldIn(toPeriod(period))})`,
      ...key,
    })
    .returning('cash_upid')
    .executeTakeFirstOrThrow()
  await scope
    .insertInto('cash_up_lines')
    .values(lines.map((line) => ({ cash_upid, ...line })))
    .execute()
  return { cash_upid }
}
