export type Random = ReturnType<typeof createRandom>

/** A pseudo-random generator: mulberry32 of the FNV-1a hash of the seed. The same seed gives the same numbers in every run. */
export function createRandom(seed: string) {
  let state = 0x811c9dc5
  for (const character of seed) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193)
  /** At least 0 and less than 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    /** An integer from `min` to `max`, both included. */
    integer: (min: number, max: number) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability: number) => next() < probability,
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
