export type Slice = { label: string; count: number }

/** As many as there are chart colours. */
const MOST_SLICES = 6

/** The slices as drawn: those past the last colour stand together, 'Other methods (4)'. */
export function drawnSlices(slices: readonly Slice[], names: string): Slice[] {
  if (slices.length <= MOST_SLICES) return [...slices]
  const rest = slices.slice(MOST_SLICES - 1)
  return [
    ...slices.slice(0, MOST_SLICES - 1),
    { label: `Other ${names} (${rest.length})`, count: rest.reduce((sum, { count }) => sum + count, 0) },
  ]
}

const GAP = 2
const LEAST_LENGTH = 1

/** Where on a ring of that length each slice lies; a gap between neighbours, and even the smallest can be seen. */
export function arcs(slices: readonly Slice[], around: number) {
  const counted = slices.filter(({ count }) => count > 0)
  const total = counted.reduce((sum, { count }) => sum + count, 0)
  const gap = counted.length > 1 ? GAP : 0
  let offset = 0
  return counted.map(({ label, count }) => {
    const whole = (count / total) * around
    const arc = { label, length: Math.max(LEAST_LENGTH, whole - gap), offset: offset + gap / 2 }
    offset += whole
    return arc
  })
}
