import type { Dimension } from '../../../contract/search/reports.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { addDays, countDays, listDays } from '../../shared/buckets.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour))
const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7']

/** The keys of every row of a report by time, in order; undefined where only the sales decide which rows there are. */
export function listTimes(by: Dimension, range: DateRange): string[] | undefined {
  switch (by) {
    case 'day':
      return listDays(range)
    case 'week':
      return listWeeks(range)
    case 'month':
      return [...new Set(listDays(range).map((day) => day.slice(0, 7)))]
    case 'hour':
      return HOURS
    case 'weekday':
      return WEEKDAYS
    case 'weekday_hour':
      return WEEKDAYS.flatMap((weekday) => HOURS.map((hour) => `${weekday} ${hour}`))
    default:
      return undefined
  }
}

/** The Mondays of all weeks with a day of the range. */
function listWeeks({ from, to }: DateRange) {
  const monday = addDays(from, -((new Date(from).getUTCDay() + 6) % 7))
  return Array.from({ length: Math.ceil(countDays({ from: monday, to }) / 7) }, (_, nth) => addDays(monday, nth * 7))
}
