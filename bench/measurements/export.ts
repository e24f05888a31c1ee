import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { type DateRange, YEAR } from '../lib/date-ranges.ts'
import { buildPath, createHttpClient, type HttpClient } from '../lib/http-client.ts'
import { measureTime, median, summarize } from '../lib/timing.ts'
import { copySales } from '../plain-sql/export.ts'
import { GOALS } from '../report/goals.ts'
import type { BenchContext } from './context.ts'
import { createOtherRequests } from './other-requests.ts'

const PART = 100_000
const DAYS = 365
const ROUNDS = 3
const USUAL_RUNS = 100
const COPY = 'COPY of the same CSV to a file, without a network'

/** A part of the shop's sales and all of them as CSV, and how long other requests wait during the export. */
export async function measureExport({ server, shop, db, size, timer, report, folder }: BenchContext) {
  const part = { from: firstDayOfLast(Math.ceil((PART / size.sales) * DAYS)), to: YEAR.to }
  const file = join(folder, 'sales.csv')
  for (const range of [part, YEAR]) {
    const isAll = range === YEAR
    const copy = () => copySales(db, shop.businessid, range, file)
    const client = createHttpClient(server.url, shop.owner.cookie)
    const rows = await compareFiles(client, copy, range, file)
    const name = isAll ? 'export of all sales' : `export of ${rows} sales`

    const times = { ours: [] as number[], copy: [] as number[] }
    const rounds = timer.limitRounds(ROUNDS)
    for (let round = 0; round < rounds; round++) {
      times.ours.push((await downloadExport(client, range)).total)
      times.copy.push(await measureTime(copy))
    }
    report.addTiming(name, summarize(times.ours), {
      baseline: { method: COPY, value: median(times.copy), runs: rounds },
      goal: isAll ? undefined : GOALS.exportOf100000,
    })

    const usual = await timer.measureRuns(USUAL_RUNS, createOtherRequests(client))
    const memory = await server.readMemory()
    const { peak, result } = await server.measurePeakMemory(() => exportBesideOtherRequests(server.url, client, range))
    const goals = isAll ? GOALS : undefined
    report.addValue(`${name}: first byte`, result.firstByte, 'ms', { goal: goals?.firstByte })
    report.addValue(`${name}: growth of the server's memory`, peak - memory, 'MB', { goal: goals?.exportMemory })
    const others = summarize(result.others)
    report.addTiming(`${name}: other requests during it`, others)
    report.addTiming(`${name}: other requests before`, usual)
    report.addValue(`${name}: p95 of other requests, during to before`, others.p95 / usual.p95, 'times', {
      goal: goals?.othersDuringExport,
    })
    client.close()
  }
}

/** How many sales both files have; they must be the same but for the line ends and the byte order mark. */
async function compareFiles(client: HttpClient, copy: () => Promise<unknown>, range: DateRange, file: string) {
  await copy()
  const ours = createHash('sha256')
  const { rows } = await downloadExport(client, range, (chunk) => ours.update(chunk))
  const copied = createHash('sha256').update('\uFEFF')
  for await (const chunk of createReadStream(file, 'utf8')) copied.update(chunk.replaceAll('\n', '\r\n'))
  if (ours.digest('hex') !== copied.digest('hex'))
    throw new Error(`the export of ${range.from} to ${range.to} differs from the baseline's`)
  return rows.toLocaleString('en')
}

async function downloadExport(client: HttpClient, range: DateRange, onChunk?: (chunk: Buffer) => void) {
  const started = performance.now()
  const response = await client.open(buildPath('/api/v1/sales.csv', range))
  if (response.statusCode !== 200) throw new Error(`the export answered ${response.statusCode}`)
  let firstByte = 0
  for await (const chunk of response) {
    firstByte ||= performance.now() - started
    onChunk?.(chunk)
  }
  return { rows: Number(response.headers['x-total-rows']), firstByte, total: performance.now() - started }
}

async function exportBesideOtherRequests(url: string, client: HttpClient, range: DateRange) {
  const other = createHttpClient(url, client.cookie)
  const request = createOtherRequests(other)
  const others: number[] = []
  let isExporting = true
  const requesting = (async () => {
    while (isExporting) others.push(await measureTime(request))
  })()
  const exported = await downloadExport(client, range).finally(() => {
    isExporting = false
  })
  await requesting
  other.close()
  return { ...exported, others }
}

function firstDayOfLast(days: number) {
  const last = Date.parse(`${YEAR.to}T00:00:00Z`)
  return new Date(last - (Math.min(days, DAYS) - 1) * 24 * 3600 * 1000).toISOString().slice(0, 10)
}
