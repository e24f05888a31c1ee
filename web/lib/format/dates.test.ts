import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  countDays,
  formatDateTimeIn,
  formatLongDay,
  formatMonth,
  formatPeriod,
  formatShortDay,
  formatTimeIn,
  formatWeekday,
  getToday,
} from './dates.ts'

const JOHANNESBURG = 'Africa/Johannesburg'

test('dates: today is the day of the business in every time zone of the browser', () => {
  const lateOnTheSecond = new Date('2026-03-02T22:30:00Z')
  expect(getToday('UTC', lateOnTheSecond)).toBe('2026-03-02')
  expect(getToday(JOHANNESBURG, lateOnTheSecond)).toBe('2026-03-03')
  expect(getToday('America/New_York', lateOnTheSecond)).toBe('2026-03-02')
})

test('dates: midnight is 00:00, not 24:00', () => {
  const midnight = new Date('2026-03-02T22:00:00Z')
  expect(formatTimeIn(JOHANNESBURG, midnight)).toBe('00:00')
  expect(formatDateTimeIn(JOHANNESBURG, midnight)).toBe('3 Mar 2026, 00:00')
})

test('dates: days are written with the name of the month (2.7.13)', () => {
  expect(formatShortDay('2026-11-05')).toBe('5 Nov')
  expect(formatLongDay('2026-10-22')).toBe('22 Oct 2026')
  expect(formatWeekday('2026-10-31')).toBe('Sat, 31 Oct 2026')
  expect(formatMonth('2026-09-30')).toBe('Sep 2026')
})

test('dates: a period has the years that the reader does not know', () => {
  expect(formatPeriod({ from: '2026-09-24', to: '2026-10-23' })).toBe('24 Sep – 23 Oct 2026')
  expect(formatPeriod({ from: '2026-09-24', to: '2026-10-23' }, '2026')).toBe('24 Sep – 23 Oct')
  expect(formatPeriod({ from: '2025-01-01', to: '2025-11-22' }, '2026')).toBe('1 Jan – 22 Nov 2025')
  expect(formatPeriod({ from: '2025-12-29', to: '2026-01-04' }, '2026')).toBe('29 Dec 2025 – 4 Jan 2026')
  expect(formatPeriod({ from: '2026-10-23', to: '2026-10-23' }, '2026')).toBe('23 Oct')
})

test('dates: addDays crosses months, leap years and changes to summer time', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
})

test('dates: addMonths keeps the day, or takes the last one of a shorter month', () => {
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
  expect(addMonths('2026-12-31', 2)).toBe('2027-02-28')
  expect(addMonths('2024-02-29', -12)).toBe('2023-02-28')
})

test('dates: daysBetween is the inverse of addDays', () => {
  const date = fc
    .date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10))
  fc.assert(
    fc.property(date, fc.integer({ min: -4000, max: 4000 }), (from, days) => {
      expect(countDays(from, addDays(from, days))).toBe(days)
    }),
  )
})
