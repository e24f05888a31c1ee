import { once } from 'node:events'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createHttpClient, type HttpClient } from '../lib/http-client.ts'
import { measurePeakMemory } from '../lib/memory.ts'
import type { Server } from '../lib/server-process.ts'
import { measureTime, median, summarize } from '../lib/timing.ts'
import { copyTables } from '../plain-sql/backup.ts'
import { GOALS } from '../report/goals.ts'
import type { BenchContext } from './context.ts'
import { createOtherRequests } from './other-requests.ts'

const ROUNDS = 3
const USUAL_RUNS = 100
const COPY = 'COPY of all tables to files, without compression'

/** A backup of everything, as the command makes it beside a server that answers requests. */
export async function measureBackup({ server, shop, db, timer, report, folder }: BenchContext) {
  const client = createHttpClient(server.url, shop.owner.cookie)
  const usual = await timer.measureRuns(USUAL_RUNS, createOtherRequests(client))
  const file = join(folder, 'bench.winkel-backup')
  const rounds: Awaited<ReturnType<typeof backUpBesideOtherRequests>>[] = []
  const copies: number[] = []
  const count = timer.limitRounds(ROUNDS)
  for (let round = 0; round < count; round++) {
    await rm(file, { force: true })
    rounds.push(await backUpBesideOtherRequests(server, file, client))
    copies.push(await measureTime(() => copyTables(db, join(folder, 'copy'))))
  }
  client.close()
  report.addTiming('backup', summarize(rounds.map(({ total }) => total)), {
    baseline: { method: COPY, value: median(copies), runs: count },
    goal: GOALS.backup,
  })
  report.addValue('backup: size', (await stat(file)).size / 1e6, 'MB')
  const peak = Math.max(...rounds.map(({ peak }) => peak))
  report.addValue('backup: memory', peak, 'MB')
  report.addValue('backup: memory beyond that of the idle command', peak - (await measureIdleMemory(server)), 'MB', {
    goal: GOALS.backupMemory,
  })
  const others = summarize(rounds.flatMap(({ others }) => others))
  report.addTiming('backup: other requests during it', others)
  report.addTiming('backup: other requests before', usual)
  report.addValue('backup: p95 of other requests, during to before', others.p95 / usual.p95, 'times', {
    goal: GOALS.othersDuringBackup,
  })
}

async function backUpBesideOtherRequests(server: Server, file: string, client: HttpClient) {
  const request = createOtherRequests(client)
  const others: number[] = []
  const started = performance.now()
  const child = server.startCommand('backup', file)
  const ended = once(child, 'exit')
  const { peak } = await measurePeakMemory(child, async () => {
    while (child.exitCode === null) others.push(await measureTime(request))
  })
  const [code] = await ended
  if (code !== 0) throw new Error(`the backup ended with exit code ${code}`)
  return { total: performance.now() - started, peak, others }
}

/** The memory of the command without a backup, in MB. */
async function measureIdleMemory(server: Server) {
  const child = server.startCommand('backup', '--help')
  const { peak } = await measurePeakMemory(child, () => once(child, 'exit'))
  return peak
}
