/** More want to work at this moment than the queue holds. */
export class TooBusy extends Error {}

/** Work that fills a core, a few at once, so that a flood of it leaves a core for everybody else. */
export function createLimiter({ concurrency, maxQueued }: { concurrency: number; maxQueued: number }) {
  let running = 0
  const waiting: (() => void)[] = []

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < concurrency) running++
    else if (waiting.length < maxQueued) await new Promise<void>((start) => waiting.push(start))
    else throw new TooBusy('too much at once')
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
