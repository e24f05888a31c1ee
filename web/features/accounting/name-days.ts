import { formatLongDay } from '../../lib/format/dates.ts'
import { joinNames } from '../../lib/format/join-names.ts'
import { pluralize } from '../../lib/format/money.ts'

/** Days that are named one by one. */
const MAX_NAMED_DAYS = 3

/** '15 Oct 2026 and 16 Oct 2026', or '4 days'. */
export const nameDays = (days: string[]) =>
  days.length > MAX_NAMED_DAYS ? pluralize(days.length, 'day') : joinNames(days.map(formatLongDay))
