import { Client, type ClientConfig } from 'pg'
import type { Log } from '../../db/log.ts'

const HOUR_MS = 3_600_000
/** How often a server looks whether a job is due. A run can begin this much after its hour has begun. */
const CHECK_INTERVAL_MS = 600_000
/** After a run, the hour of the next day is the earliest time of the next one, even if the hour was changed. */
const MIN_PAUSE_MS = 20 * HOUR_MS
/** A run this old means that no server was up at the hour: the job runs at the next look. */
const MISSED_MS = 26 * HOUR_MS

export type DailyJob = {
  /** As in log lines: 'nightly backup'. */
  name: string
  /** The number of an advisory lock of its own: one server of a database runs the job. */
  lock: number
  /** The hour of the day in UTC, 0 to 23. */
  findHour(): Promise<number>
  /** When any server last ran it, successfully or not; undefined when it never ran. */
  findLastRun(): Promise<Date | undefined>
  /** It should end soon after `signal` is aborted. An error is logged, and the job is tried again the next day. */
  run(signal: AbortSignal): Promise<void>
}

type Options = {
  /** Any role of the database: the advisory lock needs no right. */
  connection: ClientConfig
  log: Log
  now?: () => Date
  intervalMs?: number
}

export type RunningJob = { stop(): Promise<void> }

/** Runs a job once a day, at its hour, on one of the servers of a database. */
export function startDailyJob(job: DailyJob, { connection, log, now = () => new Date(), intervalMs }: Options): RunningJob {
  const stopping = new AbortController()
  let looking: Promise<void> | undefined

  async function look() {
    try {
      if (!(await isDue(job, now()))) return
      await withLock(connection, job.lock, async () => {
        // Another server may have run it while this one waited for its connection.
        if (!stopping.signal.aborted && (await isDue(job, now()))) await job.run(stopping.signal)
      })
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ event: 'daily_job_failed', err: error }, `the ${job.name} failed`)
    }
  }
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined
    })
  }, intervalMs ?? CHECK_INTERVAL_MS).unref()

  return {
    /** Waits for a run under way. */
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await looking
    },
  }
}

/** Whether a job should run now. */
export async function isDue({ findHour, findLastRun }: Pick<DailyJob, 'findHour' | 'findLastRun'>, now: Date) {
  const last = await findLastRun()
  const age = last ? now.getTime() - last.getTime() : Number.POSITIVE_INFINITY
  // A run in the future is a clock that was put back: without this, the job would wait for that time.
  if (age >= 0 && age < MIN_PAUSE_MS) return false
  return age < 0 || age > MISSED_MS || now.getUTCHours() === (await findHour())
}

/** Does `work` while this connection holds the lock; not at all when another one has it. */
async function withLock(connection: ClientConfig, lock: number, work: () => Promise<void>) {
  const client = new Client({ ...connection, application_name: 'winkel: daily job' })
  client.on('error', () => undefined) // the next statement rejects
  await client.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [lock])
    if (rows[0].locked) await work()
  } finally {
    await client.end()
  }
}
