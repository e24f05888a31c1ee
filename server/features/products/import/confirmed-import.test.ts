import { afterAll, beforeEach, expect, test } from 'vitest'
import { createOwner, createTill, type Owner } from '../../../testing/clients.ts'
import { createImportHelpers } from '../../../testing/product-imports.ts'
import { PLAIN_PRODUCT } from '../../../testing/products.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

let thandi: Owner
beforeEach(async () => {
  thandi = await createOwner(server)
})

const { previewFile, confirm, importFile, catalogue, add } = createImportHelpers(server, () => thandi)

test('confirmed import: writes the changes of the preview, with a movement for every change of stock', async () => {
  const { productid } = await add({ productname: 'Bread', barcode: '6001', category: 'Bakery', stock: 4 })
  await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Here' })
  expect(
    await importFile('Site,Product,Barcode,Price,Stock\n,Rolls,6001,"19,99",10\nrosebank,Tea,,45,"2,5"\nNowhere,x,,1,1\n'),
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

test('confirmed import: keeps the stock of known products when the file has other columns, unless the confirmation asks to set it', async () => {
  await add({ productname: 'Bread', price: 10, stock: 100 })
  await add({ productname: 'Milk', price: 20, stock: 50 })
  const exported = await (await thandi.fetch('/api/v1/products.csv')).text()
  const counter = await createTill(server, thandi)
  const [bread, milk] = (await thandi.api.products.list({})).rows
  const items = [bread, milk].map((product) => ({ productid: product?.productid, quantity: 30 }))
  await counter.push([{ reference: '1', saledate: '2026-11-20T09:00:00Z', items }])

  const file = exported.replace('10.00', '12.00')
  const preview = await previewFile(file)
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
  expect(await confirm(preview.importid)).toMatchObject({ end: { imported: { new: 0, changed: 1 } } })
  expect(await catalogue()).toMatchObject([
    { price: 12, stock: 70 },
    { price: 20, stock: 20 },
  ])
  const { importid } = await previewFile(file)
  expect(await confirm(importid, thandi, { sets_stock: true })).toMatchObject({ end: { imported: { new: 0, changed: 2 } } })
  expect(await catalogue()).toMatchObject([{ stock: 100 }, { stock: 50 }])
  expect(await previewFile('Product,Stock\nBread,7\n'), 'a count of the shelves is there to set it').toMatchObject({
    changed: 1,
    stock_differs: 0,
  })
})

test('confirmed import: sets the barcode of a product without one, and reports a new product whose name another has', async () => {
  await add({ productname: 'Bread' })
  await add({ productname: 'Jam', barcode: '1' })
  expect((await previewFile('Product,Barcode,Price\nbread,6001,10\nJAM,2,10\nTea,3,10\n')).lines).toEqual([
    expect.objectContaining({ line: 2, outcome: 'changed' }),
    { line: 3, productname: 'JAM', outcome: 'new', price: 10, stock: 0, has_namesake: true },
    { line: 4, productname: 'Tea', outcome: 'new', price: 10, stock: 0 },
  ])
})

test('confirmed import: keeps what a till sells between the preview and the confirmation', async () => {
  await add({ productname: 'Bread', barcode: '6001', stock: 10 })
  const { importid } = await previewFile('Barcode,Stock\n6001,50\n')
  const counter = await createTill(server, thandi)
  await counter.push([{ reference: '1', saledate: '2026-11-20T09:00:00Z', items: [{ barcode: '6001', quantity: 3 }] }])
  expect(await confirm(importid)).toMatchObject({ end: { imported: { new: 0, changed: 1 } } })
  expect(await catalogue()).toMatchObject([{ stock: 47 }])
})

test('confirmed import: runs once, for the user who saw the preview, and only for the latest preview', async () => {
  const first = await previewFile('Product,Price\nTea,1\n')
  const { importid } = await previewFile('Product,Price\nTea,2\n')
  const anna = await createOwner(server)
  const gone = { end: { error: { status: 404, code: 'IMPORT_GONE', message: expect.stringContaining('has expired') } } }
  for (const answer of [
    await confirm(first.importid),
    await confirm(importid, anna),
    await confirm('x'),
    await confirm(anna.businessid),
  ])
    expect(answer).toMatchObject(gone)
  const answers = await Promise.all([confirm(importid), confirm(importid)])
  expect(answers.filter(({ end }) => end && 'imported' in end)).toHaveLength(1)
  expect(await catalogue()).toMatchObject([{ productname: 'Tea', price: 2 }])
  expect(await confirm(importid)).toMatchObject(gone)
})

test('confirmed import: a second confirmation is refused immediately while the first runs', async () => {
  const { importid } = await previewFile('Product,Price\nTea,2\n')
  const other = await server.ownerPool.connect()
  await other.query('select pg_advisory_lock(hashtextextended($1, 0))', [`${thandi.businessid} product import ${importid}`])
  expect(await confirm(importid)).toMatchObject({ end: { error: { status: 409, code: 'IMPORT_RUNNING' } } })
  await other.query('select pg_advisory_unlock_all()')
  other.release()
  expect(await confirm(importid)).toMatchObject({ end: { imported: { new: 1 } } })
})

test('confirmed import: runs once when sent twelve times, and no answer says that nothing was imported', async () => {
  const lines = Array.from({ length: 3_000 }, (_, n) => `Product ${n},1\n`).join('')
  const { importid } = await previewFile(`Product,Price\n${lines}`)
  const answers = await Promise.all(Array.from({ length: 12 }, () => confirm(importid)))
  const codes = answers.map(({ end }) => (end && 'error' in end ? end.error.code : 'imported'))
  expect(codes.filter((code) => code === 'imported')).toHaveLength(1)
  expect(codes.filter((code) => !['imported', 'IMPORT_RUNNING', 'IMPORT_GONE'].includes(code))).toEqual([])
})

test('confirmed import: does not say that nothing was imported when the connection is lost during COMMIT', async () => {
  await server.ownerPool.query(`
    create function lose() returns trigger language plpgsql as $$ begin raise 'gone' using errcode = '08006'; end $$;
    create constraint trigger lose after insert on product deferrable initially deferred for each row execute function lose()`)
  expect(await importFile('Product,Price\nTea,2\n')).toMatchObject({
    end: { error: { code: 'IMPORT_UNKNOWN', message: expect.stringContaining('may not have been saved') } },
  })
  await server.ownerPool.query('drop function lose cascade')
})

test('confirmed import: updates the list as an edit does, and the next edit is listed too', async () => {
  await add({ productname: 'Bread', barcode: '6001' })
  await importFile('Product,Barcode,Category\nRolls,6001,Bakery\n')
  expect((await thandi.api.products.list({ q: 'bakery' })).rows).toMatchObject([{ productname: 'Rolls' }])
  await edit('Rolls')
  const { rows } = await server.ownerPool.query('select price from product_listing where businessid = $1', [thandi.businessid])
  expect(rows).toEqual([{ price: 99 }])
})

test.each([
  ['a product was edited', async () => void (await edit('Bread'))],
  ['a product was deleted', async () => void (await remove('Bread'))],
  ['a product with that barcode was added', async () => void (await add({ productname: 'x', barcode: '6009' }))],
  ['a product with that name was added', async () => void (await add({ productname: 'COFFEE' }))],
])('confirmed import: is refused completely when %s after the preview', async (_what, change) => {
  await add({ productname: 'Milk', barcode: '6000' })
  await add({ productname: 'Bread', barcode: '6001' })
  const { importid } = await previewFile('Product,Barcode,Price\nMilk,6000,1\nBread,6001,2\nTea,6009,3\nCoffee,,4\n')
  await change()
  const before = await catalogue()
  expect(await confirm(importid)).toMatchObject({ end: { error: { status: 409, code: 'IMPORT_STALE' } } })
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

test('confirmed import: reports progress for each 1,000 of 5,000 rows, and a second import changes nothing', async () => {
  const lines = Array.from(
    { length: 5_000 },
    (_, n) =>
      `Product ${n},${6_000_000_000_000 + n},Category ${n % 12},Supplier ${n % 15},What it is,"${n % 300},50","${n % 200}",${n % 500}`,
  )
  const head = 'Product,Barcode,Category,Supplier,Description,Price,Purchase price,Stock'
  const file = [head, ...lines].join('\n')
  const preview = await previewFile(file)
  expect(preview).toMatchObject({ new: 5_000, rejected: 0 })
  // PostgreSQL analyses a table that changes much, at any time. Then the planner takes the products of this transaction for none.
  let isConfirmed = false
  const analyse = async () => {
    while (!isConfirmed) await server.ownerPool.query('analyze product')
  }
  const confirmed = confirm(preview.importid).finally(() => {
    isConfirmed = true
  })
  const [{ progress, end }] = await Promise.all([confirmed, analyse()])
  expect(end).toEqual({ imported: { new: 5_000, changed: 0 } })
  expect(progress).toHaveLength(6)
  expect(await previewFile(file)).toMatchObject({ new: 0, changed: 0, unchanged: 5_000, lines: [] })
  const dearer = await previewFile(file.replaceAll(',50"', ',75"'))
  expect(dearer).toMatchObject({ changed: 5_000 })
  expect(await confirm(dearer.importid)).toMatchObject({ end: { imported: { new: 0, changed: 5_000 } } })
})

test('confirmed import: joins new products with those of other sites that have the same barcode, and keeps the texts of the file', async () => {
  const { siteid } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Here' })
  await thandi.api.sites.create({ sitename: 'Soweto', location: 'Here' })
  const bread = await add({ productname: 'Bread', barcode: '6001', price: 10 })
  const file = [
    'Site,Product,Barcode,Price',
    'Rosebank,White bread,6001,11',
    'Soweto,Bread,6001,10',
    'Rosebank,Tea,6002,45',
    'Soweto,Rooibos,6002,45',
    'Soweto,Rice,,20',
  ].join('\n')
  const preview = await previewFile(file)
  expect(preview).toMatchObject({ new: 5, joined: 3 })
  expect(preview?.lines.map(({ is_joined = false }) => is_joined)).toEqual([true, true, false, true, false])
  expect(await confirm(String(preview?.importid))).toMatchObject({ end: { imported: { new: 5, changed: 0, joined: 3 } } })
  const listItem = async (productid: number) =>
    (await thandi.api.products.item({ productid })).map(({ sitename, price, has_own_price }) => [sitename, price, has_own_price])
  expect(await listItem(bread.productid)).toEqual([
    ['Rosebank', 11, true],
    ['Sandton', 10, false],
    ['Soweto', 10, false],
  ])
  const [tea] = (await thandi.api.products.list({ q: 'Tea', siteid })).rows
  expect(await listItem(Number(tea?.productid))).toEqual([
    ['Rosebank', 45, false],
    ['Soweto', 45, false],
  ])
  expect(
    (await thandi.api.products.list({ q: '6001', per_page: 25 })).rows.map(({ productname, version }) => [productname, version]),
  ).toEqual([
    ['Bread', 1],
    ['Bread', 1],
    ['White bread', 1],
  ])
  // A row that changes a product changes it at its site only.
  await importFile('Site,Product,Barcode,Price\nRosebank,Brown bread,6001,12')
  expect(
    (await thandi.api.products.list({ q: '6001', per_page: 25 })).rows.map(({ productname, price }) => [productname, price]),
  ).toEqual([
    ['Bread', 10],
    ['Bread', 10],
    ['Brown bread', 12],
  ])
})

test('confirmed import: joins no two products of one site', async () => {
  const { siteid } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Here' })
  await thandi.api.sites.create({ sitename: 'Soweto', location: 'Here' })
  const bread = await add({ productname: 'Bread', barcode: '6001' })
  const { productid } = await thandi.api.products.create({ ...PLAIN_PRODUCT, siteid, productname: 'Bread', barcode: '6002' })
  await thandi.api.products.join({ productids: [bread.productid, productid] })
  await importFile('Site,Product,Barcode,Price\nSoweto,Bread,6001,10\nSoweto,Bread 2,6002,10\nRosebank,Bread 3,6001,10')
  expect((await thandi.api.products.item({ productid })).map(({ sitename }) => sitename)).toEqual([
    'Rosebank',
    'Sandton',
    'Soweto',
  ])
})
