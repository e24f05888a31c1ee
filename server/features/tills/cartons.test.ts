import { afterAll, describe, expect, test } from 'vitest'
import { findMismatches } from '../../../db/testing/find-mismatches.ts'
import { addProduct } from '../../testing/products.ts'
import { testServer } from '../../testing/server.ts'
import { createSale as createAnySale, createShopHelpers, readStatuses } from '../../testing/till-shop.ts'

const server = await testServer()
afterAll(server.close)
const { ask, createOwnedShop, addSite, addTill } = createShopHelpers(server)

/** Of the sum of its lines, where no amount is given. */
const createSale = (reference: string, more: object) =>
  createAnySale(reference, { finalamount: undefined, payment_method: 'card', ...more })

const findStock = async (productid: number) =>
  Number((await ask<{ stock: number }>('select stock from product where productid = $1', [productid]))[0]?.stock)

const findLines = ({ businessid }: { businessid: string }) =>
  ask(
    `select quantity, price, exact_price, purchaseprice, amount_cents, cost_cents, scanned_units, scanned_price
       from saleitems where businessid = $1 order by saleid, line`,
    [businessid],
  )

/** A shop with milk at R 5 and its carton of 24. */
async function createMilkShop(units = 24) {
  const shop = await createOwnedShop()
  const milk = await addProduct(shop, {
    ...{ productname: 'Milk', barcode: '6001', price: 5, purchaseprice: 3, stock: 100 },
    further_barcodes: [{ barcode: '16001', units }],
  })
  const changeUnits = (changed: number) =>
    ask(
      `update product set further_barcodes = jsonb_build_array(jsonb_build_object('barcode', '16001', 'units', $2::integer)) where productid = $1`,
      [milk.productid, changed],
    )
  return { ...shop, productid: milk.productid, changeUnits }
}

const DAY = { from: '2026-11-21', to: '2026-11-21' }

const carton = (more: object = {}) => ({ barcode: '16001', quantity: 1, price: 100, ...more })

describe('till sale of a carton', () => {
  test('sells its pieces at the amount of the line', async () => {
    const { till, productid, ...shop } = await createMilkShop()
    expect(readStatuses(await till.push([createSale('a', { items: [carton()] })]))).toEqual(['created'])
    expect(await findLines(shop)).toEqual([
      {
        ...{ quantity: 24, price: 4.17, exact_price: 4.1667, purchaseprice: 3, amount_cents: 10_000, cost_cents: 7_200 },
        ...{ scanned_units: 24, scanned_price: 100 },
      },
    ])
    expect(await findStock(productid)).toBe(76)
    expect(await shop.api.sales.list(DAY)).toMatchObject({ rows: [{ finalamount: 100 }] })
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })

  test('costs its pieces where the till sends no price, and takes a discount and a part of a discount of the sale off', async () => {
    const { till, ...shop } = await createMilkShop()
    const sale = createSale('a', {
      finalamount: 200,
      items: [
        carton({ price: undefined }),
        carton({ quantity: 2, price: 60.005, discount: 10 }),
        { barcode: '6001', quantity: 1 },
      ],
    })
    expect(readStatuses(await till.push([sale]))).toEqual(['created'])
    // 120, 110.01 and 5 for 200.
    const lines = await findLines(shop)
    expect(lines).toMatchObject([
      { quantity: 24, price: 5, exact_price: null, scanned_price: 120 },
      { quantity: 48, price: 2.5, exact_price: 2.5002, scanned_price: 60.005 },
      { quantity: 1, price: 5, scanned_units: null },
    ])
    expect(lines.reduce((sum, line) => sum + Number(line['amount_cents']), 0)).toBe(20_000)
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })

  test('has the amount that was sent, also at the price of a piece and where the price of a piece is rounded', async () => {
    const { till, productid, ...shop } = await createMilkShop()
    const sales = [
      createSale('piece price', { items: [carton({ price: 5 })] }),
      createSale('rounded', {
        payment_method: undefined,
        items: [carton({ quantity: 100 })],
        payments: [{ method: 'cash', amount: 10_000 }],
      }),
    ]
    expect(readStatuses(await till.push(sales))).toEqual(['created', 'created'])
    expect(await findLines(shop)).toMatchObject([
      { quantity: 24, price: 0.21, exact_price: 0.2083, amount_cents: 500 },
      { quantity: 2_400, exact_price: 4.1667, amount_cents: 1_000_000 },
    ])
    const { rows } = await shop.api.sales.list(DAY)
    const saleid = rows.find(({ finalamount }) => finalamount === 10_000)?.saleid ?? 0
    expect(await shop.api.sales.get({ saleid })).toMatchObject({
      items: [{ quantity: 2_400, price: 4.1667, total: 10_000 }],
      items_total: 10_000,
    })
    expect(await findStock(productid)).toBe(100 - 24 - 2_400)
  })

  test('is given back by a refund', async () => {
    const { till, productid, ...shop } = await createMilkShop()
    await till.push([createSale('a', { items: [carton({ quantity: 2 })] })])
    const refund = createSale('b', { refund_of: 'a', finalamount: -100, items: [carton({ quantity: -1 })] })
    expect(readStatuses(await till.push([refund]))).toEqual(['created'])
    expect(await findLines(shop)).toMatchObject([
      { quantity: 48, amount_cents: 20_000 },
      { quantity: -24, amount_cents: -10_000, cost_cents: -7_200 },
    ])
    expect(await findStock(productid)).toBe(76)
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })

  test('that is sent again is a duplicate, whatever the carton has now and however it is written', async () => {
    const { till, changeUnits, productid } = await createMilkShop()
    const sale = createSale('a', { items: [carton({ price: 99.995 })] })
    const withoutPrice = createSale('b', { items: [carton({ price: undefined })] })
    await till.push([sale, withoutPrice])
    const written = { ...sale, items: [carton({ price: 99.995, barcode: '1-6001', quantity: 1 })], payment_method: 'CARD' }
    expect(readStatuses(await till.push([sale, { ...sale, payment_method: 'CARD' }, written]))).toEqual([
      'duplicate',
      'duplicate',
      'duplicate',
    ])
    await changeUnits(12)
    const again = [sale, { ...sale, payment_method: 'CARD' }, { ...withoutPrice, payment_method: 'CARD' }]
    expect(readStatuses(await till.push(again))).toEqual(['duplicate', 'duplicate', 'duplicate'])
    const other = { ...sale, items: [carton({ price: 99.99 })] }
    expect(readStatuses(await till.push([other, { ...sale, items: [carton({ price: 99.995, quantity: 24 })] }]))).toEqual([
      'rejected',
      'rejected',
    ])
    expect(await findStock(productid)).toBe(52)
  })

  test('with more pieces than a stock can have is rejected, and the others are stored', async () => {
    const { till } = await createMilkShop(10_000)
    const sales = [createSale('a', { items: [carton({ quantity: 999_999 })] }), createSale('b', { items: [carton()] })]
    expect(readStatuses(await till.push(sales))).toEqual(['rejected', 'created'])
  })

  test('of a product that was deleted keeps its units, until another product has the barcode', async () => {
    const { till, productid, api, siteid, ...shop } = await createMilkShop()
    await till.push([createSale('a', { items: [carton()] })])
    await api.products.remove({ productid })
    await till.push([createSale('b', { items: [carton()] })])
    expect(await findStock(productid)).toBe(52)
    const tea = await addProduct(
      { api, siteid },
      { productname: 'Tea', stock: 10, further_barcodes: [{ barcode: '16001', units: 6 }] },
    )
    await till.push([createSale('c', { items: [carton()] })])
    expect(await findStock(tea.productid)).toBe(4)
    expect((await findLines(shop)).map((line) => line['quantity'])).toEqual([24, 24, 6])
  })

  test('is a carton at its own site only', async () => {
    const { till: _, ...shop } = await createMilkShop()
    const siteid = await addSite(shop)
    const till = await addTill({ businessid: shop.businessid, siteid })
    expect(readStatuses(await till.push([createSale('a', { items: [carton({ price: undefined })] })]))).toEqual(['rejected'])
    await till.push([createSale('b', { items: [carton()] })])
    expect(await findLines(shop)).toMatchObject([{ quantity: 1, price: 100, scanned_units: null }])
  })

  test('sold before the barcode was one is no sale of the product, and later ones are', async () => {
    const shop = await createOwnedShop()
    await shop.till.push([createSale('a', { items: [carton()] })])
    const milk = await addProduct(shop, { productname: 'Milk', stock: 100, further_barcodes: [{ barcode: '16001', units: 24 }] })
    await shop.till.push([createSale('b', { items: [carton()] })])
    expect(await findStock(milk.productid)).toBe(76)
  })
})
