import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import type { Timing } from '../lib/timing.ts'
import { checkGoal, type Goal, type GoalResult } from './goals.ts'

export type Unit = 'ms' | 'MB' | 'sales/s' | 'answers/s' | 'errors' | 'times'

export type Measurement = {
  /** What was measured, as in 'sales list: first page'. */
  name: string
  unit: Unit
  /** The median, where `runs` is more than one. */
  value: number
  p95?: number
  runs?: number
  /** What does the same work another way, in the same run. */
  baseline?: Baseline & { ratio: number }
  goal?: GoalResult
}

type Baseline = { method: string; value: number; runs?: number }
type Comparison = { baseline?: Baseline; goal?: Goal }

export type Report = ReturnType<typeof createReport>

/** Gathers measurements. `onProgress` is called with the name of each. */
export function createReport(onProgress: (name: string) => void) {
  const measurements: Measurement[] = []
  const started = { started_at: new Date().toISOString(), load_before: loadavg()[0] }

  const add = (measured: Omit<Measurement, 'baseline' | 'goal'>, { baseline, goal }: Comparison) => {
    const isRate = measured.unit.endsWith('/s')
    const ratio = baseline && (isRate ? measured.value / baseline.value : baseline.value / measured.value)
    measurements.push({
      ...measured,
      ...(baseline && ratio !== undefined && { baseline: { ...baseline, ratio } }),
      ...(goal && { goal: checkGoal(goal, measured) }),
    })
    onProgress(measured.name)
  }

  return {
    measurements,
    /** Milliseconds of many runs. */
    addTiming: (name: string, { median, p95, runs }: Timing, comparison: Comparison = {}) =>
      add({ name, unit: 'ms', value: median, p95, runs }, comparison),
    /** A single number. A larger one is better where the unit is a rate. */
    addValue: (name: string, value: number, unit: Unit, comparison: Comparison = {}) => add({ name, unit, value }, comparison),
    describeMachine: () => ({
      node: process.version,
      cores: availableParallelism(),
      ...started,
      finished_at: new Date().toISOString(),
      load_after: loadavg()[0],
    }),
  }
}

/** A comparison with a baseline of many runs. */
export const fromTiming = (method: string, { median, runs }: Timing): Baseline => ({ method, value: median, runs })

export const resultsFile = (sales: number) => `bench/results/${sales}.json`

export async function writeResults(sales: number, results: object) {
  await mkdir('bench/results', { recursive: true })
  await writeFile(resultsFile(sales), `${JSON.stringify(results, null, 2)}\n`)
}

/** What an earlier run on this machine measured; undefined when there was none. */
export async function readEarlierMeasurement(sales: number, name: string) {
  const text = await readFile(resultsFile(sales), 'utf8').catch(() => undefined)
  const { measurements = [] }: { measurements?: Measurement[] } = text ? JSON.parse(text) : {}
  return measurements.find((measurement) => measurement.name === name)
}
