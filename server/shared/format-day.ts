import { DEFAULT_TIMEZONE } from '../../contract/shared/constants.ts'

/** '24 Nov 2026', where the business is, as the screens write it. */
export function formatDay(date: Date, timezone = DEFAULT_TIMEZONE) {
  const parts = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: timezone })
    .formatToParts(date)
    .map(({ type, value }) => [type, value])
  const { day, month, year } = Object.fromEntries(parts)
  return `${day} ${month} ${year}`
}
