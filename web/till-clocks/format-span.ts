import { pluralize } from '../lib/format/money.ts'

const HOUR_SECONDS = 3600
const MONTH_DAYS = 30.436875

/**
 * '73 years', '1 year and 2 months', '5 days', '1 day and 3 hours': the largest unit, and the next one where there are few of the largest.
 * Rounded, as a clock that is set to the next year is a second less than a year ahead when its sale arrives.
 */
export function formatSpan(seconds: number) {
  const hours = Math.round(seconds / HOUR_SECONDS)
  const months = Math.round(hours / 24 / MONTH_DAYS)
  if (months >= 12) return join(Math.floor(months / 12), 'year', months % 12, 'month')
  if (months >= 2) return pluralize(months, 'month')
  return join(Math.floor(hours / 24), 'day', hours % 24, 'hour')
}

function join(count: number, unit: string, rest: number, smaller: string) {
  const whole = pluralize(count, unit)
  return count < 3 && rest > 0 ? `${whole} and ${pluralize(rest, smaller)}` : whole
}
