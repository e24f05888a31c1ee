import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createOwner, createTill, type Owner } from '../../testing/clients.ts'
import { addProduct, createEdit, PLAIN_PRODUCT } from '../../testing/products.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

let thandi: Owner
/** Sandton, Durban and Soweto. */
let sites: number[]
beforeEach(async () => {
  thandi = await createOwner(server)
  sites = [thandi.siteid]
  for (const sitename of ['Durban', 'Soweto'])
    sites.push((await thandi.api.sites.create({ sitename, location: 'South Africa' })).siteid)
})

const at = (index: number) => Number(sites[index])
const add = (index: number, product: Partial<typeof PLAIN_PRODUCT> & { productname?: string } = {}) =>
  addProduct({ api: thandi.api, siteid: at(index) }, { productname: 'Bread', ...product })

/** Bread at the first sites, joined. */
async function addItem(prices = [10, 10, 10], barcode = '') {
  const products = []
  for (const [index, price] of prices.entries()) products.push(await add(index, { price, barcode }))
  const productids = products.map(({ productid }) => productid)
  await thandi.api.products.join({ productids })
  return productids
}

const read = (productid: number) => thandi.api.products.get({ productid })
const readAll = (productids: number[]) => Promise.all(productids.map(read))
const edit = async (productid: number, changes: object) =>
  thandi.api.products.update({ ...createEdit(await read(productid), changes) })
const findRows = async (productid: number) =>
  (await thandi.api.products.item({ productid })).map(({ sitename, stock, price, has_own_price }) => ({
    sitename,
    stock,
    price,
    has_own_price,
  }))

/** What the database has: the first product of each, its own price, and whether it is archived. */
const findJoined = async () =>
  (
    await server.ownerPool.query<{ productid: number; joined_to: number | null; is_archived: boolean }>(
      `select productid::int, joined_to::int, archived_at is not null as is_archived from product where businessid = $1 order by productid`,
      [thandi.businessid],
    )
  ).rows
/** No row points to one that points on, and no site has two live rows of an item. */
async function expectSoundItems() {
  const { rows } = await server.ownerPool.query(
    `select p.productid from product p join product first on first.businessid = p.businessid and first.productid = p.joined_to
      where p.businessid = $1 and (first.joined_to is not null or first.productid = p.productid)
      union all
     select min(productid) from product where businessid = $1 and archived_at is null
      group by coalesce(joined_to, productid), siteid having count(*) > 1`,
    [thandi.businessid],
  )
  expect(rows).toEqual([])
}

async function sell(index: number, barcode: string, quantity = 1) {
  const till = await createTill(server, { api: thandi.api, siteid: at(index) })
  await till.push([{ reference: randomUUID(), saledate: '2026-11-20T09:00:00Z', items: [{ barcode, quantity }] }])
}

describe('item', () => {
  test('has the rows of its sites with their stock and price', async () => {
    const [bread = 0, , soweto = 0] = await addItem([10, 10, 12])
    await edit(soweto, { stock: 5, reorder_level: 3 })
    expect(await thandi.api.products.item({ productid: soweto })).toEqual(await thandi.api.products.item({ productid: bread }))
    expect(await findRows(bread)).toEqual([
      { sitename: 'Durban', stock: 0, price: 10, has_own_price: false },
      { sitename: 'Sandton', stock: 0, price: 10, has_own_price: false },
      { sitename: 'Soweto', stock: 5, price: 12, has_own_price: true },
    ])
    const alone = await add(0, { productname: 'Milk' })
    expect(await findRows(alone.productid)).toHaveLength(1)
    expect(alone).not.toHaveProperty('has_own_price')
  })

  test('is edited once for all of its sites: only what was changed', async () => {
    const ids = await addItem()
    const [sandton = 0, durban = 0, soweto = 0] = ids
    await server.ownerPool.query(`update product set description = 'Sliced', category = 'Old' where productid = $1`, [durban])
    const picked = { productname: 'Brown bread', category: 'Bakery', supplier: 'Mill', price: 11, vat_rate: 0, purchaseprice: 7 }
    await edit(sandton, { ...picked, stock: 4, reorder_level: 2, order_quantity: 6 })
    expect(await readAll([durban, soweto])).toMatchObject([
      { ...picked, description: 'Sliced', stock: 0, reorder_level: null, order_quantity: null, version: 3 },
      { ...picked, description: '', stock: 0, reorder_level: null, order_quantity: null, version: 3 },
    ])
    expect(await read(sandton)).toMatchObject({ ...picked, stock: 4, reorder_level: 2, order_quantity: 6, version: 3 })
    // What is the same everywhere already changes no other row.
    await edit(sandton, { stock: 9 })
    expect((await readAll(ids)).map(({ version }) => version)).toEqual([4, 3, 3])
  })

  test('knows a purchase price of nothing at all of its sites', async () => {
    const [sandton = 0, durban = 0] = await addItem([10, 10])
    await edit(sandton, { purchaseprice: 0 })
    await edit(durban, { is_free: true })
    expect(await readAll([sandton, durban])).toMatchObject([
      { purchaseprice: 0, is_free: true },
      { purchaseprice: 0, is_free: true },
    ])
    await edit(sandton, { purchaseprice: 3, is_free: true })
    expect(await readAll([sandton, durban])).toMatchObject([
      { purchaseprice: 3, is_free: false },
      { purchaseprice: 3, is_free: false },
    ])
  })

  test('leaves a price of its own alone, and takes it back into the item', async () => {
    const ids = await addItem()
    const [sandton = 0, durban = 0, soweto = 0] = ids
    const prices = async () => (await readAll(ids)).map(({ price }) => price)
    await edit(soweto, { has_own_price: true, price: 12 })
    expect(await prices()).toEqual([10, 10, 12])
    await edit(durban, { price: 9 })
    expect(await prices()).toEqual([9, 9, 12])
    await edit(soweto, { price: 13 })
    expect(await prices()).toEqual([9, 9, 13])
    await edit(soweto, { has_own_price: false, price: 8 })
    expect(await prices()).toEqual([8, 8, 8])
    await edit(sandton, { price: 7 })
    expect(await prices()).toEqual([7, 7, 7])
    const alone = await add(0, { productname: 'Milk' })
    await edit(alone.productid, { has_own_price: true })
    expect(await read(alone.productid)).not.toHaveProperty('has_own_price')
  })

  test('two windows that edit two of its rows: the second one gets a version conflict, and both changes are kept then', async () => {
    const [sandton = 0, durban = 0] = await addItem([10, 10])
    const [left, right] = [await read(sandton), await read(durban)]
    const saves = await Promise.allSettled([
      thandi.api.products.update(createEdit(left, { price: 11 })),
      thandi.api.products.update(createEdit(right, { category: 'Bakery' })),
    ])
    expect(saves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = saves.find((save) => save.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'VERSION_CONFLICT' })
    if (saves[0].status === 'rejected') await edit(sandton, { price: 11 })
    else await edit(durban, { category: 'Bakery' })
    expect(await readAll([sandton, durban])).toMatchObject([
      { price: 11, category: 'Bakery' },
      { price: 11, category: 'Bakery' },
    ])
  })

  test('a sale during a save counts, and neither waits for ever', async () => {
    const [sandton = 0, durban = 0] = await addItem([10, 10], '6001')
    const till = await createTill(server, { api: thandi.api, siteid: at(1) })
    const opened = await read(sandton)
    const sales = Array.from({ length: 20 }, (_, index) => ({
      reference: String(index),
      saledate: '2026-11-20T09:00:00Z',
      items: [{ barcode: '6001', quantity: 1 }],
    }))
    await Promise.all([
      ...sales.map((sale) => till.push([sale])),
      thandi.api.products.update(createEdit(opened, { price: 12, stock: 3 })),
    ])
    expect(await readAll([sandton, durban])).toMatchObject([
      { price: 12, stock: 3 },
      { price: 12, stock: -20 },
    ])
  })

  test('a barcode that another product of one of its sites has is refused, and nothing is saved', async () => {
    const ids = await addItem([10, 10])
    await add(1, { productname: 'Rolls', barcode: '6009' })
    await expect(edit(ids[0] ?? 0, { barcode: '6009', price: 12 })).rejects.toMatchObject({ code: 'BARCODE_TAKEN' })
    expect(await readAll(ids)).toMatchObject([
      { barcode: '', price: 10, version: 2 },
      { barcode: '', price: 10, version: 2 },
    ])
    await edit(ids[0] ?? 0, { barcode: '6010' })
    expect((await readAll(ids)).map(({ barcode }) => barcode)).toEqual(['6010', '6010'])
  })

  test('no row moves to a site that has one, and an archived one does not count', async () => {
    const [sandton = 0, durban = 0] = await addItem([10, 10], '6001')
    await expect(edit(durban, { siteid: at(0) })).rejects.toMatchObject({
      code: 'AT_SITE',
      message: 'This site has this product already.',
    })
    await sell(0, '6001')
    await thandi.api.products.remove({ productid: sandton })
    await edit(durban, { siteid: at(0), price: 11 })
    expect(await findRows(durban)).toMatchObject([{ sitename: 'Sandton', price: 11 }])
    const { rows } = await server.ownerPool.query('select price::float from product where productid = $1', [sandton])
    expect(rows, 'an archived row stays as it is').toEqual([{ price: 10 }])
    await expectSoundItems()
  })

  test('has one picture', async () => {
    const [sandton = 0, durban = 0] = await addItem([10, 10])
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    )
    const put = (productid: number) =>
      thandi.fetch(`/api/v1/products/${productid}/picture`, {
        method: 'PUT',
        body: picture,
        headers: { 'content-type': 'image/png' },
      })
    const isServed = async (productid: number) => (await thandi.fetch(`/api/v1/products/${productid}/picture`)).status === 200
    await put(sandton)
    const first = (await read(durban)).picture
    expect(first).not.toBeNull()
    await put(durban)
    expect((await read(sandton)).picture).toBe((await read(durban)).picture)
    expect((await read(sandton)).picture).not.toBe(first)
    const { productid: soweto } = await thandi.api.products.addToSite({ productid: durban, siteid: at(2) })
    // A picture that is still used elsewhere keeps its files.
    await thandi.api.products.separate({ productid: sandton })
    await thandi.api.products.remove({ productid: durban })
    expect(await Promise.all([sandton, soweto].map(isServed))).toEqual([true, true])
    await thandi.fetch(`/api/v1/products/${soweto}/picture`, { method: 'DELETE' })
    expect(await Promise.all([sandton, soweto].map(isServed))).toEqual([true, false])
  })
})

describe('products joined', () => {
  test('keep their fields, and a price that differs is one of their own', async () => {
    const white = await add(0, { productname: 'White bread', category: 'Bakery', price: 10 })
    const bread = await add(1, { productname: 'BREAD', supplier: 'Mill', price: 12 })
    await thandi.api.products.join({ productids: [white.productid, bread.productid] })
    expect(await readAll([white.productid, bread.productid])).toEqual([
      { ...white, version: 2, has_own_price: false },
      { ...bread, version: 2, has_own_price: true },
    ])
    // A retry.
    await thandi.api.products.join({ productids: [white.productid, bread.productid] })
    expect(await read(bread.productid)).toMatchObject({ version: 2 })
  })

  test('bring their items along, without a chain', async () => {
    const milk = await add(0, { productname: 'Milk' })
    const bread = await add(1)
    const rolls = await add(2)
    await thandi.api.products.join({ productids: [bread.productid, rolls.productid] })
    await thandi.api.products.join({ productids: [milk.productid, rolls.productid] })
    expect((await findJoined()).map(({ joined_to }) => joined_to)).toEqual([null, milk.productid, milk.productid])
    await expectSoundItems()
  })

  test('are refused where two are at one site', async () => {
    const [sandton = 0] = await addItem([10, 10])
    const other = await add(1, { productname: 'Rolls' })
    await expect(thandi.api.products.join({ productids: [sandton, other.productid] })).rejects.toMatchObject({
      code: 'TWO_AT_SITE',
      message: 'Choose one product per site.',
    })
    expect(await findRows(sandton)).toHaveLength(2)
  })

  test('at the same time, the same and others: no chain and no two rows of one site', async () => {
    const products = []
    for (const index of [0, 1, 2, 0, 1, 2])
      products.push((await add(index, { productname: `Bread ${products.length}` })).productid)
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = products
    const pairs = [
      [a, b],
      [b, a],
      [b, c],
      [d, e],
      [e, f],
      [f, a],
      [c, d],
      [b, f],
      [a, e],
    ]
    await Promise.allSettled(pairs.map((productids) => thandi.api.products.join({ productids })))
    await expectSoundItems()
    expect((await findJoined()).filter(({ joined_to }) => joined_to !== null).length).toBeGreaterThan(0)
  })

  test.each(['join', 'keepApart'] as const)('of another business or none are missing to %s', async (call) => {
    const anna = await createOwner(server)
    const theirs = await addProduct(anna, { productname: 'Bread' })
    const ours = await add(0)
    for (const productid of [theirs.productid, 999_999_999])
      await expect(thandi.api.products[call]({ productids: [ours.productid, productid] })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    const { productid } = theirs
    await expect(thandi.api.products.item({ productid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(thandi.api.products.separate({ productid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(thandi.api.products.addToSite({ productid, siteid: at(1) })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(thandi.api.products.addToSite({ productid: ours.productid, siteid: anna.siteid })).rejects.toMatchObject({
      code: 'NO_SITE',
    })
    expect(await findJoined()).toEqual([{ productid: ours.productid, joined_to: null, is_archived: false }])
  })
})

describe('a new product', () => {
  test('joins the one of another site with the same barcode and name, and a retry joins it once', async () => {
    const bread = await add(0, { barcode: '6001', price: 10 })
    const request_id = randomUUID()
    const product = { ...PLAIN_PRODUCT, siteid: at(1), productname: 'bread', barcode: '6001', price: 11, request_id }
    const { productid } = await thandi.api.products.create(product)
    expect(await thandi.api.products.create(product)).toEqual({ productid })
    expect(await findRows(bread.productid)).toEqual([
      { sitename: 'Durban', stock: 0, price: 11, has_own_price: true },
      { sitename: 'Sandton', stock: 0, price: 10, has_own_price: false },
    ])
    expect(await read(bread.productid), 'an open dialog of the other one stays right').toMatchObject({ version: 1 })
    const third = await add(2, { barcode: '6001' })
    expect(await findRows(third.productid)).toHaveLength(3)
    await expectSoundItems()
  })

  test('with another name or without a barcode joins nothing', async () => {
    await add(0, { barcode: '6001' })
    await add(1, { barcode: '6001', productname: 'Rolls' })
    await add(0, { productname: 'Milk' })
    await add(1, { productname: 'Milk' })
    expect((await findJoined()).every(({ joined_to }) => joined_to === null)).toBe(true)
  })

  test('joins no item that has a row at its site', async () => {
    const [sandton = 0, durban = 0] = await addItem([10, 10])
    await server.ownerPool.query(`update product set barcode = '6001' where productid = $1`, [sandton])
    const another = await add(1, { barcode: '6001' })
    expect(await findRows(another.productid)).toHaveLength(1)
    expect(await findRows(durban)).toHaveLength(2)
  })

  test('at two sites at the same time is one item', async () => {
    const products = await Promise.all([0, 1, 2].map((index) => add(index, { barcode: '6001' })))
    expect(await findRows(products[0]?.productid ?? 0)).toHaveLength(3)
    await expectSoundItems()
  })
})

describe('a product stocked at another site', () => {
  test('has the fields of the item and no stock, once', async () => {
    const { productid } = await add(0, { barcode: '6001', category: 'Bakery', supplier: 'Mill', description: 'Sliced', stock: 7 })
    await edit(productid, { vat_rate: 0, reorder_level: 5 })
    const request_id = randomUUID()
    const addition = { productid, siteid: at(1), reorder_level: 3, order_quantity: 6, request_id }
    const added = await thandi.api.products.addToSite(addition)
    expect(await thandi.api.products.addToSite(addition)).toEqual(added)
    const { sitename: _, siteid: __, version: ___, ...bread } = await read(productid)
    expect(await read(added.productid)).toEqual({
      ...bread,
      ...{ productid: added.productid, siteid: at(1), sitename: 'Durban', version: 1 },
      ...{ stock: 0, reorder_level: 3, order_quantity: 6, has_own_price: false },
    })
    await expect(thandi.api.products.addToSite({ productid, siteid: at(1) })).rejects.toMatchObject({ code: 'AT_SITE' })
    await expect(thandi.api.products.addToSite({ ...addition, siteid: at(2) })).rejects.toMatchObject({ code: 'ALREADY_USED' })
  })

  test('has the price of the item where it is added from a site with its own', async () => {
    const [, durban = 0] = await addItem([10, 12])
    const { productid } = await thandi.api.products.addToSite({ productid: durban, siteid: at(2) })
    expect(await read(productid)).toMatchObject({ price: 10, has_own_price: false })
  })

  test('is refused where another product has its barcode', async () => {
    const { productid } = await add(0, { barcode: '6001' })
    await add(1, { barcode: '6001', productname: 'Rolls' })
    await expect(thandi.api.products.addToSite({ productid, siteid: at(1) })).rejects.toMatchObject({ code: 'BARCODE_TAKEN' })
  })
})

describe('a product separated', () => {
  test('is alone, keeps its fields and is changed alone', async () => {
    const [sandton = 0, durban = 0, soweto = 0] = await addItem([10, 10, 12])
    await thandi.api.products.separate({ productid: soweto })
    await thandi.api.products.separate({ productid: soweto })
    expect(await read(soweto)).not.toHaveProperty('has_own_price')
    await edit(sandton, { category: 'Bakery' })
    expect(await readAll([sandton, durban, soweto])).toMatchObject([
      { category: 'Bakery' },
      { category: 'Bakery' },
      { category: '', price: 12 },
    ])
  })

  test('that was the first leaves the others together', async () => {
    const [sandton = 0, durban = 0, soweto = 0] = await addItem()
    await thandi.api.products.separate({ productid: sandton })
    expect((await findJoined()).map(({ joined_to }) => joined_to)).toEqual([null, null, durban])
    expect(await findRows(soweto)).toHaveLength(2)
    await expectSoundItems()
  })
})

describe('the first product of an item, deleted', () => {
  test('without sales is gone, and another one is the first', async () => {
    const [sandton = 0, durban = 0, soweto = 0] = await addItem()
    await thandi.api.products.remove({ productid: sandton })
    expect(await findJoined()).toEqual([
      { productid: durban, joined_to: null, is_archived: false },
      { productid: soweto, joined_to: durban, is_archived: false },
    ])
  })

  test('with sales is archived in its item, and a live one is the first', async () => {
    const [sandton = 0, durban = 0, soweto = 0] = await addItem([10, 10, 10], '6001')
    await sell(0, '6001')
    await sell(1, '6001')
    await thandi.api.products.remove({ productid: durban })
    await thandi.api.products.remove({ productid: sandton })
    expect(await findJoined()).toEqual([
      { productid: sandton, joined_to: soweto, is_archived: true },
      { productid: durban, joined_to: soweto, is_archived: true },
      { productid: soweto, joined_to: null, is_archived: false },
    ])
    await thandi.api.products.remove({ productid: soweto })
    expect((await findJoined()).map(({ joined_to }) => joined_to)).toEqual([null, sandton])
    await expectSoundItems()
  })
})

describe('products that are probably the same', () => {
  const findSimilar = async (page = 1) => {
    const { rows, ...counts } = await thandi.api.products.probablySame({ page })
    return { ...counts, rows: rows.map(({ alike, products }) => ({ alike, sites: products.map(({ sitename }) => sitename) })) }
  }

  test('have the same barcode, or the same name in any case and accents and the same price', async () => {
    await add(0, { barcode: '6001', productname: 'Buns' })
    await add(1, { barcode: '6001', productname: 'Rolls' })
    await add(0, { productname: 'Droëwors', price: 20 })
    await add(2, { productname: 'DROEWORS', price: 20, barcode: '6002' })
    await add(1, { productname: 'Droewors', price: 21 })
    await add(0, { productname: 'Milk', price: 5 })
    await add(0, { productname: 'milk', price: 5 })
    await addItem()
    expect(await findSimilar()).toEqual({
      ...{ page: 1, pages: 1, results: 2 },
      rows: [
        { alike: 'barcode', sites: ['Durban', 'Sandton'] },
        { alike: 'name', sites: ['Sandton', 'Soweto'] },
      ],
    })
    const anna = await createOwner(server)
    expect(await anna.api.products.probablySame({})).toMatchObject({ rows: [], results: 0 })
  })

  test('are offered no more when they are joined, said to be different, or archived', async () => {
    const [a, b, c] = [await add(0), await add(1), await add(2)]
    await thandi.api.products.keepApart({ productids: [a.productid, b.productid] })
    expect((await findSimilar()).rows).toEqual([{ alike: 'name', sites: ['Durban', 'Sandton', 'Soweto'] }])
    await thandi.api.products.join({ productids: [b.productid, c.productid] })
    expect((await findSimilar()).results, 'what was said of one row is said of its item').toBe(0)
    await thandi.api.products.separate({ productid: c.productid })
    expect((await findSimilar()).rows).toEqual([{ alike: 'name', sites: ['Sandton', 'Soweto'] }])
    await thandi.api.products.remove({ productid: c.productid })
    expect((await findSimilar()).results).toBe(0)
    await thandi.api.products.join({ productids: [a.productid, b.productid] })
    expect((await server.ownerPool.query('select from items_apart where businessid = $1', [thandi.businessid])).rowCount).toBe(0)
  })

  test('are in pages', async () => {
    for (let n = 10; n < 22; n++) for (const index of [0, 1]) await add(index, { productname: `Product ${n}` })
    expect(await findSimilar()).toMatchObject({ page: 1, pages: 2, results: 12 })
    expect((await findSimilar(2)).rows).toHaveLength(2)
    expect((await findSimilar(9)).page).toBe(2)
  })
})

describe('the list per item', () => {
  test('adds up the sites, and finds an item by any of its rows', async () => {
    const [sandton = 0, durban = 0] = await addItem([10, 12])
    await edit(sandton, { stock: 5, productname: 'Bread' })
    await edit(durban, { stock: 60 })
    const milk = await add(1, { productname: 'Milk', stock: 7, price: 11 })
    const list = async (search: object) => {
      const page = await thandi.api.products.list({ per: 'item', ...search })
      return { results: page.results, rows: page.rows.map(({ productid, item }) => ({ productid, item })) }
    }
    const bread = { productid: sandton, item: { sites: 2, stock: 65, lowest_price: 10, highest_price: 12 } }
    const alone = { productid: milk.productid, item: { sites: 1, stock: 7, lowest_price: 11, highest_price: 11 } }
    expect(await list({})).toEqual({ results: 2, rows: [bread, alone] })
    for (const sort of ['stock', 'price'])
      expect(await list({ sort, dir: 'desc' })).toMatchObject({ rows: sort === 'stock' ? [bread, alone] : [alone, bread] })
    expect(await list({ siteid: at(1), q: 'bread' })).toEqual({ results: 1, rows: [bread] })
    expect(await list({ low: true })).toMatchObject({ results: 2 })
    const { results, rows } = await thandi.api.products.list({})
    expect(results).toBe(3)
    expect(rows.every((row) => row.item === undefined)).toBe(true)
    const csv = await (await thandi.fetch(`/api/v1/products.csv?per=item&ids=${sandton}`)).text()
    expect(csv.trim().split('\n')).toHaveLength(3)
  })
})
