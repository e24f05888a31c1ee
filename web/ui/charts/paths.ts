import { curveLinear, curveMonotoneX, line } from 'd3-shape'

export type Place = { x: number; y: number }

const round = (value: number) => Math.round(value * 10) / 10

const createLine = () =>
  line<Place>()
    .x(({ x }) => x)
    .y(({ y }) => y)
    .digits(1)

/** A curve that never rises above or falls below two neighbours, so that no day looks better than it was. */
export const drawCurve = (places: readonly Place[]) => createLine().curve(curveMonotoneX)([...places]) ?? ''

export const drawPolyline = (places: readonly Place[]) => createLine().curve(curveLinear)([...places]) ?? ''

/** All bars as one path, so that ten years of days are one node. A bar starts at `base`; its other end is rounded. */
export function drawBars(places: readonly Place[], width: number, base: number) {
  return places
    .filter(({ y }) => y !== base)
    .map(({ x, y }) => {
      const radius = Math.min(3, width / 2, Math.abs(base - y))
      const side = y < base ? 1 : -1
      const bend = side * radius
      return (
        `M${round(x - width / 2)} ${round(base)}V${round(y + bend)}q0 ${round(-bend)} ${round(radius)} ${round(-bend)}` +
        `h${round(width - 2 * radius)}q${round(radius)} 0 ${round(radius)} ${round(bend)}V${round(base)}Z`
      )
    })
    .join('')
}

/** A path without its last segment, and that segment, so that it can be drawn in another way. */
export function splitLastSegment(path: string) {
  const at = Math.max(path.lastIndexOf('C'), path.lastIndexOf('L'))
  const start = path.slice(0, at).split(/[A-Z]/).at(-1)?.split(',').slice(-2).join(',')
  return { head: path.slice(0, at), tail: `M${start}${path.slice(at)}` }
}
