export type Measured = { median: number; p95: number; runs: number }

/** Milliseconds of `work`, run again and again after a warm-up. */
export async function measure(runs: number, work: () => Promise<unknown>): Promise<Measured> {
  for (let run = 0; run < Math.min(5, runs); run++) await work()
  const times: number[] = []
  for (let run = 0; run < runs; run++) times.push(await timeOf(work))
  return summary(times)
}

/** Milliseconds of one run. */
export async function timeOf(work: () => Promise<unknown>) {
  const began = performance.now()
  await work()
  return performance.now() - began
}

export function summary(times: number[]): Measured {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { median: at(0.5), p95: at(0.95), runs: sorted.length }
}
