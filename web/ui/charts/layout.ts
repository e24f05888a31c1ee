import { countDays } from '../../lib/format/dates.ts'
import type { Place } from './paths.ts'
import { chooseGrain, type DayValue, type Grain, groupPoints, type Point } from './points.ts'
import { createDayTicks, createHourTicks, createValueScale, type ValueScale } from './scales.ts'

/** Width of the longest axis label. Fixed, so that charts one above the other have the same x positions. */
export const LEFT = 54
const TOP = 24
const FOOT = 28

/** px. With less, days are grouped. */
const MIN_PITCH = 1.5
const DAY_LABEL_WIDTH = 84
const HOUR_LABEL_WIDTH = 64
const HOURS_A_DAY = 24
const MAX_BAR_WIDTH = 40

/** What a chart draws, in px. */
export type Drawable = {
  width: number
  height: number
  /** The y of the lower end of the plot. */
  foot: number
  valueToY: (value: number) => number
  scale: ValueScale
  placed: Place[]
  /** The values of the earlier period, at the places of the later ones. */
  before: Place[]
  /** The last point is not over: the line to it is dashed. */
  isUnfinished: boolean
  ticks: { label: string; x: number }[]
  /** Width of a point, and of a bar in it. */
  pitch: number
  bar: number
}

export type PlacedPoint = Place & { point: Point }

export type Layout = Drawable & { grain: Grain; placed: PlacedPoint[] }

type Options = {
  /** Values are counts: the axis has whole ticks. */
  whole: boolean
  /** Weeks also where there is space for days. */
  weekly: boolean
  today: string | undefined
}

/** The positions in px; null without data or space. A series of hours has the width of its whole day. */
export function layoutChart(series: readonly DayValue[], width: number, height: number, options: Options): Layout | null {
  const last = series.at(-1)
  const plot = { width: width - LEFT, height: height - TOP - FOOT }
  if (!last || plot.width <= 0 || plot.height <= 0) return null

  const isHourly = last.hour !== undefined
  const slots = isHourly ? Math.max(HOURS_A_DAY, series.length) : series.length
  const byWidth = chooseGrain(slots, plot.width / MIN_PITCH)
  const byDay = options.weekly && byWidth === 'day' ? 'week' : byWidth
  const grain = isHourly ? 'hour' : byDay
  const points = groupPoints(series, grain)
  const scale = createValueScale(
    points.flatMap(({ value, before }) => (before ? [value, before.value] : value)),
    options,
  )
  const slotWidth = plot.width / slots
  const positionToX = (position: number) => LEFT + (position + 0.5) * slotWidth
  const foot = height - FOOT
  const valueToY = (value: number) => foot - ((value - scale.min) / (scale.max - scale.min)) * plot.height
  const pitch = isHourly ? slotWidth : plot.width / points.length
  const placed = points.map((point) => ({
    point,
    x: positionToX(point.start + (point.days - 1) / 2),
    y: valueToY(point.value),
  }))

  return {
    width,
    height,
    foot,
    valueToY,
    scale,
    grain,
    placed,
    before: placed.flatMap(({ point, x }) => (point.before ? [{ x, y: valueToY(point.before.value) }] : [])),
    isUnfinished: last.day === options.today,
    ticks: createTicks(series, isHourly, plot.width).map(({ label, position }) => ({ label, x: positionToX(position) })),
    pitch,
    bar: Math.min(MAX_BAR_WIDTH, pitch * (pitch < 4 ? 0.8 : 0.62)),
  }
}

function createTicks(series: readonly DayValue[], isHourly: boolean, width: number) {
  const [first, last] = [series[0]?.day ?? '', series.at(-1)?.day ?? '']
  if (isHourly)
    return createHourTicks(HOURS_A_DAY, Math.floor(width / HOUR_LABEL_WIDTH)).map(({ hour, label }) => ({
      label,
      position: hour,
    }))
  return createDayTicks(first, last, Math.floor(width / DAY_LABEL_WIDTH)).map(({ day, label }) => ({
    label,
    position: countDays(first, day),
  }))
}

/** The index of the point nearest to an x position. */
export function findNearest({ placed }: { placed: readonly Place[] }, x: number) {
  let best = 0
  for (const [index, place] of placed.entries()) {
    if (Math.abs(place.x - x) < Math.abs((placed[best] as Place).x - x)) best = index
  }
  return best
}
