import type { ComparedRange } from '../../contract/figures.ts'
import { formatPeriod, formatTimeIn } from '../lib/format/dates.ts'

/** '24 Sep – 23 Oct until 14:05': the earlier range, with the years that are not that of `lastDay`, the end of the later one. */
export function formatComparedRange({ until, ...range }: ComparedRange, lastDay: string, timezone: string) {
  const days = formatPeriod(range, lastDay.slice(0, 4))
  return until ? `${days} until\u00a0${formatTimeIn(timezone, until)}` : days
}
