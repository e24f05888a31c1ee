import { parse } from 'csv-parse/sync'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProductInput } from '../../../contract/products.ts'
import type { CountScope } from '../../../contract/stock-counts.ts'
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

const add = async (productname: string, product: Partial<ProductInput> = {}) =>
  (await addProduct(thandi, { productname, stock: 10, purchaseprice: 4, ...product })).productid
const begin = async (scope: CountScope = { of: 'all' }, more = {}) =>
  (await thandi.api.stock.counts.begin({ siteid: thandi.siteid, scope, ...more })).documentid
const enter = async (documentid: number, productid: number, quantity: number, counted_at?: Date) =>
  thandi.api.stock.counts.enter({
    documentid,
    entries: [{ productid, quantity, request_id: crypto.randomUUID(), ...(counted_at && { counted_at }) }],
  })
const look = (documentid: number, search = {}) => thandi.api.stock.counts.lines({ documentid, ...search })
const see = async (documentid: number) => ({ version: (await thandi.api.stock.get({ documentid })).version })
const approve = async (documentid: number, uncounted: 'keep' | 'zero' = 'keep', more = {}) =>
  thandi.api.stock.counts.approve({
    ...{ documentid, uncounted, opened: await see(documentid), entries: (await look(documentid)).summary.entries },
    ...more,
  })
const stockOf = async (productid: number) => (await thandi.api.products.get({ productid })).stock
let sales = 0
const sell = (productid: number, quantity: number, saledate = new Date()) =>
  push([{ reference: `sale ${sales++}`, saledate: saledate.toISOString(), items: [{ productid, quantity }] }])
const differences = async (documentid: number) =>
  (await look(documentid)).rows.map(({ productname, counted, expected, difference }) => [
    productname,
    counted,
    expected,
    difference,
  ])

describe('count', () => {
  test('has the products of its scope, and changes the stock by differences when it is approved', async () => {
    const bread = await add('Bread', { category: 'Bakery' })
    const rolls = await add('Rolls', { category: 'Bakery', purchaseprice: 0 })
    await add('Milk', { category: 'Dairy' })
    const documentid = await begin({ of: 'category', name: 'Bakery' })
    await enter(documentid, bread, 5)
    await enter(documentid, bread, 3)
    await enter(documentid, rolls, 12)
    expect(await differences(documentid)).toEqual([
      ['Bread', 8, 10, -2],
      ['Rolls', 12, 10, 2],
    ])
    expect((await look(documentid)).summary).toMatchObject({
      ...{ lines: 2, counted: 2, entries: 3, people: [{ user: 'Thandi Nkosi', entries: 3 }] },
      differences: { lines: 2, over: 2, short: -2, over_cost: 0, short_cost: -8, unknown_costs: 1, uncertain: 0 },
    })
    expect([await stockOf(bread), await stockOf(rolls)]).toEqual([10, 10])
    await approve(documentid)
    expect([await stockOf(bread), await stockOf(rolls)]).toEqual([8, 12])
    expect(await thandi.api.stock.get({ documentid })).toMatchObject({ state: 'approved', units: 0, cost: -8 })
    const { entries } = await thandi.api.products.stockHistory({ productid: bread })
    expect(entries[0]).toMatchObject({ kind: 'count', stock_after: 8 })
    const file = await thandi.fetch(`/api/v1/stock/document.csv?documentid=${documentid}`)
    expect(parse(Buffer.from(await file.arrayBuffer()), { bom: true })).toEqual([
      ['Product', 'Barcode', 'Difference', 'Counted', 'Expected', 'Purchase price', 'Amount'],
      ['Bread', '', '-2', '8', '10', '4.00', '-8.00'],
      ['Rolls', '', '2', '12', '10', '', ''],
    ])
  })

  test('marks a product that is not in its scope, and counts how far it is without it', async () => {
    const bread = await add('Bread', { category: 'Bakery' })
    const milk = await add('Milk', { category: 'Dairy', stock: 89 })
    const documentid = await begin({ of: 'category', name: 'Bakery' })
    const rolls = await add('Rolls', { category: 'Bakery' })
    const marks = async () => (await look(documentid)).rows.map(({ productid, is_outside }) => [productid, is_outside])
    for (const productid of [milk, bread, rolls, milk]) await enter(documentid, productid, 1)
    // A product of the scope that was added since is one of it.
    const marked = [
      [bread, false],
      [milk, true],
      [rolls, false],
    ]
    expect(await marks()).toEqual(marked)
    expect((await look(documentid)).summary).toMatchObject({ lines: 2, counted: 2, outside: 1, entries: 4 })
    // As it was when it was counted.
    await add('Cream', { category: 'Dairy' })
    const { sitename: _, picture: __, version, ...row } = await thandi.api.products.get({ productid: milk })
    await thandi.api.products.update({ ...row, category: 'Bakery', opened: { version, stock: row.stock } })
    expect(await marks()).toEqual(marked)
    await approve(documentid)
    expect(await marks()).toEqual(marked)
    expect(await stockOf(milk)).toBe(2)
  })

  test('leaves out what was taken back, and has none of what an entry of 0 says', async () => {
    const bread = await add('Bread', { category: 'Bakery' })
    const rolls = await add('Rolls', { category: 'Bakery' })
    const milk = await add('Milk', { category: 'Dairy', stock: 89 })
    const documentid = await begin({ of: 'category', name: 'Bakery' })
    for (const [productid, quantity] of [
      ...([
        [bread, 4],
        [bread, -4],
        [bread, 0],
      ] as const),
      ...([
        [rolls, 2],
        [rolls, -2],
        [milk, 1],
        [milk, -1],
      ] as const),
    ])
      await enter(documentid, productid, quantity)
    expect(await differences(documentid)).toEqual([
      ['Bread', 0, 10, -10],
      ['Milk', null, null, null],
      ['Rolls', null, null, null],
    ])
    expect((await look(documentid)).summary).toMatchObject({ lines: 2, counted: 1, outside: 0, entries: 7 })
    expect((await thandi.api.stock.counts.sheet({ documentid })).map(({ counted }) => counted)).toEqual([0, null, null])
    await approve(documentid, 'zero')
    expect([await stockOf(bread), await stockOf(rolls), await stockOf(milk)], 'Milk was not to be counted').toEqual([0, 0, 89])
  })

  test('subtracts what is sold after a product was counted, and what was sold before and arrives late', async () => {
    const bread = await add('Bread')
    const documentid = await begin()
    const before = new Date()
    await enter(documentid, bread, 9)
    await sell(bread, 2)
    expect(await differences(documentid)).toEqual([['Bread', 9, 10, -1]])
    await sell(bread, 1, before) // this is the one that was missing
    await sell(bread, -1) // a refund after it was counted
    expect(await differences(documentid)).toEqual([['Bread', 9, 9, 0]])
    await approve(documentid)
    expect(await stockOf(bread)).toBe(8)
  })

  test('says how many units moved while a product was counted at two places', async () => {
    const bread = await add('Bread')
    const documentid = await begin()
    await enter(documentid, bread, 4)
    await sell(bread, 2)
    await enter(documentid, bread, 4)
    const { rows, summary } = await look(documentid)
    expect(rows).toMatchObject([{ counted: 8, expected: 8, difference: 0, moved_while_counted: -2 }])
    expect(summary.differences).toMatchObject({ uncertain: 1 })
  })

  test('says what was sold since, and asks before the stock is below zero', async () => {
    const bread = await add('Bread')
    const documentid = await begin()
    await enter(documentid, bread, 1)
    await sell(bread, 3)
    const { rows } = await look(documentid)
    expect(rows).toMatchObject([{ counted: 1, moved_since: -3, moved_while_counted: 0 }])
    await expect(approve(documentid)).rejects.toMatchObject({
      ...{ code: 'BELOW_ZERO', status: 409 },
      data: { products: [{ productname: 'Bread', stock: -2 }], results: 1 },
    })
    expect(await stockOf(bread)).toBe(7)
    await approve(documentid, 'keep', { accepts_below_zero: true })
    expect(await stockOf(bread)).toBe(-2)
  })

  test('that overlaps another one does not correct a difference twice', async () => {
    const bread = await add('Bread')
    const first = await begin()
    const second = await begin()
    await enter(first, bread, 7)
    await enter(second, bread, 7)
    await approve(first)
    expect(await stockOf(bread)).toBe(7)
    expect(await differences(second)).toEqual([['Bread', 7, 7, 0]])
    await approve(second)
    expect(await stockOf(bread)).toBe(7)
  })

  test('keeps the stock of what nobody counted, or takes it for none', async () => {
    const bread = await add('Bread')
    const milk = await add('Milk', { stock: -3 })
    const gone = await add('Gone')
    const kept = await begin()
    await expect(approve(kept)).rejects.toMatchObject({ message: 'Nobody counted anything yet.' })
    await enter(kept, bread, 11)
    await approve(kept)
    expect([await stockOf(bread), await stockOf(milk)]).toEqual([11, -3])
    expect(await thandi.api.stock.get({ documentid: kept })).toMatchObject({ units: 1, unknown_costs: 0 })
    const zero = await begin()
    await enter(zero, bread, 11)
    await thandi.api.products.remove({ productid: gone })
    await approve(zero, 'zero')
    expect([await stockOf(bread), await stockOf(milk)]).toEqual([11, 0])
    expect(await differences(zero)).toEqual([
      ['Bread', 11, 11, 0],
      ['Gone', null, null, null],
      ['Milk', 0, -3, 3],
    ])
  })

  test('is counted by scanning, each entry once however often a phone sends it', async () => {
    await add('Bread', { barcode: '6001' })
    await add('Elsewhere', {
      barcode: '7001',
      siteid: (await thandi.api.sites.create({ sitename: 'Rosebank', location: 'x' })).siteid,
    })
    const documentid = await begin({ of: 'chosen' })
    const bread = { barcode: '6001', quantity: 1, request_id: crypto.randomUUID() }
    const unknown = { barcode: '7001', quantity: 1, request_id: crypto.randomUUID() }
    const scan = () => thandi.api.stock.counts.enter({ documentid, entries: [bread, unknown] })
    const [first] = await Promise.all([scan(), scan(), scan()])
    expect(first).toMatchObject([
      { status: 'counted', productname: 'Bread', counted: 1 },
      { status: 'unknown', productid: null, barcode: '7001' },
    ])
    await thandi.api.stock.counts.enter({ documentid, entries: [{ ...bread, quantity: -1, request_id: crypto.randomUUID() }] })
    expect(await differences(documentid), 'all of it is taken back').toEqual([['Bread', null, null, null]])
    expect(await thandi.api.stock.counts.entries({ documentid })).toMatchObject([{ quantity: -1 }, { quantity: 1 }])
  })

  test('counts the pieces of a carton for each scan, and what a phone counted in pieces as it did', async () => {
    await add('Milk', { barcode: '6001', further_barcodes: [{ barcode: '16001', units: 24 }] })
    const documentid = await begin()
    expect(await thandi.api.stock.counts.sheet({ documentid })).toMatchObject([
      { productname: 'Milk', further_barcodes: [{ barcode: '16001', units: 24 }] },
    ])
    const scan = (barcode: string, quantity: number, more: object = {}) =>
      thandi.api.stock.counts.enter({ documentid, entries: [{ barcode, quantity, request_id: crypto.randomUUID(), ...more }] })
    expect(await scan('1-6001', 2)).toMatchObject([
      { status: 'counted', productname: 'Milk', barcode: '6001', quantity: 48, counted: 48 },
    ])
    // The phone knew the carton, or knew the code as that of a piece.
    expect(await scan('16001', 24, { in_pieces: true })).toMatchObject([{ quantity: 24, counted: 72 }])
    expect(await scan('6001', 1)).toMatchObject([{ quantity: 1, counted: 73 }])
    expect(await scan('16001', -2)).toMatchObject([{ quantity: -48, counted: 25 }])
    await expect(scan('16001', 999_999)).rejects.toMatchObject({ code: 'INVALID', message: 'Quantity is too large.' })
  })

  test('has a code that became a carton while a phone was offline: a phone that knew it as a piece keeps its count', async () => {
    const milk = await add('Milk', { barcode: '6001' })
    const documentid = await begin()
    await server.ownerPool.query(
      `update product set barcode = '6002', further_barcodes = '[{"barcode": "6001", "units": 24}]' where productid = $1`,
      [milk],
    )
    const kept = { barcode: '6001', request_id: crypto.randomUUID(), quantity: 3, in_pieces: true }
    const enterKept = () => thandi.api.stock.counts.enter({ documentid, entries: [kept] })
    expect(await enterKept()).toMatchObject([{ status: 'counted', quantity: 3, counted: 3 }])
    await server.ownerPool.query(
      `update product set further_barcodes = '[{"barcode": "6001", "units": 12}]' where productid = $1`,
      [milk],
    )
    expect(await enterKept(), 'sent again').toMatchObject([{ counted: 3 }])
  })

  test('takes entries that a phone kept while it was offline at their own time, within the count', async () => {
    const bread = await add('Bread')
    const early = new Date(Date.now() - 3600_000)
    const documentid = await begin()
    const scanned = new Date()
    await sell(bread, 3, new Date(scanned.getTime() + 1))
    await enter(documentid, bread, 10, scanned)
    expect(await differences(documentid)).toEqual([['Bread', 10, 10, 0]])
    const { events } = await thandi.api.stock.get({ documentid })
    await enter(documentid, bread, 0, early)
    const times = (await thandi.api.stock.counts.entries({ documentid })).map(({ counted_at }) => counted_at.getTime())
    expect(times[0]).toBe(events[0]?.happened_at.getTime())
  })

  test('that is blind shows the stock only to a person who reviews it', async () => {
    const bread = await add('Bread')
    const documentid = await begin({ of: 'all' }, { is_blind: true })
    await enter(documentid, bread, 8)
    expect(await look(documentid)).toMatchObject({
      rows: [{ counted: 8, expected: null, difference: null }],
      summary: { differences: null },
    })
    expect(await look(documentid, { review: true })).toMatchObject({ rows: [{ expected: 10, difference: -2 }] })
    await approve(documentid)
    expect(await look(documentid)).toMatchObject({ rows: [{ expected: 10 }] })
  })

  test('has a sheet with all of its products by name, without the stock if it is blind', async () => {
    const milk = await add('Milk', { barcode: '6002', category: 'Dairy' })
    await add('Bread')
    const gone = await add('Gone')
    const documentid = await begin()
    await thandi.api.products.remove({ productid: gone })
    await enter(documentid, milk, 2.5)
    expect(await thandi.api.stock.counts.sheet({ documentid })).toMatchObject([
      { productname: 'Bread', stock: 10, counted: null },
      { productname: 'Milk', barcode: '6002', category: 'Dairy', stock: 10, counted: 2.5 },
    ])
    const blind = await begin({ of: 'category', name: 'Dairy' }, { is_blind: true })
    expect(await thandi.api.stock.counts.sheet({ documentid: blind })).toMatchObject([{ productname: 'Milk', stock: null }])
  })

  test('is approved once, as it was seen, and then takes no entry', async () => {
    const bread = await add('Bread')
    const documentid = await begin()
    await enter(documentid, bread, 8)
    const opened = await see(documentid)
    await enter(documentid, bread, 1)
    const approval = { documentid, opened, uncounted: 'keep' as const }
    await expect(thandi.api.stock.counts.approve({ ...approval, entries: 1 })).rejects.toMatchObject({ code: 'COUNTED_MORE' })
    const results = await Promise.allSettled([1, 2].map(() => thandi.api.stock.counts.approve({ ...approval, entries: 2 })))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await stockOf(bread)).toBe(9)
    await expect(enter(documentid, bread, 1)).rejects.toMatchObject({
      ...{ code: 'WRONG_STATE', message: 'This count was already approved.' },
    })
    const other = await begin()
    await thandi.api.stock.counts.cancel({ documentid: other, opened: await see(other), note: 'Too late' })
    await expect(enter(other, bread, 1)).rejects.toMatchObject({ message: 'This count was cancelled.' })
    await expect(begin({ of: 'category', name: 'None' })).rejects.toMatchObject({ message: 'There is no product to count.' })
  })

  test('is of one business', async () => {
    const bread = await add('Bread')
    const documentid = await begin()
    const sipho = await createOwner(server)
    const entry = { productid: bread, quantity: 1, request_id: crypto.randomUUID() }
    const { counts } = sipho.api.stock
    await expect(counts.lines({ documentid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(counts.sheet({ documentid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(counts.entries({ documentid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(counts.enter({ documentid, entries: [entry] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const own = await counts.begin({ siteid: sipho.siteid, scope: { of: 'chosen' } })
    expect(await counts.enter({ ...own, entries: [entry] })).toMatchObject([{ status: 'unknown' }])
    await expect(counts.begin({ siteid: thandi.siteid, scope: { of: 'chosen' } })).rejects.toMatchObject({ code: 'NO_SITE' })
  })
})
