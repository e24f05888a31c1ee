import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCleanUp } from '../tools/clean-up.ts'
import { createTemporaryFolder } from '../tools/temporary-folder.ts'
import { TINY } from './datasets/size.ts'
import { describePostgres } from './lib/database.ts'
import type { BenchContext } from './measurements/context.ts'
import { openBench } from './open-bench.ts'
import { PARTS } from './parts.ts'
import { formatSummary } from './report/summary.ts'

const cleanUp = createCleanUp()
afterAll(cleanUp.finish)

let context: BenchContext
beforeAll(async () => {
  const dataDir = createTemporaryFolder(cleanUp, 'winkel-bench-data-')
  context = await openBench(cleanUp, { dataDir, size: TINY, onProgress: () => undefined })
})

// It reads the memory of processes from Linux's /proc.
const onLinux = test.skipIf(process.platform !== 'linux')

onLinux.for(Object.keys(PARTS))('bench: the part %s runs to its end with right answers', async (name) => {
  const { measurements } = context.report
  const before = measurements.length
  await PARTS[name]?.(context)
  const added = measurements.slice(before)
  expect(added).not.toEqual([])
  for (const measurement of added) expect(measurement).toMatchObject({ value: expect.toSatisfy(Number.isFinite) })
})

onLinux('bench: the summary has each line', async () => {
  const { report, size, db } = context
  const summary = formatSummary(size, report.measurements, report.describeMachine(), await describePostgres(db))
  expect(summary).not.toContain('NaN')
  const [summed = '', costs = ''] = summary.split('What each costs')
  expect(summed.split('\n').filter((line) => line.startsWith('  '))).toHaveLength(34)
  expect(costs).toMatch(/^ {2}a dashboard opened: processor, PostgreSQL +\d/m)
})
