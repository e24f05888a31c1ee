import { afterAll, beforeEach, expect, test } from 'vitest'
import { createOwner, type Owner } from '../../../testing/clients.ts'
import { createImportHelpers } from '../../../testing/product-imports.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

let thandi: Owner
beforeEach(async () => {
  thandi = await createOwner(server)
})

const { previewFile, importFile, add } = createImportHelpers(server, () => thandi)

const carton = (barcode: string, units = 24) => ({ barcode, units })
const listCodes = async () =>
  (await thandi.api.products.list({})).rows.map(({ productname, further_barcodes }) => [productname, further_barcodes])
const listReasons = async (rows: string) =>
  (await previewFile(`Product,Barcode,Price,Further barcodes\n${rows}`)).lines.map(({ outcome, reason }) => reason ?? outcome)

test('import of further barcodes: adds and changes them, an empty cell removes them, and a file without the column keeps them', async () => {
  await add({ productname: 'Bread', barcode: '1', further_barcodes: [carton('11')] })
  await add({ productname: 'Milk', barcode: '2', further_barcodes: [carton('21')] })
  await importFile('Product,Barcode,Price,Further barcodes\nBread,1,10,"12|6; 13"\nMilk,2,10,\nTea,3,10, 31 | 100 ;\n')
  expect(await listCodes()).toEqual([
    ['Bread', [carton('12', 6), carton('13', 1)]],
    ['Milk', []],
    ['Tea', [carton('31', 100)]],
  ])
  await importFile('Product,Barcode,Price\nBread,1,11\n')
  expect((await listCodes())[0]).toEqual(['Bread', [carton('12', 6), carton('13', 1)]])
})

test('import of further barcodes: an exported file imports unchanged', async () => {
  await add({
    productname: 'Bread',
    barcode: '1',
    further_barcodes: [carton('=1+1'), carton('-2', 1), carton('036000291452', 6)],
  })
  await add({ productname: 'Milk', barcode: '' })
  const response = await thandi.fetch('/api/v1/products.csv')
  const file = await response.text()
  expect(file).toContain('=1+1|24; -2; 036000291452|6')
  expect(await previewFile(file)).toMatchObject({ new: 0, changed: 0, unchanged: 2, rejected: 0 })
})

test('import of further barcodes: a barcode that another product has is rejected by its name, and the other rows are imported', async () => {
  await add({ productname: 'Bread', barcode: '1', further_barcodes: [carton('11')] })
  expect(
    await listReasons(
      'Milk,2,10,1|24\nTea,3,10,1-1\nSalt,11,10,\nRice,4,10,4\nOil,5,10,51\nSoap,51,10,\nJam,6,10,51\nHoney,7,10,71\n',
    ),
  ).toEqual([
    'Bread already has the barcode 1.',
    'Bread already has the barcode 1-1.',
    'Bread already has the barcode 11.',
    '4 is the barcode of this product itself.',
    'new',
    'Line 6 has the barcode 51 too.',
    'Line 6 has the barcode 51 too.',
    'new',
  ])
})

test('import of further barcodes: what is no list of barcodes is rejected', async () => {
  const units = 'Units per scan is a whole number from 1 to 10,000.'
  const many = Array.from({ length: 10_000 }, (_, code) => code).join(';')
  expect(
    await listReasons(
      `A,1,1,11|x\nB,2,1,11|0\nC,3,1,11|2|3\nD,4,1,|5\nE,5,1,"${many}"\nF,6,1,11|99999999999\nG,7,1,"${'1;'.repeat(30)}"\n`,
    ),
  ).toEqual([
    units,
    units,
    units,
    'Enter a barcode, or remove the row.',
    'A product has at most 20 further barcodes.',
    units,
    'A product has at most 20 further barcodes.',
  ])
})
