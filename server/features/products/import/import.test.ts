import { parse } from 'csv-parse/sync'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createImportAnswer } from '../../../../contract/imports.ts'
import { ImportPreview } from '../../../../contract/product-imports.ts'
import { createTenantScopes } from '../../../../db/tenant-scope.ts'
import { BROKEN_FILES } from '../../../testing/broken-files.ts'
import { createAccount, createClient, createOwner, type Owner } from '../../../testing/clients.ts'
import { createImportHelpers, type Sent } from '../../../testing/product-imports.ts'
import { testServer } from '../../../testing/server.ts'
import { findMatches } from './queries.ts'

const server = await testServer()
afterAll(server.close)

let thandi: Owner
beforeEach(async () => {
  thandi = await createOwner(server)
})

const { sent, previewFile, confirm, importFile, listOutcomes, catalogue, add } = createImportHelpers(server, () => thandi)

test('import preview: reports new, changed, unchanged and rejected rows, and writes nothing', async () => {
  await add({ productname: 'Bread', barcode: '6001', price: 18.99, stock: 4 })
  await add({ productname: 'Milk', price: 20, stock: 2 })
  const before = await catalogue()
  const preview = await previewFile(
    'Product,Barcode,Price,Stock,Shelf\nWhite bread,6001,18.99,4,A\nmilk,,20,2,B\nTea,6002,45.5,10,C\nCoffee,,,1,D\n',
  )
  expect(preview).toEqual({
    importid: expect.any(String),
    stock_differs: 0,
    new: 1,
    changed: 2,
    unchanged: 0,
    rejected: 1,
    stock_cost: { products: 3, known_costs: 2, cost: 30 },
    kept_stock_cost: { products: 3, known_costs: 2, cost: 30 },
    columns: [
      { title: 'Product', field: 'productname', cells: ['White bread', 'milk', 'Tea', 'Coffee'] },
      { title: 'Barcode', field: 'barcode', cells: ['6001', '', '6002', ''] },
      { title: 'Price', field: 'price', cells: ['18.99', '20', '45.5', ''] },
      { title: 'Stock', field: 'stock', cells: ['4', '2', '10', '1'] },
      { title: 'Shelf', field: null, cells: ['A', 'B', 'C', 'D'] },
    ],
    lines: [
      {
        line: 2,
        productname: 'White bread',
        outcome: 'changed',
        fields: [{ field: 'productname', before: 'Bread', after: 'White bread' }],
      },
      { line: 3, productname: 'milk', outcome: 'changed', fields: [{ field: 'productname', before: 'Milk', after: 'milk' }] },
      { line: 4, productname: 'Tea', outcome: 'new', price: 45.5, stock: 10 },
      { line: 5, productname: 'Coffee', outcome: 'rejected', reason: 'Price is required.' },
    ],
  })
  expect(await catalogue()).toEqual(before)
})

test('import preview: says what the stock is worth at cost, and for how many products the cost is known', async () => {
  await add({ productname: 'Bread', purchaseprice: 5.55, stock: 100 })
  await add({ productname: 'Leaflet', purchaseprice: 0, is_free: true, stock: 7 })
  await add({ productname: 'Overdrawn', purchaseprice: 1000, stock: -3 })
  const preview = await previewFile(
    'Product,Price,Purchase price,Stock\nBread,12,6.66,30\nLeaflet,1,,\nOverdrawn,12,,\n' +
      'Mince,90,33.33,1.5\nTea,45,,8\nSalt,9,2,0\nBroken,,4,1000\n',
  )
  expect(preview).toMatchObject({ new: 3, changed: 3, rejected: 1, stock_differs: 1 })
  // Bread 30 × 6.66, Mince 1.5 × 33.33 rounded up. A free product costs nothing, the cost of Tea is not known.
  expect(preview.stock_cost).toEqual({ products: 4, known_costs: 3, cost: 249.8 })
  expect(preview.kept_stock_cost, 'Bread keeps its 100').toEqual({ products: 4, known_costs: 3, cost: 716 })
})

test('import: reads VAT, reorder levels and order quantities, and a blank cell changes nothing', async () => {
  await add({ productname: 'Bread', vat_rate: 0, reorder_level: 10, order_quantity: 6 })
  const file =
    'Product,Price,VAT %,Reorder point,Pack size\nBread,10,,,\nMilk,20,0 %,12.5,6\nSoap,30,yes,,\nTea,40,14,,\nJam,50,later,,\n'
  expect(await listOutcomes(file)).toEqual([
    [3, 'new', undefined],
    [4, 'new', undefined],
    [5, 'rejected', 'A VAT rate is 15 or 0.'],
    [6, 'rejected', 'A VAT rate is 15 or 0. “later” is not a VAT rate.'],
  ])
  await importFile(file)
  const changed = await previewFile('Product,VAT,Reorder level\nMilk,15,8\n')
  expect(changed.lines[0]?.fields).toEqual([
    { field: 'vat_rate', before: 0, after: 15 },
    { field: 'reorder_level', before: 12.5, after: 8 },
  ])
  await confirm(changed.importid)
  const { rows } = await thandi.api.products.list({ per_page: 25 })
  expect(
    rows.map(({ productname, vat_rate, reorder_level, order_quantity }) => [
      productname,
      vat_rate,
      reorder_level,
      order_quantity,
    ]),
  ).toEqual([
    ['Bread', 0, 10, 6],
    ['Milk', 15, 8, 6],
    ['Soap', 15, null, null],
  ])
})

test.each([
  ['no name', 'Product,Price\n ,5', 'Product name is required.'],
  ['no column with the name, for a new barcode', 'Barcode,Price\n77,5', 'No product at this site has this barcode.'],
  ['no price', 'Product,Price\nTea,', 'Price is required.'],
  ['words for a price', 'Product,Price\nTea,cheap', 'Price is required. “cheap” is not a number.'],
  ['no price of a thing that a count has', 'Product,Stock\nTea,5', 'You do not have this product.'],
  [
    'a purchase price that is no number',
    'Product,Price,Purchase price\nTea,5,1e5',
    'Purchase price is required. “1e5” is not a number.',
  ],
  [
    'an ambiguous thousands separator',
    'Product,Price,Stock\nTea,1234,"1,234"',
    'Stock is required. “1,234” can be read in two ways: write 1234 or 1.234.',
  ],
  ['NaN for a price', 'Product,Price\nTea,NaN', 'Price is required. “NaN” is not a number.'],
  ['more than a float can hold', 'Product,Price\nTea,1e308', 'Price is required. “1e308” is not a number.'],
  ['a formula for a price', 'Product,Price\nTea,=2+3', 'Price is required. “=2+3” is not a number.'],
  ['a price that no column holds', 'Product,Price\nTea,99999999999', 'This price is too large.'],
  ['a row with too few cells', 'Product,Price\nTea', 'Price is required.'],
  ['a negative price', 'Product,Price\nTea,-5', 'Price cannot be negative.'],
  ['a thousandth of a cent', 'Product,Price\nTea,5.00005', 'A price has at most four decimals.'],
  ['an unknown site', 'Product,Price,Site\nTea,5,Soweto', 'There is no site called Soweto.'],
  [
    'a barcode that a spreadsheet turned into a number',
    'Product,Price,Barcode\nTea,5,6.00123E+12',
    expect.stringContaining('shortened this barcode'),
  ],
  ['a name that is too long', `Product,Price\n${'x'.repeat(201)},5`, 'Please use at most 200 characters.'],
])('import preview: rejects only the row with %s', async (_what, file, reason) => {
  expect(await listOutcomes(`${file}\n`)).toEqual([[2, 'rejected', reason]])
})

test('import preview: rejects the second of two rows for the same product', async () => {
  await add({ productname: 'Bread', barcode: '6001' })
  await add({ productname: 'Milk' })
  expect(
    await listOutcomes(
      'Product,Barcode,Price\nBread,6001,1\nBread,,1\nMilk,6002,1\nTea,6002,1\nCake,,1\ncake,,1\nCake,6003,1\nJam,1,1\nJam,2,1\nJam,,1\n',
    ),
  ).toEqual([
    [2, 'changed', undefined],
    [3, 'rejected', 'Duplicate of line 2.'],
    [4, 'changed', undefined],
    [5, 'rejected', 'Duplicate of line 4. Both have the barcode 6002.'],
    [6, 'new', undefined],
    [7, 'rejected', 'Duplicate of line 6.'],
    [8, 'rejected', 'Duplicate of line 6.'],
    [9, 'new', undefined],
    [10, 'new', undefined],
    [11, 'rejected', 'Duplicate of line 10.'],
  ])
})

test('import preview: reads a price list with headings, totals, units and the titles of a spreadsheet', async () => {
  const { lines, skipped, columns, ...counts } = await previewFile(
    [
      'Item,Bar code,Cost excl,Price,Qty on hand',
      'BEVERAGES,,,,',
      'Tea,6001,20.50,45.5,8 pcs',
      'Coffee,6002,30,60,"2,5 kg"',
      'Sub-total,,,,10.5',
      'Total Greek,6003,5,9,1',
      'Milk,,,,3',
      'Grand TOTAL:,,55.50,,11.5',
      '',
    ].join('\n'),
  )
  expect(columns.map(({ field }) => field)).toEqual(['productname', 'barcode', 'purchaseprice', 'price', 'stock'])
  expect(counts).toMatchObject({ new: 3, rejected: 1 })
  expect(skipped).toBe(3)
  expect(lines).toMatchObject([
    { productname: 'Tea', outcome: 'new', stock: 8 },
    { productname: 'Coffee', outcome: 'new', stock: 2.5 },
    { productname: 'Total Greek', outcome: 'new' },
    { productname: 'Milk', outcome: 'rejected', reason: 'Price is required.' },
  ])
})

test('import preview: finds a product by its barcode, or by its name if only one product has it', async () => {
  await add({ productname: 'Bread', barcode: '6001' })
  await add({ productname: 'Jam', barcode: '1' })
  await add({ productname: 'Jam', barcode: '2' })
  await add({ productname: 'Élan' })
  expect(await listOutcomes('Product,Barcode,Price\nRolls,6001,10\nBREAD,,11\nJAM,,12\néLAN,7,13\nBread,6009,14\n')).toEqual([
    [2, 'changed', undefined],
    [3, 'rejected', 'Duplicate of line 2.'],
    [4, 'rejected', 'Several products at this site have this name. Enter a barcode.'],
    [5, 'changed', undefined],
    [6, 'new', undefined],
  ])
})

test('import preview: reads at most two products with the same name', async () => {
  const gifts = Array.from({ length: 300 }, (_, n) => `Gift,${n},1\n`).join('')
  await importFile(`Product,Barcode,Price\n${gifts}`)
  const lines = Array.from({ length: 200 }, (_, nth) => ({
    ...{ nth, line: nth, siteid: thandi.siteid, codes: [], isInactive: false },
    values: { productname: 'Gift' },
  }))
  const matches = await createTenantScopes(server.store.pool).asTenant(thandi.user_id, (scope) => findMatches(scope, lines))
  expect(matches).toHaveLength(2 * lines.length)
  expect(await listOutcomes('Product,Price\nGIFT,1\n')).toEqual([
    [2, 'rejected', 'Several products at this site have this name. Enter a barcode.'],
  ])
})

test('import preview: refuses a file of more than 8 MB', async () => {
  const file = `Product,Price\n${'x'.repeat(8 * 1024 * 1024)}`
  expect(await (await sent(file)).json()).toMatchObject({ message: 'A file is at most 8 MB.' })
})

test.each(BROKEN_FILES)('import preview: refuses %s, and stores nothing', async (_what, file, message) => {
  const answer = await sent(file)
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ message: expect.stringContaining(message) })
  const { rows } = await server.ownerPool.query('select from product_imports where businessid = $1', [thandi.businessid])
  expect(rows).toEqual([])
})

test('import file: a blank number is the default for a new product and no change for a known one', async () => {
  await add({ productname: 'Bread', price: 18, purchaseprice: 9, stock: 4 })
  const file = 'Product,Category,Price,Purchase price,Stock\nTea,Hot,R 45,,\nBread,Bakery,,,\nMilk,Cold,,,\n'
  expect(await listOutcomes(file)).toEqual([
    [2, 'new', undefined],
    [3, 'changed', undefined],
    [4, 'rejected', 'Price is required.'],
  ])
  await importFile(file)
  expect(await catalogue()).toMatchObject([
    { productname: 'Bread', category: 'Bakery', price: 18, purchaseprice: 9, stock: 4 },
    { productname: 'Tea', category: 'Hot', price: 45, purchaseprice: 0, stock: 0 },
  ])
})

const line = { productname: 'Café crème', price: 12.5, stock: 1234.5 }
test.each([
  ['UTF-8 with commas', Buffer.from('Product,Price,Stock\nCafé crème,12.50,1234.5\n')],
  [
    'UTF-8 with byte order mark and semicolons',
    Buffer.from('\uFEFFproductname;Price (ZAR);stock\r\n"Café crème";12,50;"1 234,5"\r\n'),
  ],
  ['Windows-1252', Buffer.from('Product;Price;Stock\nCaf\xe9 cr\xe8me;12,5;1.234,5\n', 'latin1')],
  ['UTF-16, which Excel calls Unicode', Buffer.from('\uFEFFProduct\tPrice\tStock\nCafé crème\t12,5\t1234,5\n', 'utf16le')],
  ['text with CR line ends and empty lines', Buffer.from('Product,Price,Stock\r\r,,\rCafé crème,"12,5",1234.5\r')],
])('import file: is accepted as %s', async (_kind, file) => {
  expect(await importFile(file)).toMatchObject({ end: { imported: { new: 1, changed: 0 } } })
  expect(await catalogue()).toMatchObject([line])
})

test('import file: an unchanged export changes nothing, and without their columns VAT and reordering stay', async () => {
  await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Here' })
  await add({
    productname: '=SUM(A1)',
    barcode: '-7',
    category: "'quoted'",
    description: 'two\nlines, "quoted"',
    stock: -1.125,
  })
  await add({ productname: 'Bread', supplier: '@home', price: 0.1, vat_rate: 0, reorder_level: 12.5, order_quantity: 6 })
  const exportProducts = async () => new Uint8Array(await (await thandi.fetch('/api/v1/products.csv')).arrayBuffer())
  const file = await exportProducts()
  expect(await previewFile(file)).toMatchObject({ new: 0, changed: 0, unchanged: 2, rejected: 0 })

  await importFile('Product,Price\nBread,0.20\n')
  expect(Buffer.from(await exportProducts()).toString()).toBe(Buffer.from(file).toString().replace(',0.10,', ',0.20,'))
})

test('import: a category or supplier that differs in case only is no second one', async () => {
  await add({ productname: 'Bread', category: 'Bakery', supplier: 'Karoo Mill' })
  await add({ productname: 'Rusk', category: 'BAKERY' })
  await importFile(
    'Product,Category,Supplier,Price\nBread,bakery,karoo mill,0\nRusk,BAKERY,,0\nTea,hot drinks,,45\nCoffee,Hot Drinks,KAROO MILL,60\n',
  )
  expect((await catalogue()).map(({ productname, category, supplier }) => [productname, category, supplier]).sort()).toEqual([
    ['Bread', 'Bakery', 'Karoo Mill'],
    ['Coffee', 'hot drinks', 'Karoo Mill'],
    ['Rusk', 'BAKERY', ''],
    ['Tea', 'hot drinks', ''],
  ])
})

test('import file: an exported formula and text that looks escaped are read as they were', async () => {
  await add({ productname: '=x', barcode: '1' })
  await add({ productname: "'=x", barcode: '2' })
  const file = new Uint8Array(await (await thandi.fetch('/api/v1/products.csv')).arrayBuffer())
  expect(await previewFile(file)).toMatchObject({ new: 0, changed: 0, unchanged: 2, rejected: 0 })
})

test('import file: keeps all rows when line ends are mixed', async () => {
  expect(await importFile('Price,Product\r\n10,Milk\n12,Bread\n30,Eggs\n')).toMatchObject({ end: { imported: { new: 3 } } })
  expect((await catalogue()).map(({ productname }) => productname)).toEqual(['Milk', 'Bread', 'Eggs'])
})

test('import file: Selling price, Cost and Qty are recognised, and R 26,49 is a price', async () => {
  const file = 'Item;Selling price;Cost;Qty\nAmasi 2 L;R 26,49;R 1 234,50;12\nDroëwors;R89,90;(0,00);1,5\n'
  expect(await importFile(file)).toMatchObject({ end: { imported: { new: 2 } } })
  expect(await catalogue()).toMatchObject([
    { productname: 'Amasi 2 L', price: 26.49, purchaseprice: 1234.5, stock: 12 },
    { productname: 'Droëwors', price: 89.9, purchaseprice: 0, stock: 1.5 },
  ])
})

test('import file: an Excel workbook is read, and its rejected rows are a CSV', async () => {
  const workbook = await writeXlsx({
    sheets: [
      {
        name: 'Lys',
        rows: [
          ['Produk', 'Verkoopprys', 'Voorraad'],
          ['Amasi', 26.49, 1.7999999999999998],
          ['Tee', 'x', 1],
        ],
      },
    ],
  })
  expect(await previewFile(workbook)).toMatchObject({ new: 1, rejected: 1, lines: [{ price: 26.49, stock: 1.8 }, { line: 3 }] })
  expect(await (await sendForRejected(workbook)).text()).toContain('Tee,x,1,Price is required. “x” is not a number.')
})

test('import file: numbers are rounded to the scale of their columns before they are compared', async () => {
  await add({ productname: 'Tea', price: 1.8, purchaseprice: 0.3333, stock: 0.3 })
  const file = 'Product,Price,Cost,Stock\nTea,1.7999999999999998,0.33333333,0.30000000000000004\n'
  expect(await previewFile(file)).toMatchObject({ unchanged: 1, changed: 0, rejected: 0 })
  await importFile('Product,Price\nMilk,12.345678\n')
  expect(await catalogue()).toMatchObject([{ price: 1.8 }, { productname: 'Milk', price: 12.3457 }])
})

const previewUnmatched = async (file: string) => {
  const { preview, columns } = createImportAnswer(ImportPreview).parse(await (await sent(file)).json())
  expect(preview).toBeNull()
  return columns
}

test.each([
  ['no product', 'Ding;Prys\nTee;5\n', { Prys: 'price' }],
  ['two columns for the price', 'Product,Price,Price\nTea,5,6\n', { Product: 'productname' }],
  ['an unknown column of texts and no name', 'Ding;Barcode;Price\nTee;600;5\n', { Barcode: 'barcode', Price: 'price' }],
  ['an unknown column of numbers and no price', 'Product,Geld\nTea,R 5\n', { Product: 'productname' }],
])('import matching: a file with %s is for the person to match', async (_what, file, matched) => {
  const columns = await previewUnmatched(file)
  expect(Object.fromEntries(columns.flatMap(({ title, field }) => (field ? [[title, field]] : [])))).toEqual(matched)
})

test('import matching: what a person chose is kept for the next file with these titles, in the own business', async () => {
  const file = 'Ding;Geld;Oor\nTee;5,50;7\n'
  expect(await previewUnmatched(file)).toEqual([
    { title: 'Ding', field: null, cells: ['Tee'] },
    { title: 'Geld', field: null, cells: ['5,50'] },
    { title: 'Oor', field: null, cells: ['7'] },
  ])
  const chosen = await previewFile(file, { columns: 'productname,price,' })
  expect(chosen).toMatchObject({ new: 1, lines: [{ productname: 'Tee', price: 5.5, stock: 0 }] })
  const next = await previewFile('GELD;Oor;Ding\n6,25;8;Koffie\n')
  expect(next).toMatchObject({ new: 1, lines: [{ productname: 'Koffie', price: 6.25, stock: 0 }] })
  expect(await previewFile(file, { columns: 'productname,price,stock' })).toMatchObject({ lines: [{ stock: 7 }] })
  expect(await previewFile(file), 'the latest choice counts').toMatchObject({ lines: [{ stock: 7 }] })
  const anna = await createOwner(server)
  expect(await (await sent(file, { who: anna, siteid: anna.siteid })).json()).toMatchObject({ preview: null })
})

test.each([
  ['a field twice', 'productname,productname,price', 'Choose each field for one column only.'],
  ['an unknown field', 'productname,secret,price', 'columns'],
  ['too few columns', 'productname', 'This file has other columns than before. Choose it again.'],
])('import matching: refuses %s', async (_what, columns, message) => {
  const answer = await sent('Ding;Geld;Oor\nTee;5,50;7\n', { columns })
  expect(answer.status).toBe(422)
  expect(JSON.stringify(await answer.json())).toContain(message)
})

test('import matching: a choice without a product is for the person to match again', async () =>
  expect(await (await sent('Ding;Geld\nTee;5,50\n', { columns: ',price' })).json()).toMatchObject({ preview: null }))

const sendForRejected = (file: string | Uint8Array, from: Sent = {}) =>
  sent(file, { ...from, path: '/api/v1/products/imports/rejected.csv' })

test('rejected rows: are a file with their own columns and the reasons, which can be imported after a correction', async () => {
  const file = 'Shelf;Product;Price;Stock\nA;Tea;12,50;1\nB;"Jam; red";minus;2\nC;=Milk;;3\n'
  expect(await previewFile(file)).toMatchObject({ new: 1, rejected: 2 })
  const answer = await sendForRejected(file)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="products-not-imported.csv"')
  const rejected = await answer.text()
  expect(parse(rejected, { bom: true, delimiter: ';' })).toEqual([
    ['Shelf', 'Product', 'Price', 'Stock', 'Not imported because'],
    ['B', 'Jam; red', 'minus', '2', 'Price is required. “minus” is not a number.'],
    ['C', "'=Milk", '', '3', 'Price is required.'],
  ])
  const fixed = rejected.replace('minus', '7').replace("'=Milk;;", "'=Milk;8;")
  const preview = await previewFile(fixed)
  expect(preview).toMatchObject({ new: 2, rejected: 0 })
  expect(preview.columns.map(({ title }) => title)).toEqual(['Shelf', 'Product', 'Price', 'Stock'])
  expect(preview.lines.map(({ productname }) => productname)).toEqual(['Jam; red', '=Milk'])
})

test('rejected rows: use the chosen columns and save no preview', async () => {
  const { importid } = await previewFile('Product,Price\nTea,1\n')
  const answer = await sendForRejected('Ding;Geld\nTee;x\n', { columns: 'productname,price' })
  expect(await answer.text()).toContain('“x” is not a number.')
  expect(await confirm(importid)).toMatchObject({ end: { imported: { new: 1 } } })
})

test('import file: has a template with the columns of the export', async () => {
  const answer = await thandi.fetch('/api/v1/products/imports/template.csv')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="products-template.csv"')
  expect(parse(Buffer.from(await answer.arrayBuffer()), { bom: true })).toEqual([
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
  ])
})

test('import: requires a session, the own business and the own origin', async () => {
  const file = 'Product,Price\nTea,1\n'
  expect((await sent(file, { who: createClient(server) })).status).toBe(401)
  expect((await sent(file, { who: await createAccount(server) })).status).toBe(403)
  const anna = await createOwner(server)
  for (const siteid of [anna.siteid, 999_999])
    expect(await (await sent(file, { siteid })).json()).toMatchObject({ status: 404, code: 'NO_SITE' })
  expect(await (await sent(file, { siteid: 0 })).json()).toMatchObject({ status: 422, data: { fields: [{ field: 'siteid' }] } })
  const { importid } = await previewFile(file)
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
