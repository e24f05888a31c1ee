import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../testing/server.ts'
import { createSale, createShopHelpers, readStatuses } from '../../testing/till-shop.ts'

const server = await testServer()
afterAll(server.close)
const { addTill, createOwnedShop, addProduct, addSite, findSales, findStock } = createShopHelpers(server)

const MILK = '6001234567895'
const sellMilk = (reference: string, line: Record<string, unknown> = {}) =>
  createSale(reference, { finalamount: 41.98, items: [{ barcode: MILK, quantity: 2, ...line }] })
const NO_PRODUCT = 'There is no such product at this site.'

test('refused sales: a sale that is rejected is kept with its reason and amount, once however often it is sent', async () => {
  const { api, till, siteid } = await createOwnedShop()
  const sent = [sellMilk('TILL1-1'), createSale('TILL1-2'), createSale('TILL1-3', { tip: 20 })]
  expect(readStatuses(await till.push(sent))).toEqual(['rejected', 'created', 'rejected'])
  expect(readStatuses(await till.push(sent))).toEqual(['rejected', 'duplicate', 'rejected'])
  const { rows, results } = await api.refusedSales.list({})
  expect(results).toBe(2)
  expect(rows.toSorted((a, b) => String(a.reference).localeCompare(String(b.reference)))).toMatchObject([
    {
      ...{ siteid, till: 'Till 1', reference: 'TILL1-1', amount: 41.98, reason: NO_PRODUCT, field: 'items[0].barcode' },
      ...{ times_sent: 2, is_set_aside: false },
    },
    { reference: 'TILL1-3', amount: 10, reason: expect.stringContaining('tip'), field: '' },
  ])
  expect(await api.refusedSales.sums()).toMatchObject([{ siteid, sales: 2, amount: 51.98, without_amount: 0 }])
})

test.each([
  [{ finalamount: 12.5 }, 12.5],
  [{ finalamount: undefined, items: [{ productid: 1, quantity: 2, price: 10.05 }] }, 20.1],
  [{ finalamount: undefined, items: [{ productid: 1, quantity: 2 }] }, null],
  [{ finalamount: 'ten' }, null],
  [{ finalamount: 1e300 }, null],
])('refused sales: the amount is that of the sale or the sum of its lines, and unknown otherwise: %j', async (fields, amount) => {
  const { api, till } = await createOwnedShop()
  await till.push([createSale('a', { ...fields, tip: 1 })])
  expect((await api.refusedSales.list({})).rows).toMatchObject([{ reference: 'a', amount }])
  expect(await api.refusedSales.sums()).toMatchObject([{ amount: amount ?? 0, without_amount: amount === null ? 1 : 0 }])
})

test('refused sales: what has no reference, texts that cannot be stored, and a long sale are kept too', async () => {
  const { api, till } = await createOwnedShop()
  const odd = [null, 7, { reference: 'zero \0 \ud800' }, { reference: 'long', note: 'x'.repeat(70_000) }, { saledate: 'x' }]
  expect(readStatuses(await till.push(odd))).toEqual(Array(5).fill('rejected'))
  await till.push(odd)
  const { rows, results } = await api.refusedSales.list({})
  expect(results).toBe(5)
  expect(rows.every(({ times_sent }) => times_sent === 2)).toBe(true)
  const long = rows.find(({ reference }) => reference === 'long')
  expect(await api.refusedSales.get({ refusedid: Number(long?.refusedid) })).toMatchObject({ saledate: null, lines: null })
})

test('refused sales: a line becomes a sale of the product that a person names, and the till is answered duplicate', async () => {
  const shop = await createOwnedShop()
  const { api, till } = shop
  const milk = await addProduct(shop, { productname: 'Milk 2 l', price: 20.99 })
  await till.push([sellMilk('a')])
  const [refused] = (await api.refusedSales.list({})).rows
  const refusedid = Number(refused?.refusedid)
  expect(await api.refusedSales.get({ refusedid })).toMatchObject({
    saledate: createSale('a').saledate,
    lines: [{ line: 0, text: MILK, barcode: MILK, quantity: 2, price: null, product: null }],
  })
  await expect(api.refusedSales.store({ refusedid })).rejects.toMatchObject({ code: 'STILL_REFUSED', message: NO_PRODUCT })
  const stored = await api.refusedSales.store({ refusedid, lines: [{ line: 0, productid: milk.productid }] })
  expect(await findSales(shop)).toMatchObject([{ saleid: stored.saleid, reference: 'a', finalamount: 41.98 }])
  expect(await findStock(milk)).toBe(98)
  expect(await api.refusedSales.sums()).toEqual([])
  expect(readStatuses(await till.push([sellMilk('a')]))).toEqual(['duplicate'])
  expect(await api.refusedSales.store({ refusedid }), 'a retry').toEqual(stored)
  await expect(api.refusedSales.setAside({ refusedid, is_set_aside: true })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('refused sales: a line is stored under its text, as an unknown product', async () => {
  const shop = await createOwnedShop()
  const { api, till } = shop
  await till.push([sellMilk('a')])
  const [refused] = (await api.refusedSales.list({})).rows
  const lines = [{ line: 0, productname: 'Milk', price: 20.99 }]
  const { saleid } = await api.refusedSales.store({ refusedid: Number(refused?.refusedid), lines })
  expect((await api.sales.get({ saleid })).items).toMatchObject([{ productname: 'Milk', price: 20.99, quantity: 2 }])
  expect((await api.products.unknown.list({})).rows).toMatchObject([{ barcode: MILK, productname: 'Milk' }])
})

test('refused sales: is stored as it was sent once its product is there, by the till or by a person', async () => {
  const shop = await createOwnedShop()
  const { api, till } = shop
  await till.push([sellMilk('a'), sellMilk('b')])
  await addProduct(shop, { barcode: MILK, price: 20.99 })
  expect(readStatuses(await till.push([sellMilk('a')]))).toEqual(['created'])
  expect((await api.refusedSales.list({})).rows).toMatchObject([{ reference: 'b' }])
  const [refused] = (await api.refusedSales.list({})).rows
  await api.refusedSales.store({ refusedid: Number(refused?.refusedid) })
  expect(await findSales(shop)).toHaveLength(2)
  expect(await api.refusedSales.sums()).toEqual([])
})

test('refused sales: one of an employee who is nobody is stored for the till of its site', async () => {
  const shop = await createOwnedShop()
  const { api, till } = shop
  const sale = createSale('a', { employeeid: 999_999_999 })
  await till.push([sale])
  const [refused] = (await api.refusedSales.list({})).rows
  const refusedid = Number(refused?.refusedid)
  expect(await api.refusedSales.get({ refusedid })).toMatchObject({ is_employee_unknown: true, other_saleid: null, lines: [] })
  await expect(api.refusedSales.store({ refusedid })).rejects.toMatchObject({ message: 'There is no such employee.' })
  const { saleid } = await api.refusedSales.store({ refusedid, leaves_out_employee: true })
  expect(await api.sales.get({ saleid })).toMatchObject({ firstname: 'Till', lastname: 'Sandton' })
  expect(readStatuses(await till.push([sale]))).toEqual(['duplicate'])
})

test('refused sales: one that the till corrects under its reference is not shown, and other content of a stored sale is', async () => {
  const { api, till } = await createOwnedShop()
  await till.push([createSale('a', { tip: 5 }), createSale('b', { tip: 5 }), createSale('b')])
  expect((await api.refusedSales.list({})).rows, 'corrected in one request').toMatchObject([{ reference: 'a' }])
  await till.push([createSale('a')])
  expect(await api.refusedSales.sums()).toEqual([])
  await till.push([createSale('a', { finalamount: 99 })])
  expect((await api.refusedSales.list({})).rows).toMatchObject([
    { reference: 'a', amount: 99, reason: 'This reference was used for another sale.', field: 'reference' },
  ])
  const [other] = (await api.refusedSales.list({})).rows
  const { saleid } =
    (await api.sales.list({ from: '2026-11-21', to: '2026-11-21' })).rows.find(({ finalamount }) => finalamount === 10) ?? {}
  expect(await api.refusedSales.get({ refusedid: Number(other?.refusedid) })).toMatchObject({ other_saleid: saleid })
})

test('refused sales: one that is set aside stays aside when it is sent again, and comes back by a person or with other content', async () => {
  const { api, till } = await createOwnedShop()
  await till.push([sellMilk('a')])
  const [refused] = (await api.refusedSales.list({})).rows
  const refusedid = Number(refused?.refusedid)
  const count = async () => [
    (await api.refusedSales.list({})).results,
    (await api.refusedSales.list({ state: 'set aside' })).results,
  ]
  await api.refusedSales.setAside({ refusedid, is_set_aside: true })
  await till.push([sellMilk('a')])
  expect(await count()).toEqual([0, 1])
  expect(await api.refusedSales.sums()).toEqual([])
  await api.refusedSales.setAside({ refusedid, is_set_aside: false })
  expect(await count()).toEqual([1, 0])
  await api.refusedSales.setAside({ refusedid, is_set_aside: true })
  await till.push([sellMilk('a', { quantity: 3 })])
  expect(await count()).toEqual([1, 0])
})

test('refused sales: one that takes the stock out of its range is still refused, with the reason', async () => {
  const shop = await createOwnedShop()
  const { api, till } = shop
  const { productid } = await addProduct(shop, { stock: -999_999_990 })
  await till.push([createSale('a', { items: [{ productid, quantity: 100 }] })])
  const [refused] = (await api.refusedSales.list({})).rows
  await expect(api.refusedSales.store({ refusedid: Number(refused?.refusedid) })).rejects.toMatchObject({
    code: 'STILL_REFUSED',
    message: 'A number or a text of this sale is too large to be stored.',
  })
})

test('refused sales: of a key that is revoked stay, and can be stored', async () => {
  const shop = await createOwnedShop()
  const { api, till } = shop
  await till.push([sellMilk('a')])
  const [key] = await api.tills.list({ siteid: shop.siteid })
  await api.tills.revoke({ tillid: Number(key?.tillid) })
  const [refused] = (await api.refusedSales.list({ siteid: shop.siteid })).rows
  await api.refusedSales.store({ refusedid: Number(refused?.refusedid), lines: [{ line: 0, productname: 'Milk', price: 20.99 }] })
  expect(await findSales(shop)).toHaveLength(1)
})

test('refused sales: a product of another site or business is none of the site', async () => {
  const shop = await createOwnedShop()
  const { api, till } = shop
  const elsewhere = await addProduct({ ...shop, siteid: await addSite(shop) })
  const foreign = await addProduct(await createOwnedShop())
  await till.push([sellMilk('a')])
  const [refused] = (await api.refusedSales.list({})).rows
  for (const { productid } of [elsewhere, foreign])
    await expect(
      api.refusedSales.store({ refusedid: Number(refused?.refusedid), lines: [{ line: 0, productid }] }),
    ).rejects.toMatchObject({ code: 'STILL_REFUSED', message: NO_PRODUCT })
})

test('refused sales: 1,000 of a site are kept, and neither they nor their size stop a right one', async () => {
  const shop = await createOwnedShop()
  const { api, till } = shop
  const wrong = (nth: number) => createSale(`wrong ${nth}`, { note: 'x'.repeat(2_000) })
  const other = await addTill(shop)
  for (let batch = 0; batch < 3; batch++) {
    const sales = Array.from({ length: 400 }, (_, nth) => wrong(batch * 400 + nth))
    const answer = await (batch === 0 ? other : till).push([...sales, createSale(`right ${batch}`)])
    expect(readStatuses(answer).at(-1)).toBe('created')
  }
  expect((await api.refusedSales.list({})).results).toBe(1000)
})
