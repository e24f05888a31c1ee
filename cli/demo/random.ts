/** The demo's dice. They fall the same way for the same name, so that a day is the same whoever asks for it, and when. */

export type Dice = {
  /** At least 0 and less than 1. */
  next(): number
  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number
  chance(share: number): boolean
}

export function diceFor(name: string): Dice {
  const next = mulberry32(hashOf(name))
  return {
    next,
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (share) => next() < share,
  }
}

/** One of them, as often as its weight says. */
export function picker<One>(all: readonly One[], weightOf: (one: One) => number) {
  let total = 0
  const ends = all.map((one) => (total += weightOf(one)))
  return (dice: Dice) => {
    const draw = dice.next() * total
    const one = all[ends.findIndex((end) => draw < end)]
    if (one === undefined) throw new Error('nothing to choose from')
    return one
  }
}

/** FNV-1a, 32 bits. */
function hashOf(text: string) {
  let hash = 0x811c9dc5
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193)
  return hash >>> 0
}

function mulberry32(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
