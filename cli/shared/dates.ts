import { DEFAULT_TIMEZONE } from '../../contract/shared/constants.ts'

const FORMAT = new Intl.DateTimeFormat('en-ZA', {
  timeZone: DEFAULT_TIMEZONE,
  ...({ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const),
  timeZoneName: 'short',
})

/** A time for the operator, in South Africa as `announce` reads it: '2026-11-22 14:05 SAST'. */
export function formatTime(time: Date) {
  return FORMAT.format(time).replaceAll('/', '-').replace(',', '')
}

const UNITS = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const

/** How long ago a time was, in the largest unit that fits: '3 days', '1 hour'. */
export function formatAge(time: Date, now = new Date()) {
  const age = now.getTime() - time.getTime()
  for (const [unit, ms] of UNITS) {
    const count = Math.floor(age / ms)
    if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'}`
  }
  return 'less than a minute'
}
