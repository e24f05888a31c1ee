import { formatLongDay } from '../../lib/format/dates.ts'
import { pluralize } from '../../lib/format/money.ts'

/** Days that are named one by one. */
const MAX_NAMED_DAYS = 3

/** '15 Oct 2026 and 16 Oct 2026', or '4 days'. */
export function nameDays(days: string[]) {
  if (days.length > MAX_NAMED_DAYS) return pluralize(days.length, 'day')
  const names = days.map(formatLongDay)
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ')
}
