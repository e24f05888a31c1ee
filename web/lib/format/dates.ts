/**
 * Calendar dates are strings, 'YYYY-MM-DD', in the time zone of the business; instants are `Date`s. Only this file converts between
 * them; the time zone of the browser is never used. The names of days and months are our own, because browsers differ for en-ZA
 * ('Sep', 'Sept').
 */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const DAY_MS = 86_400_000

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Midnight of the date in UTC, where every day has 24 hours. */
const utc = (date: string) => Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)))

const dateOfUtc = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The date `days` later; earlier for a negative number. */
export const addDays = (date: string, days: number) => dateOfUtc(utc(date) + days * DAY_MS)

/** The number of days from one date to the other: 0 for the same date, negative if `to` is earlier. */
export const daysBetween = (from: string, to: string) => Math.round((utc(to) - utc(from)) / DAY_MS)

/** '31 Oct'. */
export const shortDay = (date: string) => `${Number(date.slice(8, 10))} ${MONTHS[Number(date.slice(5, 7)) - 1]}`

/** '31 Oct 2026'. */
export const longDay = (date: string) => `${shortDay(date)} ${date.slice(0, 4)}`

/** '2026/10/31', the South African format. */
export const numericDay = (date: string) => date.replaceAll('-', '/')

/** 'Sat, 31 Oct 2026'. */
export const weekday = (date: string) => `${WEEKDAYS[new Date(utc(date)).getUTCDay()]}, ${longDay(date)}`

/** 'Oct 2026'. */
export const month = (date: string) => `${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockIn(timezone: string) {
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

function wallClock(instant: Date, timezone: string) {
  const parts = clockIn(timezone).formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return {
    date: `${part('year')}-${twoDigits(part('month'))}-${twoDigits(part('day'))}`,
    time: `${twoDigits(part('hour'))}:${twoDigits(part('minute'))}`,
  }
}

/** The calendar date of an instant in a zone. */
export const formatDateIn = (timezone: string, instant: Date) => wallClock(instant, timezone).date

/** Today's calendar date in a zone. */
export const today = (timezone: string, now = new Date()) => formatDateIn(timezone, now)

/** '14:05'. */
export const formatTimeIn = (timezone: string, instant: Date) => wallClock(instant, timezone).time

/** '31 Oct 2026, 14:05'. */
export function formatDateTimeIn(timezone: string, instant: Date) {
  const { date, time } = wallClock(instant, timezone)
  return `${longDay(date)}, ${time}`
}
