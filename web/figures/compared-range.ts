import type { ComparedRange } from '../../contract/figures.ts'
import type { DateRange } from '../../contract/shared/fields.ts'
import { countDays, formatLongDay, formatPeriod, formatTimeIn } from '../lib/format/dates.ts'
import { pluralize } from '../lib/format/money.ts'
import type { Periods } from '../ui/charts/legend.tsx'

/** '24 Sep – 23 Oct until 14:05': the earlier range, with the years that are not that of `lastDay`, the end of the later one. */
export function formatComparedRange({ until, ...range }: ComparedRange, lastDay: string, timezone: string) {
  const days = formatPeriod(range, lastDay.slice(0, 4))
  return until ? `${days} until\u00a0${formatTimeIn(timezone, until)}` : days
}

const WEEK_DAYS = 7

/** '5 weeks earlier, same weekdays', 'The same days of the month before' or 'The days before'. */
export function describeComparedRange({ from: before }: Pick<ComparedRange, 'from'>, { from }: Pick<DateRange, 'from'>) {
  const days = countDays(before, from)
  if (from.endsWith('-01') && before.endsWith('-01'))
    return `Same days of the ${from.slice(5) === before.slice(5) ? 'year' : 'month'} before`
  return days % WEEK_DAYS === 0 ? `${pluralize(days / WEEK_DAYS, 'week')} earlier, same weekdays` : 'The days before'
}

/** Why nothing is compared: 'No sales before 11 May 2026 to compare with'. Null where there is no reason. */
export const explainMissing = (answer: { first_sale_date?: string | undefined } | undefined) =>
  answer?.first_sale_date ? `No sales before ${formatLongDay(answer.first_sale_date)} to compare with` : null

/** For the legend of a chart of both ranges. */
export const namePeriods = (compared: ComparedRange, range: DateRange, timezone: string): Periods => ({
  now: formatPeriod(range, range.to.slice(0, 4)),
  before: formatComparedRange(compared, range.to, timezone),
  title: describeComparedRange(compared, range),
})
