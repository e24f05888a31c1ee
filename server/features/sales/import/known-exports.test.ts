import { afterAll, expect, test } from 'vitest'
import { findMismatches } from '../../../../db/testing/find-mismatches.ts'
import { SALE_EXPORTS } from '../../../shared/files/known-exports/sale-exports.ts'
import { createOwner, createOwnerOfTwoShops } from '../../../testing/clients.ts'
import { changeExport, omitTitles, readExport, reorderExport } from '../../../testing/export-files.ts'
import { importSales, readSales } from '../../../testing/sales-imports.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

/** What the server reads in a file of a business with two sites, and the titles of the columns that it asks about. */
async function read(file: string) {
  const owner = await createOwnerOfTwoShops(server)
  const { made_by, columns, preview } = await readSales(owner, file)
  return { made_by, asked: columns.flatMap(({ title, is_asked }) => (is_asked ? title : [])), preview }
}

/** The figures were worked out by hand. `stated` is the VAT that the file says, null where it says none. */
const FILES: [file: string, made_by: string, expected: object][] = [
  // 62.10 + 23.00 - 34.50 + 11.00; VAT 8.10 + 3.00 - 4.50.
  [
    'square-items',
    "Square's export of items",
    {
      ...{ amount: 61.6, new: 4, refunds: 1, rejected: 0, sites: 2 },
      ...{ extras: { tips: 0, gift_cards: 200 }, vat: { stated: 6.6, is_added: true } },
    },
  ],
  // 115 + 0 + 207 - 115; VAT 15 + 27 - 15.
  [
    'square-transactions',
    "Square's export of transactions",
    {
      ...{ amount: 207, new: 4, refunds: 1, rejected: 0, sites: 2, split_sales: 1 },
      ...{ extras: { tips: 20, gift_cards: 500, is_unclear: false }, vat: { stated: 27 } },
    },
  ],
  // 115 + 230 - 115 + 23; VAT 15 + 30 - 15 + 3.
  [
    'loyverse-receipts',
    "Loyverse's export of receipts",
    { amount: 253, new: 4, refunds: 1, rejected: 1, sites: 2, vat: { stated: 33 } },
  ],
  // 46 + 207 - 23 + 69; VAT 6 + 27 - 3 + 9.
  [
    'loyverse-receipts-by-item',
    "Loyverse's export of receipts by item",
    { amount: 299, new: 3, refunds: 1, rejected: 1, sites: 2, vat: { stated: 39, is_added: false } },
  ],
  // 250 + 0 + (115 - 23).
  [
    'shopify-orders',
    "Shopify's export of orders",
    {
      ...{ amount: 342, charges: 60, new: 3, rejected: 2, sites: 2 },
      ...{ extras: { tips: 0, gift_cards: 500 }, vat: { stated: 32.61 } },
    },
  ],
  // 115 - 69 + 23; VAT 9 + 6 - 9 + 3. A lay-by that is closed was paid.
  [
    'lightspeed-sales',
    "Lightspeed's export of sales",
    {
      ...{ amount: 69, new: 3, refunds: 1, vat: { stated: 9 } },
      no_sales: [
        { reason: 'This sale was not paid.', rows: 2 },
        { reason: 'This sale was cancelled.', rows: 1 },
      ],
    },
  ],
  // (200 + 90 + 60) x 1.15 + (230 - 115).
  [
    'woocommerce-orders',
    "WooCommerce's export of orders",
    {
      ...{ amount: 517.5, charges: 69, new: 2, rejected: 3, vat: { stated: 52.5 } },
      unknown_products: [
        { productname: 'Mug', quantity: 3, amount: 345, price: 115 },
        { productname: 'Plate', quantity: 1, amount: 103.5, price: 103.5 },
      ],
    },
  ],
  // (120 + 100 + 50) x 1.15; VAT 18 + 15 + 7.50.
  [
    'toast-item-selections',
    "Toast's export of item selections",
    {
      ...{ amount: 310.5, new: 3, rejected: 1, sites: 2 },
      ...{ extras: { tips: 0, gift_cards: 500 }, vat: { stated: 40.5, is_added: true } },
    },
  ],
  // 115 + 57.50 + 57.50 + 253 + (92 - 46).
  [
    'toast-payments',
    "Toast's export of payments",
    { amount: 529, new: 5, rejected: 1, sites: 2, extras: { tips: 20, gift_cards: 0, in_total: true, is_unclear: false } },
  ],
  // 69 - 11.50 + 18; VAT 3 + 6 - 1.50.
  ['sumup-sales', "SumUp's export of sales", { amount: 75.5, new: 3, refunds: 1, rejected: 0, vat: { stated: 7.5 } }],
  // (130 - 15) + 23 - 23; VAT 15 + 3 - 3.
  [
    'yoco-transactions',
    "Yoco's export of transactions",
    {
      ...{ amount: 115, new: 3, refunds: 1, rejected: 1, vat: { stated: 15 } },
      extras: { tips: 15, in_total: true, is_unclear: false },
    },
  ],
  // 20 + 12 - 12.
  ['yoco-items', "Yoco's export of items", { amount: 20, new: 2, refunds: 1, rejected: 1 }],
  // 15 + 15 - 15 + 46.
  ['zettle-items', "Zettle's export of items", { amount: 61, new: 3, refunds: 1, rejected: 0 }],
  // 115 + 230 - 23.
  [
    'opensourcepos-sales',
    "OpenSourcePOS's export of sales",
    {
      ...{ amount: 322, new: 3, refunds: 1, rejected: 0, split_sales: 1, unclear_splits: 0 },
      ...{ sums: { agreeing: 1, total: 322 }, samples: [{ payment_method: 'Cash' }, {}, { payment_method: 'Cash' }] },
    },
  ],
]

test.each(FILES)('known export of sales: %s is %s', async (name, made_by, expected) => {
  expect(await read(await readExport(name))).toMatchObject({ made_by, asked: [], preview: expected })
})

test.each(FILES)('known export of sales: %s in another order, with a column of notes', async (name, made_by, expected) => {
  expect(await read(await reorderExport(name))).toMatchObject({ made_by, asked: [], preview: expected })
})

test.each(FILES)('known export of sales: %s without one of its titles is none', async (name) => {
  for (const file of await omitTitles(name, SALE_EXPORTS)) expect((await read(file)).made_by).toBeUndefined()
})

test('known export of sales: a column that is there twice is asked about', async () => {
  const file = await changeExport('square-items', (cells) => [...cells, cells[12] ?? ''])
  expect(await read(file)).toMatchObject({ made_by: "Square's export of items", asked: ['Tax', 'Tax'], preview: null })
})

test('known export of sales: titles like properties of JavaScript objects mean nothing', async () => {
  const file = 'Date,Total,__proto__,constructor,toString,hasOwnProperty\n2026-10-05,10.00,x,x,x,x\n'
  expect(await read(file)).toMatchObject({ made_by: undefined, asked: [], preview: { new: 1, amount: 10 } })
  const names = JSON.stringify(SALE_EXPORTS.map(({ name }) => name))
  const items = await changeExport('square-items', (cells, row) => [...cells, row === 0 ? '__proto__' : names])
  expect(await read(items)).toMatchObject({ made_by: "Square's export of items", asked: [], preview: { amount: 61.6 } })
})

test('known export of sales: what a person chooses comes before what the program means', async () => {
  const file = await readExport('toast-payments')
  const [titles = ''] = file.split('\n')
  const chosen: Record<string, string> = {
    'Order Date': 'saledate',
    'Payment Id': 'reference',
    Amount: 'finalamount',
    Tip: 'tip',
  }
  const owner = await createOwner(server)
  const { preview } = await readSales(owner, file, {
    columns: titles
      .split(',')
      .map((title) => chosen[title] ?? '')
      .join(),
  })
  expect(preview).toMatchObject({ new: 6, extras: { tips: 20, is_unclear: true } })
})

test('known export of sales: lines without VAT get the VAT of their own products', async () => {
  const owner = await createOwner(server)
  const bread = { siteid: owner.siteid, productname: 'Bread', price: 100, purchaseprice: 40, stock: 10, vat_rate: 0 }
  await owner.api.products.create(bread)
  const titles =
    'Order Number,Order Status,Order Date,Order Total Amount,Order Total Tax Amount,Item Name,Quantity (- Refund),Item Cost'
  const order = '7,Completed,2026-10-05 12:00,330.00,30.00'
  await importSales(owner, `${titles}\n${order},Mug,2,100.00\n${order},Bread,1,100.00\n`)
  const { rows } = await server.ownerPool.query(
    `select l.amount_cents::int as amount, l.price::float as price, l.vat_cents::int as vat
       from saleitems l where l.businessid = $1 order by l.line`,
    [owner.businessid],
  )
  expect(rows).toEqual([
    { amount: 23_000, price: 115, vat: 3000 },
    { amount: 10_000, price: 100, vat: 0 },
  ])
  expect(await findMismatches(server.ownerPool, owner.businessid)).toEqual({})
})
