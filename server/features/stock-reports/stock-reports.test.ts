import { parse } from 'csv-parse/sync'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createOwner, createTill, type Owner } from '../../testing/clients.ts'
import { addProduct } from '../../testing/products.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

let thandi: Owner
let push: Awaited<ReturnType<typeof createTill>>['push']
beforeEach(async () => {
  thandi = await createOwner(server)
  push = (await createTill(server, thandi)).push
})

const DAY_MS = 24 * 3600 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

let sales = 0
async function sell(productid: number, quantity: number, days: number) {
  const { body } = await push([{ reference: `sale ${sales++}`, saledate: daysAgo(days), items: [{ productid, quantity }] }])
  expect(body.sales).toMatchObject([{ status: 'created' }])
}

/** `stock` is the stock after the sales, `age` the days since the product was added. */
async function addSold(
  productname: string,
  { stock, sold = 0, age = 60, ...more }: { stock: number; sold?: number; age?: number } & Record<string, unknown>,
) {
  const { productid } = await addProduct(thandi, { productname, stock: stock + sold, ...more })
  await server.ownerPool.query('update product set created_at = $2 where productid = $1', [productid, daysAgo(age)])
  if (sold > 0) await sell(productid, sold, 5)
  return productid
}

const readCsv = async (path: string) => {
  const answer = await thandi.fetch(`/api/v1/reports/${path}`)
  expect(answer.status).toBe(200)
  return parse(Buffer.from(await answer.arrayBuffer()), { bom: true }) as string[][]
}

describe('reorder list', () => {
  test('has products whose stock does not last, and those at their level, with whole packs', async () => {
    const overberg = { supplier: 'Overberg', purchaseprice: 5 }
    await addSold('Bread', { ...overberg, stock: 10, sold: 28 }) // 1 a day: 10 days, 4 missing
    await addSold('Rolls', { ...overberg, stock: 10, sold: 56, order_quantity: 6 }) // 2 a day: 18 missing
    await addSold('Rusks', { ...overberg, stock: 14, sold: 28 }) // lasts 14 days
    await addSold('Candles', { stock: 3, reorder_level: 3, order_quantity: 12, purchaseprice: 2.5 }) // does not sell
    await addSold('Milk', { stock: 6, sold: 14, reorder_level: 5 }) // above its level, though it lasts 12 days
    await addSold('Salt', { stock: -2, purchaseprice: 1 })
    const list = await thandi.api.stockReports.reorder({})
    expect(
      list.rows.map(({ productname, stock, speed, days_left, suggested, cost }) => [
        productname,
        stock,
        speed,
        days_left,
        suggested,
        cost,
      ]),
    ).toEqual([
      ['Bread', 10, 1, 10, 4, 20],
      ['Rolls', 10, 2, 5, 18, 90],
      ['Candles', 3, 0, null, 12, 30],
      ['Salt', -2, 0, null, 2, 2],
    ])
    expect(list).toMatchObject({ results: 4, pages: 1, total: { suggested: 36, cost: 142 } })
    expect(list.suppliers).toEqual([
      { supplier: 'Overberg', products: 2, units: 22, cost: 110, unknown_costs: 0 },
      { supplier: '', products: 2, units: 14, cost: 32, unknown_costs: 0 },
    ])
  })

  test('counts 28 whole days, returns included, and orders for the chosen days', async () => {
    const bread = await addSold('Bread', { stock: 0, sold: 30 })
    await sell(bread, -2, 3)
    await sell(bread, 100, 40)
    await sell(bread, 100, 0)
    await server.ownerPool.query('update product set stock = 10 where productid = $1', [bread])
    expect((await thandi.api.stockReports.reorder({ days: 28 })).rows).toMatchObject([{ speed: 1, days_left: 10, suggested: 18 }])
    expect((await thandi.api.stockReports.reorder({ days: 7 })).rows).toEqual([])
  })

  test('measures the speed of a new product over the days since it was added, or since its first sale', async () => {
    const order = { stock: 0, reorder_level: 0 }
    await addSold('Added 28 days ago', { ...order, sold: 56, age: 28 })
    await addSold('Added 10 days ago', { ...order, sold: 20, age: 10 })
    await addSold('Added today, sold 5 days ago', { ...order, sold: 10, age: 0 })
    const today = await addSold('Sold today', { ...order, age: 0 })
    await sell(today, 3, 0)
    const yesterday = await addSold('Added yesterday', { ...order, age: 1 })
    await sell(yesterday, 3, 1)
    const imported = await addSold('Sold before it was added', { ...order, sold: 56, age: 0 })
    await sell(imported, 1, 40)
    const { rows } = await thandi.api.stockReports.reorder({ sort: 'productname' })
    expect(rows.map(({ productname, speed }) => [productname, speed])).toEqual([
      ['Added 10 days ago', 2],
      ['Added 28 days ago', 2],
      ['Added today, sold 5 days ago', 2],
      ['Added yesterday', 3],
      ['Sold before it was added', 2],
      ['Sold today', 0],
    ])
  })

  test('orders for the days and the lead time of the supplier, which is found in any case of its letters', async () => {
    const { siteid } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Cradock Avenue' })
    const add = (name: string, lead_time_days: number | null) => thandi.api.suppliers.create({ name, lead_time_days })
    await add('Overberg', 10)
    await add('Same day', 0)
    await add('Unknown days', null)
    const soldDaily = { stock: 20, sold: 28, purchaseprice: 5 } // 1 a day: it lasts 20 days
    await addSold('Bread', { ...soldDaily, supplier: 'OVERBERG' }) // 24 days: 4 missing
    await addSold('Buns', { ...soldDaily, supplier: 'Same day' })
    await addSold('Cakes', { ...soldDaily, supplier: 'Unknown days' })
    await addSold('Dates', { ...soldDaily, supplier: 'Unnamed' })
    await addSold('Eggs', { ...soldDaily })
    await addSold('Figs', { ...soldDaily, supplier: 'Overberg', reorder_level: 20 }) // 20 + 24 - 20
    await addSold('Ginger', { ...soldDaily, supplier: 'Overberg', reorder_level: 19 }) // above its level
    await addSold('Honey', { ...soldDaily, stock: 24, supplier: 'Overberg' }) // lasts 24 days
    const icing = await addSold('Icing', { ...soldDaily, sold: 0, stock: 48, siteid, supplier: 'Overberg', order_quantity: 6 })
    const items = [{ productid: icing, quantity: 28 }]
    await (await createTill(server, { api: thandi.api, siteid })).push([{ reference: 'icing', saledate: daysAgo(5), items }])
    const jam = await addSold('Jam', { ...soldDaily, supplier: 'Overberg' })
    await sell(jam, -14, 3) // 0,5 a day, and 34 on the shelf
    const read = async (search: Parameters<typeof thandi.api.stockReports.reorder>[0]) => {
      const { rows } = await thandi.api.stockReports.reorder({ ...search, sort: 'productname' })
      return rows.map(({ productname, sitename, suggested, lead_time_days }) => [
        productname,
        sitename,
        suggested,
        lead_time_days,
      ])
    }
    expect(await read({})).toEqual([
      ['Bread', 'Sandton', 4, 10],
      ['Figs', 'Sandton', 24, 10],
      ['Icing', 'Rosebank', 6, 10],
    ])
    expect(await read({ days: 28 })).toEqual([
      ['Bread', 'Sandton', 18, 10],
      ['Buns', 'Sandton', 8, 0],
      ['Cakes', 'Sandton', 8, null],
      ['Dates', 'Sandton', 8, null],
      ['Eggs', 'Sandton', 8, null],
      ['Figs', 'Sandton', 38, 10],
      ['Honey', 'Sandton', 14, 10],
      ['Icing', 'Rosebank', 18, 10],
    ])
    expect((await readCsv('reorder.csv?sort=productname')).map((cells) => [cells[1], cells.at(-1)])).toEqual([
      ['Product', 'Lead time'],
      ['Bread', '10'],
      ['Figs', '10'],
      ['Icing', '10'],
    ])
  })

  test('has the minimum order and the address of each supplier that has them', async () => {
    await thandi.api.suppliers.create({
      ...{
        name: 'Overberg',
        email: 'orders@overberg.example',
        phone: '028 555 0101',
        account_number: 'KP-77',
        minimum_order: 1000,
      },
    })
    await thandi.api.suppliers.create({ name: 'Boland' })
    await addSold('Bread', { stock: -13, supplier: 'OVERBERG', purchaseprice: 50 })
    await addSold('Jam', { stock: -1, supplier: 'Boland', purchaseprice: 20 })
    await addSold('Salt', { stock: -1 })
    const order = { products: 1, unknown_costs: 0 }
    expect((await thandi.api.stockReports.reorder({})).suppliers).toEqual([
      { ...order, supplier: 'Boland', units: 1, cost: 20 },
      {
        ...{ ...order, supplier: 'OVERBERG', units: 13, cost: 650, minimum_order: 1000 },
        ...{ email: 'orders@overberg.example', phone: '028 555 0101', account_number: 'KP-77' },
      },
      { ...order, supplier: '', units: 1, cost: 5 },
    ])
  })

  test('is filtered by site, supplier and text, sorted and paged; its file has all rows', async () => {
    const { siteid } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Cradock Avenue' })
    for (let index = 0; index < 51; index++)
      await addProduct(thandi, { productname: `Item ${index}`, stock: -1 - index, supplier: 'A' })
    await addProduct(thandi, { productname: '=Bread', stock: -5, siteid, supplier: 'B' })
    const find = (search: Parameters<typeof thandi.api.stockReports.reorder>[0]) => thandi.api.stockReports.reorder(search)
    expect(await find({ siteid })).toMatchObject({ results: 1, rows: [{ productname: '=Bread', sitename: 'Rosebank' }] })
    expect(await find({ supplier: 'B' })).toMatchObject({ results: 1 })
    expect(await find({ q: 'item 50' })).toMatchObject({ results: 1, total: { suggested: 51 } })
    const last = await find({ sort: 'suggested', dir: 'desc', page: 9 })
    expect(last).toMatchObject({ page: 2, pages: 2, results: 52, rows: [{ suggested: 2 }, { suggested: 1 }] })
    const file = await readCsv('reorder.csv?supplier=B')
    expect(file).toEqual([
      ...[
        ['Supplier', 'Product', 'Barcode', 'Site', 'Stock', 'Reorder level', 'Order quantity', 'Units a day', 'Days left'].concat(
          ['To order', 'Purchase price', 'Cost'],
        ),
      ],
      ['B', "'=Bread", '', 'Rosebank', '-5', '', '', '0', '', '5', '5.00', '25.00'],
    ])
    const all = await readCsv('reorder.csv?sort=stock')
    expect(all).toHaveLength(53)
    expect(all.slice(1).map((cells) => Number(cells[4]))).toEqual(
      [...Array(51).keys()]
        .map((n) => n - 51)
        .concat(-5)
        .sort((a, b) => a - b),
    )
  })

  test.each(['days=15', 'siteid=x', 'sort=price', 'unknown=1'])('is refused with a clear message: %s', async (search) => {
    const answer = await thandi.fetch(`/api/v1/reports/reorder?${search}`)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ message: expect.any(String) })
  })
})

test('stock reports: a cost leaves out products without a purchase price, and says how many', async () => {
  const sold = { stock: 2, supplier: 'Overberg', age: 60 }
  await addSold('Bread', { ...sold, purchaseprice: 10, reorder_level: 2 })
  await addSold('Salt', { ...sold, purchaseprice: 0, reorder_level: 2 })
  await addSold('Samples', { ...sold, purchaseprice: 0, is_free: true, reorder_level: 2 })
  const { reorder, slowSellers, stockValue } = thandi.api.stockReports
  const costs = (rows: { productname: string; purchaseprice: number | null; cost: number | null }[]) =>
    rows.map(({ productname, purchaseprice, cost }) => [productname, purchaseprice, cost])
  const list = await reorder({ sort: 'cost', dir: 'desc' })
  expect(costs(list.rows)).toEqual([
    ['Bread', 10, 10],
    ['Samples', 0, 0],
    ['Salt', null, null],
  ])
  expect(list).toMatchObject({ results: 3, total: { cost: 10, unknown_costs: 1 }, suppliers: [{ cost: 10, unknown_costs: 1 }] })
  const slow = await slowSellers({ sort: 'cost', dir: 'asc' })
  expect(costs(slow.rows)).toEqual([
    ['Samples', 0, 0],
    ['Bread', 10, 20],
    ['Salt', null, null],
  ])
  expect(slow.total).toEqual({ stock: 6, cost: 20, unknown_costs: 1 })
  const value = await stockValue({})
  expect(value.total).toMatchObject({ products: 3, cost: 20, unknown_costs: 1 })
  expect(value.rows).toMatchObject([{ products: 3, cost: 20, unknown_costs: 1 }])
  const [, , salt = []] = await readCsv('reorder.csv?sort=productname')
  expect([salt[1], ...salt.slice(-2)]).toEqual(['Salt', '', ''])
  expect((await readCsv('stock-value.csv')).map((cells) => cells.at(-1))).toEqual(['Products without purchase price', '1'])
  expect((await thandi.api.products.list({ no_cost: true })).rows.map(({ productname }) => productname)).toEqual(['Salt'])
})

describe('slow sellers', () => {
  test('have stock and no sale in the chosen days, with the money tied up', async () => {
    const candles = await addSold('Candles', { stock: 20, purchaseprice: 12.5 })
    await sell(candles, 4, 100)
    await addSold('Lamps', { stock: 2, purchaseprice: 300 })
    await addSold('Bread', { stock: 10, sold: 1, purchaseprice: 5 })
    await addSold('Empty', { stock: 0 })
    const slow = await thandi.api.stockReports.slowSellers({})
    expect(slow.rows.map(({ productname, stock, cost, last_sold }) => [productname, stock, cost, last_sold])).toEqual([
      ['Lamps', 2, 600, null],
      ['Candles', 16, 200, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
    ])
    expect(slow.total).toEqual({ stock: 18, cost: 800, unknown_costs: 0 })
    const byLastSale = await thandi.api.stockReports.slowSellers({ sort: 'last_sold', dir: 'desc' })
    expect(byLastSale.rows.map(({ productname }) => productname)).toEqual(['Candles', 'Lamps'])
    expect((await readCsv('slow-sellers.csv?sort=last_sold')).map(([, productname]) => productname)).toEqual([
      ...['Product', 'Candles', 'Lamps'],
    ])
    expect((await thandi.api.stockReports.slowSellers({ days: 180 })).rows).toMatchObject([{ productname: 'Lamps' }])
    expect(await readCsv('slow-sellers.csv?days=180')).toEqual([
      ['Supplier', 'Product', 'Barcode', 'Site', 'Stock', 'Purchase price', 'Cost', 'Last sale'],
      ['', 'Lamps', '', 'Sandton', '2', '300.00', '600.00', ''],
    ])
  })
})

describe('stock value', () => {
  test('sums the stock of each site at both prices, without stock below zero', async () => {
    const { siteid } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Cradock Avenue' })
    await addProduct(thandi, { productname: 'Bread', stock: 2.5, price: 20, purchaseprice: 12 })
    await addProduct(thandi, { productname: 'Milk', stock: -4, price: 20, purchaseprice: 12 })
    await addProduct(thandi, { productname: 'Tea', stock: 10, price: 50, purchaseprice: 30, siteid })
    const { rows, total } = await thandi.api.stockReports.stockValue({ sort: 'value', dir: 'desc' })
    expect(rows).toMatchObject([
      { sitename: 'Rosebank', products: 1, units: 10, cost: 300, value: 500 },
      { sitename: 'Sandton', products: 1, units: 2.5, cost: 30, value: 50 },
    ])
    expect(total).toEqual({ products: 2, units: 12.5, cost: 330, value: 550, unknown_costs: 0 })
    expect((await readCsv('stock-value.csv'))[1]).toEqual(['Rosebank', '1', '10', '300.00', '500.00', '0'])
    expect((await thandi.api.stockReports.stockValue({ q: 'sand' })).rows).toHaveLength(1)
  })
})

describe('stock that is ordered or in transit', () => {
  const addSite = async (sitename: string) => (await thandi.api.sites.create({ sitename, location: 'x' })).siteid
  const see = async (documentid: number) => ({ version: (await thandi.api.stock.get({ documentid })).version })
  const send = (to_siteid: number, lines: { productid: number; quantity: number }[]) =>
    thandi.api.stock.create({ kind: 'transfer', siteid: thandi.siteid, to_siteid, lines, finish: true })

  test('is not ordered again, and a draft says that nobody has ordered it', async () => {
    const rosebank = await addSite('Rosebank')
    const bread = await addSold('Bread', { stock: 0, reorder_level: 10, supplier: 'Overberg' })
    const milk = await addSold('Milk', { stock: 0, reorder_level: 10, barcode: '6002' })
    const there = await addSold('Milk', { stock: 0, reorder_level: 10, barcode: '6002', siteid: rosebank })
    const [supplier] = await thandi.api.suppliers.options()
    const order = { kind: 'order', siteid: thandi.siteid, supplierid: supplier?.supplierid ?? 0 } as const
    const { documentid } = await thandi.api.stock.create({ ...order, lines: [{ productid: bread, quantity: 12 }], finish: true })
    await thandi.api.stock.create({ ...order, lines: [{ productid: milk, quantity: 5 }] })
    await send(rosebank, [{ productid: milk, quantity: 4 }])
    const read = async () => {
      const { rows } = await thandi.api.stockReports.reorder({ sort: 'productname' })
      return rows.map(({ productid, on_order, in_transit, in_drafts, suggested }) => [
        ...[productid, on_order, in_transit, in_drafts],
        suggested,
      ])
    }
    expect(await read()).toEqual([
      [milk, 0, 0, 5, 14],
      [there, 0, 4, 0, 6],
    ])
    expect(await thandi.api.products.incoming({ productid: bread })).toMatchObject([
      { kind: 'order', number: 1, state: 'sent', on_order: 12, in_transit: 0, in_drafts: 0 },
    ])
    expect(await thandi.api.products.incoming({ productid: there })).toMatchObject([{ kind: 'transfer', in_transit: 4 }])
    expect(await thandi.api.products.incoming({ productid: milk })).toMatchObject([{ state: 'draft', in_drafts: 5 }])
    await thandi.api.stock.create({
      ...{ kind: 'delivery', siteid: thandi.siteid, parentid: documentid, finish: true },
      lines: [{ productid: bread, quantity: 4 }],
    })
    await thandi.api.stock.close({ documentid, opened: await see(documentid) })
    expect((await read())[0]).toEqual([bread, 0, 0, 0, 6])
  })

  test('is in the stock value and for sale nowhere, with what is not known beside it', async () => {
    const rosebank = await addSite('Rosebank')
    const bread = await addSold('Bread', { stock: 10, purchaseprice: 4, price: 10 })
    const tea = await addSold('Tea', { stock: 3, purchaseprice: 0, price: 20 })
    const { documentid } = await send(rosebank, [
      { productid: bread, quantity: 6 },
      { productid: tea, quantity: 3 },
    ])
    const value = await thandi.api.stockReports.stockValue({})
    const in_transit = { products: 2, units: 9, cost: 24, value: 120, unknown_costs: 1 }
    expect(value).toMatchObject({ in_transit, total: { products: 2, units: 13, cost: 40, value: 160, unknown_costs: 1 } })
    expect((await thandi.api.stockReports.stockValue({ q: 'rose' })).in_transit).toBeNull()
    expect((await readCsv('stock-value.csv')).at(-1)).toEqual(['In transit', '2', '9', '24.00', '120.00', '1'])
    expect(await thandi.api.stockReports.inTransit({ sort: 'productname' })).toMatchObject({
      rows: [
        { productname: 'Bread', documentid, number: 1, to_sitename: 'Rosebank', units: 6, cost: 24 },
        { productname: 'Tea', units: 3, cost: null },
      ],
      total: { units: 9, cost: 24, unknown_costs: 1 },
    })
    expect((await readCsv('in-transit.csv'))[1]?.slice(0, 2)).toEqual([
      '1',
      expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+02:00$/),
    ])
    await thandi.api.stock.receive({
      ...{ documentid, siteid: rosebank, opened: await see(documentid) },
      lines: [
        { productid: bread, quantity: 5, missing: 1, reason: 'Stolen' },
        { productid: tea, quantity: 3 },
      ],
    })
    expect((await thandi.api.stockReports.stockValue({})).in_transit).toBeNull()
    expect(await readCsv('in-transit.csv')).toHaveLength(1)
  })

  test('has the value of a past day in the time zone of the business, with what was in transit then', async () => {
    const rosebank = await addSite('Rosebank')
    const bread = await addSold('Bread', { stock: 10, purchaseprice: 4, price: 10 })
    await server.ownerPool.query(`update stock_movements set moved_at = '2026-03-01T10:00Z' where businessid = $1`, [
      thandi.businessid,
    ])
    await server.ownerPool.query(`update product set created_at = '2026-03-01T10:00Z' where businessid = $1`, [thandi.businessid])
    await send(rosebank, [{ productid: bread, quantity: 6 }])
    // 23:30 in Johannesburg on 9 March.
    const times = { stock_movements: 'moved_at', stock_document_events: 'happened_at', stock_documents: 'created_at' }
    for (const [table, column] of Object.entries(times))
      await server.ownerPool.query(
        `update ${table} set ${column} = '2026-03-09T21:30Z' where businessid = $1 and ${column} > '2026-04-01'`,
        [thandi.businessid],
      )
    await sell(bread, 3, 0)
    const read = async (day: string) => {
      const { rows, in_transit, total } = await thandi.api.stockReports.stockValue({ day })
      return [...rows.map(({ units }) => units), in_transit?.units ?? 0, total.cost]
    }
    expect(await read('2026-02-28')).toEqual([0, 0, 0, 0])
    expect(await read('2026-03-08')).toEqual([0, 10, 0, 40])
    expect(await read('2026-03-09')).toEqual([0, 4, 6, 40])
    expect((await thandi.api.stockReports.stockValue({})).total.units).toBe(7)
  })
})

describe('shrinkage', () => {
  test('has what was lost and found by site and reason, at the cost of that time', async () => {
    const rosebank = (await thandi.api.sites.create({ sitename: 'Rosebank', location: 'x' })).siteid
    const bread = await addSold('Bread', { stock: 10, purchaseprice: 4 })
    const tea = await addSold('Tea', { stock: 10, purchaseprice: 0 })
    const adjust = (lines: { productid: number; quantity: number; reason: string }[]) =>
      thandi.api.stock.create({ kind: 'adjustment', siteid: thandi.siteid, lines, finish: true })
    await adjust([
      { productid: bread, quantity: -2, reason: 'Damaged' },
      { productid: tea, quantity: -1, reason: 'Damaged' },
    ])
    await adjust([{ productid: bread, quantity: 1, reason: 'Found' }])
    const count = await thandi.api.stock.counts.begin({ siteid: thandi.siteid, scope: { of: 'all' } })
    await thandi.api.stock.counts.enter({
      ...count,
      entries: [{ productid: bread, quantity: 6, request_id: crypto.randomUUID() }],
    })
    await thandi.api.stock.counts.approve({ ...count, opened: { version: 1 }, entries: 1, uncounted: 'keep' })
    const { documentid } = await thandi.api.stock.create({
      ...{ kind: 'transfer', siteid: thandi.siteid, to_siteid: rosebank, finish: true },
      lines: [{ productid: bread, quantity: 2 }],
    })
    await thandi.api.stock.receive({
      ...{ documentid, siteid: rosebank, opened: { version: 2 } },
      lines: [{ productid: bread, quantity: 1, missing: 1, reason: 'Stolen' }],
    })
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Johannesburg' }).format()
    const range = { from: today, to: today }
    const { rows, total } = await thandi.api.stockReports.shrinkage(range)
    expect(
      rows.map(({ sitename, kind, reason, lost, found, lost_cost, found_cost, unknown_costs }) => [
        ...[sitename, kind, reason, lost, found, lost_cost, found_cost, unknown_costs],
      ]),
    ).toEqual([
      ['Rosebank', 'transfer', 'Stolen', 1, 0, 4, 0, 0],
      ['Sandton', 'count', '', 3, 0, 12, 0, 0],
      ['Sandton', 'adjustment', 'Damaged', 3, 0, 8, 0, 1],
      ['Sandton', 'adjustment', 'Found', 0, 1, 0, 4, 0],
    ])
    expect(total).toEqual({ lost: 7, found: 1, lost_cost: 24, found_cost: 4, unknown_costs: 1, lines: 5 })
    expect((await thandi.api.stockReports.shrinkage({ ...range, siteid: rosebank })).rows).toHaveLength(1)
    expect((await thandi.api.stockReports.shrinkage({ from: '2026-01-01', to: '2026-01-31' })).rows).toEqual([])
    expect(await readCsv(`shrinkage.csv?${new URLSearchParams(range)}`)).toHaveLength(5)
  })
})
