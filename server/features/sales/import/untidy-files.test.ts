import { afterAll, beforeEach, expect, test } from 'vitest'
import { ReportInput } from '../../../../contract/reports.ts'
import { findMismatches } from '../../../../db/testing/find-mismatches.ts'
import { createOwner, type Owner } from '../../../testing/clients.ts'
import { importSales, previewSales } from '../../../testing/sales-imports.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

let thandi: Owner
beforeEach(async () => {
  thandi = await createOwner(server)
})

const report = (by: string) =>
  thandi.api.reports.get(ReportInput.parse({ by, from: '2019-01-01', to: '2026-11-22', compare: 'off' }))
const addProduct = (productname: string, more = {}) =>
  thandi.api.products.create({
    ...{ siteid: thandi.siteid, productname, barcode: '', category: '', supplier: '', description: '' },
    ...{ price: 20, purchaseprice: 0, stock: 10 },
    ...more,
  })
const describe = (rows: Awaited<ReturnType<typeof report>>['rows']) =>
  rows.map(({ name, sums }) => [name, sums.revenue, sums.vat, sums.cost])

test('sales import: an unknown product does not change a known one', async () => {
  await addProduct('Bread', { vat_rate: 0, purchaseprice: 12 })
  const preview = await importSales(
    thandi,
    'Receipt,Date,Time,Product,Qty,Price,Total\n1,2026-04-03,10:15,Bread,1,20,520\n1,2026-04-03,10:15,Whisky,1,500,520\n',
  )
  expect(preview).toMatchObject({
    items: 1,
    unknown_items: 1,
    unknown_products: [{ productname: 'Whisky', amount: 500 }],
    vat: { column: null, stated: null, assumed: [{ vat_rate: 15, amount: 500 }] },
  })
  expect(describe((await report('product')).rows)).toEqual([
    ['Whisky', 500, 65.22, 0],
    ['Bread', 20, 0, 12],
  ])
})

test('sales import: a file without prices shares what the products of the list leave among the units of the others', async () => {
  await addProduct('Bread', { price: 20, vat_rate: 0 })
  await importSales(
    thandi,
    'Receipt,Date,Product,Qty,Total\n1,2026-04-03,Bread,1,50\n1,2026-04-03,Tea,2,50\n1,2026-04-03,Salt,1,50\n',
  )
  expect((await report('product')).rows.map(({ name, sums }) => [name, sums.revenue])).toEqual([
    ...[
      ['Bread', 20],
      ['Tea', 20],
      ['Salt', 10],
    ],
  ])
})

test('sales import: the VAT of a whole receipt falls to what is not in the products, as the receipt has it', async () => {
  await addProduct('Bread', { vat_rate: 0 })
  const head = 'Receipt,Date,Time,Product,Qty,Price,VAT,Total\n'
  const rows = (vat: string) => ['Bread,1,20', 'Whisky,1,500'].map((row) => `1,2026-04-03,10:15,${row},${vat},520\n`).join('')
  expect(await importSales(thandi, head + rows('65.22'))).toMatchObject({ vat: { column: 'VAT', stated: 65.22, assumed: [] } })
  expect(describe((await report('product')).rows)).toEqual([
    ['Whisky', 500, 65.22, 0],
    ['Bread', 20, 0, 0],
  ])
  const { rows: rates } = await report('vat_rate')
  expect(rates.map(({ key, sums }) => [key, sums.revenue, sums.vat])).toEqual([
    ['2026-04 0', 20, 0],
    ['2026-04 15', 500, 65.22],
  ])
})

/** A till's export: the tax is in the total and not in the price, with four decimals. */
const BRANCH_FILE = [
  'Invoice ID,Branch,City,Product line,Unit price,Quantity,Tax 5%,Total,Date,Time,Payment',
  '750-67-8428,A,Yangon,Health and beauty,74.69,7,26.1415,548.9715,1/5/2019,13:08,Ewallet',
  '226-31-3081,C,Naypyitaw,Electronic accessories,15.28,5,3.82,80.22,3/8/2019,10:29,Cash',
  '631-41-3108,A,Yangon,Home and lifestyle,46.33,7,16.2155,340.5255,3/3/2019,13:23,Credit card',
  '123-19-1176,B,Mandalay,Health and beauty,15.5,1,0.775,16.275,1/27/2019,20:33,Ewallet',
].join('\n')

test('sales import: amounts are rounded as decimals, and a rate in the title of a column is that of its VAT', async () => {
  const { siteid } = thandi
  const sites = JSON.stringify({ A: siteid, B: siteid, C: siteid })
  const preview = await importSales(thandi, BRANCH_FILE, { sites })
  expect(preview.months.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(54_897 + 8022 + 34_053 + 1628)
  expect(preview).toMatchObject({
    unknown_products_total: 3,
    // With the tax, as the shop asks for one.
    unknown_products: [{ productname: 'Health and beauty', price: 16.28 }, { price: 48.65 }, { price: 16.04 }],
    vat: { column: 'Tax 5%', is_added: false, stated: 46.96, assumed: [] },
  })
  const { rows } = await report('vat_rate')
  expect(rows.map(({ key, sums }) => [key, sums.revenue, sums.vat])).toEqual([
    ['2019-01 5', 565.25, 26.92],
    ['2019-03 5', 420.75, 20.04],
  ])
  expect(await findMismatches(server.ownerPool, thandi.businessid)).toEqual({})
})

test('sales import: VAT that a total leaves out is added to it', async () => {
  const preview = await importSales(
    thandi,
    'Receipt,Date,Time,Total,VAT\n1,2026-04-03,10:15,100,15\n2,2026-04-03,10:16,200,30\n3,2026-04-03,10:17,50,0\n',
  )
  expect(preview).toMatchObject({ vat: { is_added: true, stated: 45 } })
  expect((await report('day')).total).toMatchObject({ revenue: 395, vat: 45 })
})

test('sales import: the VAT of lines is in them, also where a discount of 13 % makes it 15 % of the total of the receipt', async () => {
  const preview = await importSales(
    thandi,
    'Receipt,Date,Time,Product,Line total,Total,VAT\n1,2026-04-03,10:15,Bread,115,100.05,15\n',
    { columns: 'reference,saledate,saletime,productname,linetotal,finalamount,vat' },
  )
  expect(preview).toMatchObject({ vat: { is_added: false } })
  expect((await report('day')).total).toMatchObject({ revenue: 100.05, vat: 13.05 })
})

test('sales import: a branch that is no site is asked for, remembered, and its sales are recognised at another site', async () => {
  const first = await previewSales(thandi, BRANCH_FILE)
  expect(first).toMatchObject({
    new: 0,
    rejected: 4,
    unknown_sites: [
      { name: 'A', sales: 2, siteid: null },
      { name: 'C', sales: 1, siteid: null },
      { name: 'B', sales: 1, siteid: null },
    ],
  })
  const { siteid } = thandi
  await importSales(thandi, BRANCH_FILE, { sites: JSON.stringify({ A: siteid, B: siteid, C: siteid }) })
  const again = await previewSales(thandi, BRANCH_FILE)
  expect(again, 'the choice is remembered').toMatchObject({ new: 0, existing: 4, rejected: 0 })
  expect(again.unknown_sites).toContainEqual({ name: 'A', sales: 2, siteid })

  const rosebank = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'x' })
  const other = { sites: JSON.stringify({ A: rosebank.siteid, B: rosebank.siteid, C: siteid }) }
  expect(await previewSales(thandi, BRANCH_FILE, other), 'another mapping').toMatchObject({ new: 0, existing: 4 })
  await thandi.api.sites.create({ sitename: 'A', location: 'x' })
  expect(await previewSales(thandi, BRANCH_FILE), 'a site of that name').toMatchObject({ new: 0, existing: 4 })
})

test('sales import: two branches that become one site may have the same receipt number', async () => {
  const file = 'Receipt,Branch,Date,Time,Total\n1,A,2026-04-03,10:15,100\n1,B,2026-04-03,11:20,70\n'
  const sites = JSON.stringify({ A: thandi.siteid, B: thandi.siteid })
  expect(await importSales(thandi, file, { sites })).toMatchObject({ new: 2, rejected: 0 })
  expect((await report('day')).total).toMatchObject({ revenue: 170, orders: 2 })
  expect(await previewSales(thandi, file)).toMatchObject({ new: 0, existing: 2 })
})

test('sales import: the only name of a branch in a business with one site is that site', async () => {
  const preview = await previewSales(thandi, 'Receipt,Store,Date,Total\n1,Main,2026-04-03,100\n')
  expect(preview).toMatchObject({ new: 1, unknown_sites: [{ name: 'Main', sales: 1, siteid: thandi.siteid }] })
})

test('sales import: labels of scales are their product and its weight', async () => {
  await thandi.api.stock.saveSettings({
    ...(await thandi.api.stock.settings()),
    scale_patterns: ['20PPPPPWWWWWC', '23PPPPPRRRRRC'],
  })
  const cheese = await addProduct('Cheese', { barcode: '1234', price: 129.99, purchaseprice: 100 })
  const file = [
    'Date,Receipt,Barcode,Item,Qty,Line total',
    '2026-04-05,6004,2001234003504,,1,45.50',
    '2026-04-05,6005,2001234012506,,1,162.49',
    '2026-04-05,6006,2001234003506,,2,90.99',
    '2026-04-05,6007,2001234003506,,0.35,45.50',
    '2026-04-05,6008,2301234059900,,1,59.90',
    '2026-04-05,6009,2001234099504,,1,45.50',
  ].join('\n')
  const preview = await importSales(thandi, file)
  expect(preview).toMatchObject({ items: 5, unknown_items: 1, unknown_products: [{ barcode: '2001234099504' }] })
  const { rows } = await report('product')
  expect(rows.map(({ name, sums }) => [name, sums.revenue, sums.units, sums.cost])).toEqual([
    ['Cheese', 404.38, 3.65, 365],
    ['2001234099504', 45.5, 1, 0],
  ])
  expect((await thandi.api.products.get(cheese)).stock).toBe(10)
  expect(await findMismatches(server.ownerPool, thandi.businessid)).toEqual({})
})

test('sales import: apostrophes, blanks and invisible characters do not keep a name from being found, and exact names come first', async () => {
  const names = [
    'O\u2019Reilly\u2019s \u201cBest\u201d',
    "Moore's",
    'Zero\u200bwidth',
    ' Double  space',
    'Cafe\u0301\u00a0latte',
    'Tea\u2013green',
    'Tea-green',
    'Tab\tname',
  ]
  for (const productname of names)
    await server.ownerPool.query(
      "insert into product (businessid, siteid, productname, barcode, price, stock) values ($1, $2, $3, '', 5, 1)",
      [thandi.businessid, thandi.siteid, productname],
    )
  await server.ownerPool.query(
    "insert into employee (businessid, siteid, firstname, lastname, position) values ($1, $2, 'Sean', $3, 'Employee')",
    [thandi.businessid, thandi.siteid, 'O\u2019Brien'],
  )
  const sold = [
    'o\'reilly\'s ""BEST""',
    'Moore\u2019s',
    'Zerowidth',
    'double space',
    'Caf\u00e9 Latte',
    'tea\u2013GREEN',
    'tea-green',
    'tab name',
    'Other',
  ]
  const rows = sold.map((name, index) => `${index},2026-04-03,"${name}",1,${index + 1},Sean  O'Brien`)
  const preview = await importSales(thandi, ['Receipt,Date,Item,Qty,Line total,Employee', ...rows].join('\n'))
  expect(preview.unknown_products.map(({ productname }) => productname)).toEqual(['Other'])
  expect(preview.unknown_employees).toEqual([])
  const found = (await report('product')).rows.map(({ name, sums }) => [name, sums.revenue] as const)
  expect(found.toSorted(([, one], [, other]) => one - other).map(([name]) => name)).toEqual([...names, 'Other'])
})
