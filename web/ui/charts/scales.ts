import { addDays, countDays, formatMonth, formatShortDay } from '../../lib/format/dates.ts'

/** `min` <= 0 <= `max`, and `max` > `min`. */
export type ValueScale = { min: number; max: number; ticks: number[] }

/** At most six round ticks, including zero. The highest value may be above the highest tick. */
export function createValueScale(values: readonly number[], { whole = false } = {}): ValueScale {
  let min = 0
  let max = 0
  for (const value of values) {
    if (value < min) min = value
    if (value > max) max = value
  }
  if (max === min) return { min: 0, max: 1, ticks: [0] }

  const minStep = (max - min) / 4.5
  const step = whole ? roundUpStep(Math.max(1, minStep), [1, 2, 5, 10]) : roundUpStep(minStep, [1, 2, 2.5, 5, 10])
  const ticks: number[] = []
  // `+ 0` because Math.ceil(-0.4) is -0.
  for (let index = Math.ceil(min / step); index <= Math.floor(max / step); index++) ticks.push(index * step + 0)
  return { min, max, ticks }
}

function roundUpStep(minStep: number, roundNumbers: readonly number[]) {
  const power = 10 ** Math.floor(Math.log10(minStep))
  // Tolerates rounding errors of floats: 0.30000000000000004 fits a step of 0.3.
  const factor = roundNumbers.find((round) => round * power >= minStep * (1 - 1e-9)) ?? 10
  return factor * power
}

export type DayTick = { day: string; label: string }

const DAY_STEPS = [1, 2, 3, 7, 14, 28]
const MONTH_STEPS = [1, 2, 3, 4, 6, 12, 24, 60]
/** Longer ranges have labels at the first of a month. */
const MAX_LABELLED_BY_DAY = 62

/** At most `maxTicks` evenly spaced labels: every few days from the first, or firsts of months. */
export function createDayTicks(from: string, to: string, maxTicks: number): DayTick[] {
  const days = countDays(from, to) + 1
  const limit = Math.max(1, maxTicks)
  if (days <= MAX_LABELLED_BY_DAY) {
    const step = DAY_STEPS.find((stepDays) => Math.ceil(days / stepDays) <= limit) ?? days
    return Array.from({ length: Math.ceil(days / step) }, (_, index) => {
      const day = addDays(from, index * step)
      return { day, label: formatShortDay(day) }
    })
  }

  const first = toMonthIndex(from) + (from.endsWith('-01') ? 0 : 1)
  const last = toMonthIndex(to)
  for (const step of MONTH_STEPS) {
    const start = Math.ceil(first / step) * step
    const marked = Math.floor((last - start) / step) + 1
    if (marked > limit) continue
    return Array.from({ length: marked }, (_, index) => {
      const day = fromMonthIndex(start + index * step)
      return { day, label: step % 12 === 0 ? day.slice(0, 4) : formatMonth(day) }
    })
  }
  return [{ day: from, label: formatMonth(from) }]
}

const HOUR_STEPS = [1, 2, 3, 4, 6, 12]

/** At most `maxTicks` labels at hours of a day: '00:00', '06:00'. */
export function createHourTicks(hours: number, maxTicks: number) {
  const step = HOUR_STEPS.find((stepHours) => Math.ceil(hours / stepHours) <= maxTicks) ?? hours
  return Array.from({ length: Math.ceil(hours / step) }, (_, index) => ({
    hour: index * step,
    label: `${String(index * step).padStart(2, '0')}:00`,
  }))
}

const toMonthIndex = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

const fromMonthIndex = (index: number) => `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`
