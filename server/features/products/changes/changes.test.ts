import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProductChange } from '../../../../contract/product-changes.ts'
import { createOwner, type Owner } from '../../../testing/clients.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

let thandi: Owner
beforeEach(async () => {
  thandi = await createOwner(server)
})

const plain = { barcode: '', category: '', supplier: '', description: '', price: 10, purchaseprice: 5, stock: 0 }

const add = async (productname: string, more: Partial<typeof plain> = {}) =>
  (await thandi.api.products.create({ ...plain, siteid: thandi.siteid, productname, ...more })).productid

const preview = (change: ProductChange, search: { q?: string; ids?: string; low?: boolean } = {}) =>
  thandi.api.products.changes.preview({ search, change })

/** Reads a stream to its last event. */
async function readLast<Event>(stream: Promise<AsyncIterable<Event>>) {
  const events: Event[] = []
  for await (const event of await stream) events.push(event)
  return events.at(-1)
}

const apply = (changeid: string | null) => readLast(thandi.api.products.changes.apply({ changeid: String(changeid) }))
const undo = (changeid: string | null) => readLast(thandi.api.products.changes.undo({ changeid: String(changeid) }))

async function change(what: ProductChange, search = {}) {
  const { changeid } = await preview(what, search)
  await apply(changeid)
  return changeid
}

const readProducts = async () => (await thandi.api.products.list({ per_page: 25 })).rows
const readPrices = async () => Object.fromEntries((await readProducts()).map(({ productname, price }) => [productname, price]))

describe('bulk change', () => {
  test.each([
    [
      { kind: 'set_price', price: 12.5 },
      { Bread: 12.5, Milk: 12.5, Salt: 12.5 },
    ],
    [
      { kind: 'add_to_price', amount: 1.2 },
      { Bread: 13.2, Milk: 34.15, Salt: 1.25 },
    ],
    [
      { kind: 'change_price_by_percent', percent: 10 },
      { Bread: 13.2, Milk: 36.25, Salt: 0.06 },
    ],
    [
      { kind: 'change_price_by_percent', percent: 10, ending: '0.99' },
      { Bread: 12.99, Milk: 35.99, Salt: 0.99 },
    ],
    [
      { kind: 'add_to_price', amount: 1.2, ending: '0.50' },
      { Bread: 13, Milk: 34, Salt: 1.5 },
    ],
    [
      { kind: 'add_to_price', amount: -0.05, ending: '0.00' },
      { Bread: 12, Milk: 33, Salt: 0 },
    ],
    [
      { kind: 'change_price_by_percent', percent: -50 },
      { Bread: 6, Milk: 16.48, Salt: 0.03 },
    ],
    [
      { kind: 'change_price_by_percent', percent: -100 },
      { Bread: 0, Milk: 0, Salt: 0 },
    ],
  ] satisfies [ProductChange, object][])('changes prices, rounded to cents: %j', async (what, prices) => {
    await add('Bread', { price: 12 })
    await add('Milk', { price: 32.95 })
    await add('Salt', { price: 0.05 })
    await change(what)
    expect(await readPrices()).toEqual(prices)
  })

  test('previews all products in the order of the list, and changes nothing', async () => {
    for (let n = 1; n <= 12; n++) await add(`Bread ${String(n).padStart(2, '0')}`, { price: n })
    const shown = await preview({ kind: 'set_price', price: 3 })
    expect(shown).toMatchObject({ changed: 11, unchanged: 1, refused: 0 })
    expect(shown.lines.map(({ productname, before, after }) => [productname, before, after])).toEqual(
      [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => [`Bread ${String(n).padStart(2, '0')}`, n, 3]),
    )
    expect((await readPrices())['Bread 01']).toBe(1)
  })

  test('previews how much more the stock of today is worth at the new prices, as the report of the stock value has it', async () => {
    await add('Bread', { price: 12.35, stock: 3 })
    await add('Mince', { price: 89.99, stock: 1.255 })
    await add('Overdrawn', { price: 1000, stock: -4 })
    await add('Sold out', { price: 1000 })
    await add('Cheap', { price: 0.5, stock: 1000 })
    const readValue = async () => (await thandi.api.stockReports.stockValue({})).total.value
    const before = await readValue()
    const change: ProductChange = { kind: 'add_to_price', amount: -1.05 }
    const { changed, refused, stock_value, changeid } = await preview(change)
    expect({ changed, refused, stock_value }).toEqual({
      ...{ changed: 4, refused: 1 },
      stock_value: { products: 2, difference: -4.47 },
    })
    await apply(changeid)
    expect(await readValue()).toBeCloseTo(before - 4.47, 5)
    expect(await preview(change, { q: 'Sold out' })).toMatchObject({ stock_value: { products: 0, difference: 0 } })
    expect(await preview({ kind: 'set_category', category: 'Dairy' })).toMatchObject({ changed: 5, stock_value: null })
  })

  test('leaves products alone whose price would be negative or too large', async () => {
    await add('Bread', { price: 5 })
    await add('Milk', { price: 20 })
    const shown = await preview({ kind: 'add_to_price', amount: -10 })
    expect(shown).toMatchObject({ changed: 1, unchanged: 0, refused: 1 })
    await apply(shown.changeid)
    expect(await readPrices()).toEqual({ Bread: 5, Milk: 10 })
    await add('Car', { price: 9_999_999_999 })
    expect(await preview({ kind: 'change_price_by_percent', percent: 1000 })).toMatchObject({ changed: 2, refused: 1 })
  })

  test('sets categories and suppliers of the found or the selected products, and the list follows', async () => {
    const bread = await add('Bread', { category: 'Bakery' })
    await add('Milk', { supplier: 'Umgeni' })
    const rolls = await add('Rolls', { category: 'Bakery' })
    await change({ kind: 'set_category', category: ' Baked goods ' }, { q: 'bakery' })
    await change({ kind: 'set_supplier', supplier: 'Overberg' }, { ids: `${bread},${rolls}` })
    expect((await readProducts()).map(({ productname, category, supplier }) => [productname, category, supplier])).toEqual([
      ['Bread', 'Baked goods', 'Overberg'],
      ['Milk', '', 'Umgeni'],
      ['Rolls', 'Baked goods', 'Overberg'],
    ])
    expect((await thandi.api.products.list({ q: 'baked' })).results).toBe(2)
    expect((await thandi.api.products.list({ q: 'bakery' })).results).toBe(0)
    expect(await preview({ kind: 'set_category', category: '' }, { q: 'nothing' })).toMatchObject({ changeid: null, changed: 0 })
  })

  test('sets VAT and reordering, and gives them back', async () => {
    await add('Bread')
    await add('Milk')
    const read = async () =>
      (await readProducts()).map(({ vat_rate, reorder_level, order_quantity }) => [vat_rate, reorder_level, order_quantity])
    await change({ kind: 'set_vat_rate', vat_rate: 0 }, { q: 'Milk' })
    await change({ kind: 'set_order_quantity', order_quantity: 6 })
    const level = await change({ kind: 'set_reorder_level', reorder_level: 12.5 })
    expect(await read()).toEqual([
      [15, 12.5, 6],
      [0, 12.5, 6],
    ])
    await undo(level)
    const cleared = await preview({ kind: 'set_order_quantity', order_quantity: null }, { q: 'Milk' })
    expect(cleared.lines).toMatchObject([{ before: 6, after: null }])
    await apply(cleared.changeid)
    expect(await read()).toEqual([
      [15, null, 6],
      [0, null, null],
    ])
    await undo(cleared.changeid)
    expect(await read()).toEqual([
      [15, null, 6],
      [0, null, 6],
    ])
  })

  test('is applied once when it is sent again', async () => {
    await add('Bread', { price: 10 })
    const { changeid } = await preview({ kind: 'add_to_price', amount: 1 })
    expect(await apply(changeid)).toEqual({ applied: 1 })
    expect(await apply(changeid)).toEqual({ applied: 1 })
    expect(await readPrices()).toEqual({ Bread: 11 })
  })

  test('changes nothing when one of its products was edited or deleted since the preview; a sale does not matter', async () => {
    const bread = await add('Bread')
    const milk = await add('Milk')
    const stale = await preview({ kind: 'set_price', price: 3 })
    const { sitename: _, picture: __, version, ...product } = await thandi.api.products.get({ productid: bread })
    await thandi.api.products.update({ ...product, description: 'Fresh', opened: { version, stock: 0 } })
    await expect(apply(stale.changeid)).rejects.toMatchObject({ code: 'CHANGE_STALE' })
    const again = await preview({ kind: 'set_price', price: 3 })
    await thandi.api.products.remove({ productid: milk })
    await expect(apply(again.changeid)).rejects.toMatchObject({ code: 'CHANGE_STALE' })
    expect(await readPrices()).toEqual({ Bread: 10 })
    const last = await preview({ kind: 'set_price', price: 3 })
    await server.ownerPool.query('update product set stock = stock - 1 where productid = $1', [bread])
    await apply(last.changeid)
    expect(await readPrices()).toEqual({ Bread: 3 })
  })

  test('writes thousands of products with their list, and yields its progress', async () => {
    await server.ownerPool.query(
      `insert into product (businessid, siteid, productname, price) select $1, $2, 'Product ' || n, n from generate_series(1, 2500) n`,
      [thandi.businessid, thandi.siteid],
    )
    const { changeid } = await preview({ kind: 'change_price_by_percent', percent: 10 })
    const events: unknown[] = []
    for await (const event of await thandi.api.products.changes.apply({ changeid: String(changeid) })) events.push(event)
    expect(events).toEqual([...[1000, 2000, 2500].map((done) => ({ done, of: 2500 })), { applied: 2500 }])
    const { rows } = await server.ownerPool.query(
      `select count(*)::int as wrong from product join product_listing l using (businessid, productid)
        where businessid = $1 and (product.price <> round(substring(product.productname from 9)::numeric * 1.1, 2) or l.price <> product.price)`,
      [thandi.businessid],
    )
    expect(rows).toEqual([{ wrong: 0 }])
  })

  test.each([
    [{ kind: 'set_price', price: -1 }],
    [{ kind: 'set_price', price: 1.00005 }],
    [{ kind: 'add_to_price', amount: 1e12 }],
    [{ kind: 'change_price_by_percent', percent: -101 }],
    [{ kind: 'change_price_by_percent', percent: 1001 }],
    [{ kind: 'set_category', category: 'x'.repeat(101) }],
    [{ kind: 'set_stock', stock: 1 }],
  ])('is refused with invalid values: %j', async (what) => {
    expect(await thandi.send('POST', '/api/v1/products/changes', { search: {}, change: what })).toMatchObject({ status: 422 })
  })
})

describe('bulk change of an item', () => {
  let siteid: number
  let [sandton, durban] = [0, 0]
  beforeEach(async () => {
    siteid = (await thandi.api.sites.create({ sitename: 'Durban', location: 'Durban' })).siteid
    sandton = await add('Bread', { barcode: '6001' })
    durban = (await thandi.api.products.create({ ...plain, siteid, productname: 'Bread', barcode: '6001' })).productid
  })
  const readBoth = () => Promise.all([sandton, durban].map((productid) => thandi.api.products.get({ productid })))

  test.each([
    [{ kind: 'change_price_by_percent', percent: 10 }, { price: 11 }, { price: 10 }],
    [{ kind: 'set_category', category: 'Bakery' }, { category: 'Bakery' }, { category: '' }],
    [{ kind: 'set_supplier', supplier: 'Mill' }, { supplier: 'Mill' }, { supplier: '' }],
    [{ kind: 'set_vat_rate', vat_rate: 0 }, { vat_rate: 0 }, { vat_rate: 15 }],
  ] satisfies [ProductChange, object, object][])(
    'changes its rows at other sites, in lines of their own, and gives all back: %j',
    async (what, after, before) => {
      const shown = await preview(what, { ids: `${durban}` })
      expect(shown).toMatchObject({ changed: 2, elsewhere: 1 })
      expect(shown.lines.map(({ productid, sitename }) => [productid, sitename])).toEqual([
        [durban, undefined],
        [sandton, 'Sandton'],
      ])
      await apply(shown.changeid)
      expect(await readBoth()).toMatchObject([after, after])
      expect(await undo(shown.changeid)).toEqual({ undone: 2, kept: 0 })
      expect(await readBoth()).toMatchObject([before, before])
    },
  )

  test('leaves a price of its own and the reorder levels of other sites alone', async () => {
    const { sitename: _, picture: __, version, ...product } = await thandi.api.products.get({ productid: durban })
    await thandi.api.products.update({ ...product, price: 12, has_own_price: true, opened: { version, stock: 0 } })
    expect(await preview({ kind: 'set_price', price: 9 }, { ids: `${sandton}` })).toMatchObject({ changed: 1 })
    await change({ kind: 'set_price', price: 13 }, { ids: `${durban}` })
    await change({ kind: 'set_reorder_level', reorder_level: 4 }, { ids: `${durban}` })
    expect(await readBoth()).toMatchObject([
      { price: 10, reorder_level: null },
      { price: 13, reorder_level: 4 },
    ])
  })

  test('changes nothing when it got another row or was joined since the preview', async () => {
    const third = await thandi.api.sites.create({ sitename: 'Soweto', location: 'Soweto' })
    const stale = await preview({ kind: 'set_price', price: 9 })
    const added = await thandi.api.products.addToSite({ productid: durban, siteid: third.siteid })
    await expect(apply(stale.changeid)).rejects.toMatchObject({ code: 'CHANGE_STALE' })
    const again = await preview({ kind: 'set_price', price: 9 })
    await thandi.api.products.separate({ productid: added.productid })
    await expect(apply(again.changeid)).rejects.toMatchObject({ code: 'CHANGE_STALE' })
    expect(await readBoth()).toMatchObject([{ price: 10 }, { price: 10 }])
  })
})

describe('bulk change undo', () => {
  test('gives the products their earlier values, once', async () => {
    await add('Bread', { price: 12.34 })
    await add('Milk', { price: 20 })
    const changeid = await change({ kind: 'change_price_by_percent', percent: 7 })
    expect(await undo(changeid)).toEqual({ undone: 2, kept: 0 })
    expect(await readPrices()).toEqual({ Bread: 12.34, Milk: 20 })
    expect(await undo(changeid)).toEqual({ undone: 2, kept: 0 })
    expect((await readProducts()).map(({ version }) => version)).toEqual([3, 3])
  })

  test('keeps a value that was changed since, and says how many', async () => {
    const bread = await add('Bread')
    const milk = await add('Milk')
    await add('Tea')
    const changeid = await change({ kind: 'set_price', price: 15 })
    await change({ kind: 'set_price', price: 16 }, { ids: `${bread}` })
    await thandi.api.products.remove({ productid: milk })
    await change({ kind: 'set_category', category: 'Drinks' }) // another field does not matter
    expect(await undo(changeid)).toEqual({ undone: 1, kept: 2 })
    expect(await readPrices()).toEqual({ Bread: 16, Tea: 10 })
  })

  test('is offered for the latest changes, newest first, with who made them', async () => {
    await add('Bread')
    const first = await change({ kind: 'set_price', price: 1 })
    const second = await change({ kind: 'set_supplier', supplier: 'Overberg' })
    await undo(first)
    const listed = await thandi.api.products.changes.list()
    expect(listed).toMatchObject([
      { changeid: second, change: { kind: 'set_supplier' }, applied: 1, changed_by: 'Thandi Nkosi', undone_at: null },
      { changeid: first, applied: 1, undone_at: expect.any(Date) },
    ])
  })

  test('is refused for a change that was only previewed', async () => {
    await add('Bread')
    const { changeid } = await preview({ kind: 'set_price', price: 1 })
    await expect(undo(changeid)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await preview({ kind: 'set_price', price: 2 })
    await expect(apply(changeid), 'a new preview replaces the one before').rejects.toMatchObject({ code: 'CHANGE_GONE' })
  })
})
