import { addDays, formatMonth, formatPeriod, formatShortDay, formatWeekday, getWeekStart } from '../../lib/format/dates.ts'
import type { PlotPoint } from './layout.ts'

/** One day of a series, or one hour of its only day; a series has every day of its range, oldest first. */
export type DayValue = { day: string; hour?: string; value: number; before?: { day: string; value: number } | undefined }

/** A point of the chart: an hour, a day, or the average day of a week or month. */
export type DayPoint = PlotPoint & {
  /** First day and number of days. */
  day: string
  days: number
  hour?: string | undefined
  /** The first of the days of the earlier period, and their number. */
  before?: { day: string; days: number } | undefined
}

export type Interval = 'hour' | 'day' | 'week' | 'month'

/** The shortest interval with at most `maxPoints` points. Weeks begin on Monday; the first and the last may have fewer days. */
export function chooseInterval(days: number, maxPoints: number): Interval {
  if (days <= maxPoints) return 'day'
  return days / 7 <= maxPoints ? 'week' : 'month'
}

const getGroup: Record<Interval, (value: DayValue) => unknown> = {
  hour: (value) => value,
  day: ({ day }) => day,
  week: ({ day }) => getWeekStart(day),
  month: ({ day }) => day.slice(0, 7),
}

export function groupPoints(series: readonly DayValue[], interval: Interval): DayPoint[] {
  const labels = chooseLabels(series.length)
  return [...Map.groupBy(series, getGroup[interval]).values()].map((group) => {
    const { day = '', hour } = group[0] ?? {}
    const labelled = group.find((value) => value.day.endsWith(labels.start))
    const before = group.flatMap((value) => value.before ?? [])
    return {
      ...{ day, days: group.length, hour, value: findAverage(group) },
      tick: hour ?? (labelled ? labels.format(labelled.day) : ''),
      compared: before.length > 0 ? findAverage(before) : null,
      before: before[0] && { day: before[0].day, days: before.length },
    }
  })
}

const findAverage = (values: { value: number }[]) => values.reduce((sum, { value }) => sum + value, 0) / values.length

const DAYS_ARE_LABELLED_TO = 62
const MONTHS_ARE_LABELLED_TO = 3 * 366

/** How the labelled days end, and their format: long series have labels where a month or a year begins. */
function chooseLabels(days: number) {
  if (days <= DAYS_ARE_LABELLED_TO) return { start: '', format: formatShortDay }
  if (days <= MONTHS_ARE_LABELLED_TO) return { start: '-01', format: formatMonth }
  return { start: '-01-01', format: (day: string) => day.slice(0, 4) }
}

const HOURS_A_DAY = 24
const formatHour = (hour: number, minutes = ':00') => `${String(hour).padStart(2, '0')}${minutes}`

/** The hours of a day, and those to come without a value: a day that is not over has the width of the whole day. */
export function placeHours(series: readonly DayValue[]): DayPoint[] {
  const points = groupPoints(series, 'hour')
  const hours = Array.from({ length: Math.max(HOURS_A_DAY, points.length) }, (_, hour) => formatHour(hour))
  return hours.map(
    (hour, index) => points[index] ?? { day: series[0]?.day ?? '', days: 1, hour, tick: hour, value: null, compared: null },
  )
}

/** 'Sat, 31 Oct 2026, 14:00 – 15:00', 'Sat, 31 Oct 2026', '26 Oct – 1 Nov 2026' or 'Oct 2026'. */
export function formatPoint({ day, days, hour }: Pick<DayPoint, 'day' | 'days' | 'hour'>, interval: Interval) {
  if (hour) return `${formatWeekday(day)}, ${hour} – ${formatHour(Number(hour.slice(0, 2)) + 1, hour.slice(2))}`
  if (interval === 'day' || days === 1) return formatWeekday(day)
  if (interval === 'month') return formatMonth(day)
  return formatPeriod({ from: day, to: addDays(day, days - 1) })
}

/** The short label: '31 Oct'. */
export function formatShortPoint({ day, days, hour }: DayPoint, interval: Interval) {
  if (hour) return hour
  if (interval === 'month') return formatMonth(day)
  return interval === 'day' ? formatShortDay(day) : `${formatShortDay(day)} – ${formatShortDay(addDays(day, days - 1))}`
}
