export type Timing = { median: number; p95: number; runs: number }

type Work = () => Promise<unknown>
type Sides = { ours: Work; baseline: Work }

const WARM_UP_RUNS = 5
/** A baseline that is fast runs more often in a round, up to this time. */
const BASELINE_ROUND_MS = 200
const MAX_BASELINE_RUNS = 20

/** Milliseconds of one run. */
export async function measureTime(work: Work) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Milliseconds of `work`, after a warm-up. */
export async function measureRuns(runs: number, work: Work): Promise<Timing> {
  for (let run = 0; run < Math.min(WARM_UP_RUNS, runs); run++) await work()
  const times: number[] = []
  for (let run = 0; run < runs; run++) times.push(await measureTime(work))
  return summarize(times)
}

/**
 * Both sides warm, in turn: some runs of ours, some of the baseline, then ours again. A machine that is busy for a while
 * then slows both.
 */
export async function compareTimes({ ours, baseline }: Sides, { rounds = 3, runs = 60 } = {}) {
  for (let run = 0; run < WARM_UP_RUNS; run++) await ours()
  await baseline()
  const times = { ours: [] as number[], baseline: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    for (let run = 0; run < runs / rounds; run++) times.ours.push(await measureTime(ours))
    const started = performance.now()
    for (let run = 0; run < MAX_BASELINE_RUNS && (run === 0 || performance.now() - started < BASELINE_ROUND_MS); run++)
      times.baseline.push(await measureTime(baseline))
  }
  return { ours: summarize(times.ours), baseline: summarize(times.baseline) }
}

export function summarize(times: number[]): Timing {
  const sorted = [...times].sort((a, b) => a - b)
  const pick = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { median: pick(0.5), p95: pick(0.95), runs: sorted.length }
}

/** Runs each worker again and again, all at once, and counts what is finished after the warm-up. */
export async function measureThroughput(
  workers: (() => Promise<number>)[],
  { seconds, warmUpMs }: { seconds: number; warmUpMs: number },
) {
  const counted = performance.now() + warmUpMs
  const ends = counted + seconds * 1000
  const times: number[] = []
  let done = 0
  const repeat = async (work: () => Promise<number>) => {
    for (let started = performance.now(); started < ends; started = performance.now()) {
      const units = await work()
      if (started < counted) continue
      done += units
      times.push(performance.now() - started)
    }
  }
  await Promise.all(workers.map(repeat))
  return { rate: done / ((performance.now() - counted) / 1000), times }
}

export const median = (values: number[]) => summarize(values).median
