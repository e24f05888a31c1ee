import { assertSame } from '../lib/assert-same.ts'
import { YEAR } from '../lib/date-ranges.ts'
import { buildPath } from '../lib/http-client.ts'
import { DIMENSIONS, type Dimension, type Row, readReport } from '../plain-sql/reports.ts'
import { GOALS, type Goal } from '../report/goals.ts'
import { fromTiming } from '../report/report.ts'
import type { BenchContext } from './context.ts'

const PAGE_ROWS = 50

/** A year of each dimension, of all sites and of some, from the roll-ups; and reports that no roll-up has. */
export async function measureReports({ shop, db, timer, report }: BenchContext) {
  const { rows } = await db.query<{ siteid: number }>('select siteid from site where businessid = $1 order by 1 limit 5', [
    shop.businessid,
  ])
  const sites = rows.map(({ siteid }) => siteid)
  const staff = await db.query<{ employeeid: number }>(
    'select employeeid from employee where businessid = $1 and siteid = $2 order by 1 limit 5',
    [shop.businessid, sites[0]],
  )
  const employees = staff.rows.map(({ employeeid }) => employeeid)

  const measure = async (
    name: string,
    by: Dimension,
    filters: { sites: number[]; employees: number[] },
    goal: Goal,
    runs: number,
  ) => {
    const search = { by, sites: filters.sites.join(','), employees: filters.employees.join(','), compare: 'off', sort: 'revenue' }
    const path = buildPath('/api/v1/reports', { ...YEAR, ...search })
    const source = { db, businessid: shop.businessid, range: YEAR }
    const answer: { rows: { key: string; sums: { revenue: number } }[] } = await shop.owner.json(path)
    const shown = answer.rows
      .filter(({ sums }) => sums.revenue !== 0)
      .map(({ key, sums }): Row => ({ key, revenue: sums.revenue }))
    const baseline = await readReport(source, by, filters)
    assertSame(
      name,
      shown,
      baseline.slice(0, PAGE_ROWS).map(({ key, revenue }) => ({ key, revenue })),
    )
    const times = await timer.compareTimes(
      { ours: () => shop.owner.fetch(path), baseline: () => readReport(source, by, filters) },
      { rounds: 3, runs },
    )
    report.addTiming(name, times.ours, { baseline: fromTiming('one statement over the rows', times.baseline), goal })
  }

  for (const by of DIMENSIONS) {
    await measure(`report: a year by ${by}`, by, { sites: [], employees: [] }, GOALS.report, 60)
    await measure(`report: a year by ${by}, 5 sites`, by, { sites, employees: [] }, GOALS.report, 60)
  }
  for (const by of ['product', 'category', 'hour'] as const)
    await measure(`report of rows: a year by ${by}, 5 employees`, by, { sites: [], employees }, GOALS.reportOfRows, 9)
}
