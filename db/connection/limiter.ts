import { QueueTimeout } from '../errors.ts'

export type Limits = {
  /** How many permits may be in use at the same time; any number when absent. */
  concurrency?: number
  /** How many of them one key may have; all when absent. */
  perKey?: number
  /** How many callers of one key may wait. */
  maxQueued: number
  /** How long a caller waits; as long as it takes when absent. */
  waitMs?: number
  /** What a caller gets for whom the queue is full or the wait too long; QueueTimeout when absent. */
  toError?: () => Error
}

export type Permit = {
  /** Counts for another key from now on; false when that key has no permit left. */
  transferTo(key: string): boolean
  /** How many callers wait for a permit of this key. */
  countWaiting(): number
  release(): void
}

/** `permits`: how many this call counts as. */
type Options = { permits?: number; signal?: AbortSignal }
type Caller = { permits: number; start(): void }

/** Keys whose last turn is remembered. */
const MAX_REMEMBERED = 1_000

/**
 * Limits how much runs at the same time, of all keys and of each. The callers of a key start in their order; of the keys that wait, the
 * one whose last turn is the longest ago is next. So a key that asks now and then waits for no key that asks all the time.
 */
export function createLimiter(limits: Limits) {
  const { concurrency = Infinity, perKey = concurrency, maxQueued, waitMs, toError = () => new QueueTimeout() } = limits
  let free = concurrency
  let turn = 0
  const inUse = new Map<string, number>()
  const queues = new Map<string, Caller[]>()
  /** In the order of the turns, the oldest first. */
  const lastTurns = new Map<string, number>()

  const fits = (key: string, permits: number) => permits <= free && (inUse.get(key) ?? 0) + permits <= perKey
  // Nobody overtakes a caller of the same key: one who wants many permits would never get them.
  const canStart = (key: string, permits: number) => !queues.has(key) && fits(key, permits)

  function use(key: string, permits: number) {
    free -= permits
    const used = (inUse.get(key) ?? 0) + permits
    if (used > 0) inUse.set(key, used)
    else inUse.delete(key)
  }

  function begin(key: string, permits: number): Permit {
    use(key, permits)
    lastTurns.delete(key)
    lastTurns.set(key, ++turn)
    const [oldest = ''] = lastTurns.keys()
    if (lastTurns.size > MAX_REMEMBERED) lastTurns.delete(oldest)
    let holder = key
    let isReleased = false
    return {
      transferTo(other) {
        if (!canStart(other, permits)) return false
        use(other, permits)
        use(holder, -permits)
        holder = other
        startNext()
        return true
      },
      countWaiting: () => queues.get(holder)?.length ?? 0,
      release() {
        if (isReleased) return
        isReleased = true
        use(holder, -permits)
        startNext()
      },
    }
  }

  function startNext() {
    for (;;) {
      let next: string | undefined
      for (const [key, [first]] of queues) {
        const isEarlier = next === undefined || (lastTurns.get(key) ?? 0) < (lastTurns.get(next) ?? 0)
        if (first && isEarlier && fits(key, first.permits)) next = key
      }
      const caller = next === undefined ? undefined : queues.get(next)?.[0]
      if (next === undefined || !caller) return
      leave(next, caller)
      caller.start()
    }
  }

  function leave(key: string, caller: Caller) {
    const queue = queues.get(key) ?? []
    queue.splice(queue.indexOf(caller), 1)
    if (queue.length === 0) queues.delete(key)
  }

  function wait(key: string, permits: number, signal?: AbortSignal) {
    return new Promise<Permit>((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const giveUp = (reason: unknown) => {
        stopWaiting()
        leave(key, caller)
        reject(reason)
        startNext()
      }
      const onAbort = () => giveUp(signal?.reason)
      const caller: Caller = {
        permits,
        start() {
          stopWaiting()
          resolve(begin(key, permits))
        },
      }
      const timer = waitMs === undefined ? undefined : setTimeout(() => giveUp(toError()), waitMs)
      signal?.addEventListener('abort', onAbort)
      const queue = queues.get(key)
      if (queue) queue.push(caller)
      else queues.set(key, [caller])
    })
  }

  /** Waits for a permit. Throws when there is none in time, and the reason of the signal. */
  async function take(key: string, { permits = 1, signal }: Options = {}): Promise<Permit> {
    signal?.throwIfAborted()
    if (canStart(key, permits)) return begin(key, permits)
    if ((queues.get(key)?.length ?? 0) >= maxQueued) throw toError()
    return wait(key, permits, signal)
  }

  return {
    take,
    /** How many callers wait, of all keys. */
    countWaiting: () => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
    /** Runs work with a permit. */
    async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      const permit = await take(key, { signal })
      try {
        return await work()
      } finally {
        permit.release()
      }
    },
  }
}
