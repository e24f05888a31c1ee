import { countDays } from '../../lib/format/dates.ts'
import type { Place } from './paths.ts'
import { chooseGrain, type DayValue, type Grain, groupPoints, type Point } from './points.ts'
import { createDayTicks, createValueScale, type DayTick, type ValueScale } from './scales.ts'

/** Width of the longest axis label. Fixed, so that charts one above the other have the same x positions. */
export const LEFT = 54
const TOP = 24
const FOOT = 28

/** px. With less, days are grouped. */
const MIN_PITCH = 1.5
const DAY_LABEL_WIDTH = 84
const MAX_BAR_WIDTH = 40

export type PlacedPoint = Place & { point: Point }

export type Layout = {
  width: number
  height: number
  /** The y of the lower end of the plot. */
  foot: number
  /** The y of a value. */
  valueToY: (value: number) => number
  scale: ValueScale
  grain: Grain
  placed: PlacedPoint[]
  days: (DayTick & { x: number })[]
  /** Width of the first whole point, and of a bar in it. */
  pitch: number
  bar: number
}

/** The positions in px; null without data or space. */
export function layoutChart(series: readonly DayValue[], width: number, height: number, whole: boolean): Layout | null {
  const first = series[0]
  const last = series.at(-1)
  const plot = { width: width - LEFT, height: height - TOP - FOOT }
  if (!first || !last || plot.width <= 0 || plot.height <= 0) return null

  const grain = chooseGrain(series.length, plot.width / MIN_PITCH)
  const points = groupPoints(series, grain)
  const scale = createValueScale(
    points.map((point) => point.value),
    { whole },
  )
  const dayWidth = plot.width / series.length
  const positionToX = (position: number) => LEFT + (position + 0.5) * dayWidth
  const foot = height - FOOT
  const valueToY = (value: number) => foot - ((value - scale.min) / (scale.max - scale.min)) * plot.height
  const pitch = plot.width / points.length

  return {
    width,
    height,
    foot,
    valueToY,
    scale,
    grain,
    placed: points.map((point) => ({
      point,
      x: positionToX(point.start + (point.days - 1) / 2),
      y: valueToY(point.value),
    })),
    days: createDayTicks(first.day, last.day, Math.floor(plot.width / DAY_LABEL_WIDTH)).map((tick) => ({
      ...tick,
      x: positionToX(countDays(first.day, tick.day)),
    })),
    pitch,
    bar: Math.min(MAX_BAR_WIDTH, pitch * (pitch < 4 ? 0.8 : 0.62)),
  }
}

/** The index of the point nearest to an x position. */
export function findNearest({ placed }: Layout, x: number) {
  let best = 0
  for (const [index, place] of placed.entries()) {
    if (Math.abs(place.x - x) < Math.abs((placed[best] as PlacedPoint).x - x)) best = index
  }
  return best
}
