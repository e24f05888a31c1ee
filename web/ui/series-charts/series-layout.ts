import { type Drawable, LEFT } from '../charts/layout.ts'
import type { Place } from '../charts/paths.ts'
import { createValueScale } from '../charts/scales.ts'

export type SeriesPoint = {
  key: string
  /** The full name, and the short one of the axis. */
  name: string
  tick: string
  /** Null where there is no value: the line leads past it. */
  value: number | null
  compared: number | null
}

type PlacedValue = Place & { point: SeriesPoint; value: number }

type SeriesLayout = Drawable & { placed: PlacedValue[] }

type Options = {
  /** Values are counts: the axis has whole ticks. */
  whole: boolean
  isUnfinished: boolean
}

const TOP = 16
const FOOT = 28
const LABEL_WIDTH = 72
const MAX_BAR_WIDTH = 40

/** The positions in px; null without points or space. */
export function layoutSeries(points: SeriesPoint[], width: number, height: number, options: Options): SeriesLayout | null {
  const plot = { width: width - LEFT, height: height - TOP - FOOT }
  if (points.length === 0 || plot.width <= 0 || plot.height <= 0) return null
  const values = points.flatMap(({ value, compared }) => [value ?? 0, compared ?? 0])
  const scale = createValueScale(values, options)
  const pitch = plot.width / points.length
  const toX = (index: number) => LEFT + (index + 0.5) * pitch
  const foot = height - FOOT
  const valueToY = (value: number) => foot - ((value - scale.min) / (scale.max - scale.min)) * plot.height
  const step = Math.max(1, Math.ceil(points.length / Math.max(1, Math.floor(plot.width / LABEL_WIDTH))))
  return {
    ...{ width, height, foot, valueToY, scale, pitch },
    placed: points.flatMap((point, index) =>
      point.value === null ? [] : [{ point, value: point.value, x: toX(index), y: valueToY(point.value) }],
    ),
    before: points.flatMap(({ compared }, index) => (compared === null ? [] : [{ x: toX(index), y: valueToY(compared) }])),
    ticks: points.flatMap(({ tick }, index) => (index % step === 0 ? [{ label: tick, x: toX(index) }] : [])),
    bar: Math.min(MAX_BAR_WIDTH, pitch * 0.62),
    isUnfinished: options.isUnfinished,
  }
}
