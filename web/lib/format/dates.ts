/**
 * Calendar dates are strings, 'YYYY-MM-DD', in the time zone of the business; instants are `Date`s. Only this file converts between
 * them; the time zone of the browser is never used. The names of days and months are our own, because browsers differ for en-ZA
 * ('Sep', 'Sept').
 */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const LONG_WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const DAY_MS = 86_400_000

const formatTwoDigits = (value: number) => String(value).padStart(2, '0')

/** Midnight of the date in UTC, where every day has 24 hours. */
const toUtc = (date: string) => Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)))

const fromUtc = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The date `days` later; earlier for a negative number. */
export const addDays = (date: string, days: number) => fromUtc(toUtc(date) + days * DAY_MS)

/** The same day `months` later, or the last day of a month that has no such day; earlier for a negative number. */
export function addMonths(date: string, months: number) {
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + months, Number(date.slice(8, 10))]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return fromUtc(Date.UTC(year, month, Math.min(day, lastDay)))
}

/** Monday, as in ISO 8601: the reports by week have the same. */
export const FIRST_DAY_OF_WEEK = 1

/** The first day of the week that a date is in. */
export const getWeekStart = (date: string) => addDays(date, -((getWeekday(date) - FIRST_DAY_OF_WEEK + 7) % 7))

/** The number of days from one date to the other: 0 for the same date, negative if `to` is earlier. */
export const countDays = (from: string, to: string) => Math.round((toUtc(to) - toUtc(from)) / DAY_MS)

/** '31 Oct'. */
export const formatShortDay = (date: string) => `${Number(date.slice(8, 10))} ${MONTHS[Number(date.slice(5, 7)) - 1]}`

/** '31 Oct 2026'. */
export const formatLongDay = (date: string) => `${formatShortDay(date)} ${date.slice(0, 4)}`

/** '24 Sep – 23 Oct 2026', or '29 Dec 2025 – 4 Jan 2026'. Without the year, if both dates are in `knownYear`. */
export function formatPeriod({ from, to }: { from: string; to: string }, knownYear?: string) {
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  const last = isOneYear && to.slice(0, 4) === knownYear ? formatShortDay(to) : formatLongDay(to)
  return from === to ? last : `${isOneYear ? formatShortDay(from) : formatLongDay(from)} – ${last}`
}

const getWeekday = (date: string) => new Date(toUtc(date)).getUTCDay()

/** 'Sat, 31 Oct 2026'. */
export const formatWeekday = (date: string) => `${WEEKDAYS[getWeekday(date)]}, ${formatLongDay(date)}`

/** 'Saturday'. */
export const formatLongWeekday = (date: string) => `${LONG_WEEKDAYS[getWeekday(date)]}`

/** 'Oct 2026'. */
export const formatMonth = (date: string) => `${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`

const clocks = new Map<string, Intl.DateTimeFormat>()

function getClock(timezone: string) {
  const known = clocks.get(timezone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  clocks.set(timezone, clock)
  return clock
}

function toWallClock(instant: Date, timezone: string) {
  const parts = getClock(timezone).formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return {
    date: `${part('year')}-${formatTwoDigits(part('month'))}-${formatTwoDigits(part('day'))}`,
    time: `${formatTwoDigits(part('hour'))}:${formatTwoDigits(part('minute'))}`,
  }
}

/** The calendar date of an instant in a zone. */
export const formatDateIn = (timezone: string, instant: Date) => toWallClock(instant, timezone).date

/** Today's calendar date in a zone. */
export const getToday = (timezone: string, now = new Date()) => formatDateIn(timezone, now)

/** '14:05'. */
export const formatTimeIn = (timezone: string, instant: Date) => toWallClock(instant, timezone).time

/** '31 Oct 2026, 14:05'. */
export function formatDateTimeIn(timezone: string, instant: Date) {
  const { date, time } = toWallClock(instant, timezone)
  return `${formatLongDay(date)}, ${time}`
}
