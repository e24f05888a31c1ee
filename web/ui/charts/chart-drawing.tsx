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
            className={tick === 0 ? classes.base : classes.grid}
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
      {shape === 'bars' && <path className={classes.bars} d={drawBars(placed, layout.bar, base)} />}
      {shape === 'line' && <Line layout={layout} base={base} />}
      {shape && <Before layout={layout} shape={shape} base={base} />}
    </svg>
  )
})

/** How far a mark of the earlier period is wider than its bar, at each side. */
const OVERHANG = 2

/** The earlier period: a dashed line, or a mark across each bar, none for zero. */
function Before({ layout: { before, bar }, shape, base }: { layout: Drawable; shape: Shape; base: number }) {
  if (before.length === 0) return null
  return (
    <g className={classes.before} data-shape={shape}>
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
  if (first === last) return <circle className={classes.dot} cx={first.x} cy={first.y} r={4} />
  const isDense = pitch < CURVED_FROM_PITCH
  const path = isDense ? drawPolyline(placed) : drawCurve(placed)
  const { head, tail } = isUnfinished ? splitLastSegment(path) : { head: path, tail: null }
  return (
    <>
      <path className={classes.area} d={`${path}L${last.x} ${base}L${first.x} ${base}Z`} />
      <path className={classes.line} d={head} data-dense={isDense || undefined} />
      {tail && <path className={classes.line} d={tail} data-dense={isDense || undefined} data-unfinished />}
    </>
  )
}
