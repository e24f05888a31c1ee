import { z } from 'zod'
import { RANGE_MAX_YEARS } from '../../../contract/shared/constants.ts'
import { CalendarDate, DateRange } from '../../../contract/shared/fields.ts'
import { addDays } from './dates.ts'

export const QUICK_RANGES = ['7D', '30D', 'MTD', 'YTD'] as const
type QuickRange = (typeof QUICK_RANGES)[number]
const DEFAULT_RANGE: QuickRange = '30D'

/** A quick range, which moves with the current date, or two fixed dates. */
export type RangeChoice = QuickRange | DateRange

/** A choice in the URL: `range`, or `from` and `to`; empty for the default. */
export type RangeSearch = { range?: QuickRange; from?: string; to?: string }

/** Shortens a range that is too long to its last years. */
const LongRange = z.object({ from: CalendarDate, to: CalendarDate }).transform(({ from, to }) => {
  const last = from < to ? to : from
  const sameDay = `${Number(last.slice(0, 4)) - RANGE_MAX_YEARS}${last.slice(4)}`
  return { from: addDays(sameDay, 1), to: last }
})

/** Never fails: an invalid URL shows the default range. */
export const RangeSearch = z
  .object({ range: z.unknown(), from: z.unknown(), to: z.unknown() })
  .partial()
  .catch({})
  .transform(({ range, from, to }): RangeSearch => {
    const quick = QUICK_RANGES.find((quickRange) => quickRange === range)
    if (quick) return toSearch(quick)
    const dates = DateRange.or(LongRange).safeParse({ from, to })
    return dates.success ? dates.data : {}
  })

export const toSearch = (choice: RangeChoice): RangeSearch => {
  if (typeof choice === 'object') return choice
  return choice === DEFAULT_RANGE ? {} : { range: choice }
}

export const toChoice = ({ range, from, to }: RangeSearch): RangeChoice => (from && to ? { from, to } : (range ?? DEFAULT_RANGE))

/** The dates of a choice, both inclusive. Quick ranges end today. */
export function toDates(choice: RangeChoice, today: string): DateRange {
  if (typeof choice === 'object') return choice
  const from = {
    '7D': addDays(today, -6),
    '30D': addDays(today, -29),
    MTD: `${today.slice(0, 7)}-01`,
    YTD: `${today.slice(0, 4)}-01-01`,
  }
  return { from: from[choice], to: today }
}
