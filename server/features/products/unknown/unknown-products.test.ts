import { afterAll, beforeEach, expect, test } from 'vitest'
import { ReportInput } from '../../../../contract/reports.ts'
import { ProductsSearch } from '../../../../contract/search/products.ts'
import { UNKNOWN_PRODUCTS } from '../../../../contract/search/reports.ts'
import { createTenantScopes } from '../../../../db/tenant-scope.ts'
import { findMismatches } from '../../../../db/testing/find-mismatches.ts'
import { createClient, createOwner, createTill, newCredentials, type Owner } from '../../../testing/clients.ts'
import { testServer } from '../../../testing/server.ts'
import { adoptUnknownLines } from './queries.ts'

const server = await testServer()
afterAll(server.close)

let thandi: Owner
let till: Awaited<ReturnType<typeof createTill>>
beforeEach(async () => {
  thandi = await createOwner(server)
  till = await createTill(server, thandi)
})

const DAY = { from: '2026-11-10', to: '2026-11-10', compare: 'off' }
const report = (by: string, more = {}, owner = thandi) => owner.api.reports.get(ReportInput.parse({ by, ...DAY, ...more }))
const product = (productname: string, more = {}) => ({
  ...{ siteid: thandi.siteid, productname, barcode: '', category: '', supplier: '', description: '' },
  ...{ price: 20, purchaseprice: 0, stock: 10 },
  ...more,
})
let sold = 0
const sell = async (items: object[], more = {}) => {
  const { body } = await till.push([{ reference: `sale ${++sold}`, saledate: '2026-11-10T10:00', items, ...more }])
  return body.sales[0]
}

test('unknown products: a sale of a till with an unknown barcode and a price is kept, one without a price is rejected', async () => {
  const { productid } = await thandi.api.products.create(product('Bread', { barcode: '6001', vat_rate: 0, purchaseprice: 12 }))
  expect(
    await sell([
      { barcode: '6001', quantity: 1 },
      { barcode: '9999', productname: 'Whisky', quantity: 1, price: 500 },
    ]),
  ).toMatchObject({
    status: 'created',
  })
  expect(await sell([{ barcode: '8888', quantity: 1 }])).toMatchObject({ status: 'rejected', field: 'sales[0].items[0].barcode' })
  expect(await sell([{ barcode: '9999', quantity: 1 }]), 'no price is known for certain').toMatchObject({ status: 'rejected' })
  expect(await sell([{ productid: productid + 1000, quantity: 1, price: 5 }])).toMatchObject({
    status: 'rejected',
    field: 'sales[0].items[0].productid',
  })

  const { rows, total } = await report('product')
  expect(rows.map(({ name, detail, sums }) => [name, detail, sums.revenue, sums.vat])).toEqual([
    ['Whisky', 'Sandton · Not in your products', 500, 65.22],
    ['Bread', 'Sandton', 20, 0],
  ])
  expect(total).toMatchObject({ revenue: 520, vat: 65.22, cost: 12, costed_net: 20 })
  expect((await report('category')).rows.map(({ key, name }) => [key, name])).toEqual([
    [UNKNOWN_PRODUCTS, 'Not in your products'],
    ['', ''],
  ])
  expect((await report('product', { categories: [UNKNOWN_PRODUCTS] })).rows.map(({ name }) => name)).toEqual(['Whisky'])
  for (const [by, search, hasUnknown] of [
    ['product', { q: 'Bread' }, true],
    ['product', { page: 2 }, true],
    ['category', {}, true],
    ['supplier', {}, true],
    ['product', { products: [productid] }, false],
    ['category', { categories: [''] }, false],
    ['day', {}, false],
  ] as const)
    expect((await report(by, search)).has_unknown_products, `${by} ${JSON.stringify(search)}`).toBe(hasUnknown)
  expect((await thandi.api.products.list(LIST)).results, 'no list shows it').toBe(1)
})
const LIST = ProductsSearch.parse({})

test('unknown products: when one is added, its sales have its cost and the rate that was assumed; later sales are its own', async () => {
  await sell([{ barcode: '9999', productname: 'Rice', quantity: 2, price: 50 }])
  const { rows } = await thandi.api.products.unknown.list({ page: 1 })
  expect(rows).toMatchObject([
    { barcode: '9999', productname: 'Rice', lines: 1, units: 2, revenue: 100, price: 50, similar: null },
  ])
  const other = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'x' })
  const copied = await thandi.api.products.create(
    product('Rice', { ...other, barcode: '9999', vat_rate: 0, purchaseprice: 31, category: 'Food' }),
  )
  const [unknown] = (await thandi.api.products.unknown.list({ page: 1 })).rows
  expect(unknown?.similar).toMatchObject({ productid: copied.productid, sitename: 'Rosebank' })

  const added = { siteid: thandi.siteid, barcode: '9999', productname: 'Rice', price: 50, copy_from: copied.productid }
  expect(await thandi.api.products.unknown.add({ products: [added] })).toEqual({ added: 1 })
  expect(await thandi.api.products.unknown.add({ products: [added] }), 'a retry').toEqual({ added: 0 })
  await sell([{ barcode: '9999', quantity: 1 }])
  expect(
    (await report('product')).rows.map(({ name, detail, sums }) => [name, detail, sums.revenue, sums.vat, sums.cost]),
  ).toEqual([['Rice', 'Sandton', 150, 0, 93]])
  expect((await thandi.api.products.unknown.list({ page: 1 })).results).toBe(0)
  expect((await report('category')).rows.map(({ key }) => key)).toEqual(['Food'])
  expect(await findMismatches(server.ownerPool, thandi.businessid)).toEqual({})
})

test('unknown products: one that is a product of the list gives it its sales, now and later, and no stock', async () => {
  const { productid } = await thandi.api.products.create(product('Tea', { barcode: '6001', purchaseprice: 8 }))
  await sell([{ barcode: 'OLD', quantity: 3, price: 10 }])
  const texts = { siteid: thandi.siteid, barcode: 'OLD', productname: 'OLD' }
  await thandi.api.products.unknown.link({ ...texts, productid })
  await thandi.api.products.unknown.link({ ...texts, productid })
  await sell([{ barcode: 'OLD', quantity: 1, price: 10 }])
  const { rows } = await report('product')
  expect(rows.map(({ key, sums }) => [key, sums.units, sums.cost])).toEqual([[String(productid), 4, 32]])
  expect((await thandi.api.products.get({ productid })).stock, 'only the later sale moves it').toBe(9)
  expect(await findMismatches(server.ownerPool, thandi.businessid)).toEqual({})
})

test('unknown products: one that came to its site in between gets its sales, by a person or after a while by itself', async () => {
  const names = ['Bread', 'Milk', 'Eggs', 'Rusks'].map((productname, index) => ({ productname, barcode: `600${index}` }))
  for (const { barcode, productname } of names) await sell([{ barcode, productname, quantity: 1, price: 23 }])
  const known = []
  for (const { barcode, productname } of names)
    known.push(await thandi.api.products.create(product(productname, { barcode, vat_rate: 0, purchaseprice: 12 })))
  expect((await report('product')).total).toMatchObject({ vat: 12, cost: 0 })
  const texts = (index: number) => ({ siteid: thandi.siteid, barcode: '', productname: '', ...names[index] })
  await thandi.api.products.unknown.link({ ...texts(0), productid: known[0]?.productid ?? 0 })
  // 'It is …' may name another one, and the barcode is that of the product all the same.
  await thandi.api.products.unknown.link({ ...texts(1), productid: known[0]?.productid ?? 0 })
  expect(await thandi.api.products.unknown.add({ products: [{ ...texts(2), price: 23 }] })).toEqual({ added: 0 })
  expect((await thandi.api.products.unknown.list({ page: 1 })).rows.map(({ productname }) => productname)).toEqual(['Rusks'])
  await adoptUnknownLines(createTenantScopes(server.store.pool).asAuth, new AbortController().signal)
  expect((await thandi.api.products.unknown.list({ page: 1 })).rows).toEqual([])
  const { rows, total } = await report('product')
  expect(rows.map(({ name, sums }) => [name, sums.units])).toEqual([
    ['Bread', 2],
    ['Eggs', 1],
    ['Rusks', 1],
  ])
  expect(total).toMatchObject({ vat: 0, cost: 48 })
  await sell([{ barcode: '6001', quantity: 1 }])
  expect((await report('product')).rows.map(({ name }) => name)).toContain('Milk')
  expect(await findMismatches(server.ownerPool, thandi.businessid)).toEqual({})
})

test('unknown products: neither those of another business nor its sites are reached', async () => {
  const sipho = await createOwner(server)
  await sell([{ barcode: '9999', productname: 'Rice', quantity: 1, price: 50 }])
  expect((await sipho.api.products.unknown.list({ page: 1 })).results).toBe(0)
  const texts = { siteid: thandi.siteid, barcode: '9999', productname: 'Rice' }
  await expect(sipho.api.products.unknown.add({ products: [{ ...texts, price: 1 }] })).rejects.toMatchObject({ code: 'NO_SITE' })
  const { productid } = await sipho.api.products.create({ ...product('Tea'), siteid: sipho.siteid })
  await expect(sipho.api.products.unknown.link({ ...texts, productid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(thandi.api.products.unknown.link({ ...texts, productid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const stolen = {
    products: [
      {
        ...texts,
        siteid: sipho.siteid,
        price: 1,
        copy_from: (await thandi.api.products.create(product('Gold', { purchaseprice: 7 }))).productid,
      },
    ],
  }
  await sipho.api.products.unknown.add(stolen)
  const { rows } = await sipho.api.products.list({ ...LIST, q: 'Rice' })
  expect(rows, 'nothing is copied from another business').toMatchObject([{ purchaseprice: 0 }])
})

test('VAT rates: a change of the standard rate counts from its day, and changes no sale before it', async () => {
  await thandi.api.products.create(product('Kettle', { barcode: '1', price: 115 }))
  await thandi.api.vatRates.save({ percent: 15.5, first_day: '2026-11-12' })
  const sellOn = (day: string) => sell([{ barcode: '1', quantity: 1 }], { saledate: `${day}T23:30` })
  await sellOn('2026-11-11')
  await sellOn('2026-11-12')
  // Later than it was made, as from a till without a network.
  await sellOn('2026-11-11')
  const { rows } = await report('vat_rate', { from: '2026-11-01', to: '2026-11-30' })
  expect(rows.map(({ key, sums }) => [key, sums.revenue, sums.vat])).toEqual([
    ['2026-11 15', 230, 30],
    ['2026-11 15.5', 115, 15.43],
  ])
  expect(await thandi.api.vatRates.list()).toEqual([
    { percent: 15, first_day: null, last_day: '2026-11-11' },
    { percent: 15.5, first_day: '2026-11-12', last_day: null },
  ])
  expect((await thandi.api.products.options()).vat_rates[0]).toBe(15.5)
  expect(await sell([{ barcode: '1', quantity: 1, vat_rate: 15.5 }])).toMatchObject({ status: 'created' })
  expect(await sell([{ barcode: '1', quantity: 1, vat_rate: 14 }])).toMatchObject({
    status: 'rejected',
    reason: 'A VAT rate is 15.5, 15 or 0.',
    field: 'sales[0].items[0].vat_rate',
  })
  await thandi.api.vatRates.remove({ first_day: '2026-11-12' })
  await expect(thandi.api.vatRates.remove({ first_day: '2026-11-12' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await report('vat_rate', { from: '2026-11-01', to: '2026-11-30' })).rows.length, 'no past figure changes').toBe(2)
})

test('VAT rates: only the owner changes them', async () => {
  const credentials = newCredentials(server)
  await thandi.api.employees.create({
    ...{ firstname: 'Sipho', lastname: 'Dube', position: 'Owner', hiredate: null, siteid: thandi.siteid },
    ...{ isenabled: true, disablereason: '', ...credentials },
  })
  const admin = createClient(server)
  await admin.api.session.signIn(credentials)
  const rate = { percent: 16, first_day: '2030-01-01' }
  await expect(admin.api.vatRates.save(rate)).rejects.toMatchObject({ code: 'OWNER_ONLY' })
  await expect(admin.api.vatRates.remove({ first_day: rate.first_day })).rejects.toMatchObject({ code: 'OWNER_ONLY' })
  expect(await admin.api.vatRates.list()).toEqual([{ percent: 15, first_day: null, last_day: null }])
})
