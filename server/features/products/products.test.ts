import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProductInput } from '../../../contract/products.ts'
import { createOwner, createTill, type Owner } from '../../testing/clients.ts'
import { findMismatches } from '../../testing/roll-up-check.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

const plain = { barcode: '', category: '', supplier: '', description: '', price: 10, purchaseprice: 5, stock: 0 }

/** Adds a product and returns its row of the list. */
async function addProduct(
  { api, siteid }: Pick<Owner, 'api' | 'siteid'>,
  product: Partial<ProductInput> & { productname: string },
) {
  const { productid } = await api.products.create({ ...plain, siteid, ...product })
  return row(api, productid, product.productname)
}

async function row(api: Owner['api'], productid: number, q: string) {
  const found = (await api.products.list({ q })).rows.find((product) => product.productid === productid)
  if (!found) throw new Error(`${q} is not in the list`)
  return found
}

/** What a dialog that was opened with this row sends after some changes. */
const edit = (
  { sitename: _, picture: __, version, ...product }: Awaited<ReturnType<typeof row>>,
  changes: Partial<ProductInput> = {},
) => ({
  ...product,
  ...changes,
  opened: { version, stock: product.stock },
})

const findMovements = async (productid: number) =>
  (
    await server.ownerPool.query(
      'select reason, stock_before as before, stock_after as after, user_id from stock_movements where productid = $1 order by movementid',
      [productid],
    )
  ).rows

describe('products list', () => {
  let thandi: Owner
  type Search = Parameters<Owner['api']['products']['list']>[0]
  /** The names on all pages of a list. */
  const names = async (search: Search, who = thandi) => {
    const found: string[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const answer = await who.api.products.list({ ...search, page })
      pages = answer.pages
      found.push(...answer.rows.map(({ productname }) => productname))
    }
    return found
  }

  beforeAll(async () => {
    thandi = await createOwner(server)
    const shelf: [string, Partial<ProductInput>][] = [
      ['Zebra cloth', { category: 'Cleaning', supplier: 'Unilever', price: 25.5, stock: 12.5 }],
      ['apple juice', { barcode: '6001', category: 'drinks', supplier: 'Ceres', price: 32, stock: 120 }],
      ['Ångström 100%', { barcode: '6003', category: 'Drinks', price: 9.99, stock: -3 }],
      ['Apple_pie', { category: 'Bakery', supplier: 'ceres', price: 55, stock: 49.999 }],
      ['bread', { barcode: '6002', category: 'Bakery', description: 'A zebra ate it', price: 18.99, stock: 50 }],
      ['Tea', { supplier: 'Élan', price: 32, stock: 12.5 }],
    ]
    for (const [productname, product] of shelf) await addProduct(thandi, { productname, ...product })
    const sold = await addProduct(thandi, { productname: 'Apple archived', stock: 1, category: 'Old' })
    await server.ownerPool.query('update product set archived_at = now() where productid = $1', [sold.productid])
    await addProduct(await createOwner(server), { productname: 'Apple of somebody else', category: 'Secret', barcode: '6001' })
  })

  test('has five products a page, sorted by name, ignoring case and accents (9.15)', async () => {
    const first = await thandi.api.products.list({})
    expect(first).toMatchObject({ page: 1, pages: 2, results: 6 })
    expect(first.rows.map(({ productname }) => productname)).toEqual(
      ['Ångström 100%', 'apple juice', 'Apple_pie', 'bread', 'Tea'].sort(new Intl.Collator('und').compare),
    )
    expect(first.rows[0]).toMatchObject({ sitename: 'Sandton', siteid: thandi.siteid, version: 1 })
    const last = await thandi.api.products.list({ page: 2 })
    expect(last.rows.map(({ productname }) => productname)).toEqual(['Zebra cloth'])
    expect(await thandi.api.products.list({ page: 99 })).toEqual(last)
    expect(await thandi.api.products.list({ q: 'nothing', page: 3 })).toEqual({ rows: [], page: 1, pages: 1, results: 0 })
  })

  test.each([
    ['barcode', 'asc', ['apple juice', 'bread', 'Ångström 100%'], ['Apple_pie', 'Tea', 'Zebra cloth']],
    ['barcode', 'desc', ['Ångström 100%', 'bread', 'apple juice'], ['Apple_pie', 'Tea', 'Zebra cloth']],
    ['category', 'asc', ['Apple_pie', 'bread', 'Zebra cloth', 'apple juice', 'Ångström 100%'], ['Tea']],
    ['category', 'desc', ['Ångström 100%', 'apple juice', 'Zebra cloth', 'bread', 'Apple_pie'], ['Tea']],
    ['supplier', 'asc', ['Apple_pie', 'apple juice', 'Tea', 'Zebra cloth'], ['bread', 'Ångström 100%']],
    ['price', 'asc', ['Ångström 100%', 'bread', 'Zebra cloth', 'apple juice', 'Tea', 'Apple_pie'], []],
    ['price', 'desc', ['Apple_pie', 'Tea', 'apple juice', 'Zebra cloth', 'bread', 'Ångström 100%'], []],
    ['stock', 'asc', ['Ångström 100%', 'Zebra cloth', 'Tea', 'Apple_pie', 'bread', 'apple juice'], []],
    ['stock', 'desc', ['apple juice', 'bread', 'Apple_pie', 'Tea', 'Zebra cloth', 'Ångström 100%'], []],
  ] as const)('is sorted by %s %s, empty values last (2.5.9)', async (sort, dir, ordered, without) => {
    const listed = await names({ sort, dir })
    expect(listed.slice(0, ordered.length)).toEqual(ordered)
    expect(listed.slice(ordered.length).sort()).toEqual([...without].sort())
  })

  test.each([
    ['APPLE', ['Apple_pie', 'apple juice']],
    ['ånG', ['Ångström 100%']],
    ['600', ['apple juice', 'bread', 'Ångström 100%']],
    ['bakery', ['Apple_pie', 'bread']],
    ['CERES', ['Apple_pie', 'apple juice']],
    ['élan', ['Tea']],
    [' tea ', ['Tea']],
    ['%', ['Ångström 100%']],
    ['_', ['Apple_pie']],
    ['\\', []],
    ['ate it', []], // descriptions are not searched
    ['pie bakery', ['Apple_pie']], // each word may be in another text
    ['bakery PIE apple', ['Apple_pie']],
    ['drinks apple', ['apple juice']],
    ['apple tea', []],
    ['iejbakery', []], // a word does not span two texts
    ['angstrom', ['Ångström 100%']],
    ['élàn', ['Tea']],
    ['juice 6001', ['apple juice']],
    ['juice 60', []], // of several words, a short one is not looked for in barcodes
    ["'; drop table product", []],
    ['archived', []],
    ['somebody else', []],
  ])('finds the text %j in name, barcode, category and supplier (2.5.5)', async (q, found) => {
    for (const sort of ['productname', 'price', 'stock'] as const)
      expect((await names({ q, sort })).sort()).toEqual([...found].sort())
  })

  test('is filtered by low stock, category and supplier, together and with a search', async () => {
    for (const sort of ['productname', 'supplier', 'stock'] as const) {
      expect((await names({ sort, low: true })).sort()).toEqual(['Apple_pie', 'Tea', 'Zebra cloth', 'Ångström 100%'].sort())
      expect((await names({ sort, category: 'Bakery' })).sort()).toEqual(['Apple_pie', 'bread'])
      expect(await names({ sort, category: 'Bakery', low: true })).toEqual(['Apple_pie'])
      expect(await names({ sort, category: 'drinks', supplier: 'Ceres', q: 'juice' })).toEqual(['apple juice'])
      expect(await names({ sort, category: 'Bakery', q: 'juice' })).toEqual([])
    }
  })

  test('is filtered by site, in every order and with a search', async () => {
    const owner = await createOwner(server)
    const { siteid } = await owner.api.sites.create({ sitename: 'Rosebank', location: 'Here' })
    await addProduct(owner, { productname: 'Milk', stock: 3 })
    await addProduct({ ...owner, siteid }, { productname: 'Milk', stock: 60 })
    const moved = await addProduct(owner, { productname: 'Tea' })
    await owner.api.products.update(edit(moved, { siteid }))
    for (const sort of ['productname', 'price', 'stock'] as const) {
      expect((await names({ sort, siteid }, owner)).sort()).toEqual(['Milk', 'Tea'])
      expect(await names({ sort, siteid, q: 'milk' }, owner)).toEqual(['Milk'])
      expect(await names({ sort, siteid, low: true }, owner)).toEqual(['Tea'])
      expect(await names({ sort, siteid: thandi.siteid }, owner)).toEqual([])
    }
    const file = await owner.fetch(`/api/v1/products.csv?siteid=${siteid}`)
    expect(file.headers.get('x-total-rows')).toBe('2')
  })

  test('has 25 or 100 products a page on request, and no other number', async () => {
    const all = await thandi.api.products.list({ per_page: 25 })
    expect(all).toMatchObject({ page: 1, pages: 1, results: 6 })
    expect(all.rows).toHaveLength(6)
    expect((await thandi.fetch('/api/v1/products?per_page=100')).status).toBe(200)
    expect((await thandi.fetch('/api/v1/products?per_page=50')).status).toBe(422)
  })

  test('offers the categories and suppliers in use, sorted without regard to case and accents (2.5.7)', async () => {
    expect(await thandi.api.products.options()).toEqual({
      categories: ['Bakery', 'Cleaning', 'drinks', 'Drinks'],
      suppliers: ['ceres', 'Ceres', 'Élan', 'Unilever'],
    })
  })

  test('sorts barcodes like other texts', async () => {
    const many = await createOwner(server)
    for (const barcode of ['b2', 'B1', 'a2', 'A1', 'a1', ''])
      await many.api.products.create({ ...plain, siteid: many.siteid, productname: 'Bread', barcode })
    const listed = async (dir: 'asc' | 'desc') => {
      const pages = await Promise.all([1, 2].map((page) => many.api.products.list({ sort: 'barcode', dir, page })))
      return pages.flatMap(({ rows }) => rows.map(({ barcode }) => barcode))
    }
    expect(await listed('asc')).toEqual(['a1', 'A1', 'a2', 'B1', 'b2', ''])
    expect(await listed('desc')).toEqual(['b2', 'B1', 'a2', 'A1', 'a1', ''])
  })

  test('has each product on one page when many are equal', async () => {
    const many = await createOwner(server)
    for (let n = 0; n < 12; n++)
      await many.api.products.create({ ...plain, siteid: many.siteid, productname: 'Bread', category: n % 2 ? 'Bakery' : '' })
    for (const sort of ['productname', 'category', 'price', 'stock'] as const) {
      for (const dir of ['asc', 'desc'] as const) {
        const pages = await Promise.all([1, 2, 3].map((page) => many.api.products.list({ sort, dir, page })))
        expect(new Set(pages.flatMap(({ rows }) => rows.map(({ productid }) => productid))).size).toBe(12)
      }
    }
  })

  describe('export', () => {
    const exported = async (query: string) => {
      const answer = await thandi.fetch(`/api/v1/products.csv?${query}`)
      return { answer, lines: answer.ok ? parse(Buffer.from(await answer.arrayBuffer()), { bom: true }) : [] }
    }

    test('has all filtered rows in the order of the list (2.5.3, 9.27)', async () => {
      const { answer, lines } = await exported('sort=price&dir=desc&low=true')
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="products.csv"')
      expect(answer.headers.get('x-total-rows')).toBe('4')
      expect(lines).toEqual([
        ['Site', 'Product', 'Barcode', 'Category', 'Supplier', 'Description', 'Price', 'Purchase price', 'Stock'],
        ['Sandton', 'Apple_pie', '', 'Bakery', 'ceres', '', '55.00', '5.00', '49.999'],
        ['Sandton', 'Tea', '', '', 'Élan', '', '32.00', '5.00', '12.5'],
        ['Sandton', 'Zebra cloth', '', 'Cleaning', 'Unilever', '', '25.50', '5.00', '12.5'],
        ['Sandton', 'Ångström 100%', '6003', 'Drinks', '', '', '9.99', '5.00', '-3'],
      ])
    })

    test('has only the selected rows when rows are selected', async () => {
      const all = await thandi.api.products.list({})
      const ids = [all.rows[3]?.productid, all.rows[0]?.productid, 999_999]
      for (const sort of ['productname', 'stock']) {
        const { lines } = await exported(`ids=${ids}&sort=${sort}`)
        expect(
          lines
            .slice(1)
            .map(([, name]: string[]) => name)
            .sort(),
        ).toEqual([all.rows[0]?.productname, all.rows[3]?.productname].sort())
      }
      expect((await exported('ids=1;2')).answer.status).toBe(422)
      expect((await exported('page=1')).answer.status).toBe(422)
    })
  })
})

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
    expect(await row(thandi.api, productid, '6009')).toEqual({
      productid,
      siteid: thandi.siteid,
      sitename: 'Sandton',
      productname: 'Rooibos',
      barcode: '6009',
      category: 'Tea',
      supplier: '',
      description: '',
      price: 45.99,
      purchaseprice: 30,
      stock: 12.125,
      version: 1,
      picture: null,
    })
    expect(await findMovements(productid)).toEqual([{ reason: 'edit', before: 0, after: 12.125, user_id: thandi.user_id }])
  })

  test.each([
    [{ productname: ' ' }, 'Product name is required.'],
    [{ productname: undefined }, 'Product name is required.'],
    [{ price: undefined }, 'Price is required.'],
    [{ price: '12.50' }, 'Price is required.'],
    [{ price: -1 }, 'Price cannot be negative.'],
    [{ price: 1.005 }, 'A price has at most two decimals.'],
    [{ price: 1e12 }, 'This price is too large.'],
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
    const body = { ...plain, siteid: thandi.siteid, productname: 'Wrong', ...wrong }
    const { opened } = edit(bread)
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
      await expect(thandi.api.products.create({ ...plain, siteid, productname: 'x' })).rejects.toMatchObject(refused)
      await expect(thandi.api.products.update(edit(tea, { siteid }))).rejects.toMatchObject(refused)
    }
  })

  test('may have the barcode of a product of another site or of an archived one, and of no other', async () => {
    const { siteid } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Here' })
    const first = await addProduct(thandi, { productname: 'First of its code', barcode: '777' })
    const taken = { status: 409, code: 'BARCODE_TAKEN', message: expect.stringContaining('already has this barcode') }
    await expect(addProduct(thandi, { productname: 'Second', barcode: '777' })).rejects.toMatchObject(taken)
    const elsewhere = await addProduct({ api: thandi.api, siteid }, { productname: 'Elsewhere', barcode: '777' })
    await expect(thandi.api.products.update(edit(elsewhere, { siteid: thandi.siteid }))).rejects.toMatchObject(taken)
    await server.ownerPool.query('update product set archived_at = now() where productid = $1', [first.productid])
    await thandi.api.products.update(edit(elsewhere, { siteid: thandi.siteid }))
    for (const productname of ['Nameless', 'Nameless too']) await addProduct(thandi, { productname, barcode: ' ' })
  })

  test('is created once when it is sent again or twice at once', async () => {
    const sent = {
      ...plain,
      siteid: thandi.siteid,
      productname: 'Sent again',
      barcode: 'again',
      stock: 3,
      request_id: randomUUID(),
    }
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => thandi.api.products.create(sent)))
    expect(others).toEqual([first, first])
    const { productid } = await row(thandi.api, Number(first?.productid), 'sent again')
    await thandi.api.products.update(edit(await row(thandi.api, productid, 'sent again'), { price: 11 }))
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
        ...plain,
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
      await thandi.api.products.update(edit(bread, { stock: 120, price: 11 }))
      expect(await row(thandi.api, bread.productid, 'on sale')).toMatchObject({ stock: 114, price: 11, version: 2 })
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
        const now = await row(thandi.api, milk.productid, 'milk')
        await thandi.api.products.update(edit(now, { stock: now.stock + 10 }))
      }
      await selling
      expect((await row(thandi.api, milk.productid, 'milk')).stock).toBe(80)
      const moves = await findMovements(milk.productid)
      expect(moves).toHaveLength(30)
      expect(await findMismatches(server.ownerPool, thandi.businessid)).toEqual({})
      for (const [n, { before }] of moves.entries()) expect(before).toBe(n === 0 ? 0 : moves[n - 1].after)
    })

    test('records no stock movement when the stock is unchanged', async () => {
      const tea = await addProduct(thandi, { productname: 'Tea without moves', stock: 0 })
      await thandi.api.products.update(edit(tea, { productname: 'Tea renamed' }))
      expect(await findMovements(tea.productid)).toEqual([])
      expect((await thandi.api.products.list({ q: 'without moves' })).results).toBe(0)
    })

    test('is saved for the first of two owners; the second gets a version conflict', async () => {
      const coffee = await addProduct(thandi, { productname: 'Coffee', stock: 5 })
      const [first, second] = await Promise.allSettled([
        thandi.api.products.update(edit(coffee, { price: 20, stock: 6 })),
        thandi.api.products.update(edit(coffee, { price: 30, stock: 7 })),
      ])
      expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
      expect([first, second].find(({ status }) => status === 'rejected')).toMatchObject({
        reason: {
          status: 409,
          code: 'VERSION_CONFLICT',
          message: 'Someone else changed this product.',
          data: await row(thandi.api, coffee.productid, 'coffee'),
        },
      })
      const now = await row(thandi.api, coffee.productid, 'coffee')
      expect([20, 30]).toContain(now.price)
      await thandi.api.products.update(edit(now, { price: 40 }))
    })

    test('is refused when the stock would exceed its limits', async () => {
      const full = await addProduct(thandi, { productname: 'Full shelf', stock: 999_999_999 })
      await expect(
        thandi.api.products.update({ ...edit(full, { stock: 999_999_999 }), opened: { version: 1, stock: 0 } }),
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
      await expect(thandi.api.products.update(edit(sold))).rejects.toMatchObject({ status: 404 })
      await expect(thandi.api.products.remove({ productid: sold.productid })).rejects.toMatchObject({ status: 404 })
      expect((await push('once 2')).body.sales).toMatchObject([{ status: 'created' }])
    })
  })
})
