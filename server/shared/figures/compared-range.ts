import { sql } from 'kysely'
import type { Comparison, Period } from '../../../contract/search/filters.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { addDays, countDays } from '../buckets.ts'

/** The clock of the business: `today` as '2026-11-22', `time` as '14:05:09.123456'; and the day of its first sale. */
export type LocalTime = { timezone: string; today: string; time: string; first_day: string | null }

export async function findLocalTime(scope: Scope): Promise<LocalTime> {
  const { rows } = await sql<LocalTime>`
    select timezone, to_char(statement_timestamp() at time zone timezone, 'YYYY-MM-DD') as today,
           to_char(statement_timestamp() at time zone timezone, 'HH24:MI:SS.US') as time,
           (select to_char(min(day), 'YYYY-MM-DD') from site_daily where businessid = ${currentBusiness} and orders > 0) as first_day
      from business where id = ${currentBusiness}`.execute(scope)
  const [local] = rows
  if (!local) throw new Error('the scope of a business has its business')
  return local
}

/** `is_partial`: its last day counts until the current time of day, because the range that is compared ends today. */
export type ComparedRange = DateRange & { is_partial: boolean }

/** What a range is compared with. */
export type Compare = { compare: Comparison; period?: Period | undefined }

const WEEK_DAYS = 7

/**
 * The earlier range with as many days. Days of the range after today do not count. Null when nothing is compared, and when the
 * business did not yet sell on its first day: a part of a range would show growth that is none.
 */
export function findComparedRange(
  range: DateRange,
  { compare, period }: Compare,
  { today, first_day }: Pick<LocalTime, 'today' | 'first_day'>,
): ComparedRange | null {
  if (compare === 'off' || first_day === null) return null
  const is_partial = range.from <= today && today <= range.to
  const begun = is_partial ? { from: range.from, to: today } : range
  const from = compare === 'year' ? addDays(begun.from, -364) : findPreviousStart(begun, period)
  return from < first_day ? null : { from, to: addDays(from, countDays(begun) - 1), is_partial }
}

/** The day of the first sale, where the earlier range begins before it and is therefore not compared. */
export const explainMissing = (compared: unknown, { compare }: Compare, { first_day }: Pick<LocalTime, 'first_day'>) =>
  compare !== 'off' && !compared && first_day !== null ? { first_sale_date: first_day } : {}

/**
 * The first days of a month or year compare with the same days of the one before, or with the days just before if it has fewer. All
 * others, those of a week too, compare with the days of the same weekdays: as few weeks earlier as have no day twice.
 */
function findPreviousStart({ from, to }: DateRange, period: Period | undefined) {
  const days = countDays({ from, to })
  const starts = {
    week: false,
    month: from.slice(0, 7) === to.slice(0, 7) && from.endsWith('-01') && `${addDays(from, -1).slice(0, 7)}-01`,
    year: from.slice(0, 4) === to.slice(0, 4) && from.endsWith('-01-01') && `${addDays(from, -1).slice(0, 4)}-01-01`,
  } as const
  // One day is a Saturday before it is the 1st of a month, if nothing else is said.
  const possible = period ? [starts[period]] : days === 1 ? [] : [starts.month, starts.year]
  const found = possible.filter((start) => start !== false)
  if (found.length === 0) return addDays(from, -Math.ceil(days / WEEK_DAYS) * WEEK_DAYS)
  return found.find((start) => addDays(start, days) <= from) ?? addDays(from, -days)
}
