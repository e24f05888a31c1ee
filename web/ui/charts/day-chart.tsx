import { Box, Skeleton } from '@mantine/core'
import { useElementSize, useLocalStorage } from '@mantine/hooks'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { addDays } from '../../lib/format/dates.ts'
import { Card, type TitleLink } from '../layout/card.tsx'
import { ActivePoint } from './active-point.tsx'
import { ChartDrawing, type Shape } from './chart-drawing.tsx'
import classes from './day-chart.module.css'
import { DayTable } from './day-table.tsx'
import { layoutChart, type PlacedPoint } from './layout.ts'
import { PointPicker } from './point-picker.tsx'
import { formatPoint, formatShortPoint } from './points.ts'
import { Readout } from './readout.tsx'

/** Where the days of a point lead, and what is there: 'its sales'. */
export type DaysLink = { to: (days: DateRange) => LinkProps; name: string }

type Props<Entry> = {
  title: string
  titleLink?: TitleLink
  shape: Shape
  /** The name of a value, for the header of the hidden table. */
  valueName: string
  /** Every day of the range, oldest first; undefined while they load. */
  days: (Entry & { day: string })[] | undefined
  /** Every day of the earlier period, oldest first, drawn at the places of these days. */
  compared?: (Entry & { day: string })[] | undefined
  /** Its hours, if it is one day. */
  comparedHours?: (Entry & { hour: string })[] | undefined
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
  const { title, titleLink, shape, valueName, format, formatAxis, link, empty, dimmed } = props
  const { ref, width, height } = useElementSize()
  const navigate = useNavigate()
  const [pointed, setPointed] = useState<number | null>(null)
  const { series, layout, grain, isAverage, units } = useChartLayout(props, width, height)
  // The series may be shorter than when the point was chosen.
  const active = pointed === null || empty ? undefined : layout?.placed[pointed]
  const formatAmount = ({ point }: PlacedPoint) => (point.days > 1 ? `${format(point.value)} a day` : format(point.value))
  const formatTotal = ({ point }: PlacedPoint) => (point.days > 1 ? `${format(point.value * point.days)} in all` : undefined)
  const formatBefore = ({ point: { before } }: PlacedPoint) => {
    if (!before) return undefined
    const amount = before.days > 1 ? `${format(before.value)} a day` : format(before.value)
    return `${amount} on ${formatPoint({ ...before, hour: undefined }, before.days > 1 ? 'week' : 'day')}`
  }
  const linkTo = ({ point }: PlacedPoint) => link?.to({ from: point.day, to: addDays(point.day, point.days - 1) })

  return (
    <Card
      title={title}
      link={titleLink}
      as="figure"
      dimmed={dimmed}
      aside={
        <div className="row end gap-12">
          {isAverage && (
            <span
              className={`tiny grey ${classes.note}`}
              data-yields={active ? true : undefined}
            >{`Average day of each ${grain}`}</span>
          )}
          {active && <Readout name={formatShortPoint(active.point, grain)} amount={formatAmount(active)} link={linkTo(active)} />}
          {units && <UnitSwitch {...units} />}
        </div>
      }
    >
      <div className={classes.plot} ref={ref}>
        {!series && <Skeleton className={classes.waiting} />}
        {layout && (
          <>
            <ChartDrawing layout={layout} shape={empty ? null : shape} formatAxis={formatAxis} />
            {active && (
              <ActivePoint
                layout={layout}
                shape={shape}
                active={active}
                name={formatPoint(active.point, grain)}
                amount={formatAmount(active)}
                notes={[formatTotal(active), formatBefore(active), link && `Click for ${link.name}`]}
              />
            )}
            {empty ? (
              <Box className="stack grey small" pos="absolute" inset={0} style={{ placeItems: 'center' }}>
                {empty}
              </Box>
            ) : (
              <PointPicker
                label={`${title}, ${grain === 'hour' ? 'hour by hour' : 'day by day'}`}
                layout={layout}
                pointed={pointed}
                onPoint={setPointed}
                valueText={(place) =>
                  [`${formatPoint(place.point, grain)}: ${formatAmount(place)}`, formatTotal(place), formatBefore(place)]
                    .filter(Boolean)
                    .join(', ')
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

/** The days, or the hours of a single day, placed in the chart. `units` is the switch between days and weeks of a long range. */
function useChartLayout<Entry>(props: Props<Entry>, width: number, height: number) {
  const { days, hours, compared, comparedHours, today, getValue, whole = false } = props
  const [unit, setUnit] = useLocalStorage({ key: 'chart-unit', defaultValue: 'day', getInitialValueInEffect: false })
  const series = useMemo(
    () =>
      days?.map((entry, index) => {
        const before = compared?.[index]
        return { day: entry.day, value: getValue(entry), before: before && { day: before.day, value: getValue(before) } }
      }),
    [days, compared, getValue],
  )
  const drawn = useMemo(() => {
    const [day, ...more] = series ?? []
    if (!day || more.length > 0 || !hours?.length) return series
    return hours.map((entry, index) => {
      const before = comparedHours?.[index]
      return {
        ...{ day: day.day, hour: entry.hour, value: getValue(entry) },
        before: before && day.before && { day: day.before.day, value: getValue(before) },
      }
    })
  }, [series, hours, comparedHours, getValue])
  const hasUnits = drawn !== undefined && drawn.length >= WEEKS_FROM_DAYS
  const weekly = hasUnits && unit === 'week'
  const layout = useMemo(
    () => drawn && layoutChart(drawn, width, height, { whole, weekly, today }),
    [drawn, width, height, whole, weekly, today],
  )
  const grain = layout?.grain ?? 'day'
  const isAverage = grain === 'week' || grain === 'month'
  return { series, layout, grain, isAverage, units: hasUnits && (weekly || !isAverage) && { weekly, onChange: setUnit } }
}

const UNITS = [
  { unit: 'day', name: 'Days' },
  { unit: 'week', name: 'Weeks' },
] as const

const UnitSwitch = ({ weekly, onChange }: { weekly: boolean; onChange: (unit: 'day' | 'week') => void }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, these are buttons.
  <div role="group" aria-label="Show by" className="segments screen-only" data-small>
    {UNITS.map(({ unit, name }) => (
      <button key={unit} type="button" aria-pressed={weekly === (unit === 'week')} onClick={() => onChange(unit)}>
        {name}
      </button>
    ))}
  </div>
)
