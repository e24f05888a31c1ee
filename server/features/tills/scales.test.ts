import { afterAll, describe, expect, test } from 'vitest'
import { findMismatches } from '../../../db/testing/find-mismatches.ts'
import { addProduct } from '../../testing/products.ts'
import { testServer } from '../../testing/server.ts'
import { createSale as createAnySale, createShopHelpers, readStatuses } from '../../testing/till-shop.ts'

const server = await testServer()
afterAll(server.close)
const { ask, createOwnedShop } = createShopHelpers(server)

/** 350 g of product 01234. */
const WEIGHT = '2001234003506'
/** R 59,90 of product 01234. */
const PRICE = '2301234059900'
const PATTERNS = ['20PPPPPWWWWWC', '23PPPPPRRRRRC']

/** Of the sum of its lines, where no amount is given. */
const createSale = (reference: string, item: object, more: object = {}) =>
  createAnySale(reference, { finalamount: undefined, payment_method: 'card', items: [{ quantity: 1, ...item }], ...more })

const findStock = async (productid: number) =>
  Number((await ask<{ stock: number }>('select stock from product where productid = $1', [productid]))[0]?.stock)

const findLines = ({ businessid }: { businessid: string }) =>
  ask(
    `select quantity, saleitems.price, amount_cents, cost_cents, scanned_units, scanned_price, is_unknown
       from saleitems join product using (businessid, productid) where saleitems.businessid = $1 order by saleid, line`,
    [businessid],
  )

/** A shop with cheese at R 130 a kilogram, 10 kg of it, and scales. */
async function createCheeseShop(barcode = '1234', patterns = PATTERNS) {
  const shop = await createOwnedShop()
  const setPatterns = async (scale_patterns: string[]) =>
    shop.api.stock.saveSettings({ ...(await shop.api.stock.settings()), scale_patterns })
  await setPatterns(patterns)
  const { productid } = await addProduct(shop, { productname: 'Cheese', barcode, price: 130, purchaseprice: 100, stock: 10 })
  return { ...shop, productid, setPatterns }
}

describe('till sale of the barcode of a scale', () => {
  test.each(['1234', '01234', '2001234000000'])('finds the product with the barcode %s and its weight', async (barcode) => {
    const { till, productid, ...shop } = await createCheeseShop(barcode)
    expect(readStatuses(await till.push([createSale('a', { barcode: WEIGHT, price: 45.5 })]))).toEqual(['created'])
    expect(await findLines(shop)).toEqual([
      {
        ...{ quantity: 0.35, price: 130, amount_cents: 4_550, cost_cents: 3_500, scanned_units: 0.35, scanned_price: 45.5 },
        is_unknown: false,
      },
    ])
    expect(await findStock(productid)).toBe(9.65)
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })

  test.each([
    ['a weight that is also the quantity', { barcode: WEIGHT, quantity: 0.35, price: 130 }, 0.35, 4_550, null],
    ['a weight without a price, for the price of the product', { barcode: WEIGHT }, 0.35, 4_550, 0.35],
    ['two labels', { barcode: WEIGHT, quantity: 2, price: 45.5 }, 0.7, 9_100, 0.35],
    ['a price that the till does not send', { barcode: PRICE }, 1, 5_990, null],
    [
      'a wrong check digit where the price of the product says the same',
      { barcode: '2001234003504', price: 45.5 },
      0.35,
      4_550,
      0.35,
    ],
    ['a price that the till sends otherwise', { barcode: PRICE, price: 50 }, 1, 5_000, null],
  ])('takes %s', async (_what, item, quantity, amount_cents, scanned_units) => {
    const { till, productid, ...shop } = await createCheeseShop()
    expect(readStatuses(await till.push([createSale('a', item)]))).toEqual(['created'])
    expect(await findLines(shop)).toMatchObject([{ quantity, amount_cents, scanned_units }])
    expect(await findStock(productid)).toBe(10 - quantity)
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })

  test.each([
    ['a wrong check digit and another amount', PATTERNS, '2001234003707'],
    ['a product that the site does not have', PATTERNS, '2009999003504'],
    ['no pattern for it', ['21PPPPPWWWWWC'], WEIGHT],
  ])('with %s is one of an unknown product', async (_what, patterns, barcode) => {
    const { till, productid, ...shop } = await createCheeseShop('1234', patterns)
    expect(readStatuses(await till.push([createSale('a', { barcode, price: 45.5 })]))).toEqual(['created'])
    expect(await findLines(shop)).toMatchObject([{ quantity: 1, amount_cents: 4_550, is_unknown: true }])
    expect(await findStock(productid)).toBe(10)
  })

  test('is that of the product that has the whole barcode as its own', async () => {
    const { till, productid, ...shop } = await createCheeseShop()
    const pack = await addProduct(shop, { productname: 'Cheese in a pack', barcode: WEIGHT, stock: 5 })
    await till.push([createSale('a', { barcode: WEIGHT, price: 45.5 })])
    expect([await findStock(productid), await findStock(pack.productid)]).toEqual([10, 4])
  })

  test('is given back by a refund, and sent again is a duplicate', async () => {
    const { till, productid, setPatterns } = await createCheeseShop()
    const sale = createSale('a', { barcode: WEIGHT, price: 45.5 })
    const refund = createSale('b', { barcode: WEIGHT, quantity: -1, price: 45.5 }, { refund_of: 'a' })
    expect(readStatuses(await till.push([sale, refund]))).toEqual(['created', 'created'])
    expect(await findStock(productid)).toBe(10)
    const written = { ...sale, payment_method: 'CARD' }
    expect(readStatuses(await till.push([written, refund]))).toEqual(['duplicate', 'duplicate'])
    await setPatterns([])
    expect(readStatuses(await till.push([sale, refund]))).toEqual(['duplicate', 'duplicate'])
    const other = createSale('a', { barcode: WEIGHT, price: 45.6 })
    expect(readStatuses(await till.push([other]))).toEqual(['rejected'])
  })

  test('is not read by the patterns of another business', async () => {
    const cheese = await createCheeseShop('1234', [])
    await createCheeseShop()
    await cheese.till.push([createSale('a', { barcode: WEIGHT, price: 45.5 })])
    expect(await findLines(cheese)).toMatchObject([{ quantity: 1, is_unknown: true }])
  })
})

describe('scale barcodes', () => {
  test('are found by the search and by the scan of their product, and are counted by their weight', async () => {
    const { api, siteid, productid, setPatterns } = await createCheeseShop()
    const search = { q: '', page: 1, per_page: 25, sort: 'productname', dir: 'asc', per: 'product', low: false, no_cost: false }
    const list = (more: object) => api.products.list({ ...search, siteid, ...more } as Parameters<typeof api.products.list>[0])
    expect(await list({ barcode: WEIGHT })).toMatchObject({ rows: [{ productid }] })
    expect(await list({ q: PRICE })).toMatchObject({ rows: [{ productid }] })

    const count = { siteid, is_blind: false, note: '', scope: { of: 'all' as const }, request_id: crypto.randomUUID() }
    const { documentid } = await api.stock.counts.begin(count)
    const scan = (barcode: string, quantity: number) =>
      api.stock.counts.enter({ documentid, entries: [{ barcode, quantity, request_id: crypto.randomUUID() }] })
    expect(await scan(WEIGHT, 2)).toMatchObject([{ status: 'counted', productname: 'Cheese', quantity: 0.7, counted: 0.7 }])
    expect(await scan('2 001234 003506', 1)).toMatchObject([{ status: 'counted', counted: 1.05 }])
    expect(await scan(PRICE, 1)).toMatchObject([{ status: 'counted', quantity: 1, counted: 2.05 }])
    expect(await scan('2001234003507', 1)).toMatchObject([{ status: 'unknown', quantity: 1 }])
    await setPatterns([])
    expect(await scan(WEIGHT, 1)).toMatchObject([{ status: 'unknown' }])
    expect(await list({ barcode: WEIGHT })).toMatchObject({ rows: [] })
  })

  test('are settings that a second person does not overwrite, and that a client of before keeps', async () => {
    const { api } = await createCheeseShop()
    const opened = await api.stock.settings()
    expect(opened.scale_patterns).toEqual(PATTERNS)
    const { scale_patterns: _, ...known } = opened
    await api.stock.saveSettings({ ...known, opened: known })
    expect(await api.stock.settings()).toEqual(opened)
    await api.stock.saveSettings({ ...opened, scale_patterns: ['21pppppwwwwwc'], opened })
    expect(await api.stock.settings()).toMatchObject({ scale_patterns: ['21PPPPPWWWWWC'] })
    await expect(api.stock.saveSettings({ ...opened, opened })).rejects.toMatchObject({ code: 'CHANGED' })
    await expect(api.stock.saveSettings({ ...opened, scale_patterns: ['20PPPPPWWWWC'] })).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    })
  })
})
