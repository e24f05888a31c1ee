import { arc, area, line, type PieArcDatum, pie } from 'd3-shape'
import type { Place } from './layout.ts'

/** Straight from point to point: a curve would show values between two days. */
export const drawLine = (places: Place[]) =>
  line<Place>(
    ({ x }) => x,
    ({ y }) => y,
  ).digits(1)(places) ?? ''

export const drawArea = (places: Place[], base: number) =>
  area<Place>(
    ({ x }) => x,
    base,
    ({ y }) => y,
  ).digits(1)(places) ?? ''

const round = (value: number) => Math.round(value * 10) / 10

/** All bars as one path, so that ten years of days are one node. A bar starts at `base`; its other end is rounded. */
export const drawBars = (places: readonly Place[], width: number, base: number) =>
  places
    .filter(({ y }) => y !== base)
    .map(({ x, y }) => {
      const radius = Math.min(3, width / 2, Math.abs(base - y))
      const bend = y < base ? radius : -radius
      const corner = round(radius)
      return (
        `M${round(x - width / 2)} ${round(base)}V${round(y + bend)}q0 ${round(-bend)} ${corner} ${round(-bend)}` +
        `h${round(width - 2 * radius)}q${corner} 0 ${corner} ${round(bend)}V${round(base)}Z`
      )
    })
    .join('')

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

const INNER = 66
const OUTER = 86
/** px along the ring. */
const GAP = 2
const MIN_LENGTH = 1

/** The slices of a ring, with gaps between them and a visible minimum. Those without a count are left out. */
export function drawSlices(slices: readonly Slice[]) {
  const radius = (INNER + OUTER) / 2
  const counted = slices.filter(({ count }) => count > 0)
  const least = (counted.reduce((sum, { count }) => sum + count, 0) * MIN_LENGTH) / (2 * Math.PI * radius)
  const ring = arc<PieArcDatum<Slice>>().innerRadius(INNER).outerRadius(OUTER).padRadius(radius).digits(1)
  return pie<Slice>()
    .sort(null)
    .value(({ count }) => Math.max(count, least))
    .padAngle(GAP / radius)(counted)
    .map((slice) => ({ label: slice.data.label, path: ring(slice) ?? '' }))
}

/** The whole ring, behind the slices. */
export const RING =
  arc<null>()
    .innerRadius(INNER)
    .outerRadius(OUTER)
    .startAngle(0)
    .endAngle(2 * Math.PI)(null) ?? ''
