import { expect, test } from 'vitest'
import { describeEffect, goesAgainst } from './describe-bulk-effect.ts'

const raise = { kind: 'change_price_by_percent', percent: 10 } as const

test.each([
  [raise, { products: 30, difference: 1204 }, "Changes the price of 34 products: R 1 204,00 more in total at today's stock."],
  [raise, { products: 1, difference: -0.5 }, "Changes the price of 34 products: R 0,50 less in total at today's stock."],
  [raise, { products: 2, difference: 0 }, "Changes the price of 34 products: as much in total at today's stock."],
  [raise, { products: 0, difference: 0 }, 'Changes the price of 34 products. None of them has stock.'],
  [{ kind: 'set_category', category: '' } as const, null, 'Changes the category of 34 products.'],
])('bulk change: %j with stock %j is said in a sentence', (change, stock_value, sentence) => {
  const preview = { changeid: null, changed: 34, unchanged: 0, refused: 0, lines: [], stock_value }
  expect(describeEffect(change, preview).replaceAll('\u00a0', ' ')).toBe(sentence)
})

test('bulk change: a price that its ending takes the other way is marked', () => {
  const line = (before: number, after: number) => ({ productid: 1, productname: 'Lolly', sitename: '', before, after })
  const marks = [line(5, 4.99), line(5, 5.99), line(5, 5)].map((one) => goesAgainst(raise, one))
  expect(marks).toEqual([true, false, false])
  expect(goesAgainst({ kind: 'add_to_price', amount: -0.05 }, line(32.95, 33))).toBe(true)
  expect(goesAgainst({ kind: 'set_price', price: 3 }, line(5, 3))).toBe(false)
})
