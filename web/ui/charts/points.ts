import { addDays, formatMonth, formatPeriod, formatShortDay, formatWeekday, getWeekStart } from '../../lib/format/dates.ts'

/** One day of a series, or one hour of its only day; a series has every day of its range, oldest first. */
export type DayValue = { day: string; hour?: string; value: number; before?: { day: string; value: number } | undefined }

/** A point of the chart: an hour, a day, or the average day of a week or month. */
export type Point = {
  /** First day and number of days. */
  day: string
  days: number
  hour?: string | undefined
  /** Position of the first day in the series. */
  start: number
  /** The average day. */
  value: number
  /** The days of the earlier period at the same place, and their average. */
  before?: { day: string; days: number; value: number } | undefined
}

export type Grain = 'hour' | 'day' | 'week' | 'month'

/** The finest grain with at most `maxPoints` points. Weeks begin on Monday; the first and the last may have fewer days. */
export function chooseGrain(days: number, maxPoints: number): Grain {
  if (days <= maxPoints) return 'day'
  return days / 7 <= maxPoints ? 'week' : 'month'
}

export function groupPoints(series: readonly DayValue[], grain: Grain): Point[] {
  const points: Point[] = []
  for (const [index, { day, hour, value, before }] of series.entries()) {
    const current = points.at(-1)
    if (current && isSamePoint(current, day, grain)) {
      current.days += 1
      current.value += value
      if (before && current.before) {
        current.before.days += 1
        current.before.value += before.value
      }
    } else {
      points.push({ day, days: 1, hour, start: index, value, before: before && { ...before, days: 1 } })
    }
  }
  return points.map(({ before, ...point }) => ({
    ...point,
    value: point.value / point.days,
    before: before && { ...before, value: before.value / before.days },
  }))
}

function isSamePoint(point: Point, day: string, grain: Grain) {
  if (grain === 'hour' || grain === 'day') return false
  if (grain === 'week') return getWeekStart(point.day) === getWeekStart(day)
  return point.day.slice(0, 7) === day.slice(0, 7)
}

/** 'Sat, 31 Oct 2026, 14:00 – 15:00', 'Sat, 31 Oct 2026', '26 Oct – 1 Nov 2026' or 'Oct 2026'. */
export function formatPoint({ day, days, hour }: Pick<Point, 'day' | 'days' | 'hour'>, grain: Grain) {
  if (hour) return `${formatWeekday(day)}, ${hour} – ${formatHourEnd(hour)}`
  if (grain === 'day' || days === 1) return formatWeekday(day)
  if (grain === 'month') return formatMonth(day)
  return formatPeriod({ from: day, to: addDays(day, days - 1) })
}

const formatHourEnd = (hour: string) => `${String(Number(hour.slice(0, 2)) + 1).padStart(2, '0')}${hour.slice(2)}`

/** The short label: '31 Oct'. */
export const formatShortPoint = (point: Point, grain: Grain) => {
  if (point.hour) return point.hour
  if (grain === 'day') return formatShortDay(point.day)
  return grain === 'month'
    ? formatMonth(point.day)
    : `${formatShortDay(point.day)} – ${formatShortDay(addDays(point.day, point.days - 1))}`
}
