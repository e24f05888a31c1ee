import { daysBetween } from '../../lib/format/dates.ts'
import type { Place } from './paths.ts'
import { type DayValue, type Grain, grainFor, groupPoints, type Point } from './points.ts'
import { type DayTick, dayTicks, type ValueScale, valueScale } from './scales.ts'

/** Room for the longest axis label; fixed, so that charts one above the other share their days' positions. */
export const LEFT = 54
const TOP = 24
const FOOT = 28

/** The thinnest a point may be before days are drawn together. */
const LEAST_PITCH = 1.5
const ROOM_PER_DAY_LABEL = 84
const WIDEST_BAR = 40

export type PlacedPoint = Place & { point: Point }

export type Layout = {
  width: number
  height: number
  /** Where the plot ends below. */
  foot: number
  /** The height of a value on screen. */
  heightOf: (value: number) => number
  scale: ValueScale
  grain: Grain
  placed: PlacedPoint[]
  days: (DayTick & { x: number })[]
  /** Width of the first whole point, and of a bar in it. */
  pitch: number
  bar: number
}

/** Where everything stands, in px; null where there is nothing to show or no room to show it in. */
export function layoutChart(series: readonly DayValue[], width: number, height: number, whole: boolean): Layout | null {
  const first = series[0]
  const last = series.at(-1)
  const plot = { width: width - LEFT, height: height - TOP - FOOT }
  if (!first || !last || plot.width <= 0 || plot.height <= 0) return null

  const grain = grainFor(series.length, plot.width / LEAST_PITCH)
  const points = groupPoints(series, grain)
  const scale = valueScale(
    points.map((point) => point.value),
    { whole },
  )
  const dayWidth = plot.width / series.length
  const xOf = (position: number) => LEFT + (position + 0.5) * dayWidth
  const foot = height - FOOT
  const heightOf = (value: number) => foot - ((value - scale.min) / (scale.max - scale.min)) * plot.height
  const pitch = plot.width / points.length

  return {
    width,
    height,
    foot,
    heightOf,
    scale,
    grain,
    placed: points.map((point) => ({
      point,
      x: xOf(point.start + (point.days - 1) / 2),
      y: heightOf(point.value),
    })),
    days: dayTicks(first.day, last.day, Math.floor(plot.width / ROOM_PER_DAY_LABEL)).map((tick) => ({
      ...tick,
      x: xOf(daysBetween(first.day, tick.day)),
    })),
    pitch,
    bar: Math.min(WIDEST_BAR, pitch * (pitch < 4 ? 0.8 : 0.62)),
  }
}

/** The point under a pointer. */
export function nearest({ placed }: Layout, x: number) {
  let best = 0
  for (const [index, place] of placed.entries()) {
    if (Math.abs(place.x - x) < Math.abs((placed[best] as PlacedPoint).x - x)) best = index
  }
  return best
}
