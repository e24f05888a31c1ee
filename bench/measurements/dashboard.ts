import { assertSame } from '../lib/assert-same.ts'
import { HALF_YEAR, MONTH, YEAR } from '../lib/date-ranges.ts'
import { buildPath } from '../lib/http-client.ts'
import { readDashboard } from '../plain-sql/dashboard.ts'
import { GOALS } from '../report/goals.ts'
import { fromTiming, readEarlierMeasurement } from '../report/report.ts'
import type { BenchContext } from './context.ts'

const COMPARED_SALES = 1_000_000
const RANGES = { '30 days': MONTH, 'a year': YEAR }
const COMPARED_RANGES = { '30 days': MONTH, 'half a year': HALF_YEAR }

export async function measureDashboard({ shop, db, size, timer, report }: BenchContext) {
  for (const [name, range] of Object.entries(RANGES)) {
    const path = buildPath('/api/v1/dashboard/figures', range)
    assertSame(name, await shop.owner.json(path), await readDashboard(db, shop.businessid, range))
    const times = await timer.compareTimes(
      { ours: () => shop.owner.fetch(path), baseline: () => readDashboard(db, shop.businessid, range) },
      { rounds: 5, runs: 200 },
    )
    const baseline = fromTiming('one statement over the rows', times.baseline)
    report.addTiming(`dashboard: ${name}`, times.ours, { baseline, goal: GOALS.dashboard })

    const smaller = size.sales > COMPARED_SALES ? await readEarlierMeasurement(COMPARED_SALES, `dashboard: ${name}`) : undefined
    if (smaller)
      report.addValue(`dashboard: ${name}, compared with 1,000,000 sales`, times.ours.median / smaller.value, 'times', {
        goal: GOALS.dashboardTenfold,
      })
  }
  for (const [name, range] of Object.entries(COMPARED_RANGES)) {
    const path = buildPath('/api/v1/dashboard/figures', range)
    const comparison = await timer.compareTimes(
      { ours: () => shop.owner.fetch(`${path}&compare=previous`), baseline: () => shop.owner.fetch(path) },
      { rounds: 5, runs: 100 },
    )
    report.addValue(`dashboard: ${name}, with a comparison`, comparison.ours.median / comparison.baseline.median, 'times', {
      goal: GOALS.dashboardCompared,
    })
  }
}
