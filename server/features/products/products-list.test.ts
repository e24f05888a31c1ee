import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProductInput } from '../../../contract/products.ts'
import { createOwner, type Owner } from '../../testing/clients.ts'
import { addProduct, createEdit, PLAIN_PRODUCT } from '../../testing/products.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

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

  test('is filtered by products without a purchase price, in every order and with other filters', async () => {
    const owner = await createOwner(server)
    await addProduct(owner, { productname: 'Milk', category: 'Dairy', purchaseprice: 0, stock: 60 })
    await addProduct(owner, { productname: 'Cream', category: 'Dairy', purchaseprice: 0, stock: 3 })
    await addProduct(owner, { productname: 'Samples', category: 'Dairy', purchaseprice: 0, is_free: true })
    await addProduct(owner, { productname: 'Tea', purchaseprice: 5 })
    for (const sort of ['productname', 'category', 'stock'] as const) {
      expect((await names({ sort, no_cost: true }, owner)).sort()).toEqual(['Cream', 'Milk'])
      expect(await names({ sort, no_cost: true, low: true, category: 'Dairy' }, owner)).toEqual(['Cream'])
      expect(await names({ sort, no_cost: true, q: 'milk' }, owner)).toEqual(['Milk'])
    }
    const file = await owner.fetch('/api/v1/products.csv?no_cost=true')
    expect(file.headers.get('x-total-rows')).toBe('2')
  })

  test('is filtered by a whole barcode, at every site that has it, and not by a part of one', async () => {
    const owner = await createOwner(server)
    const { siteid } = await owner.api.sites.create({ sitename: 'Rosebank', location: 'Here' })
    await addProduct(owner, { productname: 'Milk', barcode: '600', stock: 3 })
    await addProduct({ ...owner, siteid }, { productname: 'Milk', barcode: '600', stock: 60 })
    await addProduct(owner, { productname: 'Milk 6001', barcode: '6001' })
    await addProduct(owner, { productname: '600 g sugar' })
    for (const sort of ['productname', 'stock'] as const) {
      expect(await names({ sort, barcode: '600' }, owner)).toEqual(['Milk', 'Milk'])
      expect(await names({ sort, barcode: ' 600 ', low: true }, owner)).toEqual(['Milk'])
      expect(await names({ sort, barcode: '60' }, owner)).toEqual([])
      expect(await names({ sort, barcode: '' }, owner)).toHaveLength(4)
    }
  })

  test('is filtered by site, in every order and with a search', async () => {
    const owner = await createOwner(server)
    const { siteid } = await owner.api.sites.create({ sitename: 'Rosebank', location: 'Here' })
    await addProduct(owner, { productname: 'Milk', stock: 3 })
    await addProduct({ ...owner, siteid }, { productname: 'Milk', stock: 60 })
    const moved = await addProduct(owner, { productname: 'Tea' })
    await owner.api.products.update(createEdit(moved, { siteid }))
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
      vat_rates: [15, 0, 'exempt'],
    })
  })

  test('sorts barcodes like other texts', async () => {
    const many = await createOwner(server)
    for (const barcode of ['b2', 'B1', 'a2', 'A1', 'á1', ''])
      await many.api.products.create({ ...PLAIN_PRODUCT, siteid: many.siteid, productname: 'Bread', barcode })
    const listed = async (dir: 'asc' | 'desc') => {
      const pages = await Promise.all([1, 2].map((page) => many.api.products.list({ sort: 'barcode', dir, page })))
      return pages.flatMap(({ rows }) => rows.map(({ barcode }) => barcode))
    }
    expect(await listed('asc')).toEqual(['A1', 'á1', 'a2', 'B1', 'b2', ''])
    expect(await listed('desc')).toEqual(['b2', 'B1', 'a2', 'á1', 'A1', ''])
  })

  test('has each product on one page when many are equal', async () => {
    const many = await createOwner(server)
    for (let n = 0; n < 12; n++)
      await many.api.products.create({
        ...PLAIN_PRODUCT,
        siteid: many.siteid,
        productname: 'Bread',
        category: n % 2 ? 'Bakery' : '',
      })
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
        [
          'Site',
          'Product',
          'Barcode',
          'Category',
          'Supplier',
          'Description',
          'Price',
          'Purchase price',
          'Stock',
          'VAT',
          'Reorder level',
          'Order quantity',
          'Further barcodes',
        ],
        ['Sandton', 'Apple_pie', '', 'Bakery', 'ceres', '', '55.00', '5.00', '49.999', '15', '', '', ''],
        ['Sandton', 'Tea', '', '', 'Élan', '', '32.00', '5.00', '12.5', '15', '', '', ''],
        ['Sandton', 'Zebra cloth', '', 'Cleaning', 'Unilever', '', '25.50', '5.00', '12.5', '15', '', '', ''],
        ['Sandton', 'Ångström 100%', '6003', 'Drinks', '', '', '9.99', '5.00', '-3', '15', '', '', ''],
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
