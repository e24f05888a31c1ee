import { ORPCError } from '@orpc/client'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ImportPreview, type ImportProgress, type ProductInput } from '../../../../contract/products.ts'
import { createTenantScopes } from '../../../../db/tenant-scope.ts'
import { createAccount, createClient, createOwner, createTill, type Owner } from '../../../testing/clients.ts'
import { testServer } from '../../../testing/server.ts'
import { findMatches } from './queries.ts'

const server = await testServer()
afterAll(server.close)

let thandi: Owner
beforeEach(async () => {
  thandi = await createOwner(server)
})

const sent = (
  file: string | Uint8Array,
  { who = thandi, siteid = thandi.siteid }: { who?: Pick<Owner, 'fetch'>; siteid?: number } = {},
) =>
  who.fetch(`/api/v1/products/imports?siteid=${siteid}`, {
    method: 'POST',
    body: new Uint8Array(typeof file === 'string' ? Buffer.from(file) : file),
    headers: { 'content-type': 'text/csv' },
  })

async function previewed(file: string | Uint8Array, from: Parameters<typeof sent>[1] = {}) {
  const answer = await sent(file, from)
  const body = await answer.json()
  if (!answer.ok) throw body
  return ImportPreview.parse(body)
}

/** All progress of an import, and the result or error at its end. */
async function confirmed(importid: string, who: Pick<Owner, 'api'> = thandi, choice: { sets_stock?: boolean } = {}) {
  const progress: ImportProgress[] = []
  try {
    for await (const step of await who.api.products.imports.confirm({ importid, ...choice })) progress.push(step)
    return { progress, end: progress.at(-1) }
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    const { code, status, message, data } = error
    return { progress, end: { error: { code, status, message, data } } }
  }
}

const imported = async (file: string | Uint8Array) => confirmed((await previewed(file)).importid)
const refused = async (file: string) => (await previewed(file)).lines.map(({ line, outcome, reason }) => [line, outcome, reason])

const catalogue = async () => {
  const { rows } = await server.ownerPool.query(
    `select productname, barcode, category, supplier, description, price, purchaseprice, stock, sitename
       from product join site using (businessid, siteid) where businessid = $1 and archived_at is null order by productid`,
    [thandi.businessid],
  )
  return rows
}
const add = (product: Partial<ProductInput> & { productname: string }) =>
  thandi.api.products.create({ siteid: thandi.siteid, price: 10, purchaseprice: 5, stock: 0, ...product })

describe('import preview', () => {
  test('says what is new, changed, the same and refused, and writes nothing', async () => {
    await add({ productname: 'Bread', barcode: '6001', price: 18.99, stock: 4 })
    await add({ productname: 'Milk', price: 20, stock: 2 })
    const before = await catalogue()
    const preview = await previewed(
      'Product,Barcode,Price,Stock,Shelf\nWhite bread,6001,18.99,4,A\nmilk,,20,2,B\nTea,6002,45.5,10,C\nCoffee,,,1,D\n',
    )
    expect(preview).toEqual({
      importid: expect.any(String),
      stock_differs: 0,
      new: 1,
      changed: 2,
      unchanged: 0,
      refused: 1,
      ignored: ['Shelf'],
      lines: [
        {
          line: 2,
          productname: 'White bread',
          outcome: 'changed',
          fields: [{ field: 'productname', before: 'Bread', after: 'White bread' }],
        },
        { line: 3, productname: 'milk', outcome: 'changed', fields: [{ field: 'productname', before: 'Milk', after: 'milk' }] },
        { line: 4, productname: 'Tea', outcome: 'new', price: 45.5, stock: 10 },
        { line: 5, productname: 'Coffee', outcome: 'refused', reason: 'Price is required.' },
      ],
    })
    expect(await catalogue()).toEqual(before)
  })

  test.each([
    ['no name', 'Product,Price\n ,5', 'Product name is required.'],
    ['no name, for a new barcode', 'Barcode,Price\n77,5', 'Product name is required.'],
    ['no price', 'Product,Price\nTea,', 'Price is required.'],
    ['words for a price', 'Product,Price\nTea,cheap', 'Price is required. “cheap” is not a number.'],
    ['no column for the price of a new product', 'Product,Stock\nTea,5', 'Price is required.'],
    [
      'a purchase price that is none',
      'Product,Price,Purchase price\nTea,5,1e5',
      'Purchase price is required. “1e5” is not a number.',
    ],
    [
      'thousands that may be thousandths',
      'Product,Price,Stock\nTea,"1,234.50","1,234"',
      'Stock is required. “1,234” can be read in two ways: write 1234 or 1.234.',
    ],
    ['a price below nought', 'Product,Price\nTea,-5', 'A price is not negative.'],
    ['a tenth of a cent', 'Product,Price\nTea,5.005', 'A price has at most two decimals.'],
    ['a site that is not there', 'Product,Price,Site\nTea,5,Soweto', 'There is no site called Soweto.'],
    [
      'a barcode that a spreadsheet spoilt',
      'Product,Price,Barcode\nTea,5,6.00123E+12',
      expect.stringContaining('shortened this barcode'),
    ],
    ['a name that is too long', `Product,Price\n${'x'.repeat(201)},5`, 'Please use at most 200 characters.'],
  ])('refuses a line with %s, and no other', async (_what, file, reason) => {
    expect(await refused(`${file}\n`)).toEqual([[2, 'refused', reason]])
  })

  test('refuses the second of two lines about one product', async () => {
    await add({ productname: 'Bread', barcode: '6001' })
    await add({ productname: 'Milk' })
    expect(
      await refused(
        'Product,Barcode,Price\nBread,6001,1\nBread,,1\nMilk,6002,1\nTea,6002,1\nCake,,1\ncake,,1\nCake,6003,1\nJam,1,1\nJam,2,1\nJam,,1\n',
      ),
    ).toEqual([
      [2, 'changed', undefined],
      [3, 'refused', 'Line 2 already has this product.'],
      [4, 'changed', undefined],
      [5, 'refused', 'Line 4 already has this product.'],
      [6, 'new', undefined],
      [7, 'refused', 'Line 6 already has this product.'],
      [8, 'refused', 'Line 6 already has this product.'],
      [9, 'new', undefined],
      [10, 'new', undefined],
      [11, 'refused', 'Line 10 already has this product.'],
    ])
  })

  test('knows a product by its barcode, else by its name where that is clear', async () => {
    await add({ productname: 'Bread', barcode: '6001' })
    await add({ productname: 'Jam', barcode: '1' })
    await add({ productname: 'Jam', barcode: '2' })
    await add({ productname: 'Élan' })
    expect(await refused('Product,Barcode,Price\nRolls,6001,10\nBREAD,,11\nJAM,,12\néLAN,7,13\nBread,6009,14\n')).toEqual([
      [2, 'changed', undefined],
      [3, 'refused', 'Line 2 already has this product.'],
      [4, 'refused', 'Several products at this site have this name. Enter a barcode.'],
      [5, 'changed', undefined],
      [6, 'new', undefined],
    ])
  })

  test('asks for no more products of one name than show that it is not clear', async () => {
    const gifts = Array.from({ length: 300 }, (_, n) => `Gift,${n},1\n`).join('')
    await imported(`Product,Barcode,Price\n${gifts}`)
    const lines = Array.from({ length: 200 }, (_, n) => ({ line: n, siteid: thandi.siteid, values: { productname: 'Gift' } }))
    const matches = await createTenantScopes(server.store.pool).asTenant(thandi.user_id, (scope) => findMatches(scope, lines))
    expect(matches).toHaveLength(2 * lines.length)
    expect(await refused('Product,Price\nGIFT,1\n')).toEqual([
      [2, 'refused', 'Several products at this site have this name. Enter a barcode.'],
    ])
  })

  test.each([
    ['empty', '', 'This file is empty.'],
    ['without a head', 'Bread,5\n', expect.stringContaining('must name the columns')],
    ['with two columns that mean the same', 'Product,Name,Price\nx,y,1\n', 'Two columns have the same meaning: Product, Name.'],
    ['with a quotation mark that never ends', 'Product,Price\n"Tea,5\n', expect.stringContaining('never closed')],
    ['of more than 8 MB', `Product,Price\n${'x'.repeat(8 * 1024 * 1024)}`, 'A file is at most 8 MB.'],
  ])('refuses a file %s', async (_what, file, message) => {
    expect(await (await sent(file)).json()).toMatchObject({ message })
  })
})

describe('import file', () => {
  test('may leave numbers blank: a new product has none of them, a known one keeps its own', async () => {
    await add({ productname: 'Bread', price: 18, purchaseprice: 9, stock: 4 })
    const file = 'Product,Category,Price,Purchase price,Stock\nTea,Hot,R 45,,\nBread,Bakery,,,\nMilk,Cold,,,\n'
    expect(await refused(file)).toEqual([
      [2, 'new', undefined],
      [3, 'changed', undefined],
      [4, 'refused', 'Price is required.'],
    ])
    await imported(file)
    expect(await catalogue()).toMatchObject([
      { productname: 'Bread', category: 'Bakery', price: 18, purchaseprice: 9, stock: 4 },
      { productname: 'Tea', category: 'Hot', price: 45, purchaseprice: 0, stock: 0 },
    ])
  })

  const line = { productname: 'Café crème', price: 12.5, stock: 1234.5 }
  test.each([
    ['UTF-8 with commas', Buffer.from('Product,Price,Stock\nCafé crème,12.50,1234.5\n')],
    [
      'UTF-8 with its mark and semicolons',
      Buffer.from('\uFEFFproductname;Price (ZAR);stock\r\n"Café crème";12,50;"1 234,5"\r\n'),
    ],
    ['Windows-1252', Buffer.from('Product;Price;Stock\nCaf\xe9 cr\xe8me;12,5;1.234,5\n', 'latin1')],
    ['UTF-16, as Excel calls Unicode', Buffer.from('\uFEFFProduct\tPrice\tStock\nCafé crème\t12,5\t1234,5\n', 'utf16le')],
    ['old line ends, and empty lines', Buffer.from('Product,Price,Stock\r\r,,\rCafé crème,"12,5",1234.5\r')],
  ])('may be %s', async (_kind, file) => {
    expect(await imported(file)).toMatchObject({ end: { imported: { new: 1, changed: 0 } } })
    expect(await catalogue()).toMatchObject([line])
  })

  test('that was exported comes back as it was, and says so', async () => {
    await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Here' })
    await add({
      productname: '=SUM(A1)',
      barcode: '-7',
      category: "'quoted'",
      description: 'two\nlines, "quoted"',
      stock: -1.125,
    })
    await add({ productname: 'Bread', supplier: '@home', price: 0.1 })
    const file = new Uint8Array(await (await thandi.fetch('/api/v1/products.csv')).arrayBuffer())
    expect(await previewed(file)).toMatchObject({ new: 0, changed: 0, unchanged: 2, refused: 0 })
  })

  test('that was exported tells a guarded formula from one that only looks guarded', async () => {
    await add({ productname: '=x', barcode: '1' })
    await add({ productname: "'=x", barcode: '2' })
    const file = new Uint8Array(await (await thandi.fetch('/api/v1/products.csv')).arrayBuffer())
    expect(await previewed(file)).toMatchObject({ new: 0, changed: 0, unchanged: 2, refused: 0 })
  })

  test('that a script added lines to, with other line ends than the template has, loses none', async () => {
    expect(await imported('Price,Product\r\n10,Milk\n12,Bread\n30,Eggs\n')).toMatchObject({ end: { imported: { new: 3 } } })
    expect((await catalogue()).map(({ productname }) => productname)).toEqual(['Milk', 'Bread', 'Eggs'])
  })

  test('has a template with the columns of the export', async () => {
    const answer = await thandi.fetch('/api/v1/products/imports/template.csv')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="products-template.csv"')
    expect(parse(Buffer.from(await answer.arrayBuffer()), { bom: true })).toEqual([
      ['Site', 'Product', 'Barcode', 'Category', 'Supplier', 'Description', 'Price', 'Purchase price', 'Stock'],
    ])
  })
})

describe('confirmed import', () => {
  test('adds and changes what the preview said, with a movement for every change of stock', async () => {
    const { productid } = await add({ productname: 'Bread', barcode: '6001', category: 'Bakery', stock: 4 })
    await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Here' })
    expect(
      await imported('Site,Product,Barcode,Price,Stock\n,Rolls,6001,"19,99",10\nrosebank,Tea,,45,"2,5"\nNowhere,x,,1,1\n'),
    ).toEqual({
      progress: [{ done: 1, of: 2 }, { done: 2, of: 2 }, { imported: { new: 1, changed: 1 } }],
      end: { imported: { new: 1, changed: 1 } },
    })
    expect(await catalogue()).toMatchObject([
      {
        productname: 'Rolls',
        barcode: '6001',
        category: 'Bakery',
        price: 19.99,
        purchaseprice: 5,
        stock: 4,
        sitename: 'Sandton',
      },
      { productname: 'Tea', barcode: '', category: '', price: 45, purchaseprice: 0, stock: 2.5, sitename: 'Rosebank' },
    ])
    const { rows } = await server.ownerPool.query(
      `select reason, stock_before as before, stock_after as after, user_id from stock_movements where businessid = $1 order by movementid`,
      [thandi.businessid],
    )
    const by = { user_id: thandi.user_id }
    expect(rows).toEqual([
      { reason: 'edit', before: 0, after: 4, ...by },
      { reason: 'import', before: 0, after: 2.5, ...by },
    ])
    expect((await thandi.api.products.list({ q: 'rolls' })).rows).toMatchObject([{ productid, version: 2 }])
  })

  test('leaves the stock of known products alone where the file is about more, unless that is asked for', async () => {
    await add({ productname: 'Bread', price: 10, stock: 100 })
    await add({ productname: 'Milk', price: 20, stock: 50 })
    const exported = await (await thandi.fetch('/api/v1/products.csv')).text()
    const counter = await createTill(server, thandi)
    const [bread, milk] = (await thandi.api.products.list({})).rows
    const items = [bread, milk].map((product) => ({ productid: product?.productid, quantity: 30 }))
    await counter.push([{ reference: '1', saledate: '2026-11-20T09:00:00Z', items }])

    const file = exported.replace('10.00', '12.00')
    const preview = await previewed(file)
    expect(preview).toMatchObject({ changed: 2, unchanged: 0, stock_differs: 2 })
    expect(preview.lines).toMatchObject([
      {
        fields: [
          { field: 'price', before: 10, after: 12 },
          { field: 'stock', before: 70, after: 100 },
        ],
      },
      { fields: [{ field: 'stock', before: 20, after: 50 }] },
    ])
    expect(await confirmed(preview.importid)).toMatchObject({ end: { imported: { new: 0, changed: 1 } } })
    expect(await catalogue()).toMatchObject([
      { price: 12, stock: 70 },
      { price: 20, stock: 20 },
    ])
    const { importid } = await previewed(file)
    expect(await confirmed(importid, thandi, { sets_stock: true })).toMatchObject({ end: { imported: { new: 0, changed: 2 } } })
    expect(await catalogue()).toMatchObject([{ stock: 100 }, { stock: 50 }])
    expect(await previewed('Product,Stock\nBread,7\n'), 'a count of the shelves is there to set it').toMatchObject({
      changed: 1,
      stock_differs: 0,
    })
  })

  test('gives a product without a barcode the one of its line, and tells of a new one beside another of its name', async () => {
    await add({ productname: 'Bread' })
    await add({ productname: 'Jam', barcode: '1' })
    expect((await previewed('Product,Barcode,Price\nbread,6001,10\nJAM,2,10\nTea,3,10\n')).lines).toEqual([
      expect.objectContaining({ line: 2, outcome: 'changed' }),
      { line: 3, productname: 'JAM', outcome: 'new', price: 10, stock: 0, has_namesake: true },
      { line: 4, productname: 'Tea', outcome: 'new', price: 10, stock: 0 },
    ])
  })

  test('keeps what a till sells between the preview and the confirmation', async () => {
    await add({ productname: 'Bread', barcode: '6001', stock: 10 })
    const { importid } = await previewed('Barcode,Stock\n6001,50\n')
    const counter = await createTill(server, thandi)
    await counter.push([{ reference: '1', saledate: '2026-11-20T09:00:00Z', items: [{ barcode: '6001', quantity: 3 }] }])
    expect(await confirmed(importid)).toMatchObject({ end: { imported: { new: 0, changed: 1 } } })
    expect(await catalogue()).toMatchObject([{ stock: 47 }])
  })

  test('is made once, by the one who saw the preview, and only the last one', async () => {
    const first = await previewed('Product,Price\nTea,1\n')
    const { importid } = await previewed('Product,Price\nTea,2\n')
    const anna = await createOwner(server)
    const gone = { end: { error: { status: 404, code: 'IMPORT_GONE', message: expect.stringContaining('has expired') } } }
    for (const answer of [
      await confirmed(first.importid),
      await confirmed(importid, anna),
      await confirmed('x'),
      await confirmed(anna.businessid),
    ])
      expect(answer).toMatchObject(gone)
    const answers = await Promise.all([confirmed(importid), confirmed(importid)])
    expect(answers.filter(({ end }) => end && 'imported' in end)).toHaveLength(1)
    expect(await catalogue()).toMatchObject([{ productname: 'Tea', price: 2 }])
    expect(await confirmed(importid)).toMatchObject(gone)
  })

  test('is refused at once while it is being carried out, and says so', async () => {
    const { importid } = await previewed('Product,Price\nTea,2\n')
    const other = await server.ownerPool.connect()
    await other.query('select pg_advisory_lock(hashtextextended($1, 0))', [importid])
    expect(await confirmed(importid)).toMatchObject({ end: { error: { status: 409, code: 'IMPORT_RUNNING' } } })
    await other.query('select pg_advisory_unlock_all()')
    other.release()
    expect(await confirmed(importid)).toMatchObject({ end: { imported: { new: 1 } } })
  })

  test('that is sent twelve times is done once, and none of the others says that nothing was imported', async () => {
    const lines = Array.from({ length: 3_000 }, (_, n) => `Product ${n},1\n`).join('')
    const { importid } = await previewed(`Product,Price\n${lines}`)
    const answers = await Promise.all(Array.from({ length: 12 }, () => confirmed(importid)))
    const codes = answers.map(({ end }) => (end && 'error' in end ? end.error.code : 'imported'))
    expect(codes.filter((code) => code === 'imported')).toHaveLength(1)
    expect(codes.filter((code) => !['imported', 'IMPORT_RUNNING', 'IMPORT_GONE'].includes(code))).toEqual([])
  })

  test('does not say that nothing was imported when the database is lost at the moment of saving', async () => {
    await server.ownerPool.query(`
      create function lose() returns trigger language plpgsql as $$ begin raise 'gone' using errcode = '08006'; end $$;
      create constraint trigger lose after insert on product deferrable initially deferred for each row execute function lose()`)
    expect(await imported('Product,Price\nTea,2\n')).toMatchObject({
      end: { error: { code: 'IMPORT_UNKNOWN', message: expect.stringContaining('may not have been saved') } },
    })
    await server.ownerPool.query('drop function lose cascade')
  })

  test('leaves the list as an edit would, and the next edit is listed as well', async () => {
    await add({ productname: 'Bread', barcode: '6001' })
    await imported('Product,Barcode,Category\nRolls,6001,Bakery\n')
    expect((await thandi.api.products.list({ q: 'bakery' })).rows).toMatchObject([{ productname: 'Rolls' }])
    await edit('Rolls')
    const { rows } = await server.ownerPool.query('select price from product_listing where businessid = $1', [thandi.businessid])
    expect(rows).toEqual([{ price: 99 }])
  })

  test.each([
    ['a product was edited', async () => void (await edit('Bread'))],
    ['a product was deleted', async () => void (await remove('Bread'))],
    ['a new one came under that barcode', async () => void (await add({ productname: 'x', barcode: '6009' }))],
    ['a new one came under that name', async () => void (await add({ productname: 'COFFEE' }))],
  ])('is refused as a whole when %s meanwhile', async (_what, change) => {
    await add({ productname: 'Milk', barcode: '6000' })
    await add({ productname: 'Bread', barcode: '6001' })
    const { importid } = await previewed('Product,Barcode,Price\nMilk,6000,1\nBread,6001,2\nTea,6009,3\nCoffee,,4\n')
    await change()
    const before = await catalogue()
    expect(await confirmed(importid)).toMatchObject({ end: { error: { status: 409, code: 'IMPORT_STALE' } } })
    expect(await catalogue()).toEqual(before)
  })

  const find = async (q: string) => {
    const [product] = (await thandi.api.products.list({ q })).rows
    if (!product) throw new Error(`${q} is not in the list`)
    return product
  }
  const edit = async (name: string) => {
    const { sitename: _, picture: __, version, ...product } = await find(name)
    await thandi.api.products.update({ ...product, price: 99, opened: { version, stock: product.stock } })
  }
  const remove = async (name: string) => thandi.api.products.remove({ productid: (await find(name)).productid })

  test('of 20,000 lines tells of each thousand, and again nothing is left to do', async () => {
    const lines = Array.from(
      { length: 20_000 },
      (_, n) =>
        `Product ${n},${6_000_000_000_000 + n},Category ${n % 12},Supplier ${n % 15},What it is,"${n % 300},50","${n % 200}",${n % 500}`,
    )
    const head = 'Product,Barcode,Category,Supplier,Description,Price,Purchase price,Stock'
    const file = [head, ...lines].join('\n')
    const preview = await previewed(file)
    expect(preview).toMatchObject({ new: 20_000, refused: 0 })
    const { progress, end } = await confirmed(preview.importid)
    expect(end).toEqual({ imported: { new: 20_000, changed: 0 } })
    expect(progress).toHaveLength(21)
    expect(await previewed(file)).toMatchObject({ new: 0, changed: 0, unchanged: 20_000, lines: [] })
    const dearer = await previewed(file.replaceAll(',50"', ',75"'))
    expect(dearer).toMatchObject({ changed: 20_000 })
    expect(await confirmed(dearer.importid)).toMatchObject({ end: { imported: { new: 0, changed: 20_000 } } })
  })
})

test('an import is for people who are signed in, inside their own business, from a page of ours', async () => {
  const file = 'Product,Price\nTea,1\n'
  expect((await sent(file, { who: createClient(server) })).status).toBe(401)
  expect((await sent(file, { who: await createAccount(server) })).status).toBe(403)
  const anna = await createOwner(server)
  for (const siteid of [anna.siteid, 999_999])
    expect(await (await sent(file, { siteid })).json()).toMatchObject({ status: 404, code: 'NO_SITE' })
  expect(await (await sent(file, { siteid: 0 })).json()).toMatchObject({ status: 422, data: { fields: [{ field: 'siteid' }] } })
  const { importid } = await previewed(file)
  expect(
    await thandi.send('POST', `/api/v1/products/imports/${importid}`, { sets_stock: 1 }),
    'the REST call has the same input',
  ).toMatchObject({ status: 422, body: { data: { fields: [{ field: 'sets_stock' }] } } })
  for (const [headers, status] of [
    [{ origin: 'https://evil.example', 'content-type': 'text/csv' }, 403],
    [{ 'content-type': 'text/plain' }, 415],
    [{ 'content-type': 'multipart/form-data; boundary=x' }, 415],
  ] as const) {
    const answer = await thandi.fetch(`/api/v1/products/imports?siteid=${thandi.siteid}`, { method: 'POST', body: file, headers })
    expect(answer.status).toBe(status)
  }
  expect(await catalogue()).toEqual([])
})
