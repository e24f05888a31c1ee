import { afterAll, beforeEach, expect, test } from 'vitest'
import { createOwner, type Owner } from '../../../testing/clients.ts'
import { createImportHelpers } from '../../../testing/product-imports.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

let thandi: Owner
beforeEach(async () => {
  thandi = await createOwner(server, { sitename: 'Main Street' })
})

const { sent, previewFile, confirm, importFile, catalogue, add } = createImportHelpers(server, () => thandi)
const addShop = async (sitename = 'Second Shop') => (await thandi.api.sites.create({ sitename, location: 'x' })).siteid

/** What the list has after the import of a file, and what its preview said. */
async function readAll(file: string) {
  const preview = await previewFile(file)
  await confirm(preview.importid, thandi, { sets_stock: true })
  const { rows } = await thandi.api.products.list({ per_page: 25 })
  const products = rows.map(({ productname, barcode, price, stock, sitename, vat_rate, reorder_level, further_barcodes }) => ({
    ...{ productname, barcode, price, stock, sitename, vat_rate, reorder_level },
    codes: further_barcodes.map((code) => code.barcode),
  }))
  return { preview, products, ignored: preview.columns.filter(({ field }) => field === null).map(({ title }) => title) }
}

test('product import of variants: the rows of a handle have its name, and pictures and parts are no products', async () => {
  const file =
    'Handle,Title,Vendor,Product Category,Published,Option1 Name,Option1 Value,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Taxable,Variant Barcode,Image Src,Cost per item,Status\n' +
    'T-Shirt,Cotton T-shirt,Karoo,Home,TRUE,Size,S,Red,TS-S,5,199.00,250,TRUE,6009900000011,,80.00,active\n' +
    't-shirt,,,,,,M,Red,TS-M,7,199.00,,TRUE,6009900000028,,80.00,\n' +
    'mug,Mug,Potter,Home,TRUE,Title,Default Title,,MUG,4,100.00,,FALSE,,,40.00,active\n' +
    'mug,,,,,,,,,,,,,,https://example.com/2.jpg,,\n' +
    'old,Old cap,Potter,Home,TRUE,Size,S,,CAP-S,4,100.00,,TRUE,6009900000035,,40.00,archived\n' +
    'old,,,,,,M,,CAP-M,4,100.00,,TRUE,6009900000042,,40.00,\n'
  const { preview, products, ignored } = await readAll(file)
  expect(preview).toMatchObject({ new: 3, rejected: 0, left_out: 1, inactive: 2, further_barcodes: { kept: 3, taken: 0 } })
  expect(products).toMatchObject([
    { productname: 'Cotton T-shirt, M, Red', barcode: '6009900000028', stock: 7, codes: ['TS-M'] },
    { productname: 'Cotton T-shirt, S, Red', barcode: '6009900000011', price: 199, stock: 5, codes: ['TS-S'] },
    { productname: 'Mug', barcode: '', price: 100, vat_rate: 0, codes: ['MUG'] },
  ])
  expect((await catalogue()).map(({ supplier }) => supplier)).toEqual(['Karoo', 'Karoo', 'Potter'])
  expect(ignored).toContain('Variant Compare At Price')
  expect(await previewFile(file), 'the same file again').toMatchObject({ new: 0, changed: 0, unchanged: 3, inactive: 2 })
})

test('product import of variations: two of one item without a code are two products', async () => {
  const file =
    'Token,Item Name,Variation Name,SKU,GTIN,Category,Price,Current Quantity Main Street,Stock Alert Count Main Street,Default Unit Cost,Tax - VAT (15%)\n' +
    'T1,Flat White,Small,,,Drinks,30.00,,,8.00,Y\nT2,Flat White,Large,,,Drinks,45.00,,,11.00,Y\n' +
    'T3,Brown Bread,Regular,BRB,,Bakery,18.00,12,3,10.00,N\nT4,Daily Special,Regular,,,Food,variable,,,,Y\n'
  const { preview, products } = await readAll(file)
  expect(preview).toMatchObject({
    rejected: 1,
    lines: [{}, {}, {}, { line: 5, reason: 'Price is required. “variable” is not a number.' }],
  })
  expect(products).toMatchObject([
    { productname: 'Brown Bread', barcode: 'BRB', stock: 12, reorder_level: 3, vat_rate: 0 },
    { productname: 'Flat White, Large', price: 45 },
    { productname: 'Flat White, Small', price: 30 },
  ])
  expect(await previewFile(file)).toMatchObject({ new: 0, changed: 0, unchanged: 3 })
})

test('product import of variations: the row of all variations and a promotion are left out', async () => {
  await add({ productname: 'Mug', price: 100 })
  const { preview, products, ignored } = await readAll(
    'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Tax status,Tax class,In stock?,Stock,Low stock amount,Sale price,Regular price,Categories,Parent\n' +
      '11,simple,MUG-1,,Mug,1,taxable,,1,12,2,80,100,"Home > Kitchen, Gifts",\n12,simple,PLT-1,,Plate,1,taxable,zero-rate,1,5,1,,60,Home,\n' +
      '13,variable,,,Scarf,1,taxable,zero-rate,1,,,,,Clothing,\n14,variation,SCF-R,,Scarf - Red,1,taxable,parent,1,3,,,250,,id:13\n' +
      '15,variation,SCF-B,,Scarf - Blue,1,taxable,,1,4,,200,250,,id:13\n16,simple,DRF,,Draft,-1,taxable,,1,4,,,250,,\n',
  )
  expect(preview).toMatchObject({ new: 3, changed: 1, rejected: 0, left_out: 1, inactive: 1 })
  expect(products).toMatchObject([
    { productname: 'Mug', price: 100, stock: 12, barcode: 'MUG-1' },
    { productname: 'Plate', price: 60, vat_rate: 0, reorder_level: 1 },
    { productname: 'Scarf - Blue', price: 250, vat_rate: 0, stock: 4 },
    { productname: 'Scarf - Red', price: 250, vat_rate: 0, stock: 3 },
  ])
  expect(ignored).toContain('Sale price')
})

const LOYVERSE =
  'Handle,SKU,Name,Category,Option 1 name,Option 1 value,Cost,Barcode,SKU of included item,Quantity of included item,Track stock,Available for sale [Main Street],Price [Main Street],In stock [Main Street],Low stock [Main Street],Available for sale [Second Shop],Price [Second Shop],In stock [Second Shop],Low stock [Second Shop],"Tax - ""VAT"" (15%)"\n' +
  'shirt,10001,Shirt,Clothing,Size,S,80.00,6009900000042,,,Y,Y,199.00,5,2,Y,205.00,9,3,Y\n' +
  'shirt,10002,,,,M,80.00,6009900000059,,,Y,Y,199.00,6,2,N,,0,0,Y\n' +
  'basket,10003,Gift basket,Gifts,,,0.00,,10001,2,N,Y,450.00,,,Y,450.00,,,Y\nbasket,,,,,,,,10004,1,,,,,,,,,,\n' +
  'tea,10004,Tea,Drinks,,,8.00,6009900000400,,,Y,Y,20.00,5,2,,,,,N\n'

test('product import of stores: each store has its own price, stock and level, or does not have the product', async () => {
  await addShop()
  const { preview, products } = await readAll(LOYVERSE)
  expect(preview).toMatchObject({ new: 6, rejected: 0, joined: 1, inactive: 1, left_out: 1 })
  expect(preview.columns).toContainEqual(
    expect.objectContaining({ title: 'Price [Second Shop]', field: 'price', store: 'Second Shop' }),
  )
  expect(products).toMatchObject([
    { productname: 'Gift basket', price: 450, sitename: 'Main Street', codes: ['10003'] },
    { productname: 'Gift basket', price: 450, sitename: 'Second Shop', codes: ['10003'] },
    { productname: 'Shirt, M', price: 199, stock: 6, reorder_level: 2, sitename: 'Main Street' },
    { productname: 'Shirt, S', price: 199, stock: 5, reorder_level: 2, sitename: 'Main Street', codes: ['10001'] },
    { productname: 'Shirt, S', price: 205, stock: 9, reorder_level: 3, sitename: 'Second Shop', codes: ['10001'] },
    { productname: 'Tea', price: 20, sitename: 'Main Street', vat_rate: 0 },
  ])
  expect(await previewFile(LOYVERSE)).toMatchObject({ new: 0, changed: 0, unchanged: 6 })
})

test('product import of stores: a store that no site is called is asked for, and the choice is kept', async () => {
  const siteid = await addShop('Somewhere else')
  const first = await previewFile(LOYVERSE)
  expect(first).toMatchObject({
    ...{ new: 4, rejected: 3 },
    unknown_sites: [{ name: 'Second Shop', products: 3, siteid: null }],
  })
  expect(first.lines[1]).toMatchObject({ line: 2, sitename: 'Second Shop', reason: 'There is no site called Second Shop.' })
  const other = await createOwner(server)
  expect((await sent(LOYVERSE, { sites: { 'Second Shop': other.siteid } })).status).toBe(200)
  expect(await previewFile(LOYVERSE), 'a site of another business is no choice').toMatchObject({ rejected: 3 })
  expect((await sent(LOYVERSE, { sites: { 'Second Shop': siteid } })).status).toBe(200)
  expect(await previewFile(LOYVERSE)).toMatchObject({
    ...{ new: 6, rejected: 0 },
    unknown_sites: [{ name: 'Second Shop', siteid }],
  })
})

test('product import of stores: columns that begin or end with the store, and products that are not active', async () => {
  await addShop()
  await add({ productname: 'Old tin', barcode: '10003' })
  const file =
    'id,handle,sku,name,product_category,supply_price,retail_price,tax_name,tax_value,active,inventory_Main_Street,reorder_point_Main_Street,inventory_Second_Shop,reorder_point_Second_Shop\n' +
    '1,tea,10001,Tea,Drinks,8.00,20.00,VAT,0.15,1,5,2,9,3\n2,bread,10002,Bread,Bakery,10.00,18.00,Zero Rated,0,1,7,2,4,1\n' +
    '3,old,10003,Old tin,Tins,10.00,18.00,VAT,0.15,0,0,2,0,1\n4,no,10005,Never,Tins,x,18.00,VAT,0.15,no,0,2,0,1\n'
  const { preview, products } = await readAll(file)
  expect(preview).toMatchObject({ new: 4, archived: 1, inactive: 3, rejected: 0 })
  expect(preview.lines).toContainEqual({ line: 4, productname: 'Old tin', outcome: 'archived', sitename: 'Main Street' })
  expect(products).toMatchObject([
    { productname: 'Bread', stock: 7, reorder_level: 2, sitename: 'Main Street', vat_rate: 0, barcode: '10002' },
    { productname: 'Bread', stock: 4, reorder_level: 1, sitename: 'Second Shop', vat_rate: 0 },
    { productname: 'Tea', stock: 5, reorder_level: 2, sitename: 'Main Street', vat_rate: 15 },
    { productname: 'Tea', stock: 9, reorder_level: 3, sitename: 'Second Shop' },
  ])
  const again = await previewFile('Item,Price,Stock Main Street,Second Shop qty\nTea,20,6,8\n')
  expect(again.lines.map(({ sitename, fields }) => [sitename, fields?.[0]?.after])).toEqual([
    ['Main Street', 6],
    ['Second Shop', 8],
  ])
})

test('product import of stores: the only store of a file is the only site of a business, and a field has one column a store', async () => {
  const { products } = await readAll(
    'Id,Barcode,Item Name,Category,Cost Price,Unit Price,Tax 1 Name,Tax 1 Percent,Reorder Level,Allow Alt Description,Item has Serial Number,location_Stock\n' +
      ',6009900000103,Kettle,Appliances,250.00,500.00,VAT,15,2,0,0,10\n',
  )
  expect(products).toMatchObject([{ productname: 'Kettle', stock: 10, vat_rate: 15, reorder_level: 2 }])
  const file = 'Item,Price,Stock [A],Stock [B]\nTea,20,6,8\n'
  expect((await sent(file, { columns: 'productname,price,stock,stock' })).status).toBe(200)
  const twice = await sent('Item,Price,Sale\nTea,20,6\n', { columns: 'productname,price,price' })
  expect(await twice.json()).toMatchObject({ message: 'Choose each field for one column only.' })
  expect((await sent('Item,Price [R],Cost [R]\nTea,20,6\n')).status).toBe(200)
  expect(await previewFile('Item,Price [R],Cost [R]\nSoap,20,6\n')).toMatchObject({ new: 1, rejected: 0 })
})

test('product import of a count: known products get their stock, and nothing is added', async () => {
  await add({ productname: 'Salt 500g', barcode: '036000291452', stock: 5 })
  await add({ productname: 'Sugar', barcode: '6009900000202', stock: 5 })
  await add({ productname: 'Owed', stock: -2 })
  const preview = await previewFile(
    'Product,Barcode,Counted\nSalt 500g,036000291452,-2\nSugar,6009900000202,\nMissing thing,6009900009999,4\nOwed,,-2\n,36000291452,3\n',
  )
  expect(preview.lines.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'A stock cannot be negative.'],
    [4, 'You do not have this product.'],
    [6, 'Duplicate of line 2. Both have the barcode 36000291452.'],
  ])
  expect(await importFile('Barcode,Counted\n36000291452,3\n')).toMatchObject({ end: { imported: { changed: 1 } } })
  expect((await catalogue())[0]).toMatchObject({ productname: 'Salt 500g', stock: 3 })
})

test('product import of barcodes: several in a cell and an SKU are further barcodes, unless another product has them', async () => {
  await add({ productname: 'Taken', barcode: 'T-1' })
  const { preview, products } = await readAll(
    'Product,SKU,Barcode,Unit,Pack size,Cost per case,Price\nCola,C-1,6009900000301;6009900000318,each,24,192.00,12.50\n' +
      'Soda,T-1,6009900000325,each,1,1,12.50\nTwin,TW,6009900000332,each,1,1,1\nTwin 2,tw,6009900000349,each,1,1,1\n',
  )
  expect(preview).toMatchObject({ new: 4, rejected: 0, further_barcodes: { kept: 2, taken: 3 } })
  expect(products.map(({ productname, barcode, codes }) => [productname, barcode, codes])).toEqual([
    ['Cola', '6009900000301', ['6009900000318', 'C-1']],
    ['Soda', '6009900000325', []],
    ['Taken', 'T-1', []],
    ['Twin', '6009900000332', []],
    ['Twin 2', '6009900000349', []],
  ])
})
