import { connect } from '../lib/database.ts'
import { type DateRange, LAST_DAY, MONTH } from '../lib/date-ranges.ts'
import { buildPath, createHttpClient } from '../lib/http-client.ts'
import { median, summarize } from '../lib/timing.ts'
import { readDashboard } from '../plain-sql/dashboard.ts'
import { GOALS } from '../report/goals.ts'
import type { BenchContext } from './context.ts'

const CONNECTIONS = 16
const ROUNDS = 3
const SECONDS = 4

/** Many people on the dashboard. Each sends the next request when the answer has arrived. */
export async function measureConcurrency(context: BenchContext) {
  await measureDashboards(context, `dashboard: ${CONNECTIONS} connections`, () => MONTH, true)
  // Nobody asks for what another asks for at the same moment.
  await measureDashboards(context, `dashboard: ${CONNECTIONS} connections, a range each`, rangeOfConnection, false)
}

async function measureDashboards(
  { server, shop, timer, report }: BenchContext,
  name: string,
  chooseRange: (connection: number) => DateRange,
  hasGoal: boolean,
) {
  const ranges = Array.from({ length: CONNECTIONS }, (_, connection) => chooseRange(connection))
  const clients = ranges.map(() => createHttpClient(server.url, shop.owner.cookie))
  const databases = await Promise.all(ranges.map(() => connect(server.superuser)))
  let errors = 0
  const ours = ranges.map((range, connection) => async () => {
    const answered = await clients[connection]?.fetch(buildPath('/api/v1/dashboard/figures', range)).catch(() => undefined)
    if (!answered) errors++
    return answered ? 1 : 0
  })
  const baseline = ranges.map((range, connection) => async () => {
    const db = databases[connection]
    if (db) await readDashboard(db, shop.businessid, range)
    return 1
  })
  const rates = { ours: [] as number[], baseline: [] as number[] }
  const times: number[] = []
  const rounds = timer.limitRounds(ROUNDS)
  for (let round = 0; round < rounds; round++) {
    const measured = await timer.measureThroughput(ours, SECONDS)
    rates.ours.push(measured.rate)
    times.push(...measured.times)
    rates.baseline.push((await timer.measureThroughput(baseline, SECONDS)).rate)
  }
  for (const client of clients) client.close()
  await Promise.all(databases.map((db) => db.end()))

  report.addValue(`${name}, answers`, median(rates.ours), 'answers/s', {
    baseline: { method: `one statement over the rows, ${CONNECTIONS} connections`, value: median(rates.baseline), runs: rounds },
    ...(hasGoal && { goal: GOALS.concurrency }),
  })
  report.addValue(`${name}, errors`, errors, 'errors', { goal: GOALS.errors })
  report.addTiming(`${name}, each`, summarize(times))
}

/** Thirty days that end on another day for each connection. */
function rangeOfConnection(connection: number): DateRange {
  const day = (before: number) => new Date(Date.parse(LAST_DAY) - before * 86_400_000).toISOString().slice(0, 10)
  return { from: day(connection + 29), to: day(connection) }
}
