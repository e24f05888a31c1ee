export type Place = { x: number; y: number }

const at = (value: number) => Math.round(value * 10) / 10

/**
 * A line through all places, left to right: curved without ever passing a neighbour's height (Fritsch and Carlson's
 * monotone cubic), so that no day looks better than it was.
 */
export function curve(places: readonly Place[]) {
  const slopes = monotoneSlopes(places)
  return places
    .map(({ x, y }, index) => {
      const before = places[index - 1]
      if (!before) return `M${at(x)} ${at(y)}`
      const third = (x - before.x) / 3
      const leaving = before.y + third * (slopes[index - 1] ?? 0)
      const arriving = y - third * (slopes[index] ?? 0)
      return `C${at(before.x + third)} ${at(leaving)} ${at(x - third)} ${at(arriving)} ${at(x)} ${at(y)}`
    })
    .join('')
}

function monotoneSlopes(places: readonly Place[]) {
  const rises = places.slice(1).map(({ x, y }, index) => {
    const before = places[index] as Place
    return (y - before.y) / (x - before.x)
  })
  return places.map((_, index) => {
    const before = rises[index - 1]
    const after = rises[index]
    if (before === undefined || after === undefined || before * after <= 0) return 0
    return (2 * before * after) / (before + after)
  })
}

export const polyline = (places: readonly Place[]) =>
  places.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${at(x)} ${at(y)}`).join('')

/** One path of all bars, so that ten years of them are one node. Each stands on `base`, round at its other end. */
export function bars(places: readonly Place[], width: number, base: number) {
  return places
    .filter(({ y }) => y !== base)
    .map(({ x, y }) => {
      const radius = Math.min(3, width / 2, Math.abs(base - y))
      const side = y < base ? 1 : -1
      const bend = side * radius
      return (
        `M${at(x - width / 2)} ${at(base)}V${at(y + bend)}q0 ${at(-bend)} ${at(radius)} ${at(-bend)}` +
        `h${at(width - 2 * radius)}q${at(radius)} 0 ${at(radius)} ${at(bend)}V${at(base)}Z`
      )
    })
    .join('')
}
