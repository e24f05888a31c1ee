import { expect, test } from 'vitest'
import { parseDecimal, parsePrice } from './decimal.ts'

test.each([
  ['12,50', 12.5],
  ['12.50', 12.5],
  [' 12,5 ', 12.5],
  ['1 234,50', 1234.5],
  ['1\u00a0234,50', 1234.5],
  ['1,234.50', 1234.5],
  ['1.234.567,8', 1_234_567.8],
  ['-0,25', -0.25],
  ['.5', 0.5],
  ['7.', 7],
  ['0', 0],
])('%j is %d (5.3.6)', (typed, number) => expect(parseDecimal(typed)).toBe(number))

test.each(['', ' ', '-', '.', ',', 'R 12', '12x', '1e3', '0x10', 'NaN', 'Infinity', '1,2,3', '1.2.3', '12,34.5'])(
  '%j is no number',
  (typed) => expect(parseDecimal(typed)).toBeUndefined(),
)

test.each([
  ['R 26,49', 26.49],
  ['R26.49', 26.49],
  ['r\u00a01\u00a0234,50', 1234.5],
  ['ZAR 1 234.50', 1234.5],
  ['26,49 R', 26.49],
  ['12 zar', 12],
  ['-R 5', -5],
  ['R -5', -5],
  [' 7,5 ', 7.5],
  ['R', undefined],
  ['Rand 5', undefined],
  ['5 Rand', undefined],
  ['$ 5', undefined],
  ['', undefined],
])('price: %j is %j', (typed, value) => {
  expect(parsePrice(typed)).toBe(value)
})
