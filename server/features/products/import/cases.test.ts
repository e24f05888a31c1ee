import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { createOwner, createOwnerOfTwoShops, type Owner } from '../../../testing/clients.ts'
import { createImportHelpers } from '../../../testing/product-imports.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

const CAFE = ['Café crème |  | 45 | 5', 'Crème brûlée – large |  | 60 | 2', 'Naïve “quotes” |  | 10 | 1']
/** Of a product whose place and VAT are not named. */
const USUAL = ' | Main Street | 15'

/** Files as tills, shops and spreadsheets write them, each with the products that are right: name, barcode, price, stock, site and VAT rate. */
const CASES: [file: string, what: string, products: string[], preview?: object][] = [
  [
    '30-shopify-products-variants',
    'variants of one handle',
    [
      'Cotton T-shirt, L | 6009900000035 | 219 | 9',
      'Cotton T-shirt, M | 6009900000028 | 199 | 7',
      'Cotton T-shirt, S | 6009900000011 | 199 | 5',
      'Mug |  | 100 | 4',
    ],
    { rejected: 0, left_out: 1 },
  ],
  [
    '31-square-catalog-variations',
    'variations without codes',
    ['Brown Bread | BRB | 18 | 12 | Main Street | 0', 'Flat White, Large |  | 45 | 0', 'Flat White, Small |  | 30 | 0'],
    { rejected: 1 },
  ],
  [
    '32-loyverse-items',
    'variants, parts and an open price',
    [
      'Biltong |  | 389.99 | 12.35',
      'Gift basket |  | 450 | 0',
      'Shirt, M | 6009900000059 | 199 | 6',
      'Shirt, S | 6009900000042 | 199 | 5',
    ],
    { rejected: 1, left_out: 1 },
  ],
  [
    '33-woocommerce-products',
    'a promotion beside the price',
    [
      'Mug | MUG-1 | 100 | 12',
      'Plate | PLT-1 | 60 | 5 | Main Street | 0',
      'Scarf - Blue | SCF-B | 250 | 4',
      'Scarf - Red | SCF-R | 250 | 3',
    ],
    { rejected: 0, left_out: 1 },
  ],
  [
    '34-ospos-items',
    'stock of a location, and a row of two lines',
    ['Cypermethrin 25% EC |  | 149.99 | 0', 'Kettle | 6009900000103 | 500 | 10', 'TV 55" LED | 6009900000110 | 6999 | 3'],
  ],
  [
    '35-barcode-twins',
    'one barcode as several programs write it',
    [
      'Beans | 6009900000226 | 25 | 5',
      'Flour | 6009900000233 | 25 | 5',
      'Oil | 6009900000240 | 25 | 5',
      'Salt 500g | 036000291452 | 20 | 5',
      'Sugar | 6009900000202 | 30 | 5',
    ],
    { rejected: 4 },
  ],
  [
    '36-packs-and-units',
    'two barcodes in a cell',
    ['Biltong |  | 389.99 | 12.35', 'Cola 330ml | 6009900000301 | 12.5 | 48'],
    { further_barcodes: { kept: 1 } },
  ],
  [
    '37-prices-for-people',
    'prices as people write them',
    ['Clip |  | 12 | 5', 'Paper |  | 1234.5 | 5', 'Pen |  | 1234.5 | 5', 'Ruler |  | 1234.5 | 5', 'Tape |  | 12.5 | 5.5'],
    { rejected: 4 },
  ],
  ['38a-windows-1252', 'Windows-1252', CAFE],
  ['38c-macroman', 'MacRoman', CAFE],
  ['38e-utf16le-bom-tabs', 'UTF-16 with tabs', CAFE],
  [
    '39-names',
    'names with signs, other scripts and blanks',
    [
      '-10 °C ice | N5 | 50 | 1',
      '=SUM(A1:A9) | N4 | 40 | 1',
      '🍕 Pizza 👩‍🍳 | N3 | 30 | 1',
      'Double  space | N8 | 80 | 1',
      'O\'Reilly’s "Best" 5% off 30" x 80" | N1 | 10 | 1',
      'Tab\tname | N9 | 90 | 1',
      'Zero\u200bwidth | N7 | 70 | 1',
      'مكسرات مشكلة | N2 | 20 | 1',
    ],
    { rejected: 1 },
  ],
  ['40-count-sheet', 'a count of things that nobody has', [], { rejected: 3 }],
  [
    '63-loyverse-two-stores',
    'columns of two stores',
    ['Rusks | 6009900000417 | 30 | 7', 'Tea | 6009900000400 | 20 | 5', 'Tea | 6009900000400 | 22 | 9 | Second Shop | 15'],
    { rejected: 0, inactive: 1 },
  ],
  [
    '64-lightspeed-two-outlets',
    'stock of two outlets, codes of VAT, an inactive product',
    [
      'Bread | 10002 | 18 | 7 | Main Street | 0',
      'Bread | 10002 | 18 | 4 | Second Shop | 0',
      'Tea | 10001 | 20 | 5',
      'Tea | 10001 | 20 | 9 | Second Shop | 15',
    ],
    { inactive: 2 },
  ],
]

test.each(CASES)('products of a till: %s: %s', async (name, _what, products, expected = {}) => {
  const owner: Owner = await createOwnerOfTwoShops(server)
  const { previewFile, confirm } = createImportHelpers(server, () => owner)
  const preview = await previewFile(await readFile(new URL(`../../../testing/cases/${name}.csv`, import.meta.url)))
  expect(preview).toMatchObject(expected)
  await confirm(preview.importid, owner, { sets_stock: true })
  const { rows } = await owner.api.products.list({ per_page: 25, sort: 'productname' })
  const read = rows.map(({ productname, barcode, price, stock, sitename, vat_rate }) =>
    [productname, barcode, price, stock, sitename, vat_rate].join(' | ').replace(USUAL, ''),
  )
  expect(read).toEqual(products)
})

test.each([
  ['38b-utf16be-no-bom', 'This file is not a CSV.'],
  ['38d-mixed', 'Line 5 cannot be read because it is not in UTF-8. Save the file as “CSV UTF-8”.'],
])('products of a till: %s is refused', async (name, message) => {
  const owner: Owner = await createOwner(server)
  const { previewFile } = createImportHelpers(server, () => owner)
  const file = await readFile(new URL(`../../../testing/cases/${name}.csv`, import.meta.url))
  await expect(previewFile(file)).rejects.toMatchObject({ message })
})
