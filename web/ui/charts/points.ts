import { addDays, countDays, formatLongDay, formatMonth, formatShortDay, formatWeekday } from '../../lib/format/dates.ts'

/** One day of a series; a series has every day of its range, oldest first. */
export type DayValue = { day: string; value: number }

/** A point of the chart: a day, or the average day of a week or month where single days would be too thin. */
export type Point = {
  /** First day and number of days. */
  day: string
  days: number
  /** Position of the first day in the series. */
  start: number
  /** The average day. */
  value: number
}

export type Grain = 'day' | 'week' | 'month'

/** The finest grain with at most `maxPoints` points. Weeks count from the first day, months are calendar months. */
export function chooseGrain(days: number, maxPoints: number): Grain {
  if (days <= maxPoints) return 'day'
  return days / 7 <= maxPoints ? 'week' : 'month'
}

export function groupPoints(series: readonly DayValue[], grain: Grain): Point[] {
  const points: Point[] = []
  for (const [index, { day, value }] of series.entries()) {
    const current = points.at(-1)
    if (current && isSamePoint(current, day, grain)) {
      current.days += 1
      current.value += value
    } else {
      points.push({ day, days: 1, start: index, value })
    }
  }
  return points.map((point) => ({ ...point, value: point.value / point.days }))
}

function isSamePoint(point: Point, day: string, grain: Grain) {
  if (grain === 'day') return false
  if (grain === 'week') return countDays(point.day, day) < 7
  return point.day.slice(0, 7) === day.slice(0, 7)
}

/** 'Sat, 31 Oct 2026', '26 Oct – 1 Nov 2026' or 'Oct 2026'. */
export function formatPoint({ day, days }: Point, grain: Grain) {
  if (grain === 'day' || days === 1) return formatWeekday(day)
  if (grain === 'month') return formatMonth(day)
  const last = addDays(day, days - 1)
  return `${day.slice(0, 4) === last.slice(0, 4) ? formatShortDay(day) : formatLongDay(day)} – ${formatLongDay(last)}`
}

/** The short label: '31 Oct'. */
export const formatShortPoint = (point: Point, grain: Grain) => {
  if (grain === 'day') return formatShortDay(point.day)
  return grain === 'month'
    ? formatMonth(point.day)
    : `${formatShortDay(point.day)} – ${formatShortDay(addDays(point.day, point.days - 1))}`
}
