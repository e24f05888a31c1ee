import { describe, expect, test } from 'vitest'
import type { Period } from '../../../contract/search/filters.ts'
import { findComparedRange } from './compared-range.ts'

const TODAY = '2026-11-22'
const LOCAL = { today: TODAY, first_day: '2020-01-01' }
const previous = (from: string, to: string, period?: Period) =>
  findComparedRange({ from, to }, { compare: 'previous', period }, LOCAL)
const year = (from: string, to: string) => findComparedRange({ from, to }, { compare: 'year' }, LOCAL)

describe('compared range', () => {
  test('is none when the comparison is off', () => {
    expect(findComparedRange({ from: TODAY, to: TODAY }, { compare: 'off' }, LOCAL)).toBeNull()
  })

  test('is none when the business did not sell from its first day on', () => {
    const compare = (first_day: string | null) =>
      findComparedRange({ from: '2026-11-10', to: '2026-11-16' }, { compare: 'previous' }, { today: TODAY, first_day })
    expect(compare('2026-11-03')).toEqual({ from: '2026-11-03', to: '2026-11-09', is_partial: false })
    expect(compare('2026-11-04')).toBeNull()
    expect(compare(null)).toBeNull()
  })

  test.each([
    ['a day', '2026-11-17', '2026-11-17', '2026-11-10', '2026-11-10'],
    ['the first of a month', '2026-11-01', '2026-11-01', '2026-10-25', '2026-10-25'],
    ['some days', '2026-11-10', '2026-11-16', '2026-11-03', '2026-11-09'],
    ['the first days of a month', '2026-10-01', '2026-10-20', '2026-09-01', '2026-09-20'],
    ['a month after a longer one', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-28'],
    ['a month after a shorter one', '2026-03-01', '2026-03-31', '2026-01-29', '2026-02-28'],
    ['the first months of a year', '2026-01-01', '2026-06-30', '2025-01-01', '2025-06-30'],
    ['a year', '2025-01-01', '2025-12-31', '2024-01-01', '2024-12-30'],
    ['a leap year after a shorter one', '2024-01-01', '2024-12-31', '2022-12-31', '2023-12-31'],
    ['two days from a Monday', '2026-11-16', '2026-11-17', '2026-11-09', '2026-11-10'],
    ['seven days', '2026-11-11', '2026-11-17', '2026-11-04', '2026-11-10'],
    ['thirty days', '2026-10-22', '2026-11-20', '2026-09-17', '2026-10-16'],
    ['two months', '2026-09-01', '2026-10-31', '2026-06-30', '2026-08-29'],
    ['twelve months', '2025-11-21', '2026-11-20', '2024-11-15', '2025-11-14'],
  ])('of %s has as many days, from the same date or on the same weekdays', (_name, from, to, comparedFrom, comparedTo) => {
    expect(previous(from, to)).toEqual({ from: comparedFrom, to: comparedTo, is_partial: false })
  })

  test.each([
    ['a Monday of a week', 'week', '2026-11-16', '2026-11-16', '2026-11-09', '2026-11-09'],
    ['a week that begins on the 1st', 'week', '2026-06-01', '2026-06-03', '2026-05-25', '2026-05-27'],
    ['a month that begins on a Monday', 'month', '2026-06-01', '2026-06-03', '2026-05-01', '2026-05-03'],
    ['the first of a month', 'month', '2026-11-01', '2026-11-01', '2026-10-01', '2026-10-01'],
    ['a year in January', 'year', '2026-01-01', '2026-01-20', '2025-01-01', '2025-01-20'],
    ['1 January of a year', 'year', '2026-01-01', '2026-01-01', '2025-01-01', '2025-01-01'],
    ['a month with days that the one before has not', 'month', '2026-03-01', '2026-03-30', '2026-01-30', '2026-02-28'],
    ['days that are no month', 'month', '2026-11-10', '2026-11-16', '2026-11-03', '2026-11-09'],
  ] as const)('of %s is the same days of the %s before', (_name, period, from, to, comparedFrom, comparedTo) => {
    expect(previous(from, to, period)).toEqual({ from: comparedFrom, to: comparedTo, is_partial: false })
  })

  test('of last year begins 364 days earlier, on the same weekday', () => {
    expect(year('2026-11-16', '2026-11-20')).toEqual({ from: '2025-11-17', to: '2025-11-21', is_partial: false })
  })

  test('ends at the time of day when the range ends today', () => {
    expect(previous(TODAY, TODAY)).toEqual({ from: '2026-11-15', to: '2026-11-15', is_partial: true })
    expect(previous('2026-11-01', TODAY)).toEqual({ from: '2026-10-01', to: '2026-10-22', is_partial: true })
    expect(year('2026-11-16', TODAY)).toEqual({ from: '2025-11-17', to: '2025-11-23', is_partial: true })
  })

  test('leaves out the days after today', () => {
    expect(previous('2026-11-01', '2026-11-30')).toEqual(previous('2026-11-01', TODAY))
  })
})
