import { afterAll, beforeEach, expect, test } from 'vitest'
import { createImportAnswer } from '../../../../contract/imports.ts'
import { ImportPreview } from '../../../../contract/product-imports.ts'
import { PRODUCT_EXPORTS } from '../../../shared/files/known-exports/product-exports.ts'
import { createOwnerOfTwoShops, type Owner } from '../../../testing/clients.ts'
import { omitTitles, readExport, reorderExport } from '../../../testing/export-files.ts'
import { createImportHelpers } from '../../../testing/product-imports.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

let thandi: Owner
beforeEach(async () => {
  thandi = await createOwnerOfTwoShops(server)
})

const { sent, confirm } = createImportHelpers(server, () => thandi)
const read = async (file: string) => createImportAnswer(ImportPreview).parse(await (await sent(file)).json())

/** 'Tea | Main Street | price | VAT | stock | reorder level | purchase price' of each product of the list. */
async function importAll(file: string) {
  const { made_by, preview } = await read(file)
  if (!preview) throw new Error('the columns do not match')
  await confirm(preview.importid, thandi, { sets_stock: true })
  const { rows } = await thandi.api.products.list({ per_page: 25 })
  const products = rows.map(({ productname, sitename, price, vat_rate, stock, reorder_level, purchaseprice }) =>
    [productname, sitename, price, vat_rate, stock, reorder_level, purchaseprice].join(' | '),
  )
  return { made_by, preview, products: products.toSorted() }
}

const FILES: [file: string, made_by: string, expected: object, products: string[]][] = [
  [
    'square-catalogue',
    "Square's export of the catalogue",
    { new: 4, rejected: 1 },
    [
      'Brown Bread | Main Street | 18 | 0 | 12 | 3 | 10',
      'Brown Bread | Second Shop | 18 | 0 | 4 | 2 | 10',
      'Flat White, Large | Main Street | 45 | 15 | 20 |  | 11',
      'Flat White, Small | Main Street | 30 | 15 | 20 |  | 8',
    ],
  ],
  [
    'loyverse-items',
    "Loyverse's export of items",
    { new: 6, rejected: 0, left_out: 1, inactive: 1 },
    [
      'Biltong | Main Street | 389.99 | 0 | 12.35 | 1.5 | 210',
      'Gift basket | Main Street | 450 | 15 | 0 |  | 0',
      'Gift basket | Second Shop | 450 | 15 | 0 |  | 0',
      'Shirt, M | Main Street | 199 | 15 | 6 | 2 | 80',
      'Shirt, S | Main Street | 199 | 15 | 5 | 2 | 80',
      'Shirt, S | Second Shop | 205 | 15 | 9 | 3 | 80',
    ],
  ],
  [
    'shopify-products',
    "Shopify's export of products",
    { new: 3, rejected: 0, left_out: 1, inactive: 1 },
    [
      'Cotton T-shirt, M | Main Street | 219 | 15 | 7 |  | 80',
      'Cotton T-shirt, S | Main Street | 199 | 15 | 5 |  | 80',
      'Mug | Main Street | 100 | 0 | 4 |  | 40',
    ],
  ],
  [
    'shopify-products-2025',
    "Shopify's export of products",
    { new: 3, rejected: 0, inactive: 1 },
    [
      'Cotton T-shirt, M | Main Street | 219 | 15 | 7 |  | 80',
      'Cotton T-shirt, S | Main Street | 199 | 15 | 5 |  | 80',
      'Mug | Main Street | 100 | 0 | 4 |  | 40',
    ],
  ],
  [
    'woocommerce-products',
    "WooCommerce's export of products",
    { new: 3, rejected: 0, left_out: 1, inactive: 1 },
    [
      'Mug | Main Street | 100 | 15 | 12 | 2 | 0',
      'Plate | Main Street | 60 | 0 | 5 | 1 | 0',
      'Scarf - Red | Main Street | 250 | 15 | 3 |  | 0',
    ],
  ],
  [
    'lightspeed-products',
    "Lightspeed's export of products",
    { new: 5, rejected: 0, inactive: 2 },
    [
      'Bread | Main Street | 18 | 0 | 7 | 2 | 10',
      'Bread | Second Shop | 18 | 0 | 4 | 1 | 10',
      'Shirt, S | Main Street | 199 | 15 | 3 | 1 | 80',
      'Tea | Main Street | 20 | 15 | 5 | 2 | 8',
      'Tea | Second Shop | 20 | 15 | 9 | 3 | 8',
    ],
  ],
  [
    'opensourcepos-items',
    "OpenSourcePOS's export of items",
    { new: 5, rejected: 0 },
    [
      'Brown bread | Main Street | 18 | 0 | 7 | 0 | 10',
      'Kettle | Main Street | 500 | 15 | 10 | 2 | 250',
      'Kettle | Second Shop | 500 | 15 | 4 | 2 | 250',
      'TV 55" LED | Main Street | 6999 | 15 | 3 | 1 | 4000',
      'TV 55" LED | Second Shop | 6999 | 15 | 0 | 1 | 4000',
    ],
  ],
]

test.each(FILES)('known export of products: %s is %s', async (name, made_by, expected, products) => {
  expect(await importAll(await readExport(name))).toMatchObject({ made_by, preview: expected, products })
})

test.each(FILES)(
  'known export of products: %s in another order, with a column of notes',
  async (name, made_by, expected, products) => {
    expect(await importAll(await reorderExport(name))).toMatchObject({ made_by, preview: expected, products })
  },
)

test.each(FILES)('known export of products: %s without one of its titles is none', async (name) => {
  for (const file of await omitTitles(name, PRODUCT_EXPORTS)) expect((await read(file)).made_by).toBeUndefined()
})

test('known export of products: titles like properties of JavaScript objects mean nothing', async () => {
  const file = 'Product,Price,__proto__,constructor,toString\nTea,20,x,x,x\n'
  const { made_by, preview } = await read(file)
  expect(made_by).toBeUndefined()
  expect(preview).toMatchObject({ new: 1, rejected: 0 })
})
