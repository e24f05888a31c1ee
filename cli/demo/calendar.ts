/** When the demo's shops are open, and how busy they then are. Days are 'YYYY-MM-DD' in the business's zone. */

export const MINUTES_PER_DAY = 24 * 60
const DAY_MS = MINUTES_PER_DAY * 60_000

const SUNDAY = 0
const WEDNESDAY = 3
const FRIDAY = 5
const SATURDAY = 6

/** Share of an ordinary day's customers, Sunday first. */
const WEEKDAYS = [0.72, 0.82, 0.84, 0.92, 0.96, 1.18, 1.5]

/** How the customers of a day spread over its hours. */
const HOURS: Record<number, number> = {
  8: 0.6,
  9: 0.9,
  10: 1,
  11: 1.1,
  12: 1.4,
  13: 1.2,
  14: 0.9,
  15: 1,
  16: 1.4,
  17: 1.6,
  18: 1,
}

/** More customers every year, counted from here, until the shops are full. */
const GROWTH_FROM = '2024-01-01'
const GROWTH_A_YEAR = 0.07
const GROWTH_MAX = 1.5

export const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** 0 for Sunday. */
export const weekdayOf = (day: string) => new Date(day).getUTCDay()
export const isWednesday = (day: string) => weekdayOf(day) === WEDNESDAY

/** Every day from one to the other, both included. */
export const listDays = (from: string, to: string) =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, nth) => plusDays(from, nth))

/** The clock of the business's zone, 'YYYY-MM-DDTHH:MM:SS'. */
export const localTime = (at: Date, timeZone: string) =>
  at.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).replace(' ', 'T')

/** Minutes since midnight between which a day's customers come; undefined on the two days when the shops stay closed. */
export function openingHours(day: string) {
  const date = day.slice(5)
  if (date === '12-25' || date === '01-01') return undefined
  if (date === '12-24' || date === '12-31') return { opens: 8 * 60, closes: 16 * 60 }
  if (weekdayOf(day) === SUNDAY) return { opens: 9 * 60, closes: 15 * 60 }
  return { opens: 8 * 60, closes: (weekdayOf(day) === SATURDAY ? 17 : 19) * 60 }
}

/** The open hours of a day with their share of its customers. */
export const openingMinutes = ({ opens, closes }: { opens: number; closes: number }) =>
  Object.entries(HOURS)
    .map(([hour, share]) => ({ minute: Number(hour) * 60, share }))
    .filter(({ minute }) => minute >= opens && minute < closes)

/** How busy a day is beside an ordinary one of January 2024. */
export function busyness(day: string) {
  const growth = 1 + (GROWTH_A_YEAR * daysBetween(GROWTH_FROM, day)) / 365
  return (WEEKDAYS[weekdayOf(day)] ?? 1) * payday(day) * season(day) * Math.min(GROWTH_MAX, Math.max(0.5, growth))
}

/** Salaries are paid around the 25th. */
function payday(day: string) {
  const date = Number(day.slice(8))
  if (date >= 25) return 1.24
  if (date <= 3) return 1.12
  return date >= 12 && date <= 22 ? 0.9 : 1
}

function season(day: string) {
  const month = Number(day.slice(5, 7))
  const date = Number(day.slice(8))
  if (month === 12) return date < 12 ? 1.3 : date < 20 ? 1.6 : date < 25 ? 2 : 1.1
  if (month === 1) return date < 16 ? 0.78 : 0.9
  if (isBlackFriday(day)) return 1.9
  if (day.slice(5) === '09-24') return 1.45 // Heritage Day, which everybody spends at a braai
  if (month === 11) return 1.05
  return month === 6 || month === 7 ? 0.94 : 1
}

/** The last Friday of November, the 23rd at the earliest. */
const isBlackFriday = (day: string) => weekdayOf(day) === FRIDAY && day.slice(5) >= '11-23' && day.slice(5) <= '11-29'
