import { afterAll, expect, test } from 'vitest'
import type { StockEntry } from '../../../contract/product-stock.ts'
import type { Owner } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { createSale, createShopHelpers } from '../../testing/till-shop.ts'

const server = await testServer()
afterAll(server.close)
const { ask, createOwnedShop, addProduct } = createShopHelpers(server)

const plain = { barcode: '600', category: '', supplier: '', description: '', price: 10, purchaseprice: 5 }

/** What of an entry a reader sees, apart from the time. */
const shown = ({ kind, stock_before, stock_after, sold, returned, sales, changed_by, note }: StockEntry) =>
  [kind, stock_before, stock_after, sold, returned, sales, changed_by, note] as const

const BY_THANDI = ['Thandi Nkosi', ''] as const

/** Saves another stock, as the dialog does. */
async function setStock({ api }: Pick<Owner, 'api'>, productid: number, stock: number, stock_note = '') {
  const { sitename: _, picture: __, version, ...product } = await api.products.get({ productid })
  await api.products.update({ ...product, stock, stock_note, opened: { version, stock: product.stock } })
}

test('stock history: has the opening stock, sales and refunds of a day, and edits with who and why', async () => {
  const { till, ...shop } = await createOwnedShop()
  const { api, siteid } = shop
  const { productid } = await api.products.create({ ...plain, siteid, productname: 'Bread', stock: 20 })
  const sell = (reference: string, quantity: number) =>
    createSale(reference, { finalamount: 10 * Math.sign(quantity), items: [{ productid, quantity }] })
  await till.push([sell('a', 2), sell('b', 3), sell('c', -1)])
  await setStock(shop, productid, 40, 'Delivery')
  await till.push([sell('d', 5)])
  await setStock(shop, productid, 30)

  const { entries, next } = await api.products.stockHistory({ productid })
  expect(entries.map(shown)).toEqual([
    ['edit', 35, 30, 0, 0, 0, ...BY_THANDI],
    ['sales', 40, 35, 5, 0, 1, null, ''],
    ['edit', 16, 40, 0, 0, 0, 'Thandi Nkosi', 'Delivery'],
    ['sales', 20, 16, 5, 1, 3, null, ''],
    ['opening', 0, 20, 0, 0, 0, ...BY_THANDI],
  ])
  expect(next).toBeNull()

  const sales = await api.products.sales({ productid })
  expect(sales.map(({ quantity }) => quantity).sort((a, b) => a - b)).toEqual([-1, 2, 3, 5])
  expect(sales[0]).toMatchObject({ sitename: 'Sandton', saledate: expect.any(Date) })
})

test('stock history: begins with the stock of a product whose first stock was not recorded', async () => {
  const { api, ...shop } = await createOwnedShop()
  const { productid } = await addProduct(shop, { stock: 7 })
  const opening = ['opening', 0, 7, 0, 0, 0, null, '']
  expect((await api.products.stockHistory({ productid })).entries.map(shown)).toEqual([opening])
  await setStock({ api }, productid, 9)
  expect((await api.products.stockHistory({ productid })).entries.map(shown)).toEqual([
    ['edit', 7, 9, 0, 0, 0, ...BY_THANDI],
    opening,
  ])
})

test('stock history: divides sales by the days of the business', async () => {
  const { till, api, ...shop } = await createOwnedShop()
  const { productid } = await addProduct(shop, { stock: 100 })
  await till.push([1, 2, 3].map((n) => createSale(`${n}`, { items: [{ productid, quantity: n }] })))
  const days = ['2026-11-19T21:59:59Z', '2026-11-19T22:00:00Z', '2026-11-20T21:59:59Z']
  for (const [index, day] of days.entries())
    await ask('update stock_movements set moved_at = $1 where productid = $2 and stock_before - stock_after = $3', [
      day,
      productid,
      index + 1,
    ])
  const { entries } = await api.products.stockHistory({ productid })
  expect(entries.map(({ kind, sold, stock_after }) => [kind, sold, stock_after])).toEqual([
    ['sales', 5, 94],
    ['sales', 1, 99],
    ['opening', 0, 100],
  ])
})

test('stock history: has pages that together have each change once, also of a product that is sold very often', async () => {
  const { api, businessid, ...shop } = await createOwnedShop()
  const { productid } = await addProduct({ businessid, siteid: shop.siteid }, { stock: 0 })
  // 5,000 sales in 50 days, with an edit after each day.
  await ask(
    `insert into stock_movements (businessid, productid, reason, stock_before, stock_after, saleid, moved_at)
     select $1, $2, case when n % 101 = 0 then 'edit' else 'sale' end, -n, -n - 1, case when n % 101 <> 0 then n end,
            timestamptz '2026-01-01T10:00Z' + n / 101 * interval '1 day'
       from generate_series(1, 5050) n`,
    [businessid, productid],
  )
  const all: StockEntry[] = []
  for (let before: number | undefined; ; ) {
    const page = await api.products.stockHistory({ productid, before })
    expect(page.entries.length).toBeLessThanOrEqual(31)
    all.push(...page.entries)
    if (page.next === null) break
    before = page.next
  }
  expect(all.reduce((sum, { sales }) => sum + sales, 0)).toBe(5000)
  expect(all.filter(({ kind }) => kind === 'edit')).toHaveLength(50)
  for (const [index, { stock_before }] of all.slice(0, -1).entries()) expect(all[index + 1]?.stock_after).toBe(stock_before)
})

test('stock history: a note has at most 200 characters', async () => {
  const shop = await createOwnedShop()
  const { productid } = await addProduct(shop)
  await expect(setStock(shop, productid, 1, 'x'.repeat(201))).rejects.toMatchObject({ status: 422 })
  await setStock(shop, productid, 1, 'x'.repeat(200))
})
