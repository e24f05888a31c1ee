import { useLocalStorage } from '@mantine/hooks'
import type { LinkProps } from '@tanstack/react-router'
import { memo, useMemo } from 'react'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { addDays, formatLongDay, formatMonth } from '../../lib/format/dates.ts'
import { Card, type TitleLink } from '../layout/card.tsx'
import { ChartTable } from './chart-table.tsx'
import {
  chooseInterval,
  type DayPoint,
  type DayValue,
  formatPoint,
  formatShortPoint,
  groupPoints,
  placeHours,
} from './day-points.ts'
import type { PlacedPoint } from './layout.ts'
import { type Periods, PeriodsLegend } from './legend.tsx'
import { Plot, type PlotStyle } from './plot.tsx'

/** Where the days of a point lead, and what is there: 'its sales'. */
export type DaysLink = { to: (days: DateRange) => LinkProps; name: string }

type Entries<Entry, Time> = (Entry & Time)[] | undefined

type Props<Entry> = PlotStyle & {
  title: string
  titleLink?: TitleLink
  /** The name of a value, for the header of the hidden table. */
  valueName: string
  /** Every day of the range, oldest first; undefined while they load. */
  days: Entries<Entry, { day: string }>
  /** Every day of the earlier period, oldest first, drawn at the places of these days. */
  compared?: Entries<Entry, { day: string }>
  /** The hours of a range of one day, drawn in place of its only point. */
  hours?: Entries<Entry, { hour: string }>
  comparedHours?: Entries<Entry, { hour: string }>
  /** The calendar date of the business: the line to this day is dashed, because the day is not over. */
  today?: string
  /** A constant function, like the formats: another function draws the chart again. */
  getValue: (entry: Entry) => number
  format: (value: number) => string
  link?: DaysLink
  /** The names of the two periods, or why there is no earlier one. Null keeps their place. */
  periods?: Periods | string | null | undefined
  dimmed?: boolean
}

/** Fewer days are always drawn one by one, where they fit. */
const WEEKS_FROM_DAYS = 120
/** More are drawn as weeks, or months. */
const MAX_POINTS = { desk: 366, phone: 180 }

/** A chart of one value a day. docs/decisions/2026-11-22-svg-charts.md says what draws it. */
export function DayChart<Entry>(props: Props<Entry>) {
  const { title, titleLink, valueName, format, link, today, dimmed, days, compared, hours, comparedHours, getValue, periods } =
    props
  const [unit, setUnit] = useLocalStorage({ key: 'chart-unit', defaultValue: 'day', getInitialValueInEffect: false })
  const isPhone = useIsPhone()
  const series = useMemo(
    () =>
      days?.map((entry, index): DayValue => {
        const before = compared?.[index]
        return { day: entry.day, value: getValue(entry), before: before && { day: before.day, value: getValue(before) } }
      }),
    [days, compared, getValue],
  )
  const hasUnits = days !== undefined && days.length >= WEEKS_FROM_DAYS
  const weekly = hasUnits && unit === 'week'
  const isHourly = days?.length === 1 && !!hours?.length
  const byWidth = chooseInterval(days?.length ?? 0, isPhone ? MAX_POINTS.phone : MAX_POINTS.desk)
  const byDay = weekly && byWidth === 'day' ? 'week' : byWidth
  const interval = isHourly ? 'hour' : byDay
  const isAverage = interval === 'week' || interval === 'month'
  const points = useMemo(() => {
    const [day] = series ?? []
    if (!day || !isHourly) return series && groupPoints(series, byDay)
    return placeHours(
      hours.map((entry, index) => {
        const before = comparedHours?.[index]
        return {
          ...{ day: day.day, hour: entry.hour, value: getValue(entry) },
          before: before && day.before && { day: day.before.day, value: getValue(before) },
        }
      }),
    )
  }, [series, byDay, isHourly, hours, comparedHours, getValue])

  const formatAmount = (value: number, count: number) => (count > 1 ? `${format(value)} a day` : format(value))
  const describe = ({ point, value }: PlacedPoint<DayPoint>) => {
    const { days: count, before, compared: earlier } = point
    const earlierDays = before && formatPoint(before, before.days > 1 ? 'week' : 'day')
    return {
      ...{ name: formatPoint(point, interval), short: formatShortPoint(point, interval), amount: formatAmount(value, count) },
      notes: [
        count > 1 ? `${format(value * count)} in total` : undefined,
        before && `${formatAmount(earlier ?? 0, before.days)} on ${earlierDays}`,
      ],
    }
  }

  return (
    <Card
      title={title}
      link={titleLink}
      as="figure"
      dimmed={dimmed}
      aside={
        <div className="row end gap-12">
          {periods !== undefined && (
            <div className="tiny grey" style={{ visibility: periods ? undefined : 'hidden' }}>
              {typeof periods === 'string' ? periods : <PeriodsLegend periods={periods ?? LONGEST} marks={MARKS[props.shape]} />}
            </div>
          )}
          {isAverage && <span className="tiny grey">{`Average day of each ${interval}`}</span>}
          {hasUnits && (weekly || !isAverage) && <UnitSwitch weekly={weekly} onChange={setUnit} />}
        </div>
      }
    >
      <Plot<DayPoint>
        {...props}
        points={points}
        label={`${title}, ${isHourly ? 'hour by hour' : 'day by day'}`}
        describe={describe}
        isUnfinished={today !== undefined && days?.at(-1)?.day === today}
        link={
          link && {
            to: ({ day, days: count }) => link.to({ from: day, to: addDays(day, count - 1) }),
            name: link.name,
          }
        }
      />
      {series && <DayTable title={title} valueName={valueName} series={series} format={format} />}
    </Card>
  )
}

/** As wide as usual names, so that nothing moves when they are known. */
const LONGEST: Periods = { now: '26 Oct – 24 Nov', before: '26 Sep – 25 Oct until 00:00', title: '' }

const MARKS = { line: ['line', 'dashes'], bars: ['bar', 'line'] } as const

/** Longer tables list months: each day costs two nodes. */
const MAX_DAYS = 1100

type TableProps = { title: string; valueName: string; series: DayValue[]; format: (value: number) => string }

const DayTable = memo(function DayTable({ title, valueName, series, format }: TableProps) {
  const byMonth = series.length > MAX_DAYS
  const columns = [byMonth ? 'Month' : 'Day', valueName]
  const points = groupPoints(series, byMonth ? 'month' : 'day')
  const earlier = points.flatMap(({ before, compared }) =>
    before ? [[`${byMonth ? 'From ' : ''}${formatLongDay(before.day)}`, format((compared ?? 0) * before.days)]] : [],
  )
  return (
    <>
      <ChartTable
        caption={title}
        columns={columns}
        rows={points.map(({ day, days, value }) => [
          byMonth ? formatMonth(day) : formatLongDay(day),
          format((value ?? 0) * days),
        ])}
      />
      {earlier.length > 0 && <ChartTable caption={`Earlier ${valueName.toLowerCase()}`} columns={columns} rows={earlier} />}
    </>
  )
})

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
