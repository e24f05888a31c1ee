import { Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { memo, useMemo, useState } from 'react'
import { ActivePoint } from '../charts/active-point.tsx'
import drawing from '../charts/day-chart.module.css'
import { LEFT } from '../charts/layout.ts'
import { drawBars, drawCurve, drawPolyline, splitLastSegment } from '../charts/paths.ts'
import { PointPicker } from '../charts/point-picker.tsx'
import classes from './series-chart.module.css'
import { layoutSeries, type SeriesLayout, type SeriesPoint } from './series-layout.ts'

type Props = {
  /** The accessible name. */
  label: string
  /** In order; undefined while they load. */
  points: SeriesPoint[] | undefined
  shape: 'line' | 'bars'
  format: (value: number) => string
  formatAxis: (value: number) => string
  /** Values are counts: the axis has whole ticks. */
  whole?: boolean
  /** The last point is not over: the line to it is dashed. */
  isUnfinished?: boolean
  /** Where a point leads, and what is there: 'its sales'. */
  link?: { to: (point: SeriesPoint) => LinkProps | undefined; name: string } | undefined
}

/** A line or bars of one value a point, with the compared value dashed. The values are in the table below, for screen readers too. */
export function SeriesChart({ label, points, shape, format, formatAxis, whole = false, isUnfinished = false, link }: Props) {
  const { ref, width, height } = useElementSize()
  const navigate = useNavigate()
  const [pointed, setPointed] = useState<number | null>(null)
  const layout = useMemo(() => points && layoutSeries(points, width, height, whole), [points, width, height, whole])
  const active = pointed === null ? undefined : layout?.placed[pointed]
  const formatCompared = ({ compared }: SeriesPoint) => (compared === null ? undefined : `${format(compared)} before`)

  return (
    <div className={classes.plot} ref={ref}>
      {!points && <Skeleton className={drawing.waiting} />}
      {layout && (
        <>
          <SeriesDrawing layout={layout} shape={shape} formatAxis={formatAxis} isUnfinished={isUnfinished} />
          {active && (
            <ActivePoint
              layout={layout}
              shape={shape}
              active={active}
              name={active.point.name}
              amount={format(active.value)}
              notes={[formatCompared(active.point), link && `Click for ${link.name}`]}
            />
          )}
          <PointPicker
            label={label}
            layout={layout}
            pointed={pointed}
            onPoint={setPointed}
            valueText={({ point, value }) =>
              [`${point.name}: ${format(value)}`, formatCompared(point)].filter(Boolean).join(', ')
            }
            onOpen={link && (({ point }) => void navigate(link.to(point) ?? {}))}
            description={link && `Press Enter for ${link.name}`}
          />
        </>
      )}
    </div>
  )
}

type DrawingProps = { layout: SeriesLayout; shape: 'line' | 'bars'; formatAxis: (value: number) => string; isUnfinished: boolean }

const SeriesDrawing = memo(function SeriesDrawing({ layout, shape, formatAxis, isUnfinished }: DrawingProps) {
  const { width, height, valueToY, placed, scale, ticks, compared } = layout
  const draw = layout.isDense ? drawPolyline : drawCurve
  return (
    <svg className={drawing.drawing} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? drawing.base : drawing.grid}
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
        <text key={x} x={x} y={height - 6} textAnchor="middle">
          {label}
        </text>
      ))}
      {shape === 'bars' ? (
        <path className={drawing.bars} d={drawBars(placed, layout.bar, valueToY(0))} />
      ) : (
        <Line layout={layout} isUnfinished={isUnfinished} />
      )}
      {compared.length > 1 && <path className={classes.compared} d={draw(compared)} />}
    </svg>
  )
})

function Line({ layout: { placed, valueToY, isDense }, isUnfinished }: { layout: SeriesLayout; isUnfinished: boolean }) {
  const [first] = placed
  const last = placed.at(-1)
  if (!first || !last) return null
  // A single point is a dot.
  if (first === last) return <circle className={drawing.dot} cx={first.x} cy={first.y} r={4} />
  const path = isDense ? drawPolyline(placed) : drawCurve(placed)
  const { head, tail } = isUnfinished ? splitLastSegment(path) : { head: path, tail: null }
  return (
    <>
      <path className={drawing.area} d={`${path}L${last.x} ${valueToY(0)}L${first.x} ${valueToY(0)}Z`} />
      <path className={drawing.line} d={head} data-dense={isDense || undefined} />
      {tail && <path className={drawing.line} d={tail} data-dense={isDense || undefined} data-unfinished />}
    </>
  )
}
