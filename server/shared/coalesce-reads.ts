/**
 * Combines equal reads that wait at the same time into one. While a read runs, later callers wait for the next one and share it:
 * a result is never older than the call that gets it, as if each caller had read alone.
 */
export function createReadCoalescer<T>() {
  const running = new Map<string, Promise<unknown>>()
  const queued = new Map<string, Promise<T>>()

  const start = (key: string, read: () => Promise<T>) => {
    const result = read().finally(() => {
      if (running.get(key) === result) running.delete(key)
    })
    running.set(key, result)
    return result
  }

  const enqueue = (key: string, read: () => Promise<T>, current: Promise<unknown>) => {
    const startNext = () => {
      queued.delete(key)
      return start(key, read)
    }
    const next = current.then(startNext, startNext)
    queued.set(key, next)
    return next
  }

  /** The result of `read`, or of an equal read that begins after this call. One that fails is repeated by each of its other callers. */
  return (key: string, read: () => Promise<T>): Promise<T> => {
    const next = queued.get(key)
    if (next) return next.catch(read)
    const current = running.get(key)
    return current ? enqueue(key, read, current) : start(key, read)
  }
}
