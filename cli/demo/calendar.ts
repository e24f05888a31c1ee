import { countDays } from '../../server/shared/buckets.ts'

/** The opening hours of the demo's shops and the demand by day. Days are 'YYYY-MM-DD' in the business's zone. */

/** As `getWeekday` returns them. */
const [SUNDAY, WEDNESDAY, FRIDAY, SATURDAY] = [0, 3, 5, 6]

/** Compared with an average day, Sunday first. */
const WEEKDAY_FACTORS = [0.72, 0.82, 0.84, 0.92, 0.96, 1.18, 1.5]

/** How the customers of a day are spread over its hours. */
const HOUR_WEIGHTS = { 8: 0.6, 9: 0.9, 10: 1, 11: 1.1, 12: 1.4, 13: 1.2, 14: 0.9, 15: 1, 16: 1.4, 17: 1.6, 18: 1 }

/** The number of customers grows from this day on, up to a limit. */
const GROWTH_START = '2024-01-01'
const GROWTH_PER_YEAR = 0.07
const MAX_GROWTH = 1.5

/** 0 for Sunday. */
export const getWeekday = (day: string) => new Date(day).getUTCDay()
export const isWednesday = (day: string) => getWeekday(day) === WEDNESDAY

/** Opening hours in minutes since midnight; undefined on the two days on which the shops are closed. */
export function getOpeningHours(day: string) {
  const date = day.slice(5)
  if (date === '12-25' || date === '01-01') return undefined
  if (date === '12-24' || date === '12-31') return { opens: 8 * 60, closes: 16 * 60 }
  if (getWeekday(day) === SUNDAY) return { opens: 9 * 60, closes: 15 * 60 }
  return { opens: 8 * 60, closes: (getWeekday(day) === SATURDAY ? 17 : 19) * 60 }
}

/** The hours in which the shops are open, with their weights. */
export const listOpenHours = ({ opens, closes }: { opens: number; closes: number }) =>
  Object.entries(HOUR_WEIGHTS)
    .map(([hour, share]) => ({ minute: Number(hour) * 60, share }))
    .filter(({ minute }) => minute >= opens && minute < closes)

/** The demand of a day compared with an average day of January 2024. */
export function calculateDemand(day: string) {
  const growth = 1 + (GROWTH_PER_YEAR * (countDays({ from: GROWTH_START, to: day }) - 1)) / 365
  return (
    (WEEKDAY_FACTORS[getWeekday(day)] ?? 1) *
    getPaydayFactor(day) *
    getSeasonFactor(day) *
    Math.min(MAX_GROWTH, Math.max(0.5, growth))
  )
}

/** Salaries are paid around the 25th. */
function getPaydayFactor(day: string) {
  const date = Number(day.slice(8))
  if (date >= 25) return 1.24
  if (date <= 3) return 1.12
  return date >= 12 && date <= 22 ? 0.9 : 1
}

function getSeasonFactor(day: string) {
  const month = Number(day.slice(5, 7))
  const date = Number(day.slice(8))
  if (month === 12) return date < 12 ? 1.3 : date < 20 ? 1.6 : date < 25 ? 2 : 1.1
  if (month === 1) return date < 16 ? 0.78 : 0.9
  if (isBlackFriday(day)) return 1.9
  if (day.slice(5) === '09-24') return 1.45 // Heritage Day, the day of barbecues
  if (month === 11) return 1.05
  return month === 6 || month === 7 ? 0.94 : 1
}

/** The last Friday of November, the 23rd at the earliest. */
const isBlackFriday = (day: string) => getWeekday(day) === FRIDAY && day.slice(5) >= '11-23' && day.slice(5) <= '11-29'
