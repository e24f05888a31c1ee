import { TooBusy } from './limiter.ts'

type Limits = {
  /** How many permits may be in use at the same time. */
  concurrency: number
  /** How many of them one key may have. */
  perKey?: number
  /** How many callers of one key may wait. */
  maxWaitingPerKey?: number
  /** How long a caller waits; as long as it takes when absent. */
  waitMs?: number
}

type Release = () => void
type Waiting = { key: string; start(): void }

/** Keys whose last turn is remembered. */
const MAX_REMEMBERED = 1_000

/**
 * Hands out a limited number of permits in turns: of the keys that wait, the one whose last turn is the longest ago is next. A key
 * that asks for one permit now and then waits for no key that asks all the time.
 */
export function createTurns({ concurrency, perKey = concurrency, maxWaitingPerKey = 20, waitMs }: Limits) {
  let free = concurrency
  let turn = 0
  const inUse = new Map<string, number>()
  /** In the order of the turns, the oldest first. */
  const lastTurns = new Map<string, number>()
  const queue: Waiting[] = []

  const canStart = (key: string) => free > 0 && (inUse.get(key) ?? 0) < perKey

  function begin(key: string): Release {
    free--
    inUse.set(key, (inUse.get(key) ?? 0) + 1)
    lastTurns.delete(key)
    lastTurns.set(key, ++turn)
    const [oldest = ''] = lastTurns.keys()
    if (lastTurns.size > MAX_REMEMBERED) lastTurns.delete(oldest)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      free++
      const left = (inUse.get(key) ?? 1) - 1
      if (left > 0) inUse.set(key, left)
      else inUse.delete(key)
      startNext()
    }
  }

  function startNext() {
    for (;;) {
      let next: Waiting | undefined
      for (const waiting of queue) {
        if (!canStart(waiting.key)) continue
        if (!next || (lastTurns.get(waiting.key) ?? 0) < (lastTurns.get(next.key) ?? 0)) next = waiting
      }
      if (!next) return
      queue.splice(queue.indexOf(next), 1)
      next.start()
    }
  }

  function wait(key: string, signal?: AbortSignal) {
    return new Promise<Release>((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const giveUp = (reason: unknown) => {
        stop()
        queue.splice(queue.indexOf(waiting), 1)
        reject(reason)
      }
      const onAbort = () => giveUp(signal?.reason)
      const waiting: Waiting = {
        key,
        start() {
          stop()
          resolve(begin(key))
        },
      }
      const timer = waitMs === undefined ? undefined : setTimeout(() => giveUp(new TooBusy('it took too long')), waitMs)
      signal?.addEventListener('abort', onAbort)
      queue.push(waiting)
    })
  }

  /** Waits for a permit and returns what releases it. Throws TooBusy, or the reason of the signal. */
  const take = async (key: string, signal?: AbortSignal): Promise<Release> => {
    signal?.throwIfAborted()
    if (canStart(key)) return begin(key)
    if (queue.filter((waiting) => waiting.key === key).length >= maxWaitingPerKey) throw new TooBusy('the queue is full')
    return wait(key, signal)
  }

  return {
    take,
    /** Runs work with a permit. */
    async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      const release = await take(key, signal)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
