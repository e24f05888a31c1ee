import { expect, test } from 'vitest'
import { NumberFormat } from './number-format.ts'

const readIn = (file: string[], cell: string) => {
  const numbers = new NumberFormat()
  for (const other of [...file, cell]) numbers.sample(other)
  return numbers.parse(cell)
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
  [[], '1.234', 1.234],
  [['12.50', '12,50'], '12,50', 12.5],
  [[], '1,234,567', 1_234_567],
  [[], '1,234.50', 1234.5],
  [[], 'R 12,50', 12.5],
  [[], 'ZAR\u00a012.50', 12.5],
  [[], 'R1 234,50', 1234.5],
  [[], '-0,125', -0.125],
])('number format: in a file with %j, %j is %d', (file, cell, value) => expect(readIn(file, cell)).toEqual({ value }))

test.each([
  [[], '1,234', '1234', '1.234'],
  [['5', '17'], '1,234', '1234', '1.234'],
  [['1,234.50'], '1,234', '1234', '1.234'],
  [['1,234,567'], '1,234', '1234', '1.234'],
  [['12.50', '12,50'], '-1,234', '-1234', '-1.234'],
  [['12,50'], '1.234', '1234', '1,234'],
])('number format: in a file with %j, %j is rejected as ambiguous', (file, cell, one, other) =>
  expect(readIn(file, cell)).toEqual(twoWays(cell, one, other)),
)

test.each(['1e5', 'cheap', 'R', 'Rand 5', '12,34.5', '$5'])('number format: %j is rejected with a reason', (cell) =>
  expect(readIn([], cell)).toEqual({ problem: `“${cell}” is not a number.` }),
)
test('number format: the reason quotes only the beginning of a long cell', () =>
  expect(readIn([], 'x'.repeat(500))).toEqual({ problem: `“${'x'.repeat(40)}…” is not a number.` }))
