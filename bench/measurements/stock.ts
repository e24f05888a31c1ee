import { randomBytes } from 'node:crypto'
import { createOwner, deleteBusiness } from '../datasets/businesses.ts'
import { fillStock } from '../datasets/stock.ts'
import { assertSame } from '../lib/assert-same.ts'
import { connectWithoutTriggers } from '../lib/database.ts'
import { HALF_YEAR, LAST_DAY, YEAR } from '../lib/date-ranges.ts'
import { buildPath } from '../lib/http-client.ts'
import { sumShrinkage, sumStock } from '../plain-sql/stock.ts'
import { GOALS, type Goal } from '../report/goals.ts'
import { fromTiming } from '../report/report.ts'
import type { BenchContext } from './context.ts'

/** The stock value of past days, and what was lost and found in a year. The business is deleted afterwards. */
export async function measureStock({ server, db, size, timer, report }: BenchContext) {
  const { businessid, owner } = await createOwner(server, `${randomBytes(4).toString('hex')}@karoopantry.co.za`)
  try {
    const filling = await connectWithoutTriggers(server.superuser)
    await fillStock(filling, businessid, size.stock)
    await filling.end()

    const measure = async (name: string, path: string, baseline: () => Promise<unknown[]>, goal: Goal) => {
      const answer: { rows: unknown[] } = await owner.json(path)
      assertSame(name, answer.rows, await baseline())
      const times = await timer.compareTimes({ ours: () => owner.fetch(path), baseline })
      report.addTiming(name, times.ours, { baseline: fromTiming('one statement over the rows', times.baseline), goal })
    }
    for (const [name, day] of [
      ['a past day', HALF_YEAR.from],
      ['the last day', LAST_DAY],
    ] as const)
      await measure(
        `stock value: ${name}`,
        buildPath('/api/v1/reports/stock-value', { day }),
        () => sumStock(db, businessid, day),
        GOALS.stockOfDay,
      )
    await measure(
      'shrinkage: a year',
      buildPath('/api/v1/reports/shrinkage', YEAR),
      () => sumShrinkage(db, businessid, YEAR),
      GOALS.shrinkage,
    )
  } finally {
    await deleteBusiness(server, businessid)
  }
}
