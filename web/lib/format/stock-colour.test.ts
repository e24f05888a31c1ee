import { expect, test } from 'vitest'
import { getStockColour } from './stock-colour.ts'

test.each([
  [-2, 'red'],
  [0, 'red'],
  [0.125, 'amber'],
  [19.999, 'amber'],
  [20, 'yellow'],
  [49.999, 'yellow'],
  [50, 'green'],
])('stock colour: %d is %s (9.10)', (stock, colour) => expect(getStockColour(stock)).toBe(colour))
