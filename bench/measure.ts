export type Measured = { name: string; median: number; p95: number; runs: number }

/** Milliseconds of `work`, run again and again after a warm-up. */
export async function measure(name: string, runs: number, work: () => Promise<unknown>): Promise<Measured> {
  for (let run = 0; run < Math.min(5, runs); run++) await work()
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  return { name, median: at(times, 0.5), p95: at(times, 0.95), runs }
}

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
