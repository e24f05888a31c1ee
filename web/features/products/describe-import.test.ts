import { expect, test } from 'vitest'
import { describeImport } from './describe-import.ts'

const PREVIEW = {
  ...{ importid: '', stock_differs: 0, new: 40, changed: 12, unchanged: 0, rejected: 0, lines: [] },
  stock_cost: { products: 52, known_costs: 52, cost: 12_400 },
  kept_stock_cost: { products: 0, known_costs: 0, cost: 0 },
}

test.each([
  [{}, 'Adds 40 products and changes 12, stock worth R 12 400,00 at cost.'],
  [{ new: 0, changed: 1, rejected: 2 }, 'Changes 1 product, stock worth R 12 400,00 at cost. 2 lines are rejected.'],
  [
    { changed: 0, stock_cost: { products: 30, known_costs: 12, cost: 0.5 } },
    'Adds 40 products, stock worth R 0,50 at cost (known for 12 of 30 with stock).',
  ],
  [{ stock_cost: PREVIEW.kept_stock_cost }, 'Adds 40 products and changes 12.'],
  [
    { stock_cost: { products: 3, known_costs: 0, cost: 0 } },
    'Adds 40 products and changes 12. The cost of their stock is not known.',
  ],
  [{ new: 0, changed: 0, rejected: 1, stock_cost: PREVIEW.kept_stock_cost }, 'Changes nothing. 1 line is rejected.'],
])('product import: %j is said in a sentence', (change, sentence) => {
  expect(describeImport({ ...PREVIEW, ...change }).replaceAll('\u00a0', ' ')).toBe(sentence)
})
