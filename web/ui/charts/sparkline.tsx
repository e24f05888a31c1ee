import { memo } from 'react'
import { drawLine } from './shapes.ts'

type Props = {
  /** One value a day, oldest first. Null where there is none: the line leads past it. */
  values: readonly (number | null)[]
  /** The last day is not over: the line to it is dashed. */
  isUnfinished: boolean
}

const WIDTH = 96
const HEIGHT = 32
/** Keeps the stroke inside. */
const EDGE = 2

/** The course of a figure in its card. The charts below have the same values with their days. */
export const Sparkline = memo(function Sparkline({ values, isUnfinished }: Props) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const min = Math.min(0, ...known)
  const max = Math.max(0, ...known)
  const places = values.flatMap((value, index) =>
    value === null
      ? []
      : [
          {
            x: EDGE + (index / (values.length - 1)) * (WIDTH - 2 * EDGE),
            y: HEIGHT - EDGE - ((value - min) / (max - min || 1)) * (HEIGHT - 2 * EDGE),
          },
        ],
  )
  const isDashed = isUnfinished && values.at(-1) !== null
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} fill="none" stroke="var(--c1)" strokeWidth={1.5} strokeLinejoin="round" aria-hidden>
      <path d={drawLine(isDashed ? places.slice(0, -1) : places)} />
      {isDashed && <path d={drawLine(places.slice(-2))} strokeDasharray="2 3" />}
    </svg>
  )
})
