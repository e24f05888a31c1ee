export type Limits = {
  /** How many permits may be in use at the same time. */
  concurrency: number
  /** How many callers may wait for a permit. */
  maxQueued: number
  /** How long a caller waits; as long as it takes when absent. */
  waitMs?: number
}

export type WaitList = ReturnType<typeof createWaitList>

/** Hands out a limited number of permits, in the order in which they are asked for. */
export function createWaitList({ concurrency, maxQueued, waitMs }: Limits) {
  let inUse = 0
  const queue: (() => void)[] = []

  const tryTake = () => {
    if (inUse === concurrency) return false
    inUse++
    return true
  }
  const wait = () =>
    new Promise<boolean>((resolve) => {
      const start = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const giveUp = () => {
        queue.splice(queue.indexOf(start), 1)
        resolve(false)
      }
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
      queue.push(start)
    })

  return {
    tryTake,
    /** Waits for a permit; false when the queue is full or the wait takes too long. */
    take: async () => tryTake() || (queue.length < maxQueued && (await wait())),
    release() {
      const next = queue.shift()
      if (next) next()
      else inUse--
    },
    isUnused: () => inUse === 0,
  }
}
