import { expect, test } from 'vitest'
import { describeDifference, describeLate, findDifference } from './describe-difference.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test.each([
  [{ counted: 110.35, expected: 130.35 }, 'R 20,00 short'],
  [{ counted: 0.3, expected: 0.1 }, 'R 0,20 over'],
  [{ counted: 1234.5, expected: 1234.5 }, 'Agrees'],
])('difference of a cash-up: %j is "%s"', (line, words) => {
  expect(plain(describeDifference(findDifference(line)))).toBe(words)
})

test.each([
  [{ sales: 2, amount: 310 }, '2 sales for R 310,00 arrived later'],
  [{ sales: 1, amount: -50 }, '1 sale for -R 50,00 arrived later'],
  [{ sales: -1, amount: -30 }, '1 sale for R 30,00 was removed later'],
  [{ sales: -2, amount: -30 }, '2 sales for R 30,00 were removed later'],
  [{ sales: 0, amount: 5 }, 'The sales of the day changed later by R 5,00'],
])('late sales of a cash-up: %j is "%s"', (late, words) => {
  expect(plain(describeLate(late))).toBe(words)
})
