import { readFile } from 'node:fs/promises'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'
import { createBusiness } from './testing/create-business.ts'
import { emptyDatabase } from './testing/store.ts'

/** A database of the version before, with products of one site. */
async function createOlder(products: Record<string, unknown>[], { until = '47-sale-parts' } = {}) {
  const database = await emptyDatabase()
  const owner = new Pool(database.owner)
  onTestFinished(async () => {
    await owner.end()
    await database.drop()
  })
  await migrate({ owner: database.owner, login: { name: 'winkel' }, until })
  const { businessid, siteid } = await createBusiness(owner)
  const add = (product: Record<string, unknown>) =>
    owner.query(
      `insert into product (businessid, siteid, productname, barcode, archived_at, is_unknown) values ($1, $2, $3, $4, $5, $6)`,
      [
        ...[businessid, siteid, product['name'], product['barcode'], product['archived_at'] ?? null],
        product['is_unknown'] ?? false,
      ],
    )
  for (const product of products) await add(product)
  const upgrade = () => migrate({ owner: database.owner, login: { name: 'winkel' } })
  const list = async () =>
    (
      await owner.query(
        'select productname as name, barcode, shares_barcode as shares from product where businessid = $1 order by productid',
        [businessid],
      )
    ).rows
  return { owner, businessid, siteid, add, upgrade, list }
}

test('upgrade: keeps products whose barcodes are one now, and joins none', async () => {
  const older = await createOlder([
    { name: 'Salt', barcode: '036000291452' },
    { name: 'Salt new', barcode: '0036000291452' },
    { name: 'Salt old', barcode: '36000291452' },
    { name: 'Bread', barcode: '6001' },
    { name: 'Rice', barcode: '' },
    { name: 'Beans', barcode: '' },
    { name: 'Gone', barcode: '36000291452 ', archived_at: '2026-01-01' },
    { name: 'Sold', barcode: 'x1', archived_at: '2026-01-01', is_unknown: true },
    { name: 'Sold too', barcode: 'X-1', archived_at: '2026-01-01', is_unknown: true },
  ])
  await older.upgrade()
  expect(await older.list()).toEqual([
    { name: 'Salt', barcode: '036000291452', shares: false },
    { name: 'Salt new', barcode: '0036000291452', shares: true },
    { name: 'Salt old', barcode: '36000291452', shares: true },
    { name: 'Bread', barcode: '6001', shares: false },
    { name: 'Rice', barcode: '', shares: false },
    { name: 'Beans', barcode: '', shares: false },
    { name: 'Gone', barcode: '36000291452 ', shares: false },
    { name: 'Sold', barcode: 'x1', shares: false },
    { name: 'Sold too', barcode: 'X-1', shares: true },
  ])
  await expect(older.add({ name: 'Salt again', barcode: '36000291452-' })).rejects.toThrow('product__barcode_at_site')
  await older.add({ name: 'Gone too', barcode: '36000291452', archived_at: '2026-01-01' })
})

test('upgrade: of release 1.0: its pairs stay too', async () => {
  const older = await createOlder(
    [
      { name: 'Salt', barcode: '036000291452' },
      { name: 'Salt new', barcode: "'36000291452" },
    ],
    { until: '29-closing' },
  )
  await older.upgrade()
  expect((await older.list()).map(({ shares }) => shares)).toEqual([false, true])
})

test('products of one barcode: a pair ends when one gets another barcode or is gone, and the barcode is free for nobody else before', async () => {
  const { owner, businessid, upgrade, list, add } = await createOlder([
    { name: 'A', barcode: '036000291452' },
    { name: 'B', barcode: '0036000291452' },
    { name: 'C', barcode: '36000291452' },
  ])
  await upgrade()
  const change = (name: string, set: string) =>
    owner.query(`update product set ${set} where businessid = $1 and productname = $2`, [businessid, name])
  const shares = async () => (await list()).map(({ name, shares }) => `${name}${shares ? ' shares' : ''}`)

  // What does not touch the barcode ends nothing, and it cannot be typed in another way.
  await change('B', `barcode = barcode, price = 5`)
  expect(await shares()).toEqual(['A', 'B shares', 'C shares'])
  await expect(change('B', `barcode = '36000291452.0'`)).rejects.toThrow('product__barcode_at_site')

  await change('A', `barcode = '17'`)
  expect(await shares()).toEqual(['A', 'B', 'C shares'])
  await expect(add({ name: 'D', barcode: '36000291452' })).rejects.toThrow('product__barcode_at_site')
  await change('B', 'archived_at = now()')
  expect(await shares()).toEqual(['A', 'B', 'C'])
  await expect(change('B', 'archived_at = null')).rejects.toThrow('product__barcode_at_site')
  await owner.query(`delete from product where businessid = $1 and productname = 'C'`, [businessid])
  await change('B', 'archived_at = null')
  expect(await shares()).toEqual(['A', 'B'])
})

test('the migration computes the identities of rows that are there by the function as it is now', async () => {
  const read = async (file: string) => {
    const text = await readFile(new URL(file, import.meta.url), 'utf8')
    return /function barcode_identity[\s\S]*?\nend \$\$;/.exec(text)?.[0]
  }
  const inMigration = await read('migrations/48-barcodes.sql')
  expect(inMigration).toContain('immutable')
  expect(await read('functions/products.sql')).toBe(inMigration)
})
