import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findMismatches } from '../../../db/testing/find-mismatches.ts'
import { createOwner, createTill, type Owner } from '../../testing/clients.ts'
import { createImportHelpers } from '../../testing/product-imports.ts'
import { addProduct, createEdit, findProduct, PLAIN_PRODUCT } from '../../testing/products.ts'
import { testServer } from '../../testing/server.ts'
import { waitForBlocked } from '../../testing/wait-until.ts'

const server = await testServer()
afterAll(server.close)

const findMovements = async (productid: number) =>
  (
    await server.ownerPool.query(
      'select reason, stock_before as before, stock_after as after, user_id from stock_movements where productid = $1 order by movementid',
      [productid],
    )
  ).rows

describe('product', () => {
  let thandi: Owner
  beforeAll(async () => {
    thandi = await createOwner(server)
  })

  test('is read by its id; one of another business and an archived one are missing alike', async () => {
    const tea = await addProduct(thandi, { productname: 'Tea by id' })
    const { productid } = tea
    expect(await thandi.api.products.get({ productid })).toEqual(tea)
    const anna = await createOwner(server)
    await expect(anna.api.products.get({ productid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await server.ownerPool.query('update product set archived_at = now() where productid = $1', [productid])
    await expect(thandi.api.products.get({ productid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('has a name after it was archived too; one of another business is missing', async () => {
    const [tea, coffee] = [await addProduct(thandi, { productname: 'Tea' }), await addProduct(thandi, { productname: 'Coffee' })]
    const other = await createOwner(server)
    const theirs = await addProduct(other, { productname: 'Theirs' })
    await server.ownerPool.query('update product set archived_at = now() where productid = $1', [tea.productid])
    const products = [tea, coffee, theirs].map(({ productid }) => productid)
    const named = await thandi.api.products.names({ products })
    expect(named.sort((a, b) => a.productid - b.productid)).toEqual([
      { productid: tea.productid, productname: 'Tea' },
      { productid: coffee.productid, productname: 'Coffee' },
    ])
    expect(await thandi.api.products.names({ products: [] })).toEqual([])
  })

  test('has the price that a program means, without the rounding errors of its floats', async () => {
    const owner = await createOwner(server)
    const price = 9.99 + 5 * 3.37
    expect(price).toBeGreaterThan(26.84)
    const { productid } = await addProduct(owner, { productname: 'Fuel', price, purchaseprice: price })
    expect(await owner.api.products.get({ productid })).toMatchObject({ price: 26.84, purchaseprice: 26.84 })
  })

  test('has prices of four decimals: in its list, at a till, in a delivery, in the file of products and back', async () => {
    const owner = await createOwner(server)
    const fuel = await addProduct(owner, {
      productname: 'Fuel',
      barcode: '6001',
      price: 23.459,
      purchaseprice: 20.1234,
      stock: 0,
    })
    const find = async () => {
      const { price, purchaseprice } = await owner.api.products.get({ productid: fuel.productid })
      return { price, purchaseprice }
    }
    expect(await find()).toEqual({ price: 23.459, purchaseprice: 20.1234 })
    const { push } = await createTill(server, owner)
    const sold = { reference: 'a', saledate: '2026-11-21T12:00Z', items: [{ barcode: '6001', quantity: 40.123 }] }
    expect((await push([sold, sold])).body.sales).toMatchObject([{ status: 'created' }, { status: 'duplicate' }])
    expect((await owner.api.sales.list({ from: '2026-11-21', to: '2026-11-21' })).rows).toMatchObject([{ finalamount: 941.25 }])
    const settings = await owner.api.stock.settings()
    await owner.api.stock.saveSettings({ ...settings, purchase_price_rule: 'average' })
    const lines = [{ productid: fuel.productid, quantity: 24, purchaseprice: 4.1667 }]
    const { documentid } = await owner.api.stock.create({ kind: 'delivery', siteid: owner.siteid, lines, finish: true })
    expect(await owner.api.stock.get({ documentid })).toMatchObject({ lines: [{ purchaseprice: 4.1667 }] })
    expect(await find()).toEqual({ price: 23.459, purchaseprice: 4.1667 })
    const csv = await (await owner.fetch('/api/v1/products.csv')).text()
    expect(csv).toContain('23.459,4.1667')
    expect(await createImportHelpers(server, () => owner).previewFile(csv)).toMatchObject({ unchanged: 1, changed: 0 })
    expect(await findMismatches(server.ownerPool, owner.businessid)).toEqual({})
  })

  test('is created with trimmed texts and found at once (1.4, 5.3.6, 7.3.9)', async () => {
    const { productid } = await thandi.api.products.create({
      siteid: thandi.siteid,
      productname: '  Rooibos ',
      barcode: ' 6009 ',
      category: ' Tea ',
      price: 45.99,
      purchaseprice: 30,
      stock: 12.125,
    })
    expect(await findProduct(thandi.api, productid, '6009')).toEqual({
      productid,
      siteid: thandi.siteid,
      further_barcodes: [],
      sitename: 'Sandton',
      productname: 'Rooibos',
      barcode: '6009',
      category: 'Tea',
      supplier: '',
      description: '',
      price: 45.99,
      purchaseprice: 30,
      stock: 12.125,
      vat_rate: 15,
      is_free: false,
      reorder_level: null,
      order_quantity: null,
      version: 1,
      picture: null,
    })
    expect(await findMovements(productid)).toEqual([{ reason: 'edit', before: 0, after: 12.125, user_id: thandi.user_id }])
  })

  test('keeps VAT and reordering when a client does not send them, and loses a level that is cleared', async () => {
    const rice = await addProduct(thandi, { productname: 'Rice', vat_rate: 0, reorder_level: 12, order_quantity: 6 })
    const { vat_rate, is_free, reorder_level, order_quantity, ...plain } = createEdit(rice, { price: 45, purchaseprice: 30.5 })
    await thandi.api.products.update(plain)
    const kept = await findProduct(thandi.api, rice.productid, 'Rice')
    expect(kept).toEqual({ ...rice, price: 45, purchaseprice: 30.5, is_free, version: 2 })
    await thandi.api.products.update(createEdit(kept, { reorder_level: null }))
    expect(await findProduct(thandi.api, rice.productid, 'Rice')).toMatchObject({ vat_rate, reorder_level: null, order_quantity })
  })

  test('keeps the VAT of earlier sales when its rate changes', async () => {
    const till = await createTill(server, thandi)
    const { productid } = await addProduct(thandi, { productname: 'Oranges', price: 115 })
    const sell = (reference: string) =>
      till.push([{ reference, saledate: '2026-11-20T10:00', items: [{ productid, quantity: 1 }] }])
    await sell('standard')
    await thandi.api.products.update(createEdit(await findProduct(thandi.api, productid, 'Oranges'), { vat_rate: 0 }))
    await sell('zero')
    const { rows } = await server.ownerPool.query(
      'select vat_rate, vat_cents::int from saleitems where businessid = $1 and productid = $2 order by saleid',
      [thandi.businessid, productid],
    )
    expect(rows).toEqual([
      { vat_rate: '15', vat_cents: 1500 },
      { vat_rate: '0', vat_cents: 0 },
    ])
  })

  test.each([
    [{ productname: ' ' }, 'Product name is required.'],
    [{ productname: undefined }, 'Product name is required.'],
    [{ price: undefined }, 'Price is required.'],
    [{ price: '12.50' }, 'Price is required.'],
    [{ price: -1 }, 'Price cannot be negative.'],
    [{ price: 1.00005 }, 'A price has at most four decimals.'],
    [{ price: 1e12 }, 'This price is too large.'],
    [{ vat_rate: 14 }, 'A VAT rate is 15 or 0.'],
    [{ reorder_level: -1 }, 'Reorder level cannot be negative.'],
    [{ order_quantity: 0.0001 }, 'Order quantity has at most three decimals.'],
    [{ purchaseprice: null }, 'Purchase price is required.'],
    [{ stock: undefined }, 'Stock is required.'],
    [{ stock: 0.0001 }, 'Stock has at most three decimals.'],
    [{ stock: 1e9 }, 'This stock is too large.'],
    [{ siteid: undefined }, 'Select a site.'],
    [{ siteid: 0 }, 'Select a site.'],
    [{ productname: 'x'.repeat(201) }, 'Please use at most 200 characters.'],
    [{ barcode: 'x'.repeat(65) }, 'Please use at most 64 characters.'],
    [{ category: 'x'.repeat(101) }, 'Please use at most 100 characters.'],
    [{ description: 'x'.repeat(2001) }, 'Please use at most 2000 characters.'],
    [{ businessid: 1 }, 'businessid'],
    [{ version: 7 }, 'version'],
    [{ archived_at: null }, 'archived_at'],
  ])('is refused with invalid values: %j (5.3.1)', async (wrong, message) => {
    const bread = await addProduct(thandi, { productname: 'Untouched' })
    const body = { ...PLAIN_PRODUCT, siteid: thandi.siteid, productname: 'Wrong', ...wrong }
    const { opened } = createEdit(bread)
    for (const [method, path, sent] of [
      ['POST', '/api/v1/products', body],
      ['PUT', `/api/v1/products/${bread.productid}`, { ...body, opened }],
    ] as const)
      expect(await thandi.send(method, path, sent)).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining(message) },
      })
    expect((await thandi.api.products.list({ q: 'wrong' })).results).toBe(0)
    await thandi.api.products.remove({ productid: bread.productid })
  })

  test('may have texts of the maximum length in any script', async () => {
    const long = (length: number) =>
      Array.from({ length }, (_, n) => String.fromCodePoint(0x20_000 + ((n * 7919) % 40_000))).join('')
    const texts = { productname: long(200), barcode: long(64), category: long(100), supplier: long(100) }
    // The contract counts UTF-16 code units, two for each of these characters; the table counts characters.
    const { rows } = await server.ownerPool.query(
      `insert into product (businessid, siteid, productname, barcode, category, supplier) values ($1, $2, $3, $4, $5, $6) returning productid`,
      [thandi.businessid, thandi.siteid, ...Object.values(texts)],
    )
    for (const sort of ['productname', 'barcode', 'category', 'supplier', 'price'] as const)
      expect((await thandi.api.products.list({ q: texts.supplier.slice(-20), sort })).rows).toMatchObject([rows[0]])
    await thandi.api.products.remove(rows[0])
  })

  test('is refused alike for a site of another business and a missing site', async () => {
    const anna = await createOwner(server)
    const tea = await addProduct(thandi, { productname: 'Tea of mine' })
    for (const siteid of [anna.siteid, 999_999]) {
      const refused = { status: 404, code: 'NO_SITE', message: 'This site no longer exists. Select another one.' }
      await expect(thandi.api.products.create({ ...PLAIN_PRODUCT, siteid, productname: 'x' })).rejects.toMatchObject(refused)
      await expect(thandi.api.products.update(createEdit(tea, { siteid }))).rejects.toMatchObject(refused)
    }
  })

  test('may have the barcode of a product of another site or of an archived one, and of no other', async () => {
    const { siteid } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Here' })
    const first = await addProduct(thandi, { productname: 'First of its code', barcode: '777' })
    const taken = { status: 409, code: 'BARCODE_TAKEN', message: expect.stringContaining('already has this barcode') }
    await expect(addProduct(thandi, { productname: 'Second', barcode: '777' })).rejects.toMatchObject(taken)
    const elsewhere = await addProduct({ api: thandi.api, siteid }, { productname: 'Elsewhere', barcode: '777' })
    await expect(thandi.api.products.update(createEdit(elsewhere, { siteid: thandi.siteid }))).rejects.toMatchObject(taken)
    await server.ownerPool.query('update product set archived_at = now() where productid = $1', [first.productid])
    await thandi.api.products.update(createEdit(elsewhere, { siteid: thandi.siteid }))
    for (const productname of ['Nameless', 'Nameless too']) await addProduct(thandi, { productname, barcode: ' ' })
  })

  test('is created once when it is sent again or twice at once', async () => {
    const sent = {
      ...PLAIN_PRODUCT,
      siteid: thandi.siteid,
      productname: 'Sent again',
      barcode: 'again',
      stock: 3,
      request_id: randomUUID(),
    }
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => thandi.api.products.create(sent)))
    expect(others).toEqual([first, first])
    const { productid } = await findProduct(thandi.api, Number(first?.productid), 'sent again')
    await thandi.api.products.update(createEdit(await findProduct(thandi.api, productid, 'sent again'), { price: 11 }))
    expect(await thandi.api.products.create({ ...sent, productname: ' Sent again' }), 'whatever became of it').toEqual(first)
    expect((await thandi.api.products.list({ q: 'sent again' })).results).toBe(1)
    expect(await findMovements(productid)).toHaveLength(1)
    await expect(thandi.api.products.create({ ...sent, price: 12 })).rejects.toMatchObject({
      status: 409,
      code: 'ALREADY_USED',
      message: 'A product was already added with this form. Close it and check the list.',
    })
    const { request_id: _, ...unmarked } = sent
    await expect(thandi.api.products.create(unmarked)).rejects.toMatchObject({ code: 'BARCODE_TAKEN' })
  })

  test('is not refused for its own barcode when it is sent again while the first request runs', async () => {
    for (let round = 0; round < 20; round++) {
      const sent = {
        ...PLAIN_PRODUCT,
        siteid: thandi.siteid,
        productname: 'Pressed twice',
        barcode: `twice ${round}`,
        request_id: randomUUID(),
      }
      const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => thandi.api.products.create(sent)))
      expect(others).toEqual([first, first, first])
    }
  })

  describe('edit', () => {
    test('keeps sales of the same time, because stock is saved as a difference (1.4, 7.3.10)', async () => {
      const bread = await addProduct(thandi, { productname: 'Bread on sale', barcode: 'sale', stock: 100 })
      const counter = await createTill(server, thandi)
      const slip = (reference: string, quantity: number) => ({
        reference,
        saledate: '2026-11-20T09:00:00Z',
        items: [{ barcode: 'sale', quantity }],
      })
      await counter.push([slip('edit 1', 7), slip('edit 2', -1)])
      await thandi.api.products.update(createEdit(bread, { stock: 120, price: 11 }))
      expect(await findProduct(thandi.api, bread.productid, 'on sale')).toMatchObject({ stock: 114, price: 11, version: 2 })
      const by = { user_id: thandi.user_id }
      expect(await findMovements(bread.productid)).toEqual([
        { reason: 'edit', before: 0, after: 100, ...by },
        { reason: 'sale', before: 100, after: 93, user_id: null },
        { reason: 'refund', before: 93, after: 94, user_id: null },
        { reason: 'edit', before: 94, after: 114, ...by },
      ])
    })

    test('loses no sale of a till that sends all the time', async () => {
      const milk = await addProduct(thandi, { productname: 'Milk', barcode: 'milk', stock: 0 })
      const counter = await createTill(server, thandi)
      const selling = Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          counter.push([{ reference: `milk ${n}`, saledate: '2026-11-20T09:00:00Z', items: [{ barcode: 'milk', quantity: 1 }] }]),
        ),
      )
      for (let n = 1; n <= 10; n++) {
        const now = await findProduct(thandi.api, milk.productid, 'milk')
        await thandi.api.products.update(createEdit(now, { stock: now.stock + 10 }))
      }
      await selling
      expect((await findProduct(thandi.api, milk.productid, 'milk')).stock).toBe(80)
      const moves = await findMovements(milk.productid)
      expect(moves).toHaveLength(30)
      expect(await findMismatches(server.ownerPool, thandi.businessid)).toEqual({})
      for (const [n, { before }] of moves.entries()) expect(before).toBe(n === 0 ? 0 : moves[n - 1].after)
    })

    test('records no stock movement when the stock is unchanged', async () => {
      const tea = await addProduct(thandi, { productname: 'Tea without moves', stock: 0 })
      await thandi.api.products.update(createEdit(tea, { productname: 'Tea renamed' }))
      expect(await findMovements(tea.productid)).toEqual([])
      expect((await thandi.api.products.list({ q: 'without moves' })).results).toBe(0)
    })

    test('is saved for the first of two owners; the second gets a version conflict', async () => {
      const coffee = await addProduct(thandi, { productname: 'Coffee', stock: 5 })
      const [first, second] = await Promise.allSettled([
        thandi.api.products.update(createEdit(coffee, { price: 20, stock: 6 })),
        thandi.api.products.update(createEdit(coffee, { price: 30, stock: 7 })),
      ])
      expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
      expect([first, second].find(({ status }) => status === 'rejected')).toMatchObject({
        reason: {
          status: 409,
          code: 'VERSION_CONFLICT',
          message: 'Someone else changed this product.',
          data: await findProduct(thandi.api, coffee.productid, 'coffee'),
        },
      })
      const now = await findProduct(thandi.api, coffee.productid, 'coffee')
      expect([20, 30]).toContain(now.price)
      await thandi.api.products.update(createEdit(now, { price: 40 }))
    })

    test('is refused when the stock would exceed its limits', async () => {
      const full = await addProduct(thandi, { productname: 'Full shelf', stock: 999_999_999 })
      await expect(
        thandi.api.products.update({ ...createEdit(full, { stock: 999_999_999 }), opened: { version: 1, stock: 0 } }),
      ).rejects.toMatchObject({ status: 422, code: 'OUT_OF_STOCK_RANGE' })
    })
  })

  describe('delete', () => {
    const exists = async (productid: number) =>
      (await server.ownerPool.query('select archived_at from product where productid = $1', [productid])).rows

    test('removes the row of a product without sales (7.3.11)', async () => {
      const { productid } = await addProduct(thandi, { productname: 'Never sold', stock: 3 })
      await thandi.api.products.remove({ productid })
      expect(await exists(productid)).toEqual([])
      expect(await findMovements(productid)).toEqual([])
      await expect(thandi.api.products.remove({ productid })).rejects.toMatchObject({ status: 404 })
    })

    test('archives a product with sales: it stays on its sales and is in no list and no count', async () => {
      const sold = await addProduct(thandi, { productname: 'Once sold', barcode: 'once', category: 'Once', stock: 3 })
      const counter = await createTill(server, thandi)
      const push = (reference: string) =>
        counter.push([{ reference, saledate: '2026-11-20T09:00:00Z', items: [{ barcode: 'once', quantity: 1 }] }])
      const [{ saleid }] = (await push('once 1')).body.sales
      const low = async () => (await thandi.api.dashboard.figures({ from: '2026-11-20', to: '2026-11-20' })).low_stock
      const before = await low()
      await thandi.api.products.remove({ productid: sold.productid })
      expect(await low()).toBe(before - 1)
      expect(await exists(sold.productid)).toEqual([{ archived_at: expect.any(Date) }])
      for (const search of [{ q: 'once' }, { category: 'Once' }, { q: 'once', sort: 'stock', low: true }] as const)
        expect((await thandi.api.products.list(search)).results).toBe(0)
      expect((await thandi.api.products.options()).categories).not.toContain('Once')
      expect((await thandi.api.sales.get({ saleid })).items).toMatchObject([{ productname: 'Once sold' }])
      await expect(thandi.api.products.update(createEdit(sold))).rejects.toMatchObject({ status: 404 })
      await expect(thandi.api.products.remove({ productid: sold.productid })).rejects.toMatchObject({ status: 404 })
      expect((await push('once 2')).body.sales).toMatchObject([{ status: 'created' }])
    })

    test('waits for a document that has a line of the product and then moves its stock, without a deadlock', async () => {
      const { productid } = await addProduct(thandi, { productname: 'Delivered now', stock: 3 })
      const document = await server.ownerPool.connect()
      try {
        await document.query('begin')
        // The foreign key of a line does this.
        await document.query('select from product where productid = $1 for key share', [productid])
        const removal = thandi.api.products.remove({ productid })
        removal.catch(() => undefined) // it is awaited below
        await waitForBlocked(server.ownerPool, 1)
        await document.query('select from product where productid = $1 for no key update', [productid])
        await document.query('commit')
        await removal
      } finally {
        document.release(true)
      }
      expect(await exists(productid)).toEqual([])
    })
  })
})
