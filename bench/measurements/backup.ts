import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyTables } from '../baselines/backup.ts'
import { createHttpClient, type HttpClient } from '../lib/http-client.ts'
import { measurePeakMemory } from '../lib/memory.ts'
import { measureRuns, measureTime, median, summarize } from '../lib/timing.ts'
import { GOALS } from '../report/goals.ts'
import type { BenchContext } from './context.ts'
import { createOtherRequests } from './other-requests.ts'

const ROUNDS = 3
const USUAL_RUNS = 100
const COPY = 'COPY of all tables to files, without compression'

/** A backup of everything, as the command makes it beside a server that answers requests. */
export async function measureBackup({ server, shop, db, report }: BenchContext) {
  const folder = await mkdtemp(join(tmpdir(), 'winkel-bench-backup-'))
  await chmod(folder, 0o777) // PostgreSQL may run as another user
  try {
    const client = createHttpClient(server.url, shop.owner.cookie)
    const usual = await measureRuns(USUAL_RUNS, createOtherRequests(client))
    const file = join(folder, 'bench.winkel-backup')
    const rounds: Awaited<ReturnType<typeof backUpBesideOtherRequests>>[] = []
    const copies: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await rm(file, { force: true })
      rounds.push(await backUpBesideOtherRequests(server.dataDir, file, client))
      copies.push(await measureTime(() => copyTables(db, join(folder, 'copy'))))
    }
    client.close()
    report.addTiming('backup', summarize(rounds.map(({ total }) => total)), {
      baseline: { method: COPY, value: median(copies), runs: ROUNDS },
      goal: GOALS.backup,
    })
    report.addValue('backup: size', (await stat(file)).size / 1e6, 'MB')
    const peak = Math.max(...rounds.map(({ peak }) => peak))
    report.addValue('backup: memory', peak, 'MB')
    report.addValue('backup: memory beyond that of the idle command', peak - (await measureIdleMemory(server.dataDir)), 'MB', {
      goal: GOALS.backupMemory,
    })
    const others = summarize(rounds.flatMap(({ others }) => others))
    report.addTiming('backup: other requests during it', others)
    report.addTiming('backup: other requests before', usual)
    report.addValue('backup: p95 of other requests, during to before', others.p95 / usual.p95, 'times', {
      goal: GOALS.othersDuringBackup,
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function backUpBesideOtherRequests(dataDir: string, file: string, client: HttpClient) {
  const request = createOtherRequests(client)
  const others: number[] = []
  const started = performance.now()
  const child = startCommand(dataDir, file)
  const ended = once(child, 'exit')
  const { peak } = await measurePeakMemory(child, async () => {
    while (child.exitCode === null) others.push(await measureTime(request))
  })
  const [code] = await ended
  if (code !== 0) throw new Error(`the backup ended with exit code ${code}`)
  return { total: performance.now() - started, peak, others }
}

/** As `npm run winkel -- backup` starts it. */
const startCommand = (dataDir: string, argument: string) =>
  spawn(process.execPath, ['--max-semi-space-size=8', 'tools/run.mjs', 'cli/main.ts', 'backup', argument], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'ignore',
  })

/** The memory of the command without a backup, in MB. */
async function measureIdleMemory(dataDir: string) {
  const child = startCommand(dataDir, '--help')
  const { peak } = await measurePeakMemory(child, () => once(child, 'exit'))
  return peak
}
