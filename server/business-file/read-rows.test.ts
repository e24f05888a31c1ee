import { expect, test } from 'vitest'
import { PARTS } from './parts.ts'
import { readRows } from './read-rows.ts'

const findPart = (file: string) => {
  const part = PARTS.find((part) => part.file === file)
  if (!part) throw new Error(`there is no part ${file}`)
  return part
}

async function read(file: string, text: string) {
  const bytes = (async function* () {
    yield Buffer.from(text)
  })()
  return (await Array.fromAsync(readRows(findPart(file), bytes))).flat()
}

const PRODUCT = {
  ...{ productid: '7', siteid: '1', productname: "'=Bread", barcode: '6001', description: '', category: 'Food', supplier: '' },
  ...{ price: '18.99', purchaseprice: '12.50', stock: '3.000', picture: '', archived_at: '' },
  created_at: '2026-11-22T14:05:00.000000+02:00',
}
const toCsv = (row: Record<string, string>, titles = Object.keys(row)) =>
  `${titles.join(',')}\r\n${titles.map((title) => row[title]).join(',')}\r\n`
const without = (row: Record<string, string>, left: string) =>
  Object.fromEntries(Object.entries(row).filter(([title]) => title !== left))

test('rows of a business file: a CSV of an older version has the defaults of the columns that were added later', async () => {
  expect(await read('products.csv', toCsv(PRODUCT))).toEqual([
    {
      ...{ ...PRODUCT, productname: '=Bread', picture: null, archived_at: null },
      ...{
        further_barcodes: [],
        is_free: 'false',
        vat_code: 'standard',
        reorder_level: null,
        order_quantity: null,
        is_unknown: 'false',
        same_as: null,
        joined_to: null,
        has_own_price: 'false',
      },
    },
  ])
})

test('rows of a business file: a value of JSON in a CSV is read, and a text that is none is refused', async () => {
  const codes = '"[{""barcode"": ""16001"", ""units"": 24}]"'
  expect(await read('products.csv', toCsv({ ...PRODUCT, further_barcodes: codes }))).toMatchObject([
    { further_barcodes: [{ barcode: '16001', units: 24 }] },
  ])
  await expect(read('products.csv', toCsv({ ...PRODUCT, further_barcodes: '[{' }))).rejects.toThrow(
    'products.csv, line 2: further_barcodes cannot be read.',
  )
})

test('rows of a business file: the columns of a CSV are in any order', async () => {
  const row = { ...PRODUCT, sitename: 'Sandton', vat_code: 'zero', is_free: 'true' }
  const [expected] = await read('products.csv', toCsv(row))
  expect(expected).toMatchObject({ productid: '7', vat_code: 'zero', is_free: 'true', created_at: PRODUCT.created_at })
  expect(await read('products.csv', toCsv(row, Object.keys(row).reverse()))).toEqual([expected])
})

const SAVED = { reportid: '1', name: 'Margin', search: 'by=category', created_at: PRODUCT.created_at }
const CHANGE = {
  ...{ changeid: '0d9c8b7a-6f5e-4d3c-8b2a-1f0e9d8c7b6a', user_id: '0d9c8b7a-6f5e-4d3c-8b2a-1f0e9d8c7b6b' },
  ...{ previewed_at: PRODUCT.created_at, change: {}, lines: [], applied_at: PRODUCT.created_at, applied: 0 },
  ...{ undone_at: null, undone: null },
}

test.each([
  [
    'a column that is not known',
    'products.csv',
    toCsv({ ...PRODUCT, colour: 'red' }),
    'products.csv has a column that this installation does not know: colour.',
  ],
  [
    'no column of the price',
    'products.csv',
    toCsv(without(PRODUCT, 'price')),
    'products.csv does not have the column price, and there is no default for it.',
  ],
  [
    'an optional column of its first version missing',
    'products.csv',
    toCsv(without(PRODUCT, 'picture')),
    'products.csv does not have the column picture, and there is no default for it.',
  ],
  [
    'a column twice',
    'saved-reports.csv',
    toCsv(SAVED, [...Object.keys(SAVED), 'name']),
    'saved-reports.csv has the column name twice.',
  ],
  ['no titles', 'saved-reports.csv', '', 'saved-reports.csv is empty: it has no titles.'],
  [
    'a row of more cells than titles',
    'saved-reports.csv',
    `${toCsv(SAVED).trimEnd()},more\r\n`,
    'saved-reports.csv cannot be read as CSV.',
  ],
  [
    'an object with a field that is not known',
    'product-changes.jsonl',
    JSON.stringify({ ...CHANGE, reason: 'x' }),
    'product-changes.jsonl has a column that this installation does not know: reason.',
  ],
  [
    'an object without a field',
    'product-changes.jsonl',
    JSON.stringify({ ...CHANGE, applied_at: undefined }),
    'product-changes.jsonl does not have the column applied_at, and there is no default for it.',
  ],
])('rows of a business file: a part with %s is refused with a sentence', async (_what, file, text, sentence) => {
  await expect(read(file, text)).rejects.toThrow(sentence)
})

test('rows of a business file: a line of JSON is read by the names of its fields', async () => {
  const [row] = await read('product-changes.jsonl', JSON.stringify(CHANGE))
  expect(row).toEqual({ ...CHANGE, applied: '0' })
})
