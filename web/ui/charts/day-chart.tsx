import { Skeleton } from '@mantine/core'
import { useElementSize, useLocalStorage } from '@mantine/hooks'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { memo, type ReactNode, useMemo, useState } from 'react'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { addDays } from '../../lib/format/dates.ts'
import { Card } from '../layout/card.tsx'
import { QuietLink } from '../layout/quiet-link.tsx'
import classes from './day-chart.module.css'
import { DayTable } from './day-table.tsx'
import { type Layout, LEFT, layoutChart, type PlacedPoint } from './layout.ts'
import { drawBars, drawCurve, drawPolyline, splitLastSegment } from './paths.ts'
import { PointPicker } from './point-picker.tsx'
import { formatPoint, formatShortPoint } from './points.ts'

type Shape = 'line' | 'bars'

/** Where the days of a point lead, and what is there: 'its sales'. */
export type DaysLink = { to: (days: DateRange) => LinkProps; name: string }

type Props<Entry> = {
  title: string
  shape: Shape
  /** The name of a value, for the header of the hidden table. */
  valueName: string
  /** Every day of the range, oldest first; undefined while they load. */
  days: (Entry & { day: string })[] | undefined
  /** The hours of a range of one day, drawn in place of its only point. */
  hours?: (Entry & { hour: string })[] | undefined
  /** The calendar date of the business: the line to this day is dashed, because the day is not over. */
  today?: string
  /** A constant function, like the formats: another function draws the chart again. */
  getValue: (entry: Entry) => number
  /** The full value, and the short one of the axis. */
  format: (value: number) => string
  formatAxis: (value: number) => string
  /** Values are counts: the axis has whole ticks. */
  whole?: boolean
  link?: DaysLink
  /** Shown in place of the values if there are none. */
  empty?: ReactNode
  dimmed?: boolean
}

/** Fewer days are always drawn one by one, where they fit. */
const WEEKS_FROM_DAYS = 120

/** A chart of one value a day. docs/decisions/2026-11-22-svg-charts.md says why it is our own SVG. */
export function DayChart<Entry>(props: Props<Entry>) {
  const { title, shape, valueName, days, hours, today, getValue, format, formatAxis, whole = false, link, empty, dimmed } = props
  const { ref, width, height } = useElementSize()
  const navigate = useNavigate()
  const [unit, setUnit] = useLocalStorage({ key: 'chart-unit', defaultValue: 'day', getInitialValueInEffect: false })
  const [pointed, setPointed] = useState<number | null>(null)
  const series = useMemo(() => days?.map((entry) => ({ day: entry.day, value: getValue(entry) })), [days, getValue])
  const drawn = useMemo(() => {
    const [day, ...more] = series ?? []
    if (!day || more.length > 0 || !hours?.length) return series
    return hours.map((entry) => ({ day: day.day, hour: entry.hour, value: getValue(entry) }))
  }, [series, hours, getValue])
  const hasUnits = drawn !== undefined && drawn.length >= WEEKS_FROM_DAYS
  const weekly = hasUnits && unit === 'week'
  const layout = useMemo(
    () => drawn && layoutChart(drawn, width, height, { whole, weekly, today }),
    [drawn, width, height, whole, weekly, today],
  )
  const grain = layout?.grain ?? 'day'
  const isAverage = grain === 'week' || grain === 'month'
  // The series may be shorter than when the point was chosen.
  const active = pointed === null || empty ? undefined : layout?.placed[pointed]
  const formatAmount = ({ point }: PlacedPoint) => (point.days > 1 ? `${format(point.value)} a day` : format(point.value))
  const formatTotal = ({ point }: PlacedPoint) => (point.days > 1 ? `${format(point.value * point.days)} in all` : undefined)
  const linkTo = ({ point }: PlacedPoint) => link?.to({ from: point.day, to: addDays(point.day, point.days - 1) })

  return (
    <Card
      title={title}
      as="figure"
      dimmed={dimmed}
      aside={
        <div className={classes.aside}>
          {isAverage && (
            <span className={classes.note} data-yields={active ? true : undefined}>{`Average day of each ${grain}`}</span>
          )}
          {active && <Readout name={formatShortPoint(active.point, grain)} amount={formatAmount(active)} link={linkTo(active)} />}
          {hasUnits && (weekly || !isAverage) && <UnitSwitch weekly={weekly} onChange={setUnit} />}
        </div>
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
                notes={[formatTotal(active), link && `Click for ${link.name}`]}
              />
            )}
            {empty ? (
              <div className={classes.empty}>{empty}</div>
            ) : (
              <PointPicker
                label={`${title}, ${grain === 'hour' ? 'hour by hour' : 'day by day'}`}
                layout={layout}
                pointed={pointed}
                onPoint={setPointed}
                valueText={(place) =>
                  [`${formatPoint(place.point, grain)}: ${formatAmount(place)}`, formatTotal(place)].filter(Boolean).join(', ')
                }
                onOpen={link && ((place) => void navigate(linkTo(place) ?? {}))}
                description={link && `Press Enter for ${link.name}`}
              />
            )}
          </>
        )}
      </div>
      {series && <DayTable title={title} valueName={valueName} series={series} format={format} />}
    </Card>
  )
}

/** The value of the chosen point, on a phone. */
const Readout = ({ name, amount, link }: { name: string; amount: string; link: LinkProps | undefined }) => (
  <span className={classes.readout}>
    {link ? (
      // The press that leads there takes the focus from the chart, and without it the point is no longer chosen.
      <QuietLink {...link} onPointerDown={(event) => event.preventDefault()} onMouseDown={(event) => event.preventDefault()}>
        <span>{name}</span> {amount}
      </QuietLink>
    ) : (
      <>
        <span>{name}</span> {amount}
      </>
    )}
  </span>
)

const UNITS = [
  { unit: 'day', name: 'Days' },
  { unit: 'week', name: 'Weeks' },
] as const

const UnitSwitch = ({ weekly, onChange }: { weekly: boolean; onChange: (unit: 'day' | 'week') => void }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, these are buttons.
  <div role="group" aria-label="Show by" className={classes.units}>
    {UNITS.map(({ unit, name }) => (
      <button key={unit} type="button" aria-pressed={weekly === (unit === 'week')} onClick={() => onChange(unit)}>
        {name}
      </button>
    ))}
  </div>
)

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
    </svg>
  )
})

function Line({ layout: { placed, pitch, isUnfinished }, base }: { layout: Layout; base: number }) {
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

const TIP_GAP = 14
const TIP_HEIGHT = 54
const NOTE_HEIGHT = 18
/** Width of 'R 9 999 999 999,99'. With less space, the tooltip is left of the point. */
const TIP_WIDTH = 190

type ActivePointProps = {
  layout: Layout
  shape: Shape
  active: PlacedPoint
  name: string
  amount: string
  notes: (string | undefined)[]
}

/** The marker of the active point and its tooltip. A phone shows the value in the head of the card instead. */
function ActivePoint({ layout: { width, height, foot, pitch }, shape, active: { x, y }, name, amount, notes }: ActivePointProps) {
  const band = Math.max(pitch, 2)
  const isLeft = x + TIP_GAP + TIP_WIDTH > width
  const across = isLeft ? `calc(${x - TIP_GAP}px - 100%)` : `${x + TIP_GAP}px`
  const tipHeight = TIP_HEIGHT + NOTE_HEIGHT * notes.filter(Boolean).length
  const down = Math.max(0, Math.min(y - tipHeight / 2, foot - tipHeight))
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
        {notes.map((note) => note && <span key={note}>{note}</span>)}
      </div>
    </>
  )
}
