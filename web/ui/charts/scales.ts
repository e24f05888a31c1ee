import { addDays, daysBetween, month, shortDay } from '../../lib/format/dates.ts'

/** Where values stand between the chart's foot and its head. `min` <= 0 <= `max`, and `max` > `min`. */
export type ValueScale = { min: number; max: number; ticks: number[] }

/** At most six round values, zero among them. The highest value may stand above the highest tick. */
export function valueScale(values: readonly number[], { whole = false } = {}): ValueScale {
  let min = 0
  let max = 0
  for (const value of values) {
    if (value < min) min = value
    if (value > max) max = value
  }
  if (max === min) return { min: 0, max: 1, ticks: [0] }

  const least = (max - min) / 4.5
  const step = whole ? roundStep(Math.max(1, least), [1, 2, 5, 10]) : roundStep(least, [1, 2, 2.5, 5, 10])
  const ticks: number[] = []
  // `+ 0` because Math.ceil(-0.4) is -0.
  for (let index = Math.ceil(min / step); index <= Math.floor(max / step); index++) ticks.push(index * step + 0)
  return { min, max, ticks }
}

function roundStep(least: number, roundNumbers: readonly number[]) {
  const power = 10 ** Math.floor(Math.log10(least))
  // A hair of slack, or 0.30000000000000004 would be too much for a step of 0.3.
  const factor = roundNumbers.find((round) => round * power >= least * (1 - 1e-9)) ?? 10
  return factor * power
}

export type DayTick = { day: string; label: string }

const DAY_STEPS = [1, 2, 3, 7, 14, 28]
const MONTH_STEPS = [1, 2, 3, 4, 6, 12, 24, 60]
/** Longer ranges are marked at the first of a month. */
const MARKED_BY_DAYS = 62

/** Evenly spaced days worth a label, at most `most` of them: every so many days from the first, or firsts of months. */
export function dayTicks(from: string, to: string, most: number): DayTick[] {
  const days = daysBetween(from, to) + 1
  const room = Math.max(1, most)
  if (days <= MARKED_BY_DAYS) {
    const step = DAY_STEPS.find((one) => Math.ceil(days / one) <= room) ?? days
    return Array.from({ length: Math.ceil(days / step) }, (_, index) => {
      const day = addDays(from, index * step)
      return { day, label: shortDay(day) }
    })
  }

  const first = monthIndex(from) + (from.endsWith('-01') ? 0 : 1)
  const last = monthIndex(to)
  for (const step of MONTH_STEPS) {
    const start = Math.ceil(first / step) * step
    const marked = Math.floor((last - start) / step) + 1
    if (marked > room) continue
    return Array.from({ length: marked }, (_, index) => {
      const day = firstOfMonth(start + index * step)
      return { day, label: step % 12 === 0 ? day.slice(0, 4) : month(day) }
    })
  }
  return [{ day: from, label: month(from) }]
}

const monthIndex = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

const firstOfMonth = (index: number) => `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`
