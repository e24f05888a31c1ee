import { describe, expect, test } from 'vitest'
import {
  formatAxisCount,
  formatAxisRand,
  formatCount,
  formatPercent,
  formatPlanPrice,
  formatQuantity,
  formatRand,
  formatWholeRand,
  NO_VALUE,
  pluralize,
} from './money.ts'

/** Readable expectations: a plain space here is a no-break space on screen. */
const shown = (text: string) => text.replaceAll(' ', '\u00a0')

describe('money in rand', () => {
  test('has no decimals in totals (9.2)', () => {
    expect(formatWholeRand(1_400_525.4)).toBe(shown('R 1 400 525'))
    expect(formatWholeRand(1_234_567_890)).toBe(shown('R 1 234 567 890'))
    expect(formatWholeRand(0)).toBe(shown('R 0'))
  })

  test('has two decimals in averages and prices (9.1)', () => {
    expect(formatRand(218.2217)).toBe(shown('R 218,22'))
    expect(formatRand(0)).toBe(shown('R 0,00'))
    expect(formatRand(9_999_999_999.99)).toBe(shown('R 9 999 999 999,99'))
  })

  test('has the minus sign before the R', () => {
    expect(formatRand(-12.5)).toBe(shown('-R 12,50'))
    expect(formatWholeRand(-1_400)).toBe(shown('-R 1 400'))
  })

  test('has no sign when it rounds to zero', () => {
    expect(formatWholeRand(-0.4)).toBe(shown('R 0'))
    expect(formatRand(-0)).toBe(shown('R 0,00'))
  })

  test('is a dash when it is not a number', () => {
    for (const format of [
      formatRand,
      formatWholeRand,
      formatCount,
      formatQuantity,
      formatPercent,
      formatPlanPrice,
      formatAxisRand,
      formatAxisCount,
    ]) {
      expect(format(Number.NaN)).toBe(NO_VALUE)
      expect(format(Number.POSITIVE_INFINITY)).toBe(NO_VALUE)
      expect(format(undefined as never)).toBe(NO_VALUE)
    }
  })
})

test('number format: counts', () => {
  expect(formatCount(6_418)).toBe(shown('6 418'))
  expect(pluralize(1, 'order')).toBe('1 order')
  expect(pluralize(0, 'order')).toBe('0 orders')
  expect(pluralize(2, 'category')).toBe('2 categories')
  expect(pluralize(2, 'day')).toBe('2 days')
  expect(pluralize(6_418, 'order')).toBe(`${shown('6 418')} orders`)
})

test('number format: quantities have up to three decimals and no trailing zero', () => {
  expect(formatQuantity(842)).toBe('842')
  expect(formatQuantity(1.25)).toBe('1,25')
  expect(formatQuantity(0.1 + 0.2)).toBe('0,3')
  expect(formatQuantity(-1_000.125)).toBe(shown('-1 000,125'))
})

test('number format: percentages', () => {
  expect(formatPercent(3966 / 6418)).toBe(shown('61,8 %'))
  expect(formatPercent(1)).toBe(shown('100,0 %'))
})

test('number format: plan prices have their currency (9.1)', () => {
  expect(formatPlanPrice(249)).toBe(shown('ZAR 249,00'))
  expect(formatPlanPrice(1_249.5, 'USD')).toBe(shown('USD 1 249,50'))
})

describe('axis labels', () => {
  test.each([
    [0, 'R 0'],
    [0.5, 'R 0,5'],
    [750, 'R 750'],
    [12_000, 'R 12k'],
    [12_500, 'R 12,5k'],
    [1_200_000, 'R 1,2m'],
    [999_999, 'R 1m'],
    [2_500_000_000, 'R 2,5bn'],
    [-25_000, '-R 25k'],
  ])('show %d rand in short', (amount, text) => expect(formatAxisRand(amount)).toBe(shown(text)))

  test('show counts in short', () => {
    expect(formatAxisCount(300)).toBe('300')
    expect(formatAxisCount(12_500)).toBe('12,5k')
  })
})
