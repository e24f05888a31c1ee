import { memo } from 'react'
import { type Layout, LEFT } from './layout.ts'
import classes from './plot.module.css'
import { drawArea, drawBars, drawLine } from './shapes.ts'

export type Shape = 'line' | 'bars'

/** px between points; with less, lines are thin. */
const THICK_FROM_PITCH = 6
/** Half of the widest label of the x axis, which must stay inside the chart. */
const HALF_LABEL = 28

type Props = {
  layout: Layout<unknown>
  /** Null without values. */
  shape: Shape | null
  formatAxis: (value: number) => string
  /** The last point is not over: the line to it, or the outline of its bar, is dashed. */
  isUnfinished: boolean
}

/** Grid, axes and values. */
export const Drawing = memo(function Drawing({ layout, shape, formatAxis, isUnfinished }: Props) {
  const { width, height, valueTicks, ticks } = layout
  return (
    <svg className={classes.drawing} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {valueTicks.map(({ value, y }) => (
        <g key={value}>
          <line
            stroke={value === 0 ? 'var(--edge)' : 'var(--line)'}
            strokeDasharray={value === 0 ? undefined : '3 4'}
            x1={LEFT}
            x2={width}
            y1={y}
            y2={y}
          />
          <text x={LEFT - 10} y={y + 4} textAnchor="end">
            {formatAxis(value)}
          </text>
        </g>
      ))}
      {ticks.map(({ label, x }) => (
        <text key={x} x={Math.min(x, width - HALF_LABEL)} y={height - 6} textAnchor="middle">
          {label}
        </text>
      ))}
      {shape === 'bars' && <Bars layout={layout} isUnfinished={isUnfinished} />}
      {shape === 'line' && <Line layout={layout} isUnfinished={isUnfinished} />}
      {shape && <Before layout={layout} shape={shape} />}
    </svg>
  )
})

/** How far a mark of the earlier period is wider than its bar, at each side. */
const OVERHANG = 2

const BEFORE = {
  line: { strokeWidth: 1.5, strokeDasharray: '5 4', opacity: 0.75 },
  bars: { strokeWidth: 2, filter: 'drop-shadow(0 0 1px var(--card)) drop-shadow(0 0 1px var(--card))' },
}

/** The earlier period: a dashed line, or a mark across each bar, none for zero. */
function Before({ layout: { before, bar, base }, shape }: { layout: Layout<unknown>; shape: Shape }) {
  if (before.length === 0) return null
  return (
    <g fill="none" stroke="var(--grey)" {...BEFORE[shape]} data-shape={shape}>
      {shape === 'line' ? (
        <path d={drawLine(before)} />
      ) : (
        before
          .filter(({ y }) => y !== base)
          .map(({ x, y }) => <line key={x} x1={x - bar / 2 - OVERHANG} x2={x + bar / 2 + OVERHANG} y1={y} y2={y} />)
      )}
    </g>
  )
}

function Bars({ layout: { placed, bar, base }, isUnfinished }: { layout: Layout<unknown>; isUnfinished: boolean }) {
  return (
    <>
      <path fill="var(--c1)" d={drawBars(isUnfinished ? placed.slice(0, -1) : placed, bar, base)} />
      {isUnfinished && (
        <path
          {...{ fill: 'var(--a5)', fillOpacity: 0.25, stroke: 'var(--c1)', strokeDasharray: '3 3' }}
          d={drawBars(placed.slice(-1), bar, base)}
        />
      )}
    </>
  )
}

function Line({ layout: { placed, pitch, base }, isUnfinished }: { layout: Layout<unknown>; isUnfinished: boolean }) {
  const [first, second] = placed
  if (!first) return null
  // A single point is a dot.
  if (!second) return <circle fill="var(--c1)" cx={first.x} cy={first.y} r={4} />
  const parts = isUnfinished ? [placed.slice(0, -1), placed.slice(-2)] : [placed]
  return (
    <>
      <path fill="var(--area)" d={parts.map((part) => drawArea(part, base)).join('')} />
      <g
        fill="none"
        stroke="var(--c1)"
        strokeWidth={pitch < THICK_FROM_PITCH ? 1.5 : 2}
        strokeLinejoin="round"
        strokeLinecap="round"
      >
        {parts.map((part, index) => (
          <path key={index} d={drawLine(part)} strokeDasharray={index === 1 ? '3 5' : undefined} />
        ))}
      </g>
    </>
  )
}
