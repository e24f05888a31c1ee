import { expect, test } from 'vitest'
import { writeOrderText } from './order-text.ts'

const bread = { productname: 'Bread 700 g', barcode: '6001', sitename: 'Sandton', suggested: 24 }
const rolls = { productname: 'Rolls', barcode: '', sitename: 'Sandton', suggested: 1_200 }

test('order text: names the site and has a line for each product', () => {
  expect(writeOrderText([bread, rolls], 'Karoo Pantry')).toBe(
    'Good day\n\nPlease deliver to Sandton:\n24 x Bread 700 g (6001)\n1\u00a0200 x Rolls\n\nPlease confirm the order and the day of delivery.\n\nKaroo Pantry',
  )
})

test('order text: is grouped by site where several sites order', () => {
  expect(writeOrderText([bread, { ...rolls, sitename: 'Rosebank' }], '')).toContain(
    'Please deliver to Sandton:\n24 x Bread 700 g (6001)\n\nPlease deliver to Rosebank:\n1\u00a0200 x Rolls',
  )
})
