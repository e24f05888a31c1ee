import { expect, test } from 'vitest'
import { DecimalSigns, NumberFormat } from './number-format.ts'

const readIn = (column: string[], cell: string, { isMoney = false, elsewhere = [] as string[] } = {}) => {
  const file = new DecimalSigns()
  const other = new NumberFormat({ isMoney: true, file })
  for (const number of elsewhere) other.sample(number)
  const numbers = new NumberFormat({ isMoney, file })
  for (const number of [...column, cell]) numbers.sample(number)
  const parsed = numbers.parse(cell)
  return 'value' in parsed ? { value: Number(parsed.value) } : parsed
}
const twoWays = (cell: string, one: string, other: string) => ({
  problem: `“${cell}” can be read in two ways: write ${one} or ${other}.`,
})

test.each([
  [['12,50'], '1,234', 1.234],
  [['1 234,5'], '1,234', 1.234],
  [['1.234,5'], '1,234', 1.234],
  [['1.234.567'], '1,234', 1.234],
  [['0,125'], '1,234', 1.234],
  [['12.50'], '1.234', 1.234],
  [['12,50'], '1.234', 1234],
  [['12.50'], '1,234', 1234],
  [['1,234,567'], '1,234', 1234],
  [[], '1.234', 1.234],
  [['12.50', '12,50'], '12,50', 12.5],
  [[], '1,234,567', 1_234_567],
  [[], '1,234.50', 1234.5],
  [[], '1 234,50', 1234.5],
  [[], 'R 26,49', 26.49],
  [[], 'r26.49', 26.49],
  [[], 'R1 234.50', 1234.5],
  [[], 'ZAR\u00a012.50', 12.5],
  [[], '12.50 ZAR', 12.5],
  [[], '-0,125', -0.125],
  [[], '-R 5', -5],
  [[], 'R -5.00', -5],
  [[], '12,50-', -12.5],
  [[], '(12.50)', -12.5],
  [[], '(R 1 234,50)', -1234.5],
])('number format: in a column with %j, %j is %d', (column, cell, value) => expect(readIn(column, cell)).toEqual({ value }))

test('number format: the digits stay as they are written, because 16.275 is no binary fraction', () => {
  const numbers = new NumberFormat({ isMoney: true, file: new DecimalSigns() })
  numbers.sample('R 16.275')
  expect(numbers.parse('R 16.275')).toEqual({ value: '16.275' })
})

test('number format: a column without a decimal sign uses that of the other columns', () => {
  expect(readIn(['5'], '1,234', { elsewhere: ['12,50'] })).toEqual({ value: 1.234 })
  expect(readIn(['5'], '1,234', { elsewhere: ['12.50'] })).toEqual({ value: 1234 })
  expect(readIn(['0,5'], '1,234', { elsewhere: ['12.50'] }), 'its own sign comes first').toEqual({ value: 1.234 })
})

test('number format: a comma before three digits separates thousands in a column of money', () =>
  expect(readIn(['850'], '1,234', { isMoney: true })).toEqual({ value: 1234 }))

test.each([
  [[], '1,234', '1234', '1.234'],
  [['5', '17'], '1,234', '1234', '1.234'],
  [['12.50', '12,50'], '-1,234', '-1234', '-1.234'],
])('number format: in a column with %j, %j is rejected as ambiguous', (column, cell, one, other) =>
  expect(readIn(column, cell)).toEqual(twoWays(cell, one, other)),
)

test.each(['1e5', 'cheap', 'R', 'Rand 5', '12,34.5', '$5', '(5', '(-5)', '--5', '-5-', ''])(
  'number format: %j is rejected with a reason',
  (cell) => expect(readIn([], cell)).toEqual({ problem: `“${cell}” is not a number.` }),
)
test('number format: the reason quotes only the beginning of a long cell', () =>
  expect(readIn([], 'x'.repeat(500))).toEqual({ problem: `“${'x'.repeat(40)}…” is not a number.` }))

test.each([
  ['12,-', 12],
  ["1'234.50", 1234.5],
  ['\u22125', -5],
])('number format: %j is read as people write it', (cell, value) =>
  expect(readIn([], cell, { isMoney: true })).toEqual({ value }),
)

test.each(['€ 5', '5 €', '-$5', '$5'])('number format: %j has another currency, which sales may have', (cell) => {
  const format = new NumberFormat({ isMoney: true, file: new DecimalSigns(), hasAnyCurrency: true })
  expect(format.parse(cell)).toEqual({ value: cell.startsWith('-') ? '-5' : '5' })
})
