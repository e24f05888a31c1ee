export type Limits = {
  /** How many permits may be in use at the same time. */
  concurrency: number
  /** How many callers may wait. */
  maxQueued: number
  /** How long a caller waits; as long as it takes when absent. */
  waitMs?: number
}

export type WaitList = ReturnType<typeof createWaitList>

/** Hands out a limited number of permits, in the order in which they are asked for. A caller may take several at once. */
export function createWaitList({ concurrency, maxQueued, waitMs }: Limits) {
  let inUse = 0
  const queue: { permits: number; start(): void }[] = []

  const tryTake = (permits = 1) => {
    // Nobody overtakes: one who wants many permits would never get them.
    if (queue.length > 0 || inUse + permits > concurrency) return false
    inUse += permits
    return true
  }
  const startNext = () => {
    for (let next = queue[0]; next && inUse + next.permits <= concurrency; next = queue[0]) {
      queue.shift()
      inUse += next.permits
      next.start()
    }
  }
  const wait = (permits: number) =>
    new Promise<boolean>((resolve) => {
      const start = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const waiting = { permits, start }
      const giveUp = () => {
        queue.splice(queue.indexOf(waiting), 1)
        resolve(false)
        startNext()
      }
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
      queue.push(waiting)
    })

  return {
    tryTake,
    /** Waits for permits; false when the queue is full or the wait takes too long. */
    take: async (permits = 1) => tryTake(permits) || (queue.length < maxQueued && (await wait(permits))),
    release(permits = 1) {
      inUse -= permits
      startNext()
    },
    /** How many callers wait. */
    countWaiting: () => queue.length,
    isUnused: () => inUse === 0 && queue.length === 0,
  }
}
