import { expect, test } from 'vitest'
import { assertSame } from './assert-same.ts'

const BASELINE = { results: 2, rows: [{ productid: 1, price: 9.5, picture: null }, { productid: 2 }] }

test('bench: an answer may have fields that the baseline has not', () => {
  const ours = { results: 2, compared: null, rows: [{ productid: 1, price: 9.5, picture: null, vat_rate: 15 }, { productid: 2 }] }
  expect(() => assertSame('products', ours, BASELINE)).not.toThrow()
})

test.for<[string, unknown, string]>([
  [
    'another value',
    { results: 2, rows: [{ productid: 1, price: 9.51, picture: null }, { productid: 2 }] },
    'answer.rows.0.price',
  ],
  [
    'a value in place of null',
    { results: 2, rows: [{ productid: 1, price: 9.5, picture: 'x' }, { productid: 2 }] },
    'answer.rows.0.picture',
  ],
  ['a field that is missing', { results: 2, rows: [{ productid: 1, price: 9.5, picture: null }, {}] }, 'answer.rows.1.productid'],
  ['a row that is missing', { results: 2, rows: [{ productid: 1, price: 9.5, picture: null }] }, 'answer.rows.1'],
  ['a row too much', { results: 2, rows: [...BASELINE.rows, { productid: 3 }] }, 'answer.rows.length'],
  ['rows in another order', { results: 2, rows: [...BASELINE.rows].reverse() }, 'answer.rows.0'],
  ['no answer', null, 'answer'],
  ['an empty list', [], 'answer'],
])('bench: a difference from the baseline ends the run: %s', ([, ours, path]) => {
  expect(() => assertSame('products', ours, BASELINE)).toThrow(`products: the answer differs from the baseline's at ${path}`)
})
