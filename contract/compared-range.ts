import type { ComparedPeriod } from './figures.ts'
import type { DateRange } from './shared/fields.ts'

const DAY_MS = 24 * 3600 * 1000
/** 52 weeks: each day is compared with the same weekday. */
const YEAR_DAYS = 364
const WEEK_DAYS = 7

const toUtc = (date: string) => Date.parse(`${date}T00:00:00Z`)
const addDays = (date: string, days: number) => new Date(toUtc(date) + days * DAY_MS).toISOString().slice(0, 10)
const countDays = ({ from, to }: DateRange) => (toUtc(to) - toUtc(from)) / DAY_MS + 1

const lastDayOfMonth = (date: string) =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).toISOString().slice(0, 10)

/** The same day so many months earlier, or the last day of a month that has no such day. */
function subtractMonths(date: string, months: number) {
  const first = new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 - months, 1)).toISOString().slice(0, 10)
  const last = lastDayOfMonth(first)
  const sameDay = `${first.slice(0, 8)}${date.slice(8)}`
  return sameDay < last ? sameDay : last
}

/**
 * The earlier range that a range is compared with; null for 'off'. 'previous' is the same number of days just before it; a single day
 * is compared with the same weekday of the week before. 'month' and 'calendar_year' are the same days of the month and of the year
 * before; a whole month is compared with the whole month before it.
 */
export function findComparedRange({ from, to }: DateRange, period: ComparedPeriod): DateRange | null {
  if (period === 'off') return null
  if (period === 'month' || period === 'calendar_year') {
    const months = period === 'month' ? 1 : 12
    const end = subtractMonths(to, months)
    return { from: subtractMonths(from, months), to: to === lastDayOfMonth(to) ? lastDayOfMonth(end) : end }
  }
  const days = period === 'year' ? YEAR_DAYS : Math.max(countDays({ from, to }), from === to ? WEEK_DAYS : 1)
  return { from: addDays(from, -days), to: addDays(to, -days) }
}
