import { sql } from 'kysely'
import { CLOCK_AHEAD } from '../../../contract/tills.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { type RejectedSale, rejectSale, type SiteSale } from './sold-sale.ts'

const HOUR_MS = 3_600_000
export const MAX_AHEAD_HOURS = 24
/** A local time of the zone that is farthest behind UTC is this much later than it reads. */
const MAX_BEHIND_UTC_HOURS = 12

/** The answers to sales whose date is more than 24 hours after the time of the database. A right batch costs no statement. */
export async function findClocksAhead(scope: Scope, sales: SiteSale[], now: Date): Promise<Map<SiteSale, RejectedSale>> {
  const likely = sales.filter(({ sale }) => getLatest(sale.saledate) > now.getTime() + MAX_AHEAD_HOURS * HOUR_MS)
  if (likely.length === 0) return new Map()
  const { rows } = await sql<{ nth: number }>`
    select nth - 1 as nth
      from unnest(${likely.map(({ sale }) => sale.saledate)}::text[]) with ordinality as sent (saledate, nth)
      join business on id = ${currentBusiness}
     where parse_timestamp(sent.saledate, timezone) > ${now}::timestamptz + make_interval(hours => ${MAX_AHEAD_HOURS})`.execute(
    scope,
  )
  return new Map(
    rows.flatMap(({ nth }) => {
      const parsed = likely[nth]
      return parsed ? [[parsed, rejectClock(parsed, now)] as const] : []
    }),
  )
}

/** The latest instant that a date can mean, whatever the time zone of the business. In milliseconds. */
const getLatest = (saledate: string) =>
  /(Z|[+-]\d\d:\d\d)$/.test(saledate) ? Date.parse(saledate) : Date.parse(`${saledate}Z`) + MAX_BEHIND_UTC_HOURS * HOUR_MS

const rejectClock = ({ index, sale }: SiteSale, now: Date): RejectedSale => ({
  ...rejectSale(index, sale.reference, {
    path: ['saledate'],
    message: `This date is more than ${MAX_AHEAD_HOURS} hours after the time of the server. Set the clock of the till.`,
  }),
  code: CLOCK_AHEAD,
  server_time: now.toISOString(),
})
