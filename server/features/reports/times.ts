import type { Dimension, TIMES } from '../../../contract/search/reports.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { addDays, countDays, listDays } from '../../shared/buckets.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour))
const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7']

type List = (range: DateRange) => string[]

const LISTS: Record<(typeof TIMES)[number], List> & Partial<Record<Dimension, List>> = {
  day: listDays,
  week: listWeeks,
  month: (range) => [...new Set(listDays(range).map((day) => day.slice(0, 7)))],
  hour: () => HOURS,
  weekday: () => WEEKDAYS,
  weekday_hour: () => WEEKDAYS.flatMap((weekday) => HOURS.map((hour) => `${weekday} ${hour}`)),
}

/** The keys of every row of a report by time, in order; undefined where only the sales decide which rows there are. */
export const listTimes = (by: Dimension, range: DateRange): string[] | undefined => LISTS[by]?.(range)

/** The Mondays of all weeks with a day of the range. */
function listWeeks({ from, to }: DateRange) {
  const monday = addDays(from, -((new Date(from).getUTCDay() + 6) % 7))
  return Array.from({ length: Math.ceil(countDays({ from: monday, to }) / 7) }, (_, nth) => addDays(monday, nth * 7))
}
