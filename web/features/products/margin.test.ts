import { expect, test } from 'vitest'
import { findMargin } from './margin.ts'

const product = { price: 115, purchaseprice: 75, is_free: false, vat_rate: 15 as const }

test.for([
  ['of the price without VAT', {}, 0.25],
  ['of the whole price when it has no VAT', { price: 100, vat_rate: 0 }, 0.25],
  ['of the whole price when it is exempt', { price: 100, vat_rate: 'exempt' }, 0.25],
  // R 0,99 has R 0,13 of VAT.
  ['with the VAT rounded to cents', { price: 0.99, purchaseprice: 0.43 }, 0.5],
  ['below zero when the cost is above the price', { purchaseprice: 150 }, -0.5],
  ['all of the price when the product is free', { purchaseprice: 0, is_free: true }, 1],
  ['unknown without a purchase price', { purchaseprice: 0 }, null],
  ['unknown without a price', { price: 0 }, null],
] as const)('margin of a product: is %s', ([, change, margin]) => {
  expect(findMargin({ ...product, ...change })).toBe(margin)
})
