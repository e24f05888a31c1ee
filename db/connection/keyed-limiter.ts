import { QueueTimeout } from '../errors.ts'

type Share = { taken: number; waiting: (() => void)[] }

type Limits = {
  /** How much one may have under way. */
  concurrency: number
  /** How many of its calls may wait beyond that, and for how long. */
  maxQueued: number
  waitMs: number
}

export type Permit = {
  /** Counts it as another's from now on; false where that one's share is taken. */
  transferTo(other: string): boolean
  release(): void
}

/** Shares of what all use together: whoever has a whole share under way waits, in order, and keeps nobody else waiting. */
export function createKeyedLimiter({ concurrency, maxQueued, waitMs }: Limits) {
  const shares = new Map<string, Share>()

  const shareOf = (name: string) => {
    const share = shares.get(name) ?? { taken: 0, waiting: [] }
    shares.set(name, share)
    return share
  }
  const takeAtOnce = (name: string) => {
    const share = shareOf(name)
    if (share.taken === concurrency) return false
    share.taken++
    return true
  }
  const release = (name: string) => {
    const share = shareOf(name)
    const next = share.waiting.shift()
    if (next) next()
    else if (--share.taken === 0) shares.delete(name)
  }
  const turnOf = ({ waiting }: Share) => {
    if (waiting.length >= maxQueued) throw new QueueTimeout()
    return new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(patience)
        resolve()
      }
      const patience = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(new QueueTimeout())
      }, waitMs)
      waiting.push(begin)
    })
  }

  /** A turn of the one of this name; throws NoTurn when it does not come in time. */
  return async (name: string): Promise<Permit> => {
    if (!takeAtOnce(name)) await turnOf(shareOf(name))
    let holder = name
    return {
      transferTo(other) {
        if (!takeAtOnce(other)) return false
        release(holder)
        holder = other
        return true
      },
      release: () => release(holder),
    }
  }
}
