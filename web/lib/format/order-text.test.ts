import { expect, test } from 'vitest'
import { createOrderMail, writeOrderText } from './order-text.ts'

const bread = { productname: 'Bread 700 g', barcode: '6001', sitename: 'Sandton', quantity: 24 }
const rolls = { productname: 'Rolls', barcode: '', sitename: 'Sandton', quantity: 1_200 }

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

test('order text: begins with what the supplier looks for', () => {
  expect(writeOrderText([bread], '', ['Order 12', 'Account K-77'])).toContain(
    'Good day\n\nOrder 12\nAccount K-77\n\nPlease deliver',
  )
})

test('order mail: says that a text is too long for a URL', () => {
  const subject = 'Order from Karoo Pantry'
  expect(createOrderMail('a&b@mill.example', subject, '1 x Bread\n2 x Rolls')).toEqual({
    url: 'mailto:a%26b@mill.example?subject=Order%20from%20Karoo%20Pantry&body=1%20x%20Bread%0D%0A2%20x%20Rolls',
    isWhole: true,
  })
  expect(createOrderMail('a@mill.example', subject, '1 x Bread\n'.repeat(200))).toEqual({
    url: 'mailto:a@mill.example?subject=Order%20from%20Karoo%20Pantry',
    isWhole: false,
  })
})
