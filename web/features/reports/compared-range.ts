import type { Report } from '../../../contract/reports.ts'
import { formatDateIn, formatLongDay, formatShortDay, formatTimeIn } from '../../lib/format/dates.ts'

/** '24 Sep – 23 Oct', with years where they differ. */
export function formatRange(from: string, to: string, year: string) {
  const format = from.startsWith(year) && to.startsWith(year) ? formatShortDay : formatLongDay
  return from === to ? format(from) : `${format(from)} – ${format(to)}`
}

/** 'vs 24 Sep – 23 Oct until 14:05'. */
export function formatComparedRange({ from, compared_range }: Report, timezone: string) {
  if (!compared_range) return undefined
  const { until } = compared_range
  // The end of a whole day is the beginning of the next one.
  const isPart = until !== null && formatDateIn(timezone, until) === compared_range.to
  const time = isPart ? ` until ${formatTimeIn(timezone, until)}` : ''
  return `vs ${formatRange(compared_range.from, compared_range.to, from.slice(0, 4))}${time}`
}
