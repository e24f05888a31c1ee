import { QueueTimeout } from '../errors.ts'
import { createWaitList, type Limits, type WaitList } from './wait-list.ts'

export type Permit = {
  /** Counts for another key from now on; false when that key has no permit left. */
  transferTo(key: string): boolean
  /** How many callers wait for a permit of this key. */
  countWaiting(): number
  release(): void
}

/** Limits the work of each key on something that all keys share: one that has its permits in use waits, and holds up no other. */
export function createKeyedLimiter(limits: Limits) {
  const lists = new Map<string, WaitList>()

  const findList = (key: string) => {
    const list = lists.get(key) ?? createWaitList(limits)
    lists.set(key, list)
    return list
  }
  const release = (key: string, permits: number) => {
    const list = findList(key)
    list.release(permits)
    if (list.isUnused()) lists.delete(key)
  }

  /** A permit of this key that counts as `permits`; throws QueueTimeout when there is none in time. */
  return async (key: string, permits = 1): Promise<Permit> => {
    if (!(await findList(key).take(permits))) throw new QueueTimeout()
    let holder = key
    return {
      transferTo(other) {
        if (!findList(other).tryTake(permits)) return false
        release(holder, permits)
        holder = other
        return true
      },
      countWaiting: () => findList(holder).countWaiting(),
      release: () => release(holder, permits),
    }
  }
}
