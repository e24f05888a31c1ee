import type { DateRange } from '../../contract/fields.ts'

/** The lengths, in days, of the spans that the roll-ups hold; 0008-roll-ups.sql says why these. */
export const SPANS = [1, 4, 16, 64] as const

const DAY_MS = 24 * 3600 * 1000
const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The fewest spans that cover the range, both ends included, each day exactly once. */
export function spansOf({ from, to }: DateRange): { span: number; span_start: string }[] {
  const cover: { span: number; span_start: string }[] = []
  const end = dayNumber(to) + 1
  let day = dayNumber(from)
  while (day < end) {
    const span = SPANS.findLast((length) => day % length === 0 && day + length <= end) ?? 1
    cover.push({ span, span_start: dateOf(day) })
    day += span
  }
  return cover
}
