import { expect, test } from 'vitest'
import { findComparedRange } from './compared-range.ts'

const compare = (from: string, to: string, period: Parameters<typeof findComparedRange>[1]) => {
  const range = findComparedRange({ from, to }, period)
  return range && `${range.from} ${range.to}`
}

test('compared range: the days before a range, as many as it has', () => {
  expect(compare('2026-10-24', '2026-11-22', 'previous')).toBe('2026-09-24 2026-10-23')
  expect(compare('2026-11-16', '2026-11-22', 'previous')).toBe('2026-11-09 2026-11-15')
})

test('compared range: a single day has the same weekday of the week before', () => {
  expect(compare('2026-11-22', '2026-11-22', 'previous')).toBe('2026-11-15 2026-11-15')
})

test('compared range: last year has the same weekdays', () => {
  expect(compare('2026-11-22', '2026-11-22', 'year')).toBe('2025-11-23 2025-11-23')
})

test('compared range: a month to date has the same days of the month before, or all that it has', () => {
  expect(compare('2026-11-01', '2026-11-22', 'month')).toBe('2026-10-01 2026-10-22')
  expect(compare('2026-03-01', '2026-03-30', 'month')).toBe('2026-02-01 2026-02-28')
})

test('compared range: a whole month has the whole month before', () => {
  expect(compare('2026-02-01', '2026-02-28', 'month')).toBe('2026-01-01 2026-01-31')
})

test('compared range: a year to date has the same dates of the year before', () => {
  expect(compare('2026-01-01', '2026-11-22', 'calendar_year')).toBe('2025-01-01 2025-11-22')
  expect(compare('2024-01-01', '2024-02-29', 'calendar_year')).toBe('2023-01-01 2023-02-28')
})

test('compared range: nothing when the comparison is off', () => {
  expect(compare('2026-11-01', '2026-11-22', 'off')).toBeNull()
})
