/** What is counted, and its amount. */
export type Slice = { label: string; count: number; amount: number }

/** The number of chart colours. */
const MAX_SLICES = 6

/** The slices to draw. Those without a colour are combined: 'Other methods (4)'. */
export function combineSlices(slices: readonly Slice[], names: string): Slice[] {
  if (slices.length <= MAX_SLICES) return [...slices]
  const rest = slices.slice(MAX_SLICES - 1)
  return [
    ...slices.slice(0, MAX_SLICES - 1),
    {
      label: `Other ${names} (${rest.length})`,
      count: rest.reduce((sum, { count }) => sum + count, 0),
      amount: rest.reduce((sum, { amount }) => sum + amount, 0),
    },
  ]
}

const GAP = 2
const MIN_LENGTH = 1

/** The position of each slice on the ring, with gaps between them and a visible minimum length. */
export function layoutArcs(slices: readonly Pick<Slice, 'label' | 'count'>[], circumference: number) {
  const counted = slices.filter(({ count }) => count > 0)
  const total = counted.reduce((sum, { count }) => sum + count, 0)
  const gap = counted.length > 1 ? GAP : 0
  let offset = 0
  return counted.map(({ label, count }) => {
    const whole = (count / total) * circumference
    const arc = { label, length: Math.max(MIN_LENGTH, whole - gap), offset: offset + gap / 2 }
    offset += whole
    return arc
  })
}
