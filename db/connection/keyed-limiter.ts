/** So much of one business is under way that its turn did not come in time. Nothing was done, and the same may be tried again. */
export class NoTurn extends Error {
  constructor() {
    super('too much of one business is under way')
    this.name = 'NoTurn'
  }
}

type Share = { taken: number; waiting: (() => void)[] }

type Limits = {
  /** How much one may have under way. */
  most: number
  /** How many of its calls may wait beyond that, and for how long. */
  mostWaiting: number
  waitMs: number
}

export type Turn = {
  /** Counts it as another's from now on; false where that one's share is taken. */
  passTo(other: string): boolean
  end(): void
}

/** Shares of what all use together: whoever has a whole share under way waits, in order, and keeps nobody else waiting. */
export function sharesOf({ most, mostWaiting, waitMs }: Limits) {
  const shares = new Map<string, Share>()

  const shareOf = (name: string) => {
    const share = shares.get(name) ?? { taken: 0, waiting: [] }
    shares.set(name, share)
    return share
  }
  const takeAtOnce = (name: string) => {
    const share = shareOf(name)
    if (share.taken === most) return false
    share.taken++
    return true
  }
  const giveBack = (name: string) => {
    const share = shareOf(name)
    const next = share.waiting.shift()
    if (next) next()
    else if (--share.taken === 0) shares.delete(name)
  }
  const turnOf = ({ waiting }: Share) => {
    if (waiting.length >= mostWaiting) throw new NoTurn()
    return new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(patience)
        resolve()
      }
      const patience = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(new NoTurn())
      }, waitMs)
      waiting.push(begin)
    })
  }

  /** A turn of the one of this name; throws NoTurn when it does not come in time. */
  return async (name: string): Promise<Turn> => {
    if (!takeAtOnce(name)) await turnOf(shareOf(name))
    let holder = name
    return {
      passTo(other) {
        if (!takeAtOnce(other)) return false
        giveBack(holder)
        holder = other
        return true
      },
      end: () => giveBack(holder),
    }
  }
}
