import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { findMismatches } from '../../../db/testing/find-mismatches.ts'
import { createOwner, createTill, type Owner } from '../../testing/clients.ts'
import { createImportHelpers } from '../../testing/product-imports.ts'
import { addProduct, createEdit } from '../../testing/products.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

let thandi: Owner
beforeEach(async () => {
  thandi = await createOwner(server)
})
const { previewFile, importFile, catalogue, confirm } = createImportHelpers(server, () => thandi)
const add = (productname: string, barcode: string, more: object = {}) => addProduct(thandi, { productname, barcode, ...more })
const scan = async (barcode: string) => (await thandi.api.products.list({ barcode })).rows.map(({ productname }) => productname)
const find = async (q: string) => (await thandi.api.products.list({ q })).rows.map(({ productname }) => productname)

/** As the upgrade leaves a product that has the barcode of an older one. */
async function addPair(names: [string, string][], more: object[] = []) {
  const products = []
  for (const [index, [name]] of names.entries()) products.push(await add(name, '', more[index]))
  for (const [index, { productid }] of products.entries())
    await server.ownerPool.query('update product set barcode = $2, shares_barcode = $3 where productid = $1', [
      ...[productid, names[index]?.[1], index > 0],
    ])
  return products.map(({ productid }) => productid)
}

async function sell(barcode: string, { quantity = 1, productname }: { quantity?: number; productname?: string } = {}) {
  const till = await createTill(server, thandi)
  const line = { barcode, quantity, ...(productname && { productname, price: 10 }) }
  const { body } = await till.push([{ reference: randomUUID(), saledate: '2026-11-20T09:00:00Z', items: [line] }])
  return body.sales[0]
}
const stockOf = async (productid: number) => (await thandi.api.products.get({ productid })).stock

describe('a barcode that is written in another way', () => {
  test('is that of the product for a scan, a search, a till, and the form', async () => {
    const salt = await add('Salt', '036000291452', { stock: 10 })
    await add('Shop number', '17')
    expect([await scan('36000291452'), await scan("'0036000291452"), await scan('00000017')]).toEqual([['Salt'], ['Salt'], []])
    expect([await find('0036000291452'), await find('0 36000-29145 2'), await find('-')]).toEqual([['Salt'], ['Salt'], []])
    expect(await sell('0036000291452', { quantity: 2 })).toMatchObject({ status: 'created' })
    expect(await stockOf(salt.productid)).toBe(8)
    expect(await sell('00000017')).toMatchObject({ status: 'rejected', reason: 'There is no such product at this site.' })
    await expect(add('Salt again', '36000291452.0')).rejects.toMatchObject({ code: 'BARCODE_TAKEN' })
    // As it was typed.
    expect(salt.barcode).toBe('036000291452')
  })

  test('is that of one unknown product, and of the product that is added for it', async () => {
    for (const barcode of ['36000291452', '0036000291452']) await sell(barcode, { productname: 'Salt' })
    const { rows } = await thandi.api.products.unknown.list({})
    expect(rows).toMatchObject([{ barcode: '36000291452', lines: 2 }])
    const pepper = await add('Pepper', '036000291452', { stock: 5 })
    expect((await thandi.api.products.unknown.list({})).rows[0]?.similar).toMatchObject({ productid: pepper.productid })
    await thandi.api.products.unknown.add({
      products: [{ siteid: thandi.siteid, barcode: '036000291452', productname: 'Salt', price: 10 }],
    })
    expect((await thandi.api.products.unknown.list({})).rows).toEqual([])
    expect(await findMismatches(server.ownerPool, thandi.businessid)).toEqual({})
  })

  test('joins a product with that of another site', async () => {
    const { siteid } = await thandi.api.sites.create({ sitename: 'Durban', location: 'x' })
    await add('Salt', '036000291452')
    const there = await add('salt', '36000291452', { siteid })
    expect(await thandi.api.products.item({ productid: there.productid })).toHaveLength(2)
    await add('Pepper', '6009900000226')
    await add('Black pepper', "'6009900000226", { siteid })
    expect((await thandi.api.products.probablySame({})).rows).toMatchObject([{ alike: 'barcode' }])
  })

  test('finds the product of a file, and two rows of a file are one', async () => {
    await importFile("Product,Barcode,Price\nBeans,'6009900000226,25\nFlour,6009900000233.0,25\nOil,6 009900 000240,25\n")
    expect([await scan('6009900000226'), await scan('6009900000233'), await scan('6009900000240')]).toEqual([
      ['Beans'],
      ['Flour'],
      ['Oil'],
    ])
    const preview = await previewFile(
      'Product,Barcode,Price\nBeans,6-009900-000226,26\nSalt,036000291452,20\nSalt new,0036000291452,20\nSalt old,36000291452,20\n',
    )
    expect(preview).toMatchObject({ new: 1, changed: 1, rejected: 2 })
    expect(preview.lines.flatMap(({ reason }: { reason?: string }) => reason ?? [])).toEqual([
      'Duplicate of line 3. Both have the barcode 0036000291452.',
      'Duplicate of line 3. Both have the barcode 36000291452.',
    ])
    await confirm(preview.importid)
    expect((await catalogue()).map(({ productname }) => productname).sort()).toEqual(['Beans', 'Flour', 'Oil', 'Salt'])
  })

  test('is counted as the product', async () => {
    const salt = await add('Salt', '036000291452')
    const { documentid } = await thandi.api.stock.counts.begin({ siteid: thandi.siteid, scope: { of: 'all' } })
    const enter = (barcode: string) =>
      thandi.api.stock.counts.enter({
        documentid,
        entries: [{ request_id: randomUUID(), barcode, quantity: 2, counted_at: new Date('2026-11-20T09:00:00Z') }],
      })
    expect(await enter('36000291452')).toMatchObject([{ status: 'counted', productid: salt.productid, counted: 2 }])
    expect(await enter('0036000291452')).toMatchObject([{ status: 'counted', productid: salt.productid, counted: 4 }])
    expect(await enter('36000291453')).toMatchObject([{ status: 'unknown' }])
    expect((await thandi.api.stock.counts.lines({ documentid, q: '0036000291452' })).rows).toMatchObject([
      { productname: 'Salt' },
    ])
  })
})

describe('products of one site with one barcode, from before', () => {
  test('are found letter by letter, else the older one', async () => {
    const [salt = 0, old = 0] = await addPair([
      ['Salt', '036000291452'],
      ['Salt old', '36000291452'],
    ])
    for (const barcode of ['36000291452', '036000291452', '0036000291452']) await sell(barcode)
    expect([await stockOf(salt), await stockOf(old)]).toEqual([-2, -1])
    expect(await previewFile('Product,Barcode,Price\nA,36000291452,10\nB,0036000291452,10\n')).toMatchObject({
      changed: 1,
      rejected: 1,
    })
  })

  test('are listed until they are merged: the stock is added up, and sales keep the other one', async () => {
    const [salt = 0, old = 0] = await addPair(
      [
        ['Salt', '036000291452'],
        ['Salt old', '36000291452'],
      ],
      [{ stock: 5, price: 20 }, { stock: 7.5 }],
    )
    await sell('36000291452')
    expect(await thandi.api.products.sameBarcode({})).toMatchObject({
      results: 1,
      rows: [
        {
          siteid: thandi.siteid,
          products: [
            { productid: salt, stock: 5 },
            { productid: old, stock: 6.5 },
          ],
        },
      ],
    })
    await thandi.api.products.merge({ productid: salt, others: [old] })
    expect(await thandi.api.products.sameBarcode({})).toMatchObject({ results: 0, rows: [] })
    expect(await thandi.api.products.get({ productid: salt })).toMatchObject({ stock: 11.5, price: 20, barcode: '036000291452' })
    await expect(thandi.api.products.get({ productid: old })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await sell('36000291452')
    expect(await stockOf(salt)).toBe(10.5)
    expect(await findMismatches(server.ownerPool, thandi.businessid)).toEqual({})
    // A second window.
    await expect(thandi.api.products.merge({ productid: salt, others: [old] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('may stay the newer one, and a third of them waits', async () => {
    const [a = 0, b = 0, c = 0] = await addPair([
      ['A', '036000291452'],
      ['B', '36000291452'],
      ['C', '0036000291452'],
    ])
    await thandi.api.products.merge({ productid: b, others: [a] })
    expect((await thandi.api.products.sameBarcode({})).rows[0]?.products).toMatchObject([{ productid: b }, { productid: c }])
    const edited = await thandi.api.products.get({ productid: c })
    await expect(thandi.api.products.update(createEdit(edited, { barcode: '00036000291452' }))).rejects.toMatchObject({
      code: 'BARCODE_TAKEN',
    })
    await thandi.api.products.update(createEdit(edited, { barcode: '6001' }))
    expect(await thandi.api.products.sameBarcode({})).toMatchObject({ results: 0 })
  })

  test('of other barcodes, sites or businesses are not merged', async () => {
    const { siteid } = await thandi.api.sites.create({ sitename: 'Durban', location: 'x' })
    const [salt, pepper, there] = [await add('Salt', '17'), await add('Pepper', '18'), await add('Salt', '17', { siteid })]
    for (const others of [[pepper.productid], [there.productid], [salt.productid]])
      await expect(thandi.api.products.merge({ productid: salt.productid, others })).rejects.toMatchObject({
        code: 'OTHER_BARCODE',
      })
    const [none, too] = [await add('Bag', ''), await add('Box', '')]
    await expect(thandi.api.products.merge({ productid: none.productid, others: [too.productid] })).rejects.toMatchObject({
      code: 'OTHER_BARCODE',
    })
    const anna = await createOwner(server)
    await expect(anna.api.products.merge({ productid: salt.productid, others: [pepper.productid] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
