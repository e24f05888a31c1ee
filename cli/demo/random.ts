/** A pseudo-random generator. The same seed gives the same numbers, so a day has the same sales in every run. */

export type Random = {
  /** At least 0 and less than 1. */
  next(): number
  /** An integer from `min` to `max`, both included. */
  integer(min: number, max: number): number
  chance(probability: number): boolean
}

export function createRandom(seed: string): Random {
  const next = mulberry32(hashText(seed))
  return {
    next,
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
  }
}

/** Picks an item with a probability proportional to its weight. */
export function createWeightedPicker<Item>(items: readonly Item[], getWeight: (item: Item) => number) {
  let total = 0
  const ends = items.map((item) => (total += getWeight(item)))
  return (random: Random) => {
    const draw = random.next() * total
    const item = items[ends.findIndex((end) => draw < end)]
    if (item === undefined) throw new Error('nothing to choose from')
    return item
  }
}

/** FNV-1a, 32 bits. */
function hashText(text: string) {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
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
