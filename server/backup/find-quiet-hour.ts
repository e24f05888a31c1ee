import type { ClientConfig } from 'pg'
import { BACKUP_ROLE } from '../../db/roles.ts'
import { openSession } from './session.ts'

/** 03:00 in South Africa, in UTC. */
export const DEFAULT_QUIET_HOUR = 1
const HOURS = 24

/** The hour of the day in UTC with the fewest sales of the last 28 days; of several, the nearest to 03:00 in South Africa. */
export async function findQuietHour(database: ClientConfig) {
  const { client, close } = await openSession(database, 'winkel: quiet hour', BACKUP_ROLE)
  try {
    // Business by business, because the index of the dates begins with the business.
    const { rows } = await client.query<{ hour: number; sales: number }>(
      `select extract(hour from s.saledate at time zone 'UTC')::int as hour, count(*)::int as sales
         from business b cross join lateral (
           select saledate from sales where businessid = b.id and saledate > now() - interval '28 days'
         ) s group by 1`,
    )
    return chooseQuietHour(new Map(rows.map(({ hour, sales }) => [hour, sales])))
  } finally {
    await close()
  }
}

export function chooseQuietHour(salesByHour: Map<number, number>) {
  const hours = Array.from({ length: HOURS }, (_, distance) => (DEFAULT_QUIET_HOUR + distance) % HOURS)
  const distance = (hour: number) =>
    Math.min((hour - DEFAULT_QUIET_HOUR + HOURS) % HOURS, (DEFAULT_QUIET_HOUR - hour + HOURS) % HOURS)
  const sales = (hour: number) => salesByHour.get(hour) ?? 0
  return hours.reduce((best, hour) =>
    sales(hour) < sales(best) || (sales(hour) === sales(best) && distance(hour) < distance(best)) ? hour : best,
  )
}
