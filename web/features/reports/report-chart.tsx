import { Box } from '@mantine/core'
import { useMemo } from 'react'
import type { Report, ReportPoint } from '../../../contract/reports.ts'
import { chooseChartFigure, type Dimension, isByTime } from '../../../contract/search/reports.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { explainMissing, namePeriods } from '../../figures/compared-range.ts'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { formatCount } from '../../lib/format/money.ts'
import { BarList } from '../../ui/charts/bar-list.tsx'
import { type LegendEntry, PeriodsLegend } from '../../ui/charts/legend.tsx'
import { Plot } from '../../ui/charts/plot.tsx'
import { lazyComponent } from '../../ui/feedback/lazy-component.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { describeDrillDown, findDrillDown, type TrailStep } from './drill-down.ts'
import { formatFigure, getAxisFormat, isWhole } from './report-figures.ts'
import { COLUMN_TITLES, formatClock, formatDimension, formatHour, getRowName, getTickName, getWeekday } from './report-names.ts'
import type { SortedSearch } from './report-search.ts'
import { ReportSummary } from './report-summary.tsx'
import classes from './reports.module.css'

type Props = {
  search: SortedSearch
  report: Report | undefined
  /** A comparison is chosen. */
  compares: boolean
  dates: DateRange
  today: string
  timezone: string
  dimmed: boolean
  trail: TrailStep[]
  title: string
  /** Opens an hour of a week, of a phone, by the key of its row. */
  onOpen: (key: string) => void
}

/** The totals and the chart that fits what the rows are. */
export function ReportChart(props: Props) {
  const { search, report, compares, timezone, dimmed } = props
  const figure = chooseChartFigure(search)
  const title = `${COLUMN_TITLES[figure]} by ${formatDimension(search.by === 'vat_rate' ? 'month' : search.by)}`
  const periods = report?.compared_range && namePeriods(report.compared_range, report, timezone)
  const missing = compares && !dimmed && explainMissing(report)
  return (
    <Card
      title={title}
      as="figure"
      dimmed={dimmed}
      aside={
        periods ? (
          <div className={`grey tiny ${classes.belowTitle}`}>
            <PeriodsLegend periods={periods} marks={chooseMarks(search.by, report?.chart)} />
          </div>
        ) : (
          missing && <span className={`grey tiny ${classes.belowTitle}`}>{missing}</span>
        )
      }
    >
      <ReportSummary search={search} report={report} />
      {(!report || report.results > 0) && <Drawing {...props} label={title} />}
      {report && <Missing search={search} report={report} />}
    </Card>
  )
}

/** Says what the chart does not draw. */
function Missing({ search, report: { chart, results } }: { search: SortedSearch; report: Report }) {
  const shown = chart.length
  const without = chart.filter(({ value }) => value === null).length
  const parts = [
    !isByTime(search.by) && shown < results && `The first ${shown} of ${formatCount(results)}. See the table for all.`,
    without > 0 && `${without} of ${shown} without ${COLUMN_TITLES[chooseChartFigure(search)]}.`,
  ]
  const text = parts.filter(Boolean).join(' ')
  return (
    text && (
      <Box component="p" mt="sm" c="dimmed" fz="xs">
        {text}
      </Box>
    )
  )
}

const isCycle = (by: Dimension) => by === 'hour' || by === 'weekday'
/** VAT is declared month by month: between two months there is none. */
const isLine = (by: Dimension, points: ReportPoint[] = []) => !isCycle(by) && by !== 'vat_rate' && points.length >= 3

type Mark = LegendEntry['mark']

/** What stands for the two ranges in the chart. A heat map shows one of them. */
function chooseMarks(by: Dimension, points: ReportPoint[] = []): [now: Mark, before: Mark] {
  if (by === 'weekday_hour') return [undefined, undefined]
  if (!isByTime(by)) return ['bar', 'stroke']
  return isLine(by, points) ? ['line', 'dashes'] : ['bar', 'line']
}

function Drawing({ search, report, dates, today, trail, title, label, onOpen }: Props & { label: string }) {
  const { by } = search
  const figure = chooseChartFigure(search)
  const format = (value: number) => formatFigure(figure, value)
  const points = report?.chart
  // Constant for an answer: another list is drawn again.
  const series = useMemo(() => points?.map((point) => ({ ...point, tick: getTickName(by, point.key ?? '') })), [points, by])

  if (by === 'weekday_hour') return <Hours label={label} points={points ?? []} format={format} onOpen={onOpen} />
  if (isByTime(by)) {
    return (
      <Plot
        label={`${label}, one by one`}
        points={series}
        describe={({ point, value }) => ({
          ...{ name: getRowName(by, point), amount: format(value) },
          notes: [point.compared === null ? undefined : `${format(point.compared)} before`],
        })}
        isLow
        shape={isLine(by, points) ? 'line' : 'bars'}
        formatAxis={getAxisFormat(figure)}
        whole={isWhole(figure)}
        isUnfinished={!isCycle(by) && dates.to === today}
        link={
          isCycle(by)
            ? undefined
            : { to: (point) => findDrillDown(search, point, dates, trail, title), name: describeDrillDown(search) }
        }
      />
    )
  }
  return (
    <BarList
      label={label}
      values={points?.map((point) => ({ ...point, key: point.key ?? '', name: getRowName(by, point) }))}
      format={format}
    />
  )
}

/** As many as fit on a phone. */
const MAX_HOUR_LABELS = 8
const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7']

const HeatMap = lazyComponent(async () => (await import('../../ui/charts/heat-map.tsx')).HeatMap, {
  failure: 'Failed to load the chart',
  loading: <Box h={250} />, // as high as the seven days
})

type HoursProps = { label: string; points: ReportPoint[]; format: (value: number) => string; onOpen: (key: string) => void }

/** Days by hours; on a phone hours by days, whose cells a thumb can press. */
function Hours({ label, points, format, onOpen }: HoursProps) {
  const isPhone = useIsPhone()
  const byKey = new Map(points.map((point) => [point.key, point]))
  const hours = [...new Set(points.map(({ key }) => Number(key?.split(' ')[1])))]
  const step = Math.ceil(hours.length / MAX_HOUR_LABELS)
  const days = WEEKDAYS.map((day) => ({ key: day, name: getWeekday(day), short: getWeekday(day).slice(0, 3) }))
  const times = hours.map((hour, index) => ({
    ...{ key: String(hour), name: formatHour(String(hour)), short: formatClock(hour) },
    tick: index % step === 0 ? formatClock(hour) : '',
  }))
  if (!isPhone)
    return (
      <HeatMap
        label={label}
        rows={days}
        columns={times}
        values={days.map((day) => times.map((time) => byKey.get(`${day.key} ${time.key}`)))}
        format={format}
      />
    )
  return (
    <HeatMap
      label={label}
      rows={times}
      columns={days.map((day) => ({ ...day, tick: day.short }))}
      values={times.map((time) => days.map((day) => byKey.get(`${day.key} ${time.key}`)))}
      format={format}
      onOpen={(row, column) => onOpen(`${days[column]?.key} ${times[row]?.key}`)}
    />
  )
}
