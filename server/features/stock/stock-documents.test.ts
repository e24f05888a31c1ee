import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProductInput } from '../../../contract/products.ts'
import type { DraftInput } from '../../../contract/stock-documents.ts'
import { createOwner, createTill, type Owner } from '../../testing/clients.ts'
import { addProduct } from '../../testing/products.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

let thandi: Owner
let rosebank: number
beforeEach(async () => {
  thandi = await createOwner(server)
  rosebank = (await thandi.api.sites.create({ sitename: 'Rosebank', location: 'x' })).siteid
})

type Line = Partial<DraftInput['lines'][number]> & { productid: number; quantity: number }
type Draft = Partial<Omit<DraftInput, 'lines'>> & { lines: Line[] }

const create = (kind: DraftInput['kind'], draft: Draft & { finish?: boolean; order_version?: number; request_id?: string }) =>
  thandi.api.stock.create({ kind, siteid: thandi.siteid, ...draft })
const open = (documentid: number) => thandi.api.stock.get({ documentid })
const see = async (documentid: number) => ({ version: (await open(documentid)).version })
const finish = async (documentid: number) => thandi.api.stock.finish({ documentid, opened: await see(documentid) })
const stockOf = async (productid: number) => (await thandi.api.products.get({ productid })).stock
const addBread = (product: Partial<ProductInput> = {}) =>
  addProduct(thandi, { productname: 'Bread', barcode: '6001', stock: 10, purchaseprice: 12, price: 20, ...product })
const addSupplier = async (name = 'Sasko') => {
  await addProduct(thandi, { productname: `From ${name}`, supplier: name })
  const { rows } = await server.ownerPool.query('select supplierid from suppliers where businessid = $1 and name = $2', [
    ...[thandi.businessid, name],
  ])
  return rows[0].supplierid as number
}

/** [reason, change] of a product, and the document that each names. */
async function movementsOf(productid: number) {
  const { rows } = await server.ownerPool.query(
    `select reason, (stock_after - stock_before)::float as change, documentid from stock_movements
      where businessid = $1 and productid = $2 order by movementid`,
    [thandi.businessid, productid],
  )
  return rows.map(({ reason, change, documentid }) => [reason, change, documentid && Number(documentid)])
}

describe('order to a supplier', () => {
  test('is received in parts, over and under, and its state follows what came', async () => {
    const supplierid = await addSupplier()
    const bread = (await addBread()).productid
    const milk = (await addProduct(thandi, { productname: 'Milk', stock: 0 })).productid
    const { documentid } = await create('order', {
      supplierid,
      expected_on: '2026-12-01',
      lines: [
        { productid: bread, quantity: 24, purchaseprice: 11.5 },
        { productid: milk, quantity: 12 },
      ],
    })
    await finish(documentid)
    expect(await open(documentid)).toMatchObject({
      ...{ kind: 'order', number: 1, state: 'sent', supplier: 'Sasko', expected_on: '2026-12-01', units: 36, outstanding: 36 },
      ...{ cost: 276, unknown_costs: 1, created_by: 'Thandi Nkosi' },
      events: [{ event: 'created' }, { event: 'sent' }],
    })
    expect(await stockOf(bread)).toBe(10)

    await create('delivery', {
      ...{ supplierid, parentid: documentid, finish: true },
      lines: [
        { productid: bread, quantity: 20, rejected: 4, reason: 'Torn bags', purchaseprice: 11.5 },
        { productid: milk, quantity: 0 },
      ],
    })
    expect(await open(documentid)).toMatchObject({
      ...{ state: 'part_received', outstanding: 16 },
      lines: [{ received: 20 }, { received: 0 }],
      children: [{ kind: 'delivery', number: 1, units: 20 }],
    })
    await create('delivery', {
      ...{ supplierid, parentid: documentid, finish: true },
      lines: [
        { productid: bread, quantity: 4 },
        { productid: milk, quantity: 13 },
      ],
    })
    expect(await open(documentid)).toMatchObject({ state: 'received', outstanding: 0 })
    expect([await stockOf(bread), await stockOf(milk)]).toEqual([34, 13])
  })

  test('takes no delivery once it is received or closed, and none as a draft', async () => {
    const supplierid = await addSupplier()
    const { productid } = await addBread()
    const lines = [{ productid, quantity: 5 }]
    const { documentid } = await create('order', { supplierid, lines })
    const receive = () => create('delivery', { supplierid, parentid: documentid, finish: true, lines })
    await expect(receive()).rejects.toMatchObject({ code: 'WRONG_STATE', message: 'This order was not sent yet.' })
    await finish(documentid)
    await receive()
    await expect(receive()).rejects.toMatchObject({
      code: 'WRONG_STATE',
      message: 'This order was already received. Write a delivery without an order.',
    })
    const other = await create('order', { supplierid, lines, finish: true })
    await thandi.api.stock.close({ documentid: other.documentid, opened: await see(other.documentid), note: 'Out of business' })
    expect(await open(other.documentid)).toMatchObject({
      ...{ state: 'closed', outstanding: 0 },
      events: [{}, {}, { event: 'closed', note: 'Out of business' }],
    })
    await expect(create('delivery', { supplierid, parentid: other.documentid, lines })).rejects.toMatchObject({
      code: 'WRONG_STATE',
    })
    expect(await stockOf(productid)).toBe(15)
  })

  test('refuses a delivery whose order was received in another window, and answers a retry with the first one', async () => {
    const supplierid = await addSupplier()
    const { productid } = await addBread()
    const { documentid } = await create('order', { supplierid, lines: [{ productid, quantity: 10 }], finish: true })
    const { version } = await open(documentid)
    const lines = [{ productid, quantity: 6 }]
    const receive = (request_id = randomUUID(), order_version = version) =>
      create('delivery', { supplierid, parentid: documentid, finish: true, lines, order_version, request_id })
    const first = randomUUID()
    const delivery = await receive(first)
    await expect(receive()).rejects.toMatchObject({
      code: 'WRONG_STATE',
      message: 'Somebody received a part of this order after you opened it. Check the quantities, then try again.',
    })
    expect(await receive(first)).toEqual(delivery)
    await receive(randomUUID(), (await open(documentid)).version)
    expect(await stockOf(productid)).toBe(22)
  })

  test('refuses a delivery that was written before a part of it came', async () => {
    const supplierid = await addSupplier()
    const { productid } = await addBread()
    const { documentid } = await create('order', { supplierid, lines: [{ productid, quantity: 10 }], finish: true })
    const write = (quantity: number) => create('delivery', { supplierid, parentid: documentid, lines: [{ productid, quantity }] })
    const first = await write(10)
    const second = await write(4)
    await finish(second.documentid)
    await expect(finish(first.documentid)).rejects.toMatchObject({ code: 'WRONG_STATE' })
    const { version } = await open(first.documentid)
    await thandi.api.stock.update({
      ...{ documentid: first.documentid, opened: { version }, siteid: thandi.siteid, supplierid },
      lines: [{ productid, quantity: 6 }],
    })
    await finish(first.documentid)
    expect(await open(documentid)).toMatchObject({ state: 'received' })
    expect(await stockOf(productid)).toBe(20)
  })
})

describe('delivery', () => {
  test('moves stock by movements that name it, beside sales', async () => {
    const { productid } = await addBread()
    const { documentid } = await create('delivery', { lines: [{ productid, quantity: 2.5 }] })
    const { push } = await createTill(server, thandi)
    await push([{ reference: 'a', saledate: '2026-11-21T12:00Z', items: [{ productid, quantity: 12 }] }])
    await finish(documentid)
    expect(await stockOf(productid)).toBe(0.5)
    expect(await movementsOf(productid)).toEqual([
      ['edit', 10, null],
      ['sale', -12, null],
      ['delivery', 2.5, documentid],
    ])
  })

  test.each([
    ['keep', 12],
    ['last', 15],
    ['average', 13],
  ] as const)('changes the purchase price as the business wants it: %s', async (purchase_price_rule, price) => {
    const bread = await addBread()
    const free = await addBread({ productname: 'Bags', barcode: '', purchaseprice: 0, is_free: true, stock: -5 })
    const unknown = await addBread({ productname: 'Tea', barcode: '', purchaseprice: 0 })
    const settings = await thandi.api.stock.settings()
    await thandi.api.stock.saveSettings({ ...settings, purchase_price_rule })
    await create('delivery', {
      finish: true,
      lines: [
        { productid: bread.productid, quantity: 5, purchaseprice: 15 },
        { productid: free.productid, quantity: 5, purchaseprice: 0 },
        { productid: unknown.productid, quantity: 5, purchaseprice: 8 },
      ],
    })
    const find = async ({ productid }: { productid: number }) => {
      const { purchaseprice, is_free, version } = await thandi.api.products.get({ productid })
      return [purchaseprice, is_free, version]
    }
    const isKept = purchase_price_rule === 'keep'
    expect(await find(bread)).toEqual([price, false, isKept ? 1 : 2])
    expect(await find(free)).toEqual([0, true, 1])
    expect(await find(unknown)).toEqual(isKept ? [0, false, 1] : [8, false, 2])
  })

  test('is corrected by the difference, once more by the difference to that', async () => {
    const supplierid = await addSupplier()
    const { productid } = await addBread()
    const order = await create('order', { supplierid, lines: [{ productid, quantity: 12 }], finish: true })
    const { documentid } = await create('delivery', {
      ...{ supplierid, parentid: order.documentid, finish: true },
      lines: [{ productid, quantity: 12, purchaseprice: 11 }],
    })
    const correct = async (quantity: number, seen?: { version: number }) =>
      thandi.api.stock.correct({
        ...{ documentid, opened: seen ?? (await see(documentid)), note: 'Two boxes less' },
        lines: [{ productid, quantity }],
      })
    const seen = await see(documentid)
    await correct(10)
    await expect(correct(9, seen)).rejects.toMatchObject({ code: 'VERSION_CONFLICT' })
    expect(await open(order.documentid)).toMatchObject({ state: 'part_received', outstanding: 2 })
    await correct(13)
    expect(await stockOf(productid)).toBe(23)
    expect(await open(order.documentid)).toMatchObject({ state: 'received' })
    expect(await open(documentid)).toMatchObject({
      lines: [{ quantity: 12, corrected: 13 }],
      children: [
        { number: 2, units: -2, cost: -22, is_correction: true },
        { number: 3, units: 3 },
      ],
    })
    await expect(correct(13)).rejects.toMatchObject({ message: 'These are the quantities that were received.' })
    const [, correction] = (await open(documentid)).children
    if (!correction) throw new Error('it was corrected')
    await expect(
      thandi.api.stock.correct({
        ...{ documentid: correction.documentid, opened: await see(correction.documentid) },
        lines: [{ productid, quantity: 1 }],
      }),
    ).rejects.toMatchObject({ message: 'Correct the delivery itself, not its correction.' })
  })

  test('is not corrected when its product was moved to another site', async () => {
    const supplierid = await addSupplier()
    const { productid } = await addBread()
    const { documentid } = await create('delivery', {
      ...{ supplierid, finish: true, lines: [{ productid, quantity: 12, purchaseprice: 11 }] },
    })
    const { siteid } = await thandi.api.sites.create({ sitename: 'Menlyn', location: 'Pretoria' })
    await server.ownerPool.query('update product set siteid = $2 where productid = $1', [productid, siteid])
    const before = await stockOf(productid)
    const correcting = thandi.api.stock.correct({
      ...{ documentid, opened: await see(documentid), note: 'Two boxes less' },
      lines: [{ productid, quantity: 10 }],
    })
    await expect(correcting).rejects.toMatchObject({ message: expect.stringContaining('site') })
    expect(await stockOf(productid)).toBe(before)
  })
})

type Loss = { missing?: number; reason?: string }

describe('transfer', () => {
  const receive = async (
    documentid: number,
    lines: (Loss & { productid: number; quantity: number; also_missing?: Required<Loss>[] })[],
    siteid = rosebank,
  ) => thandi.api.stock.receive({ documentid, opened: await see(documentid), siteid, lines })

  test('is in transit until it is received in parts, with what is missing and why', async () => {
    const { productid } = await addBread()
    const { documentid } = await create('transfer', { to_siteid: rosebank, lines: [{ productid, quantity: 8 }], finish: true })
    expect(await stockOf(productid)).toBe(2)
    expect(await open(documentid)).toMatchObject({
      state: 'sent',
      outstanding: 8,
      lines: [{ purchaseprice: 12, to_stock: null }],
    })

    await receive(documentid, [{ productid, quantity: 5 }])
    const { rows } = await thandi.api.products.list({ siteid: rosebank })
    expect(rows).toMatchObject([{ productname: 'Bread', barcode: '6001', price: 20, purchaseprice: 12, stock: 5 }])
    expect(await open(documentid)).toMatchObject({ state: 'part_received', outstanding: 3 })
    await expect(receive(documentid, [{ productid, quantity: 4 }])).rejects.toMatchObject({
      ...{ code: 'INVALID', message: 'Only 3 of Bread are in transit. Add what is over by an adjustment.' },
    })
    await expect(receive(documentid, [{ productid, quantity: 2, missing: 1 }])).rejects.toMatchObject({
      message: 'Say why Bread is missing.',
    })
    await receive(documentid, [{ productid, quantity: 2, missing: 1, reason: 'Stolen' }])
    expect(await open(documentid)).toMatchObject({
      state: 'received',
      outstanding: 0,
      children: [{ kind: 'receipt' }, { kind: 'receipt' }],
    })
    await expect(receive(documentid, [{ productid, quantity: 1 }])).rejects.toMatchObject({
      ...{ code: 'WRONG_STATE', message: 'This was already received.' },
    })
    expect(await stockOf(rows[0]?.productid ?? 0)).toBe(7)
  })

  test('is received with several reasons for what is missing, each by itself in its receipts and together in the transfer', async () => {
    const { productid } = await addBread()
    const milk = (await addProduct(thandi, { productname: 'Milk', stock: 9 })).productid
    const lines = [
      { productid, quantity: 8 },
      { productid: milk, quantity: 3 },
    ]
    const { documentid } = await create('transfer', { to_siteid: rosebank, lines, finish: true })
    const damaged = { missing: 1, reason: 'Damaged' }
    await expect(
      receive(documentid, [{ productid, quantity: 6, ...damaged, also_missing: [{ missing: 1, reason: '' }] }]),
    ).rejects.toMatchObject({ message: 'Say why Bread is missing.' })
    await expect(
      receive(documentid, [{ productid, quantity: 6, ...damaged, also_missing: [{ missing: 2, reason: 'Lost' }] }]),
    ).rejects.toMatchObject({ message: 'Only 8 of Bread are in transit. Add what is over by an adjustment.' })
    await receive(documentid, [
      { productid, quantity: 4, ...damaged, also_missing: [{ missing: 1, reason: 'Lost' }, damaged] },
      { productid: milk, quantity: 2 },
    ])
    await receive(documentid, [{ productid, quantity: 0, missing: 1, reason: 'Lost' }])
    const transfer = await open(documentid)
    expect(transfer).toMatchObject({ state: 'part_received', outstanding: 1 })
    expect(transfer.lines.map(({ received, lost }) => ({ received, lost }))).toEqual([
      {
        received: 8,
        lost: [
          { units: 2, reason: 'Damaged' },
          { units: 2, reason: 'Lost' },
        ],
      },
      { received: 2, lost: [] },
    ])
    const receipts = await Promise.all(transfer.children.map((child) => open(child.documentid)))
    expect(receipts.map((receipt) => receipt.lines.map(({ quantity, missing, reason }) => [quantity, missing, reason]))).toEqual([
      [
        [4, 2, 'Damaged'],
        [2, 0, ''],
      ],
      [[0, 1, 'Lost']],
      [[0, 1, 'Lost']],
    ])
  })

  test('comes back to its own site when it is cancelled on the way', async () => {
    const { productid } = await addBread()
    const { documentid } = await create('transfer', { to_siteid: rosebank, lines: [{ productid, quantity: 8 }], finish: true })
    await receive(documentid, [{ productid, quantity: 8 }], thandi.siteid)
    expect(await stockOf(productid)).toBe(10)
    expect(await open(documentid)).toMatchObject({ state: 'cancelled' })
    expect((await thandi.api.products.list({ siteid: rosebank })).results).toBe(0)
  })

  test('finds the product of the other site by its barcode, and one that was deleted is added again', async () => {
    const { productid } = await addBread()
    const there = await addBread({ siteid: rosebank, productname: 'White bread', stock: 1 })
    const send = async () =>
      (await create('transfer', { to_siteid: rosebank, lines: [{ productid, quantity: 2 }], finish: true })).documentid
    await receive(await send(), [{ productid, quantity: 2 }])
    expect(await stockOf(there.productid)).toBe(3)
    const documentid = await send()
    await thandi.api.products.remove({ productid: there.productid })
    await receive(documentid, [{ productid, quantity: 2 }])
    expect((await thandi.api.products.list({ siteid: rosebank })).rows).toMatchObject([{ productname: 'Bread', stock: 2 }])
  })

  test('adds the product with its picture, and with the price of the item where the sender has its own', async () => {
    const { productid } = await addBread()
    const sender = await addBread({ siteid: rosebank, price: 25 })
    await thandi.api.products.join({ productids: [productid, sender.productid] })
    const picture = randomUUID().replaceAll('-', '')
    await server.ownerPool.query('update product set picture = $2 where businessid = $1', [thandi.businessid, picture])
    const { siteid: soweto } = await thandi.api.sites.create({ sitename: 'Soweto', location: 'x' })
    const lines = [{ productid: sender.productid, quantity: 2 }]
    const { documentid } = await create('transfer', { siteid: rosebank, to_siteid: soweto, lines, finish: true })
    await receive(documentid, lines, soweto)
    expect((await thandi.api.products.list({ siteid: soweto })).rows).toMatchObject([
      { price: 20, has_own_price: false, picture },
    ])
  })

  test('of two people who receive it at once, one is refused', async () => {
    const { productid } = await addBread()
    const { documentid } = await create('transfer', { to_siteid: rosebank, lines: [{ productid, quantity: 8 }], finish: true })
    const results = await Promise.allSettled([1, 2, 3].map(() => receive(documentid, [{ productid, quantity: 8 }])))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await thandi.api.products.list({ siteid: rosebank })).rows).toMatchObject([{ stock: 8 }])
  })
})

describe('adjustment', () => {
  test('changes the stock below zero, with a reason of the business', async () => {
    const { productid } = await addBread()
    const adjust = (reason: string) => create('adjustment', { finish: true, lines: [{ productid, quantity: -12.5, reason }] })
    await expect(adjust('Bored')).rejects.toMatchObject({ code: 'INVALID', message: 'Select a reason for Bread.' })
    const { documentid } = await adjust('Damaged')
    expect(await stockOf(productid)).toBe(-2.5)
    expect(await movementsOf(productid)).toEqual([
      ['edit', 10, null],
      ['adjustment', -12.5, documentid],
    ])
    expect(await open(documentid)).toMatchObject({
      state: 'booked',
      cost: -150,
      lines: [{ reason: 'Damaged', purchaseprice: 12 }],
    })
    const opened = await thandi.api.stock.settings()
    const save = () => thandi.api.stock.saveSettings({ stock_reasons: ['Bored'], purchase_price_rule: 'keep', opened })
    await save()
    await expect(save()).rejects.toMatchObject({ code: 'CHANGED' })
    await adjust('Bored')
  })

  test('takes away with a reason of loss and adds with Found, whatever sign was sent', async () => {
    const { productid } = await addBread()
    const own = ['Damaged', 'Stolen', 'Expired', 'Own use', 'Found', 'Tasting']
    await thandi.api.stock.saveSettings({ stock_reasons: own, purchase_price_rule: 'keep' })
    const book = async (quantity: number, reason: string) => {
      const before = await stockOf(productid)
      const { documentid } = await create('adjustment', { finish: true, lines: [{ productid, quantity, reason }] })
      const { lines } = await open(documentid)
      return [lines[0]?.quantity, (await stockOf(productid)) - before]
    }
    for (const reason of ['Damaged', 'Stolen', 'Expired', 'Own use'])
      for (const quantity of [3, -3]) expect(await book(quantity, reason)).toEqual([-3, -3])
    for (const quantity of [2, -2]) expect(await book(quantity, 'Found')).toEqual([2, 2])
    for (const quantity of [2, -2]) expect(await book(quantity, 'Tasting')).toEqual([quantity, quantity])
  })

  test('that was saved with the wrong sign is saved, read again and booked with the right one', async () => {
    const { productid } = await addBread()
    const { documentid } = await create('adjustment', { lines: [{ productid, quantity: 1, reason: 'Damaged' }] })
    const update = {
      ...{ documentid, siteid: thandi.siteid, request_id: crypto.randomUUID(), opened: { version: 1 } },
      lines: [{ productid, quantity: 3, reason: 'Damaged' }],
    }
    await thandi.api.stock.update(update)
    // The answer was lost, and the request is sent again.
    await thandi.api.stock.update(update)
    expect(await open(documentid)).toMatchObject({ version: 2, lines: [{ quantity: -3 }] })
    // As an earlier version stored it.
    await server.ownerPool.query('update stock_document_lines set quantity = 3 where documentid = $1', [documentid])
    await thandi.api.stock.finish({ documentid, opened: { version: 2 } })
    expect(await open(documentid)).toMatchObject({ state: 'booked', lines: [{ quantity: -3 }] })
    expect(await stockOf(productid)).toBe(7)
  })

  test('is refused where the stock would leave its range', async () => {
    const { productid } = await addBread({ stock: -999_999_990 })
    await expect(
      create('adjustment', { finish: true, lines: [{ productid, quantity: -1000, reason: 'Damaged' }] }),
    ).rejects.toMatchObject({ code: 'OUT_OF_STOCK_RANGE' })
    await expect(create('adjustment', { lines: [{ productid, quantity: -1e9 }] })).rejects.toMatchObject({
      message: expect.stringContaining('Quantity is too small.'),
    })
    expect((await thandi.api.stock.list({})).results).toBe(0)
  })
})

describe('stock document', () => {
  test('is written once by a request that is sent twice, and finished once', async () => {
    const { productid } = await addBread()
    const request_id = crypto.randomUUID()
    const write = (quantity: number) => create('delivery', { request_id, finish: true, lines: [{ productid, quantity }] })
    const [first, second] = await Promise.all([write(1), write(1)])
    expect(first).toEqual(second)
    await expect(write(2)).rejects.toMatchObject({ code: 'ALREADY_USED' })
    const draft = await create('delivery', { lines: [{ productid, quantity: 3 }] })
    const change = { ...draft, opened: { version: 1 }, request_id: crypto.randomUUID() }
    await Promise.all([thandi.api.stock.finish(change), thandi.api.stock.finish(change)])
    expect(await stockOf(productid)).toBe(14)
    expect((await thandi.api.stock.list({})).rows.map(({ number }) => number)).toEqual([2, 1])
  })

  test('that was saved as a draft is not finished by a request with the same key: it would answer with the draft', async () => {
    const { productid } = await addBread()
    const draft = { request_id: crypto.randomUUID(), lines: [{ productid, quantity: 7 }] }
    const { documentid } = await create('delivery', draft)
    await expect(create('delivery', { ...draft, finish: true })).rejects.toMatchObject({ code: 'ALREADY_USED' })
    expect(await create('delivery', draft)).toEqual({ documentid })
    expect(await open(documentid)).toMatchObject({ state: 'draft' })
  })

  test('names what is wrong with a draft, and changes nothing', async () => {
    const { productid } = await addBread()
    const elsewhere = await addBread({ siteid: rosebank })
    const line = { productid, quantity: 1 }
    const refusals: [DraftInput['kind'], Draft, string][] = [
      ['order', { lines: [line] }, 'Select a supplier.'],
      ['transfer', { lines: [line] }, 'Select the site that the goods go to.'],
      ['transfer', { to_siteid: thandi.siteid, lines: [line] }, 'A transfer goes to another site.'],
      ['delivery', { to_siteid: rosebank, lines: [line] }, 'Only a transfer goes to another site.'],
      ['delivery', { lines: [{ ...line, quantity: -1 }] }, 'Quantity cannot be negative.'],
      ['delivery', { lines: [line, line] }, 'A product stands in a document once.'],
      [
        'delivery',
        { lines: [{ ...line, productid: elsewhere.productid }] },
        'A product of these lines is not at this site any more. Remove it.',
      ],
      ['delivery', { supplierid: 999_999, lines: [line] }, 'This supplier no longer exists. Select another one.'],
      ['delivery', { parentid: 999_999, lines: [line] }, 'This order no longer exists.'],
      ['delivery', { siteid: 999_999, lines: [line] }, 'This site no longer exists. Select another one.'],
    ]
    for (const [kind, draft, message] of refusals)
      await expect(create(kind, draft)).rejects.toMatchObject({ message: expect.stringContaining(message) })
    await expect(create('delivery', { finish: true, lines: [{ productid, quantity: 0 }] })).rejects.toMatchObject({
      message: 'Enter the quantity of at least one product.',
    })
    expect((await thandi.api.stock.list({})).results).toBe(0)
  })

  test('is of one business: another one neither sees it nor names its rows', async () => {
    const { productid } = await addBread()
    const draft = await create('delivery', { lines: [{ productid, quantity: 1 }] })
    const supplierid = await addSupplier()
    const sipho = await createOwner(server)
    await expect(sipho.api.stock.get(draft)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(sipho.api.stock.finish({ ...draft, opened: { version: 1 } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(sipho.api.stock.remove(draft)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const own = { kind: 'delivery', siteid: sipho.siteid } as const
    await expect(sipho.api.stock.create({ ...own, lines: [{ productid, quantity: 1 }] })).rejects.toMatchObject({
      code: 'INVALID',
    })
    await expect(sipho.api.stock.create({ ...own, supplierid, lines: [] })).rejects.toMatchObject({ code: 'INVALID' })
    await expect(sipho.api.stock.create({ ...own, siteid: thandi.siteid, lines: [] })).rejects.toMatchObject({ code: 'NO_SITE' })
    expect((await sipho.api.stock.list({})).results).toBe(0)
  })

  test('as a draft is changed by one window, deleted, and refuses a product that was deleted', async () => {
    const { productid } = await addBread()
    const { documentid } = await create('delivery', { lines: [{ productid, quantity: 1 }] })
    const change = {
      documentid,
      opened: { version: 1 },
      siteid: thandi.siteid,
      note: 'By van',
      lines: [{ productid, quantity: 2 }],
    }
    await thandi.api.stock.update(change)
    await expect(thandi.api.stock.update(change)).rejects.toMatchObject({
      ...{ code: 'VERSION_CONFLICT', data: { note: 'By van', version: 2 } },
    })
    await thandi.api.products.remove({ productid })
    await expect(finish(documentid)).rejects.toMatchObject({ message: 'Bread was deleted. Remove it from the lines.' })
    expect(await open(documentid)).toMatchObject({ lines: [{ is_archived: true, quantity: 2 }] })
    await expect(thandi.api.stock.remove({ documentid, opened: { version: 1 } })).rejects.toMatchObject({
      ...{ code: 'VERSION_CONFLICT', data: { note: 'By van', version: 2 } },
    })
    await thandi.api.stock.remove({ documentid, opened: { version: 2 } })
    await expect(open(documentid)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('as a draft is saved once when a change is sent again, and conflicts with what somebody else saved', async () => {
    const { productid } = await addBread()
    const { documentid } = await create('delivery', { lines: [{ productid, quantity: 1 }] })
    const sent = {
      ...{ documentid, opened: { version: 1 }, siteid: thandi.siteid, note: 'By van', request_id: randomUUID() },
      lines: [{ productid, quantity: 2.5, purchaseprice: 11.5, rejected: 1, reason: 'Torn' }],
    }
    await thandi.api.stock.update(sent)
    expect(await thandi.api.stock.update(sent)).toEqual({ documentid })
    expect(await open(documentid)).toMatchObject({ version: 2, note: 'By van' })
    for (const others of [{ note: 'By ship' }, { lines: [{ productid, quantity: 3 }] }, { lines: [] }])
      await expect(thandi.api.stock.update({ ...sent, ...others })).rejects.toMatchObject({ code: 'VERSION_CONFLICT' })
    await thandi.api.stock.update({ ...sent, opened: { version: 2 }, request_id: randomUUID() })
    await expect(thandi.api.stock.update(sent), 'it was saved again since').rejects.toMatchObject({ code: 'VERSION_CONFLICT' })
  })

  test('is found by kind, number, supplier, reference and either site, and what is open waits', async () => {
    const supplierid = await addSupplier()
    const { productid } = await addBread()
    const lines = [{ productid, quantity: 4 }]
    await create('order', { supplierid, lines, finish: true, expected_on: '2026-12-24' })
    await create('transfer', { to_siteid: rosebank, lines, finish: true })
    await create('delivery', { lines, reference: 'INV 77', finish: true })
    await create('adjustment', { lines })
    const find = async (search: Parameters<Owner['api']['stock']['list']>[0]) =>
      (await thandi.api.stock.list(search)).rows.map(({ kind }) => kind)
    expect(await find({})).toEqual(['adjustment', 'delivery', 'transfer', 'order'])
    expect(await find({ kind: 'transfer' })).toEqual(['transfer'])
    expect(await find({ siteid: rosebank })).toEqual(['transfer'])
    expect(await find({ q: 'inv 7' })).toEqual(['delivery'])
    expect(await find({ q: 'sask' })).toEqual(['order'])
    expect(await find({ q: '1' })).toEqual(['adjustment', 'delivery', 'transfer', 'order'])
    expect(await find({ q: 'Transfer 1' })).toEqual(['transfer'])
    expect(await find({ q: 'transfer 2' })).toEqual([])
    expect(await find({ supplierid })).toEqual(['order'])
    expect(await find({ status: 'open', sort: 'expected_on', dir: 'asc' })).toEqual(['order', 'transfer', 'adjustment'])
    expect(await find({ status: 'draft' })).toEqual(['adjustment'])
    expect(await find({ status: 'waiting', sort: 'expected_on', dir: 'asc' })).toEqual(['order', 'transfer'])
    expect(await thandi.api.stock.waiting()).toMatchObject({
      rows: [{ kind: 'order' }, { kind: 'transfer' }, { kind: 'adjustment' }],
      counts: { drafts: 1, orders: 1, transfers: 1, counts: 0 },
    })
  })
})
