import { memo } from 'react'
import classes from './day-chart.module.css'
import { type Drawable, LEFT } from './layout.ts'
import { drawBars, drawCurve, drawPolyline, splitLastSegment } from './paths.ts'

export type Shape = 'line' | 'bars'

/** px between points; with less, lines are straight. */
const CURVED_FROM_PITCH = 6
/** Half of the widest day label, which must stay inside the chart. */
const HALF_LABEL = 28

/** Grid, axes and values. `shape` is null without values. */
export const ChartDrawing = memo(function ChartDrawing({
  layout,
  shape,
  formatAxis,
}: {
  layout: Drawable
  shape: Shape | null
  formatAxis: (value: number) => string
}) {
  const { width, height, valueToY, placed, scale, ticks } = layout
  const base = valueToY(0)
  return (
    <svg className={classes.drawing} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            stroke={tick === 0 ? 'var(--edge)' : 'var(--line)'}
            strokeDasharray={tick === 0 ? undefined : '3 4'}
            x1={LEFT}
            x2={width}
            y1={valueToY(tick)}
            y2={valueToY(tick)}
          />
          <text x={LEFT - 10} y={valueToY(tick) + 4} textAnchor="end">
            {formatAxis(tick)}
          </text>
        </g>
      ))}
      {ticks.map(({ label, x }) => (
        <text key={x} x={Math.min(x, width - HALF_LABEL)} y={height - 6} textAnchor="middle">
          {label}
        </text>
      ))}
      {shape === 'bars' && <path fill="var(--c1)" d={drawBars(placed, layout.bar, base)} />}
      {shape === 'line' && <Line layout={layout} base={base} />}
      {shape && <Before layout={layout} shape={shape} base={base} />}
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
function Before({ layout: { before, bar }, shape, base }: { layout: Drawable; shape: Shape; base: number }) {
  if (before.length === 0) return null
  return (
    <g fill="none" stroke="var(--grey)" {...BEFORE[shape]} data-shape={shape}>
      {shape === 'line' ? (
        <polyline points={before.map(({ x, y }) => `${x},${y}`).join(' ')} />
      ) : (
        before
          .filter(({ y }) => y !== base)
          .map(({ x, y }) => <line key={x} x1={x - bar / 2 - OVERHANG} x2={x + bar / 2 + OVERHANG} y1={y} y2={y} />)
      )}
    </g>
  )
}

function Line({ layout: { placed, pitch, isUnfinished }, base }: { layout: Drawable; base: number }) {
  const [first] = placed
  const last = placed.at(-1)
  if (!first || !last) return null
  // A single point is a dot.
  if (first === last) return <circle fill="var(--c1)" cx={first.x} cy={first.y} r={4} />
  const isDense = pitch < CURVED_FROM_PITCH
  const path = isDense ? drawPolyline(placed) : drawCurve(placed)
  const { head, tail } = isUnfinished ? splitLastSegment(path) : { head: path, tail: null }
  return (
    <>
      <path fill="var(--a5)" opacity="var(--area-opacity)" d={`${path}L${last.x} ${base}L${first.x} ${base}Z`} />
      <g fill="none" stroke="var(--c1)" strokeWidth={isDense ? 1.5 : 2} strokeLinejoin="round" strokeLinecap="round">
        <path d={head} />
        {tail && <path d={tail} strokeDasharray="3 5" />}
      </g>
    </>
  )
}
