import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { findMismatches } from '../../../db/testing/find-mismatches.ts'
import { testServer } from '../../testing/server.ts'
import { createShopHelpers } from '../../testing/till-shop.ts'

const server = await testServer()
afterAll(server.close)
const { ask, createShop, addProduct } = createShopHelpers(server)

test('every example of a sale in docs/tills.md is stored', async () => {
  const text = await readFile(new URL('../../../docs/tills.md', import.meta.url), 'utf8')
  const blocks = [...text.matchAll(/```json\n([\s\S]*?)```/g)].flatMap(([, json = '']) => JSON.parse(json))
  const sales = blocks.filter((block) => 'saledate' in block)
  expect(sales.length).toBeGreaterThanOrEqual(5)
  const { till, ...shop } = await createShop()
  const { productid } = await addProduct(shop, { barcode: '6001234567890' })
  await ask(`update product set further_barcodes = '[{"barcode": "16001234567897", "units": 24}]' where productid = $1`, [
    productid,
  ])
  await addProduct(shop, { productname: 'Cheese', barcode: '1234' })
  await ask(`update business set scale_patterns = '{20PPPPPWWWWWC}' where id = $1`, [shop.businessid])
  const { body } = await till.push(sales)
  expect(body.sales).toEqual(sales.map(({ reference }) => ({ reference, status: 'created', saleid: expect.any(Number) })))
  const cartons = await ask('select quantity, amount_cents from saleitems where businessid = $1 and scanned_units = 24', [
    shop.businessid,
  ])
  expect(cartons).toEqual([{ quantity: 48, amount_cents: 48_000 }])
  const labels = await ask('select quantity, amount_cents from saleitems where businessid = $1 and scanned_units < 1', [
    shop.businessid,
  ])
  expect(labels).toEqual([{ quantity: 0.35, amount_cents: 4_550 }])
  expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
})
