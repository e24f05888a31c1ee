import { nice, ticks } from 'd3-array'
import { scalePoint } from 'd3-scale'

/** A place on the x axis: an hour, a day, a month. */
export type PlotPoint = {
  /** The label of the axis, or '' for none. */
  tick: string
  /** Null where there is no value: the line leads past it. */
  value: number | null
  /** The value of the earlier period. */
  compared: number | null
}

export type Place = { x: number; y: number }
export type PlacedPoint<Point> = Place & { point: Point; value: number }
export type Tick = { label: string; x: number }

/** Width of the longest value label. Fixed, so that charts one above the other have the same x positions. */
export const LEFT = 54
/** Half of the label at the end of the axis. */
const TOP = 8
const BOTTOM = 28
const LABEL_WIDTH = 84
const MAX_BAR_WIDTH = 40
/** A hint: between three and seven. */
const VALUE_TICKS = 4

/** What a chart draws, in px. */
export type Layout<Point> = {
  width: number
  height: number
  /** The y of the lower end of the plot, and of zero. */
  bottom: number
  base: number
  valueTicks: { value: number; y: number }[]
  ticks: Tick[]
  placed: PlacedPoint<Point>[]
  before: Place[]
  /** Width of a point, and of a bar in it. */
  pitch: number
  bar: number
}

/** The positions of all points; null without points or space. `whole`: values are counts, and so are their ticks. */
export function layoutPlot<Point extends PlotPoint>(
  points: readonly Point[],
  width: number,
  height: number,
  whole: boolean,
): Layout<Point> | null {
  if (points.length === 0 || width <= LEFT || height <= TOP + BOTTOM) return null
  const bottom = height - BOTTOM
  const positions = scalePoint<number>([...points.keys()], [LEFT, width]).padding(0.5)
  const toX = (index: number) => positions(index) ?? LEFT
  const values = points.flatMap(({ value, compared }) => [value ?? 0, compared ?? 0])
  const [min, max] = nice(Math.min(0, ...values), Math.max(0, ...values), VALUE_TICKS)
  const toY = (value: number) => bottom - ((value - min) / (max - min || 1)) * (bottom - TOP)
  const valueTicks = max === min ? [0] : ticks(min, max, VALUE_TICKS).filter((tick) => !whole || Number.isInteger(tick))
  return {
    ...{ width, height, bottom },
    base: toY(0),
    valueTicks: valueTicks.map((value) => ({ value, y: toY(value) })),
    ticks: chooseTicks(
      points.map(({ tick }, index) => ({ label: tick, x: toX(index) })),
      Math.floor((width - LEFT) / LABEL_WIDTH),
    ),
    placed: points.flatMap((point, index) =>
      point.value === null ? [] : [{ point, value: point.value, x: toX(index), y: toY(point.value) }],
    ),
    before: points.flatMap(({ compared }, index) => (compared === null ? [] : [{ x: toX(index), y: toY(compared) }])),
    pitch: positions.step(),
    bar: Math.min(MAX_BAR_WIDTH, positions.step() * 0.62),
  }
}

/** Every nth label, so that there are at most as many as fit. */
export function chooseTicks(ticks: readonly Tick[], most: number) {
  const labelled = ticks.filter(({ label }) => label !== '')
  const step = Math.ceil(labelled.length / Math.max(1, most))
  return labelled.filter((_, index) => index % step === 0)
}

/** The index of the point nearest to an x position. */
export const findNearest = (places: readonly Place[], x: number) =>
  places.reduce((best, place, index) => (Math.abs(place.x - x) < Math.abs((places[best]?.x ?? 0) - x) ? index : best), 0)
