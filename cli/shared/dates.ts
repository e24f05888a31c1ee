/** A time for the operator, in the time zone of this machine: '2026-11-22 14:05'. */
export function formatTime(time: Date) {
  const pad = (number: number) => String(number).padStart(2, '0')
  const day = [time.getFullYear(), pad(time.getMonth() + 1), pad(time.getDate())].join('-')
  return `${day} ${pad(time.getHours())}:${pad(time.getMinutes())}`
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
