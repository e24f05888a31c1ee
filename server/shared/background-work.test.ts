import { Client } from 'pg'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testCluster } from '../../db/testing/store.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { createBackgroundWork, type DailyJob, isDue } from './background-work.ts'

const HOUR_MS = 3_600_000
const now = new Date('2026-11-22T01:20:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)

describe('daily job', () => {
  test.each([
    ['at its hour, a day after the last run', 1, 24, true],
    ['at its hour, soon after the last run', 1, 1, false],
    ['at another hour', 5, 22, false],
    ['at another hour, when no server was up at its hour', 5, 30, true],
    ['when the last run is in the future', 5, -2, true],
  ])('%s: whether it is due', async (_when, hour, age, due) => {
    expect(await isDue({ findHour: async () => hour, findLastRun: async () => hoursAgo(age) }, now)).toBe(due)
  })

  test('runs when it never ran before', async () => {
    expect(await isDue({ findHour: async () => 5, findLastRun: async () => undefined }, now)).toBe(true)
  })

  test('runs on one of two servers, and a stop waits for it', async () => {
    let lastRun: Date | undefined
    const runs: AbortSignal[] = []
    let finish: () => void = () => undefined
    const job: DailyJob = {
      name: 'test',
      lock: 746_925_900,
      findHour: async () => 1,
      findLastRun: async () => lastRun,
      async run(signal) {
        runs.push(signal)
        await new Promise<void>((done) => {
          finish = done
        })
        lastRun = now
      },
    }
    const connection = testCluster().admin
    const servers = [1, 2].map(() => {
      const background = createBackgroundWork({ connection, log: pino({ level: 'silent' }), now: () => now, dailyCheckMs: 10 })
      background.daily(job)
      return background
    })
    const client = new Client(connection)
    await client.connect()
    onTestFinished(async () => {
      finish()
      await Promise.all(servers.map(({ stop }) => stop()))
      await client.end()
    })
    await waitUntil(() => expect(runs).toHaveLength(1))
    // The other server goes on looking, and finds the lock taken.
    const connections = new Set<number>()
    await waitUntil(async () => {
      const { rows } = await client.query(`select pid from pg_stat_activity where application_name = 'winkel: daily job'`)
      for (const { pid } of rows) connections.add(pid)
      expect(connections.size).toBeGreaterThan(3)
    })
    expect(runs).toHaveLength(1)

    const stopped = Promise.all(servers.map(({ stop }) => stop()))
    expect(runs[0]?.aborted).toBe(true)
    finish()
    await stopped
    expect(runs).toHaveLength(1)
  })
})

test('background work: goes on after a failure, one run at a time, and ends with the server', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  const background = createBackgroundWork({ connection: testCluster().admin, log })
  let [runs, underWay] = [0, 0]
  background.every(5, 'test', async (signal) => {
    runs++
    expect(++underWay).toBe(1)
    if (runs === 3) await new Promise((resolve) => signal.addEventListener('abort', resolve))
    underWay--
    if (runs === 1) throw new Error('away')
  })
  await waitUntil(() => expect(runs).toBe(3))
  await background.stop()
  expect([runs, underWay]).toEqual([3, 0])
  expect(lines).toEqual([expect.stringMatching(/"event":"background_work_failed".*"message":"away".*the test failed/)])
})
