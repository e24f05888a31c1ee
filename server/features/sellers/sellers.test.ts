import { afterAll, expect, test } from 'vitest'
import { createTenantScopes } from '../../../db/tenant-scope.ts'
import { findMismatches } from '../../../db/testing/find-mismatches.ts'
import { createClient, createOwner, newCredentials, type Owner } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { createSale, createShopHelpers, readStatuses } from '../../testing/till-shop.ts'
import { waitForBlocked } from '../../testing/wait-until.ts'
import { moveWaitingSales } from './move-sales.ts'

const server = await testServer()
afterAll(server.close)
const { ask, addEmployee, addProduct, addSite, addTill, createOwnedShop, findStock } = createShopHelpers(server)

type Shop = Awaited<ReturnType<typeof createOwnedShop>>
const DAYS = { from: '2026-11-01', to: '2026-11-30' }
const readTop = async ({ api }: Shop) =>
  (await api.dashboard.figures(DAYS)).top_employees.map(({ employeeid, revenue }) => [employeeid, revenue])
const expectNoMismatch = async ({ businessid }: Shop) => expect(await findMismatches(server.ownerPool, businessid)).toEqual({})

test('unknown sellers: are listed with their sales, days and sites, the highest amount first', async () => {
  const shop = await createOwnedShop()
  const { api, till } = shop
  const elsewhere = await addTill({ ...shop, siteid: await addSite(shop) })
  await till.push([
    createSale('a', { employee_code: 'K1', employee_name: 'Zanele', finalamount: 100 }),
    // The next day there.
    createSale('b', { employee_code: 'k1', finalamount: -30, saledate: '2026-11-22T23:30:00Z' }),
    createSale('c', { employee_name: 'Anna', finalamount: 500 }),
    createSale('d'),
  ])
  await elsewhere.push([createSale('e', { employee_code: 'K1', finalamount: 5 })])
  expect(await api.sellers.list()).toMatchObject([
    { code: '', name: 'Anna', sales: 1, amount: 500, first_day: '2026-11-21', sites: [{ sitename: 'Sandton' }], employee: null },
    {
      ...{ code: 'K1', name: 'Zanele', sales: 3, amount: 75, first_day: '2026-11-21', last_day: '2026-11-23' },
      ...{ sites: [{ sitename: 'Sandton' }, { sitename: 'Rosebank' }], employee: null },
    },
  ])
  expect(await api.sellers.sums()).toEqual({ sellers: 2, sales: 4, given: 0 })
  const { api: other } = await createOwner(server)
  expect([await other.sellers.list(), await other.sellers.sums()], 'another business').toEqual([
    [],
    { sellers: 0, sales: 0, given: 0 },
  ])
})

test('unknown sellers: their past and later sales are those of the employee that they are given to, until that is taken back', async () => {
  const shop = await createOwnedShop()
  const { api, till } = shop
  const milk = await addProduct(shop, { barcode: '6001', price: 20 })
  const sipho = await addEmployee(shop)
  await till.push([
    createSale('a', { employee_code: 'K1', finalamount: undefined, items: [{ barcode: '6001', quantity: 2 }] }),
    createSale('b', {
      ...{ employee_code: 'K1', finalamount: 50, extras: [{ kind: 'tip', amount: 5 }] },
      payments: [
        { method: 'card', amount: 40 },
        { method: 'cash', amount: 15 },
      ],
    }),
    createSale('c', { finalamount: 7 }),
  ])
  expect(await readTop(shop)).toEqual([])
  const [seller] = await api.sellers.list()
  const sellerid = Number(seller?.sellerid)
  await api.sellers.give({ sellerid, employeeid: sipho, opened: { employeeid: null } })
  expect(await readTop(shop)).toEqual([[sipho, 90]])
  expect(readStatuses(await till.push([createSale('d', { employee_code: 'k1', finalamount: 3 })]))).toEqual(['created'])
  expect(await readTop(shop)).toEqual([[sipho, 93]])
  await expectNoMismatch(shop)
  expect(await api.sellers.list()).toMatchObject([{ sales: 3, employee: { employeeid: sipho } }])
  expect((await api.sales.list({ ...DAYS, employees: String(sipho) })).results).toBe(3)

  await api.sellers.give({ sellerid, employeeid: null, opened: { employeeid: sipho } })
  expect(await readTop(shop)).toEqual([])
  expect(await findStock(milk)).toBe(98)
  expect(await ask('select reason from stock_movements where productid = $1', [milk.productid]), 'no movement was added').toEqual(
    [{ reason: 'sale' }],
  )
  await expectNoMismatch(shop)
  const again = createSale('a', { employee_code: 'K1', finalamount: undefined, items: [{ barcode: '6001', quantity: 2 }] })
  expect(readStatuses(await till.push([again]))).toEqual(['duplicate'])
})

test('unknown sellers: of two windows the second one is refused, and a retry changes nothing', async () => {
  const shop = await createOwnedShop()
  const { api, till } = shop
  const [sipho, lerato] = [await addEmployee(shop), await addEmployee(shop)]
  await till.push([createSale('a', { employee_code: 'K1' })])
  const sellerid = Number((await api.sellers.list())[0]?.sellerid)
  const give = (employeeid: number | null, before: number | null = null) =>
    api.sellers.give({ sellerid, employeeid, opened: { employeeid: before } })
  const results = await Promise.allSettled([give(sipho), give(lerato)])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const lost = results.find(({ status }) => status === 'rejected')
  expect(lost).toMatchObject({ reason: { code: 'CHANGED_SINCE', status: 409 } })
  const winner = results[0]?.status === 'fulfilled' ? sipho : lerato
  await give(winner)
  expect(await readTop(shop)).toEqual([[winner, 10]])
})

test('unknown sellers: nobody of another business, no till and no former person gets sales', async () => {
  const shop = await createOwnedShop()
  const { api, till } = shop
  await till.push([createSale('a', { employee_code: 'K1' })])
  const sellerid = Number((await api.sellers.list())[0]?.sellerid)
  const [{ employeeid: tillEmployee } = { employeeid: 0 }] = await ask<{ employeeid: number }>(
    'select till_employeeid as employeeid from site where siteid = $1',
    [shop.siteid],
  )
  const former = await addEmployee(shop)
  await api.employees.makeAnonymous({ employeeid: former })
  for (const employeeid of [await addEmployee(await createOwnedShop()), Number(tillEmployee), former, 999_999])
    await expect(api.sellers.give({ sellerid, employeeid, opened: { employeeid: null } })).rejects.toMatchObject({
      code: 'NO_EMPLOYEE',
    })
  await expect(api.sellers.give({ sellerid: 999_999, employeeid: null, opened: { employeeid: null } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('unknown sellers: an employee who is deleted or made anonymous has no seller any more, and the name is gone', async () => {
  const shop = await createOwnedShop()
  const { api, till } = shop
  const sipho = await addEmployee(shop)
  await till.push([createSale('a', { employee_code: 'K1', employee_name: 'Sipho Dube' })])
  const sellerid = Number((await api.sellers.list())[0]?.sellerid)
  await api.sellers.give({ sellerid, employeeid: sipho, opened: { employeeid: null } })
  await api.employees.makeAnonymous({ employeeid: sipho })
  expect(await api.sellers.list()).toEqual([])
  expect(await readTop(shop), 'the sales stay').toEqual([[sipho, 10]])
  expect(JSON.stringify((await api.changes.list({})).rows)).not.toMatch(/Dube|K1/)
  await till.push([createSale('b', { employee_code: 'K1' })])
  expect(await api.sellers.list()).toMatchObject([{ code: 'K1', name: '', employee: null }])
})

test('employee codes: are unique without case, kept by an older client, undone, found, and gone with the person', async () => {
  const { api, siteid, businessid } = await createOwnedShop()
  const fields = { position: 'Employee', siteid, hiredate: null, isenabled: true } as const
  const add = (firstname: string, employee_code?: string) =>
    api.employees.create({ ...fields, firstname, lastname: 'Dube', employee_code, login: 'none' })
  const { employeeid } = await add('Sipho', ' S1 ')
  await expect(add('Lerato', 's1')).rejects.toMatchObject({ code: 'CODE_TAKEN', message: 'Another employee has this code.' })
  await add('Lerato', '')
  const find = async () => (await api.employees.list({ q: 's1' })).rows
  expect(await find()).toMatchObject([{ firstname: 'Sipho', employee_code: 'S1' }])
  const save = (version: number, more: object) =>
    api.employees.update({ ...fields, firstname: 'Sipho', lastname: 'Dube', employeeid, opened: { version }, ...more })
  await save(1, {})
  expect(await find(), 'an older client').toHaveLength(1)
  await save(2, { employee_code: 'S2' })
  const [change] = (await api.changes.list({ noun: 'employee' })).rows
  const undo = () => api.employees.undo({ employeeid, changeid: Number(change?.changeid) })
  const other = await add('Anna', 'S 1')
  await expect(undo(), 'somebody else has it now').rejects.toMatchObject({ code: 'CODE_TAKEN' })
  await api.employees.remove(other)
  await undo()
  expect(await find()).toHaveLength(1)
  await api.employees.makeAnonymous({ employeeid })
  expect(
    await ask('select employee_code from employee where businessid = $1 and employee_code is not null', [businessid]),
  ).toEqual([])
  expect(JSON.stringify((await api.changes.list({})).rows)).not.toMatch(/S1|S2/)
})

test('unknown sellers: a sale that is being stored while its seller is given is of the employee too', async () => {
  const shop = await createOwnedShop()
  const { api, till } = shop
  const sipho = await addEmployee(shop)
  await till.push([createSale('a', { employee_code: 'K1' }), createSale('b', { saledate: '2026-11-22T12:00:00Z' })])
  const sellerid = Number((await api.sellers.list())[0]?.sellerid)
  const other = await server.ownerPool.connect()
  try {
    await other.query('begin')
    await other.query(`select from site_daily where businessid = $1 and day = '2026-11-22' for update`, [shop.businessid])
    const pushed = till.push([createSale('c', { employee_code: 'K1', saledate: '2026-11-22T12:00:00Z' })])
    await waitForBlocked(server.ownerPool, 1)
    const given = api.sellers.give({ sellerid, employeeid: sipho, opened: { employeeid: null } })
    await Promise.race([given, waitForBlocked(server.ownerPool, 2)])
    await other.query('commit')
    expect(readStatuses(await pushed)).toEqual(['created'])
    await given
  } finally {
    other.release(true)
  }
  expect(await readTop(shop)).toEqual([[sipho, 20]])
  await expectNoMismatch(shop)
})

test('unknown sellers: a resend that names the employee to whom the seller was given means the same', async () => {
  const shop = await createOwnedShop()
  const { api, till } = shop
  const [sipho, lerato] = [await addEmployee(shop), await addEmployee(shop)]
  await till.push([createSale('a', { employee_code: 'K1' })])
  const sellerid = Number((await api.sellers.list())[0]?.sellerid)
  const send = async (employeeid: number) => readStatuses(await till.push([createSale('a', { employeeid })]))
  expect(await send(sipho)).toEqual(['rejected'])
  await api.sellers.give({ sellerid, employeeid: sipho, opened: { employeeid: null } })
  expect([await send(sipho), await send(lerato)]).toEqual([['duplicate'], ['rejected']])
})

test('unknown sellers: letters with accents have no case', async () => {
  const shop = await createOwnedShop()
  await shop.till.push([createSale('a', { employee_name: 'ÉVA' }), createSale('b', { employee_name: 'éva' })])
  expect(await shop.api.sellers.list()).toMatchObject([{ sales: 2 }])
})

test('unknown sellers: sales that a server has not moved to the end are moved later, in parts', async () => {
  const shop = await createOwnedShop()
  const { api, till, businessid } = shop
  const sipho = await addEmployee(shop)
  await till.push(Array.from({ length: 5 }, (_, nth) => createSale(`${nth}`, { employee_code: 'K1' })))
  const sellerid = Number((await api.sellers.list())[0]?.sellerid)
  // As a server leaves it that ends in between.
  await ask('update unknown_sellers set employeeid = $2, unmoved_after = 0 where sellerid = $1', [sellerid, sipho])
  for (const revenue of [20, 40, 50]) {
    expect(await ask('select move_waiting_seller_sales(2) as moved')).toEqual([{ moved: true }])
    expect(await readTop(shop)).toEqual([[sipho, revenue]])
  }
  await moveWaitingSales(createTenantScopes(server.store.pool).asAuth, new AbortController().signal)
  expect(await ask('select from unknown_sellers where businessid = $1 and unmoved_after is not null', [businessid])).toEqual([])
  await expectNoMismatch(shop)
})

const give = ({ api }: Pick<Owner, 'api'>, sellerid: number, employeeid: number | null, before: number | null = null) =>
  api.sellers.give({ sellerid, employeeid, opened: { employeeid: before } })
const findSeller = async ({ api }: Pick<Owner, 'api'>, code: string) =>
  Number((await api.sellers.list()).find((seller) => seller.code === code)?.sellerid)
const setCode = (employeeid: number, code: string | null) =>
  ask('update employee set employee_code = $2 where employeeid = $1', [employeeid, code])
const setName = (employeeid: number, firstname: string, lastname: string) =>
  ask('update employee set firstname = $2, lastname = $3 where employeeid = $1', [employeeid, firstname, lastname])

test('unknown sellers: the employee who has the code now is suggested, or the only one with the name', async () => {
  const shop = await createOwnedShop()
  const { api, till } = shop
  await till.push([
    createSale('a', { employee_code: 'K1', employee_name: 'Anna Botha', finalamount: 40 }),
    createSale('b', { employee_code: 'K2', employee_name: 'ANNA botha', finalamount: 30 }),
    createSale('c', { employee_name: 'Sipho Dube', finalamount: 20 }),
    createSale('d', { employee_name: 'Till Sandton', finalamount: 10 }),
  ])
  const [anna, sipho] = [await addEmployee(shop), await addEmployee(shop)]
  await setName(anna, 'Anna', 'Botha')
  await setCode(sipho, 'k 1')
  const readSimilar = async () => (await api.sellers.list()).map(({ similar }) => similar?.employeeid ?? null)
  expect(await readSimilar()).toEqual([sipho, anna, sipho, null])
  await addEmployee(shop)
  expect(await readSimilar(), 'two are called Sipho Dube').toEqual([sipho, anna, null, null])
  await give(shop, await findSeller(shop, 'K1'), anna)
  expect((await api.sellers.list()).at(-1), 'one that was given').toMatchObject({ code: 'K1', similar: null })
  expect(await api.sellers.sums()).toEqual({ sellers: 3, sales: 3, given: 1 })
})

test('unknown sellers: later sales are of the employee who got the code since; without the code, of the one whom a person chose', async () => {
  const shop = await createOwnedShop()
  const { till } = shop
  const [sipho, lerato] = [await addEmployee(shop), await addEmployee(shop)]
  await till.push([createSale('a', { employee_code: 'K1', finalamount: 1 })])
  await give(shop, await findSeller(shop, 'K1'), sipho)
  await setCode(lerato, 'K1')
  await till.push([createSale('b', { employee_code: 'K1', finalamount: 2 })])
  expect(await readTop(shop)).toEqual([
    [lerato, 2],
    [sipho, 1],
  ])
  await setCode(lerato, null)
  await till.push([createSale('c', { employee_code: 'K1', finalamount: 4 })])
  expect(await readTop(shop)).toEqual([
    [sipho, 5],
    [lerato, 2],
  ])
  await expectNoMismatch(shop)
})

test('unknown sellers: a disabled employee and one of another site keep their sales and get later ones', async () => {
  const shop = await createOwnedShop()
  const { api, till } = shop
  const rosebank = await addSite(shop)
  const sipho = await addEmployee({ ...shop, siteid: rosebank })
  await till.push([createSale('a', { employee_code: 'K1' })])
  await give(shop, await findSeller(shop, 'K1'), sipho)
  await ask(`update employee set isenabled = false, disablereason = 'Left' where employeeid = $1`, [sipho])
  await till.push([createSale('b', { employee_code: 'K1' })])
  expect(await readTop(shop)).toEqual([[sipho, 20]])
  expect((await api.dashboard.figures({ ...DAYS, sites: [rosebank] })).top_employees, 'the sales are of the site').toEqual([])
  await expect(api.employees.remove({ employeeid: sipho }), 'with sales').rejects.toMatchObject({ status: 409 })
})

test('unknown sellers: an employee who was deleted leaves the seller to be given again', async () => {
  const shop = await createOwnedShop()
  const { api, till } = shop
  const [sipho, lerato] = [await addEmployee(shop), await addEmployee(shop)]
  await till.push([createSale('a', { employee_code: 'K1' })])
  const sellerid = await findSeller(shop, 'K1')
  // As it is while the first sales are moved.
  await ask('update unknown_sellers set employeeid = $2, unmoved_after = 0 where sellerid = $1', [sellerid, sipho])
  await api.employees.remove({ employeeid: sipho })
  await expect(give(shop, sellerid, lerato, sipho), 'a window that shows the deleted one').rejects.toMatchObject({
    code: 'CHANGED_SINCE',
  })
  await give(shop, sellerid, lerato)
  expect(await readTop(shop)).toEqual([[lerato, 10]])
})

test('unknown sellers: are taken back at a site whose sales were all of employees', async () => {
  const shop = await createOwnedShop()
  const sipho = await addEmployee(shop)
  await shop.till.push([createSale('a', { employee_code: 'K1' })])
  const sellerid = await findSeller(shop, 'K1')
  await give(shop, sellerid, sipho)
  const elsewhere = await addTill({ ...shop, siteid: await addSite(shop) })
  await elsewhere.push([createSale('b', { employee_code: 'K1', finalamount: 5 })])
  await give(shop, sellerid, null, sipho)
  expect(await readTop(shop)).toEqual([])
  expect(await shop.api.sellers.list()).toMatchObject([{ sales: 2, amount: 15, employee: null }])
  await expectNoMismatch(shop)
})

test('unknown sellers: two businesses have the same code, and give it to their own employees', async () => {
  const [one, other] = [await createOwnedShop(), await createOwnedShop()]
  for (const { till } of [one, other]) await till.push([createSale('a', { employee_code: 'K1' })])
  const sipho = await addEmployee(one)
  const foreign = await findSeller(other, 'K1')
  await expect(give(one, foreign, sipho)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await give(one, await findSeller(one, 'K1'), sipho)
  expect(await readTop(one)).toEqual([[sipho, 10]])
  expect(await other.api.sellers.list()).toMatchObject([{ sellerid: foreign, employee: null }])
})

test('unknown sellers: a sale shows how the till named the seller, to a manager of its site too, who gives no sales', async () => {
  const shop = await createOwnedShop()
  const { api, till, siteid } = shop
  const rosebank = await addSite(shop)
  const elsewhere = await addTill({ ...shop, siteid: rosebank })
  const sipho = await addEmployee(shop)
  await setCode(sipho, 'S1')
  const { body } = await till.push([
    createSale('a', { employee_code: 'K1', employee_name: 'Anna' }),
    createSale('b', { employee_code: 's1' }),
    createSale('c'),
  ])
  const { body: other } = await elsewhere.push([createSale('d', { employee_code: 'K1' })])
  const [a, b, c] = [0, 1, 2].map((nth) => Number(body.sales[nth]?.saleid))
  const d = Number(other.sales[0]?.saleid)
  const credentials = newCredentials(server)
  const person = { firstname: 'Zola', lastname: 'Nkosi', position: 'Manager', hiredate: null, siteid, isenabled: true } as const
  const { employeeid } = await api.employees.create({ ...person, ...credentials, employee_code: 'M1' })
  await api.employees.setRight({ employeeid, right: { name: 'manager', siteids: [siteid] } })
  const manager = createClient(server)
  await manager.api.session.signIn(credentials)
  for (const client of [shop, manager]) {
    const read = async (saleid = 0) => {
      const { employee_code, seller } = await client.api.sales.get({ saleid })
      return [employee_code, seller]
    }
    expect(await read(a)).toEqual([null, { code: 'K1', name: 'Anna' }])
    expect(await read(b)).toEqual(['S1', null])
    expect(await read(c)).toEqual([null, null])
  }
  await expect(manager.api.sales.get({ saleid: d }), 'of another site').rejects.toMatchObject({ status: 404 })
  const sellerid = await findSeller(shop, 'K1')
  const calls = [() => manager.api.sellers.list(), () => manager.api.sellers.sums(), () => give(manager, sellerid, sipho)]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404 })
  await give(shop, sellerid, sipho)
  expect(await api.sales.get({ saleid: a ?? 0 })).toMatchObject({
    firstname: 'Sipho',
    employee_code: 'S1',
    seller: { code: 'K1' },
  })
})

test('unknown sellers: a person who is made anonymous is no longer named in refused sales and in sellers with the code', async () => {
  const shop = await createOwnedShop()
  const { api, till, businessid } = shop
  const [sipho, lerato] = [await addEmployee(shop), await addEmployee(shop)]
  await till.push([
    createSale('a', { employee_code: 'S1', employee_name: 'Sipho Dube' }),
    createSale('b', { employee_code: 'K1', employee_name: 'Sipho Dube' }),
    createSale('c', { employee_code: 'L1', employee_name: 'Lerato' }),
  ])
  await give(shop, await findSeller(shop, 'K1'), sipho)
  await setCode(sipho, 's 1')
  const refused = (reference: string, more: object) => createSale(reference, { items: [{ barcode: '9', quantity: 1 }], ...more })
  await till.push([
    refused('d', { employee_code: 'S1', employee_name: 'Sipho Dube' }),
    refused('e', { employee_code: 'k1', employee_name: 'S. Dube' }),
    refused('f', { employeeid: sipho, employee_name: 'Dube' }),
    refused('g', { employee_code: 'L1', employee_name: 'Lerato \u0000' }),
    refused('h', { employee_code: 'L1', employee_name: 'Lerato' }),
    { reference: 'i', employee_name: ['Dube'] },
  ])
  await api.employees.makeAnonymous({ employeeid: sipho })
  const texts = (
    await ask<{ sale: string }>('select sale from refused_sales where businessid = $1 order by reference', [businessid])
  ).map(({ sale }) => sale)
  expect(texts).toHaveLength(6)
  expect(texts.slice(0, 3).join()).not.toContain('Dube')
  expect(JSON.parse(texts[0] ?? ''), 'the code stays').toMatchObject({ reference: 'd', employee_code: 'S1' })
  expect(texts.slice(3, 5).every((text) => text.includes('Lerato'))).toBe(true)
  expect(await ask('select code, name from unknown_sellers where businessid = $1 order by code', [businessid])).toEqual([
    { code: 'L1', name: 'Lerato' },
    { code: 'S1', name: '' },
  ])
  expect((await api.sellers.list()).every(({ employee }) => employee?.employeeid !== sipho)).toBe(true)
  await give(shop, await findSeller(shop, 'L1'), lerato)
})

test('unknown sellers: a refused sale that is stored later keeps its seller', async () => {
  const shop = await createOwnedShop()
  const { api, till } = shop
  const sent = createSale('a', { employee_code: 'K1', finalamount: undefined, items: [{ barcode: '9', quantity: 1 }] })
  expect(readStatuses(await till.push([sent]))).toEqual(['rejected'])
  expect(await api.sellers.sums(), 'a rejected sale names nobody').toMatchObject({ sellers: 0 })
  const [refused] = (await api.refusedSales.list({})).rows
  const lines = [{ line: 0, productname: 'Milk', price: 5 }]
  await api.refusedSales.store({ refusedid: Number(refused?.refusedid), lines })
  expect(await api.sellers.list()).toMatchObject([{ code: 'K1', sales: 1, amount: 5 }])
  expect(readStatuses(await till.push([sent]))).toEqual(['duplicate'])
})
