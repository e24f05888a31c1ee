import { Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { memo, type PointerEvent, type ReactNode, useMemo, useState } from 'react'
import { Card } from '../layout/card.tsx'
import classes from './day-chart.module.css'
import { DayTable } from './day-table.tsx'
import { findNearest, type Layout, LEFT, layoutChart, type PlacedPoint } from './layout.ts'
import { drawBars, drawCurve, drawPolyline } from './paths.ts'
import { formatPoint, formatShortPoint } from './points.ts'

type Shape = 'line' | 'bars'

type Props<Day> = {
  title: string
  shape: Shape
  /** The name of a value, for the header of the hidden table. */
  valueName: string
  /** Every day of the range, oldest first; undefined while they load. */
  days: Day[] | undefined
  /** A constant function, like the formats: another function draws the chart again. */
  getValue: (day: Day) => number
  /** The full value, and the short one of the axis. */
  format: (value: number) => string
  formatAxis: (value: number) => string
  /** Values are counts: the axis has whole ticks. */
  whole?: boolean
  /** Shown in place of the values if there are none. */
  empty?: ReactNode
  dimmed?: boolean
}

/** A chart of one value a day. docs/decisions/2026-11-22-svg-charts.md says why it is our own SVG. */
export function DayChart<Day extends { day: string }>(props: Props<Day>) {
  const { title, shape, valueName, days, getValue, format, formatAxis, whole = false, empty, dimmed } = props
  const { ref, width, height } = useElementSize()
  const series = useMemo(() => days?.map((day) => ({ day: day.day, value: getValue(day) })), [days, getValue])
  const [pointed, setPointed] = useState<number | null>(null)
  const layout = useMemo(() => series && layoutChart(series, width, height, whole), [series, width, height, whole])
  const grain = layout?.grain ?? 'day'
  // The series may be shorter than when the point was chosen.
  const active = pointed === null || empty ? undefined : layout?.placed[pointed]
  const formatAmount = ({ point }: PlacedPoint) => (grain === 'day' ? format(point.value) : `${format(point.value)} a day`)

  return (
    <Card
      title={title}
      as="figure"
      dimmed={dimmed}
      aside={
        <>
          {grain !== 'day' && (
            <span className={classes.note} data-yields={active ? true : undefined}>{`Average day of each ${grain}`}</span>
          )}
          {active && (
            <span className={classes.readout}>
              <span>{formatShortPoint(active.point, grain)}</span> {formatAmount(active)}
            </span>
          )}
        </>
      }
    >
      <div className={classes.plot} ref={ref}>
        {!series && <Skeleton className={classes.waiting} />}
        {layout && (
          <>
            <Drawing layout={layout} shape={empty ? null : shape} formatAxis={formatAxis} />
            {active && (
              <ActivePoint
                layout={layout}
                shape={shape}
                active={active}
                name={formatPoint(active.point, grain)}
                amount={formatAmount(active)}
              />
            )}
            {empty ? (
              <div className={classes.empty}>{empty}</div>
            ) : (
              <PointPicker
                label={`${title}, day by day`}
                layout={layout}
                pointed={pointed}
                onPoint={setPointed}
                valueText={(place) => `${formatPoint(place.point, grain)}: ${formatAmount(place)}`}
              />
            )}
          </>
        )}
      </div>
      {series && <DayTable title={title} valueName={valueName} series={series} format={format} />}
    </Card>
  )
}

const CURVED_FROM_PITCH = 6
/** Half of the widest day label, which must stay inside the chart. */
const HALF_LABEL = 28

const Drawing = memo(function Drawing({
  layout,
  shape,
  formatAxis,
}: {
  layout: Layout
  shape: Shape | null
  formatAxis: (value: number) => string
}) {
  const { width, height, valueToY, placed, scale, days } = layout
  const base = valueToY(0)
  return (
    <svg className={classes.drawing} width={width} height={height} aria-hidden="true">
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
      {days.map(({ day, label, x }) => (
        <text key={day} x={Math.min(x, width - HALF_LABEL)} y={height - 6} textAnchor="middle">
          {label}
        </text>
      ))}
      {shape === 'bars' && <path className={classes.bars} d={drawBars(placed, layout.bar, base)} />}
      {shape === 'line' && <Line layout={layout} base={base} />}
    </svg>
  )
})

function Line({ layout: { placed, pitch }, base }: { layout: Layout; base: number }) {
  const [first] = placed
  const last = placed.at(-1)
  if (!first || !last) return null
  // A single day is a dot.
  if (first === last) return <circle className={classes.dot} cx={first.x} cy={first.y} r={4} />
  const path = pitch < CURVED_FROM_PITCH ? drawPolyline(placed) : drawCurve(placed)
  return (
    <>
      <path className={classes.area} d={`${path}L${last.x} ${base}L${first.x} ${base}Z`} />
      <path className={classes.line} d={path} data-dense={pitch < CURVED_FROM_PITCH || undefined} />
    </>
  )
}

const TIP_GAP = 14
const TIP_HEIGHT = 54
/** Width of 'R 9 999 999 999,99'. With less space, the tooltip is left of the point. */
const TIP_WIDTH = 190

type ActivePointProps = { layout: Layout; shape: Shape; active: PlacedPoint; name: string; amount: string }

/** The marker of the active point and its tooltip. A phone shows the value in the head of the card instead. */
function ActivePoint({ layout: { width, height, foot, pitch }, shape, active: { x, y }, name, amount }: ActivePointProps) {
  const band = Math.max(pitch, 2)
  const isLeft = x + TIP_GAP + TIP_WIDTH > width
  const across = isLeft ? `calc(${x - TIP_GAP}px - 100%)` : `${x + TIP_GAP}px`
  const down = Math.max(0, Math.min(y - TIP_HEIGHT / 2, foot - TIP_HEIGHT))
  return (
    <>
      <svg className={classes.drawing} width={width} height={height} aria-hidden="true">
        {shape === 'bars' ? (
          <rect className={classes.band} x={x - band / 2} width={band} y={0} height={foot} />
        ) : (
          <>
            <line className={classes.cursor} x1={x} x2={x} y1={y} y2={foot} />
            <circle className={classes.knob} cx={x} cy={y} r={5} />
          </>
        )}
      </svg>
      <div className={classes.tip} style={{ transform: `translate(${across}, ${down}px)` }} aria-hidden="true">
        <span>{name}</span>
        <strong>{amount}</strong>
      </div>
    </>
  )
}

type PointPickerProps = {
  label: string
  layout: Layout
  pointed: number | null
  onPoint: (pointed: number | null) => void
  valueText: (place: PlacedPoint) => string
}

/** Mouse, touch and arrow keys choose a day. After a touch the day stays chosen. */
function PointPicker({ label, layout, pointed, onPoint, valueText }: PointPickerProps) {
  const end = layout.placed.length - 1
  const now = Math.min(pointed ?? end, end)
  const place = layout.placed[now]
  const steps: Record<string, number> = {
    ArrowLeft: now - 1,
    ArrowDown: now - 1,
    ArrowRight: now + 1,
    ArrowUp: now + 1,
    Home: 0,
    End: end,
  }
  const onPointer = (event: PointerEvent) =>
    onPoint(findNearest(layout, event.clientX - event.currentTarget.getBoundingClientRect().left))

  return (
    <div
      className={classes.pointer}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={end}
      aria-valuenow={now}
      aria-valuetext={place && valueText(place)}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      onPointerLeave={(event) => event.pointerType === 'mouse' && onPoint(null)}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && onPoint(now)}
      onBlur={() => onPoint(null)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') return onPoint(null)
        const next = steps[event.key]
        if (next === undefined) return
        event.preventDefault()
        onPoint(Math.max(0, Math.min(next, end)))
      }}
    />
  )
}
