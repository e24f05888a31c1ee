export type Timing = { median: number; p95: number; runs: number }

type Work = () => Promise<unknown>
type Sides = { ours: Work; baseline: Work }

/** The most of each that a measurement takes. A tiny run has one of each: its answers count and not its times. */
export type Effort = { rounds: number; runs: number; seconds: number }

export type Timer = ReturnType<typeof createTimer>

const WARM_UP_RUNS = 5
const WARM_UP_MS = 1_000
/** A baseline that is fast runs more often in a round, up to this time. */
const BASELINE_ROUND_MS = 200
const MAX_BASELINE_RUNS = 20

/** Measures as often as a part asks, within the limits of `effort`. */
export function createTimer(effort: Effort) {
  const limitRounds = (rounds: number) => Math.min(rounds, effort.rounds)
  const limitRuns = (runs: number) => Math.min(runs, effort.runs)

  return {
    limitRounds,
    limitRuns,
    /** Milliseconds of `work`, after a warm-up. */
    async measureRuns(wanted: number, work: Work): Promise<Timing> {
      const runs = limitRuns(wanted)
      for (let run = 0; run < Math.min(WARM_UP_RUNS, runs); run++) await work()
      const times: number[] = []
      for (let run = 0; run < runs; run++) times.push(await measureTime(work))
      return summarize(times)
    },
    /**
     * Both sides warm, in turn: some runs of ours, some of the baseline, then ours again. A machine that is busy for a while
     * then slows both.
     */
    async compareTimes({ ours, baseline }: Sides, wanted: { rounds?: number; runs?: number } = {}) {
      const [rounds, runs] = [limitRounds(wanted.rounds ?? 3), limitRuns(wanted.runs ?? 60)]
      for (let run = 0; run < Math.min(WARM_UP_RUNS, runs); run++) await ours()
      await baseline()
      const times = { ours: [] as number[], baseline: [] as number[] }
      for (let round = 0; round < rounds; round++) {
        for (let run = 0; run < runs / rounds; run++) times.ours.push(await measureTime(ours))
        const started = performance.now()
        for (
          let run = 0;
          run < limitRuns(MAX_BASELINE_RUNS) && (run === 0 || performance.now() - started < BASELINE_ROUND_MS);
          run++
        )
          times.baseline.push(await measureTime(baseline))
      }
      return { ours: summarize(times.ours), baseline: summarize(times.baseline) }
    },
    /** Runs each worker again and again, all at once, at least once, and counts what is started after the warm-up. */
    async measureThroughput(workers: (() => Promise<number>)[], wantedSeconds: number) {
      const seconds = Math.min(wantedSeconds, effort.seconds)
      const counted = performance.now() + Math.min(WARM_UP_MS, seconds * 1000)
      const ends = counted + seconds * 1000
      const times: number[] = []
      let done = 0
      const repeat = async (work: () => Promise<number>) => {
        let started = performance.now()
        do {
          const units = await work()
          if (started >= counted || ends === counted) {
            done += units
            times.push(performance.now() - started)
          }
          started = performance.now()
        } while (started < ends)
      }
      await Promise.all(workers.map(repeat))
      return { rate: done / ((performance.now() - counted) / 1000), times }
    },
  }
}

/** Milliseconds of one run. */
export async function measureTime(work: Work) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

export function summarize(times: number[]): Timing {
  const sorted = [...times].sort((a, b) => a - b)
  const pick = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { median: pick(0.5), p95: pick(0.95), runs: sorted.length }
}

export const median = (values: number[]) => summarize(values).median
