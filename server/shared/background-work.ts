import { sql } from 'kysely'
import { Client, type ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { tryLock } from '../../db/locks.ts'
import type { Scope, TenantScopes } from '../../db/tenant-scope.ts'

const HOUR_MS = 3_600_000
/** How often a server looks whether a daily job is due. A run can begin this much after its hour has begun. */
const DAILY_CHECK_MS = 600_000
/** How often a server looks for work whose server has ended. */
const TAKE_OVER_MS = 30_000
/** After a run, the hour of the next day is the earliest time of the next one, even if the hour was changed. */
const MIN_PAUSE_MS = 20 * HOUR_MS
/** A run this old means that no server was up at the hour: the job runs at the next look. */
const MISSED_MS = 26 * HOUR_MS

/** Work of a business says this often that it has a run. After the first minute without, another run may take its place. */
export const LEASE_END = sql<Date>`now() + interval '1 minute'`

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

/** Work that was begun and has no run: list_stopped_work in db/functions/business-exports.sql. */
export type StoppedWork = {
  kind: 'export' | 'importing' | 'undoing'
  businessid: string
  user_id: string
  importid: number | null
  /** Whether a server takes it over; else it is left to a person. */
  can_restart: boolean
}

export const listStoppedWork = async (scope: Scope) =>
  (await sql<StoppedWork>`select * from public.list_stopped_work()`.execute(scope)).rows

type Options = {
  /** Any role of the database: the advisory locks need no right. */
  connection: ClientConfig
  log: Logger
  now?: () => Date
  dailyCheckMs?: number
  takeOverMs?: number
}

export type BackgroundWork = ReturnType<typeof createBackgroundWork>

/** All work of a server that no request waits for. */
export function createBackgroundWork({ connection, log, now = () => new Date(), ...times }: Options) {
  const { dailyCheckMs = DAILY_CHECK_MS, takeOverMs = TAKE_OVER_MS } = times
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  const timers: NodeJS.Timeout[] = []

  /** Runs work that `stop` aborts and waits for. */
  function run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const result = work(stopping.signal).finally(() => running.delete(result))
    running.add(result)
    return result
  }

  /** Runs work each time that this time has passed, unless the last run is still under way. */
  function every(ms: number, name: string, work: (signal: AbortSignal) => Promise<unknown>) {
    let isRunning = false
    const look = async () => {
      if (isRunning) return
      isRunning = true
      await run(work).catch((error) => {
        if (!stopping.signal.aborted) log.error({ event: 'background_work_failed', err: error }, `the ${name} failed`)
      })
      isRunning = false
    }
    timers.push(setInterval(look, ms).unref())
  }

  /** Runs work each time that this time has passed, on one of the servers of a database. */
  function everyOnOneServer(ms: number, name: string, lock: number, work: (signal: AbortSignal) => Promise<unknown>) {
    every(ms, name, (signal) => withLock(connection, lock, async () => signal.aborted || work(signal)))
  }

  return {
    run,
    every,
    everyOnOneServer,
    /** Runs a job once a day, at its hour, on one of the servers of a database. */
    daily(job: DailyJob) {
      everyOnOneServer(dailyCheckMs, job.name, job.lock, async (signal) => (await isDue(job, now())) && job.run(signal))
    },
    /** Goes on with exports and imports whose server has ended, one after the other. Each is claimed once, whatever server finds it. */
    takeOver(scopes: TenantScopes, restart: (work: StoppedWork, signal: AbortSignal) => Promise<unknown>) {
      every(takeOverMs, 'search for work that stopped', async (signal) => {
        for (const work of await scopes.asAuth(listStoppedWork)) {
          if (!work.can_restart || signal.aborted) continue
          const { kind, businessid: business } = work
          log.warn({ event: 'stopped_work_found', kind, business }, 'a server ended before its work')
          await restart(work, signal).catch((err) =>
            log.error({ event: 'take_over_failed', kind, business, err }, 'the work of a server that ended could not go on'),
          )
        }
      })
    },
    /** Waits for what runs, and for what that begins: a claim that has just come has to be given back. */
    async stop() {
      for (const timer of timers) clearInterval(timer)
      stopping.abort(new Error('the server stops'))
      while (running.size > 0) await Promise.allSettled(running)
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
async function withLock(connection: ClientConfig, lock: number, work: () => Promise<unknown>) {
  const client = new Client({ ...connection, application_name: 'winkel: daily job' })
  client.on('error', () => undefined) // the next statement rejects
  await client.connect()
  try {
    if (await tryLock(client, lock)) await work()
  } finally {
    await client.end()
  }
}
