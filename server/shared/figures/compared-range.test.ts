import { describe, expect, test } from 'vitest'
import { findComparedRange } from './compared-range.ts'

const TODAY = '2026-11-22'
const LOCAL = { today: TODAY, first_day: '2020-01-01' }
const previous = (from: string, to: string) => findComparedRange({ from, to }, 'previous', LOCAL)
const year = (from: string, to: string) => findComparedRange({ from, to }, 'year', LOCAL)

describe('compared range', () => {
  test('is none when the comparison is off', () => {
    expect(findComparedRange({ from: TODAY, to: TODAY }, 'off', LOCAL)).toBeNull()
  })

  test('is none when the business did not sell from its first day on', () => {
    const compare = (first_day: string | null) =>
      findComparedRange({ from: '2026-11-10', to: '2026-11-16' }, 'previous', { today: TODAY, first_day })
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
    ['two months', '2026-09-01', '2026-10-31', '2026-07-02', '2026-08-31'],
  ])(
    'of %s has as many days, just before, on the same weekday or from the same date',
    (_name, from, to, comparedFrom, comparedTo) => {
      expect(previous(from, to)).toEqual({ from: comparedFrom, to: comparedTo, is_partial: false })
    },
  )

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
