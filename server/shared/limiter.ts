/** More want to work at this moment than the queue holds. */
export class TooBusy extends Error {}

/** Work that fills a core, a few at once, so that a flood of it leaves a core for everybody else. */
export function queueOf({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  let running = 0
  const waiting: (() => void)[] = []

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else if (waiting.length < mostWaiting) await new Promise<void>((start) => waiting.push(start))
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
