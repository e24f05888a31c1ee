import { afterAll, describe, expect, test } from 'vitest'
import { findMismatches } from '../../../db/testing/find-mismatches.ts'
import { testServer } from '../../testing/server.ts'
import { createSale, createShopHelpers, readStatuses } from '../../testing/till-shop.ts'

const server = await testServer()
afterAll(server.close)
const { ask, createShop, addProduct, findSales, findStock } = createShopHelpers(server)

const findPayments = ({ businessid }: { businessid: string }) =>
  ask(
    `select position, normalized_payment_method as method, amount_cents, tendered_cents, number, other_orders, other_cents
       from sale_payments where businessid = $1 order by saleid, position`,
    [businessid],
  )
/** Of a day, by method. */
const findBuckets = async ({ businessid }: { businessid: string }) =>
  Object.fromEntries(
    (
      await ask<{ payment_method: string; used: number; cents: number }>(
        `select payment_method, orders + other_orders as used, revenue_cents + other_cents as cents
           from payment_buckets where businessid = $1 and bucket_days = 1`,
        [businessid],
      )
    ).map(({ payment_method, used, cents }) => [payment_method, [used, cents]]),
  )

const split = (first: number, second: number, more: object = {}) => ({
  payments: [
    { method: 'Cash', amount: first },
    { method: 'card', amount: second, ...more },
  ],
})

describe('till sale with payments', () => {
  test('keeps each part, and each method has its own amount', async () => {
    const { till, ...shop } = await createShop()
    const { body } = await till.push([
      createSale('a', { finalamount: 100, ...split(40, 60) }),
      createSale('b', { finalamount: 10, payment_method: 'cash' }),
    ])
    expect(readStatuses({ body })).toEqual(['created', 'created'])
    expect(await findSales(shop)).toMatchObject([
      { finalamount: 100, payment_method: 'card', has_payments: true },
      { finalamount: 10, payment_method: 'cash', has_payments: false },
    ])
    expect(await findPayments(shop)).toEqual([
      { position: 1, method: 'cash', amount_cents: 4000, tendered_cents: null, number: null, other_orders: 1, other_cents: 4000 },
      {
        position: 2,
        method: 'card',
        amount_cents: 6000,
        tendered_cents: null,
        number: null,
        other_orders: 0,
        other_cents: -4000,
      },
    ])
    expect(await findBuckets(shop)).toEqual({ cash: [2, 5000], card: [1, 6000] })
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })

  test('counts once for two cards, and for a refund to one of them', async () => {
    const { till, ...shop } = await createShop()
    const payments = [
      { method: 'card', amount: 30 },
      { method: 'Card ', amount: 50 },
      { method: 'cash', amount: 20, tendered: 50 },
    ]
    await till.push([
      createSale('a', { finalamount: 100, payments }),
      createSale('b', { finalamount: -100, payments: [{ method: 'card', amount: -100 }], refund_of: 'a' }),
    ])
    expect(await findBuckets(shop)).toEqual({ card: [2, -2000], cash: [1, 2000] })
    const [, refund] = await findSales(shop)
    expect(refund).toMatchObject({ refund_of: 'a', has_payments: false, payment_method: 'card' })
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })

  test('keeps extras beside the amount, which stays the revenue', async () => {
    const { till, ...shop } = await createShop()
    await till.push([
      createSale('tip', { finalamount: 100, payment_method: 'card', extras: [{ kind: 'tip', amount: 15 }] }),
      createSale('only a tip', { finalamount: 0, payment_method: 'card', extras: [{ kind: 'tip', amount: 20 }] }),
      createSale('gift card', {
        finalamount: undefined,
        payments: [{ method: 'cash', amount: 500 }],
        extras: [{ kind: 'gift_card', amount: 500, number: 'G-1' }],
      }),
      createSale('rounding', { finalamount: 9.98, payment_method: 'cash', extras: [{ kind: 'rounding', amount: 0.02 }] }),
      createSale('tip given back', { finalamount: -100, payment_method: 'card', extras: [{ kind: 'tip', amount: -15 }] }),
    ])
    expect(Object.fromEntries((await findSales(shop)).map((sale) => [sale['reference'], sale['finalamount']]))).toEqual({
      ...{ tip: 100, 'only a tip': 0, 'gift card': 0, rounding: 9.98, 'tip given back': -100 },
    })
    expect(await findBuckets(shop)).toEqual({ card: [3, 2000], cash: [2, 51_000] })
    expect(await ask('select sum(revenue_cents) as revenue from site_daily where businessid = $1', [shop.businessid])).toEqual([
      { revenue: 998 },
    ])
    expect(
      await ask('select kind, amount_cents, number from sale_extras where businessid = $1 order by kind, amount_cents', [
        shop.businessid,
      ]),
    ).toEqual([
      { kind: 'gift_card', amount_cents: 50_000, number: 'G-1' },
      { kind: 'rounding', amount_cents: 2, number: null },
      { kind: 'tip', amount_cents: -1500, number: null },
      { kind: 'tip', amount_cents: 1500, number: null },
      { kind: 'tip', amount_cents: 2000, number: null },
    ])
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })

  test.each([
    ['a cent off', 'payments', { ...split(40, 59.99) }, 'The payments are 99.99. The amount of the sale is 100.00.'],
    [
      'a tip that no payment has',
      'payments',
      { ...split(40, 60), extras: [{ kind: 'tip', amount: 10 }] },
      'The payments are 100.00. The amount of the sale and its extras are 110.00.',
    ],
    ['both ways', 'payment_method', { ...split(40, 60), payment_method: 'cash' }, 'Give either payment_method or payments.'],
    ['no method', 'payments[0].method', { payments: [{ method: ' ', amount: 100 }] }, 'Name the payment method.'],
    [
      'less than the amount given',
      'payments[1].tendered',
      split(40, 60, { tendered: 50 }),
      'What the customer gave is not less than the amount. The difference is the change.',
    ],
    ['an unknown field', 'payments[1]', split(40, 60, { change: 5 }), 'There is no such field: change.'],
    [
      'an unknown kind',
      'extras[0].kind',
      { extras: [{ kind: 'bag', amount: 1 }] },
      'An extra is a tip, gift_card, deposit or rounding.',
    ],
    ['a rounding of R 5', 'extras[0].amount', { extras: [{ kind: 'rounding', amount: 5 }] }, 'A rounding is less than R 1.'],
    [
      '21 payments',
      'payments',
      { payments: Array.from({ length: 21 }, () => ({ method: 'cash', amount: 100 / 21 })) },
      expect.any(String),
    ],
  ])('is rejected with %s', async (_, field, values, reason) => {
    const { till, ...shop } = await createShop()
    const { body } = await till.push([createSale('a', { finalamount: 100, ...values })])
    expect(body.sales).toEqual([{ reference: 'a', status: 'rejected', field: `sales[0].${field}`, reason }])
    expect(await findSales(shop)).toEqual([])
  })

  test('is the same sale in other words', async () => {
    const { till } = await createShop()
    const tip = { extras: [{ kind: 'tip', amount: 10 }] }
    const sale = { finalamount: 90, ...split(40, 60), ...tip }
    const card = { finalamount: 20, payment_method: 'card' }
    await till.push([createSale('split', sale), createSale('card', card), createSale('tip', { ...card, ...tip })])
    const again: [string, Record<string, unknown>, string][] = [
      ['split', sale, 'duplicate'],
      ['split', { ...sale, payments: sale.payments.toReversed() }, 'duplicate'],
      ['split', { ...sale, payments: [{ method: ' CASH', amount: 40.0 }, sale.payments[1]] }, 'duplicate'],
      ['split', { ...sale, refund_of: null }, 'duplicate'],
      ['split', { ...sale, ...split(60, 40) }, 'rejected'],
      ['split', { ...sale, ...split(40, 60, { number: '1' }) }, 'rejected'],
      ['split', { ...sale, refund_of: 'x' }, 'rejected'],
      ['split', { finalamount: 90, payment_method: 'card' }, 'rejected'],
      ['card', { finalamount: 20, payments: [{ method: 'Card', amount: 20 }] }, 'duplicate'],
      ['card', { finalamount: 20, payment_method: 'card', extras: [], payments: [] }, 'duplicate'],
      ['card', { ...card, ...tip }, 'rejected'],
      ['tip', { finalamount: 20, payments: [{ method: 'card', amount: 30 }], ...tip }, 'duplicate'],
      ['tip', { ...card, extras: [{ kind: 'deposit', amount: 10 }] }, 'rejected'],
      ['tip', card, 'rejected'],
    ]
    const { body } = await till.push(again.map(([reference, values]) => createSale(reference, values)))
    expect(readStatuses({ body })).toEqual(again.map(([, , status]) => status))
  })
})

describe('till sale lines of other kinds', () => {
  test('have charges that are revenue of no product', async () => {
    const { till, ...shop } = await createShop()
    const bread = await addProduct(shop, { barcode: '600' })
    const { body } = await till.push([
      createSale('a', {
        finalamount: undefined,
        items: [
          { barcode: '600', quantity: 1 },
          { kind: 'charge', productname: 'Delivery', quantity: 1, price: 60 },
          { kind: 'charge', productname: 'Bag', quantity: 2, price: 0.5, vat_rate: 0 },
        ],
      }),
    ])
    expect(readStatuses({ body })).toEqual(['created'])
    expect(await findSales(shop)).toMatchObject([{ finalamount: 79.99, units: 1, cost_cents: 1200 }])
    expect(
      await ask(
        'select line, productid, productname, vat_rate, purchaseprice from saleitems where businessid = $1 order by line',
        [shop.businessid],
      ),
    ).toEqual([
      { line: 1, productid: bread.productid, productname: 'Bread', vat_rate: '15', purchaseprice: 12 },
      { line: 2, productid: null, productname: 'Delivery', vat_rate: '15', purchaseprice: null },
      { line: 3, productid: null, productname: 'Bag', vat_rate: '0', purchaseprice: null },
    ])
    expect(
      await ask(
        'select productid, revenue_cents from product_buckets where businessid = $1 and bucket_key % 1024 = 1 order by 1',
        [shop.businessid],
      ),
    ).toEqual([
      { productid: 0, revenue_cents: 6100 },
      { productid: bread.productid, revenue_cents: 1899 },
    ])
    expect(await findStock(bread)).toBe(99)
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })

  test('have discounts, prices of four decimals and open amounts, each line rounded half away from zero', async () => {
    const { till, ...shop } = await createShop()
    await addProduct(shop, { barcode: '600', price: 10 })
    const items = [
      { barcode: '600', quantity: 2, discount: 5, discount_reason: 'Damaged' },
      { barcode: '600', quantity: -1, discount: -2.5 },
      { productname: 'Fuel 95', quantity: 30.5, price: 23.459 },
      { productname: 'Deli', quantity: 1, price: 12.3, vat_rate: 15 },
      { barcode: '600', quantity: 1, price: 0.005 },
    ]
    // 15 - 7.5 + 715.4995 + 12.3 + 0.005
    const { body } = await till.push([createSale('a', { finalamount: undefined, items })])
    expect(readStatuses({ body })).toEqual(['created'])
    expect(await findSales(shop)).toMatchObject([{ finalamount: 735.31 }])
    expect(
      await ask(
        'select amount_cents, price, exact_price, discount_cents, discount_reason from saleitems where businessid = $1 order by line',
        [shop.businessid],
      ),
    ).toEqual([
      { amount_cents: 1500, price: 10, exact_price: null, discount_cents: 500, discount_reason: 'Damaged' },
      { amount_cents: -750, price: 10, exact_price: null, discount_cents: -250, discount_reason: null },
      { amount_cents: 71_550, price: 23.46, exact_price: 23.459, discount_cents: null, discount_reason: null },
      { amount_cents: 1230, price: 12.3, exact_price: null, discount_cents: null, discount_reason: null },
      { amount_cents: 1, price: 0.01, exact_price: 0.005, discount_cents: null, discount_reason: null },
    ])
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
    const again = [
      { finalamount: 735.31, items },
      { items: items.with(0, { ...items[0], discount: 5.0 } as never) },
      { items: items.with(0, { ...items[0], discount: 4 } as never) },
      { items: items.with(0, { ...items[0], discount_reason: 'Old' } as never) },
      { items: items.with(2, { ...items[2], price: 23.46 } as never) },
      { items: items.with(3, { ...items[3], kind: 'charge' } as never) },
    ]
    const answer = await till.push(again.map((values) => createSale('a', { finalamount: undefined, ...values })))
    expect(readStatuses(answer)).toEqual(['duplicate', 'duplicate', 'rejected', 'rejected', 'rejected', 'rejected'])
  })

  const line = { barcode: '600', quantity: 1, price: 10 }
  test.each([
    [
      'a charge of a product',
      { kind: 'charge', ...line, productname: 'Bag' },
      'barcode',
      'A charge has a productname and no barcode.',
    ],
    ['a charge without a name', { kind: 'charge', quantity: 1, price: 1 }, 'productname', 'Name the charge.'],
    ['a charge without a price', { kind: 'charge', quantity: 1, productname: 'Bag' }, 'price', 'Give the price of the charge.'],
    [
      'an open amount without a price',
      { productname: 'Deli', quantity: 1 },
      'price',
      'Give the price: the line names no product.',
    ],
    [
      'a discount above the line',
      { ...line, discount: 10.01 },
      'discount',
      'The discount is more than the line, which is 10.00.',
    ],
    ['a discount below zero', { ...line, discount: -1 }, 'discount', 'A discount is not below zero.'],
    [
      'a discount above zero of a returned line',
      { ...line, quantity: -1, discount: 1 },
      'discount',
      'The discount of a returned line is below zero, as its amount is.',
    ],
    ['a price of five decimals', { ...line, price: 1.00001 }, 'price', 'A price has at most four decimals.'],
    ['another kind', { ...line, kind: 'tip' }, 'kind', 'A line is a product or a charge.'],
  ])('are rejected: %s', async (_, item, field, reason) => {
    const { till, ...shop } = await createShop()
    await addProduct(shop, { barcode: '600' })
    const { body } = await till.push([createSale('a', { finalamount: 0, items: [item] })])
    expect(body.sales).toEqual([{ reference: 'a', status: 'rejected', field: `sales[0].items[0].${field}`, reason }])
  })
})

test('a split sale that is deleted takes its payments out of every sum', async () => {
  const { till, ...shop } = await createShop()
  await till.push([createSale('a', { finalamount: 100, ...split(40, 65), extras: [{ kind: 'tip', amount: 5 }] })])
  await ask('delete from sales where businessid = $1', [shop.businessid])
  expect(await findBuckets(shop)).toEqual({ cash: [0, 0], card: [0, 0] })
  expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
})
