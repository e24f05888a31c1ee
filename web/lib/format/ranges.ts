import { z } from 'zod'
import type { Period } from '../../../contract/search/filters.ts'
import { RANGE_MAX_YEARS } from '../../../contract/shared/constants.ts'
import { CalendarDate, DateRange } from '../../../contract/shared/fields.ts'
import { addDays, addMonths, formatPeriod, getWeekStart } from './dates.ts'

export const QUICK_RANGES = ['7D', '30D', 'MTD', 'YTD'] as const
type QuickRange = (typeof QUICK_RANGES)[number]
const DEFAULT_RANGE: QuickRange = '30D'

/** The ranges beside the quick ones, by their names in the URL. */
export const RECENT_RANGES = { today: 'Today', yesterday: 'Yesterday', 'last-week': 'Last week' } as const
/** The ranges inside the picker. */
export const MORE_RANGES = { 'this-week': 'This week', 'last-month': 'Last month', 'last-12-months': 'Last 12 months' } as const
const OTHER_RANGES = { ...RECENT_RANGES, ...MORE_RANGES }
type OtherRange = keyof typeof OTHER_RANGES

type NamedRange = QuickRange | OtherRange
const NAMED_RANGES: NamedRange[] = [...QUICK_RANGES, ...(Object.keys(OTHER_RANGES) as OtherRange[])]

/** A named range, which moves with the current date, or two fixed dates. */
export type RangeChoice = NamedRange | DateRange

/** A choice in the URL: `range`, or `from` and `to`; empty for the default. */
export type RangeSearch = { range?: NamedRange; from?: string; to?: string }

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
    const named = NAMED_RANGES.find((name) => name === range)
    if (named) return toSearch(named)
    const dates = DateRange.or(LongRange).safeParse({ from, to })
    return dates.success ? dates.data : {}
  })

export const toSearch = (choice: RangeChoice): RangeSearch => {
  if (typeof choice === 'object') return choice
  return choice === DEFAULT_RANGE ? {} : { range: choice }
}

export const toChoice = ({ range, from, to }: RangeSearch): RangeChoice => (from && to ? { from, to } : (range ?? DEFAULT_RANGE))

/** '30D', 'Last month' or '24 Sep – 23 Oct 2026': without the year, if both dates are in `knownYear`. */
export function formatChoice(choice: RangeChoice, knownYear?: string) {
  if (typeof choice === 'object') return formatPeriod(choice, knownYear)
  return (OTHER_RANGES as Partial<Record<string, string>>)[choice] ?? choice
}

const PERIODS: Partial<Record<NamedRange, Period>> = {
  ...{ 'this-week': 'week', 'last-week': 'week', MTD: 'month', 'last-month': 'month', YTD: 'year' },
}

/** What a choice is the first days of, or all of. */
export const findPeriod = (choice: RangeChoice): Period | undefined => (typeof choice === 'object' ? undefined : PERIODS[choice])

/** The dates of a choice, both inclusive. */
export function toDates(choice: RangeChoice, today: string): DateRange {
  if (typeof choice === 'object') return choice
  const thisWeek = getWeekStart(today)
  const thisMonth = `${today.slice(0, 7)}-01`
  const yesterday = addDays(today, -1)
  const ranges: Record<NamedRange, [from: string, to: string]> = {
    '7D': [addDays(today, -6), today],
    '30D': [addDays(today, -29), today],
    MTD: [thisMonth, today],
    YTD: [`${today.slice(0, 4)}-01-01`, today],
    today: [today, today],
    yesterday: [yesterday, yesterday],
    'this-week': [thisWeek, today],
    'last-week': [addDays(thisWeek, -7), addDays(thisWeek, -1)],
    'last-month': [addMonths(thisMonth, -1), addDays(thisMonth, -1)],
    'last-12-months': [addDays(addMonths(today, -12), 1), today],
  }
  const [from, to] = ranges[choice]
  return { from, to }
}
