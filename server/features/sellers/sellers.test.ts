import { afterAll, expect, test } from 'vitest'
import { createTenantScopes } from '../../../db/tenant-scope.ts'
import { findMismatches } from '../../../db/testing/find-mismatches.ts'
import { createOwner } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { createSale, createShopHelpers, readStatuses } from '../../testing/till-shop.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { moveWaitingSales } from './move-sales.ts'

const server = await testServer()
afterAll(server.close)
const { ask, addEmployee, addProduct, addSite, addTill, createOwnedShop, findStock } = createShopHelpers(server)

type Shop = Awaited<ReturnType<typeof createOwnedShop>>
const DAYS = { from: '2026-11-01', to: '2026-11-30' }
const readTop = async ({ api }: Shop) =>
  (await api.dashboard.figures(DAYS)).top_employees.map(({ employeeid, revenue }) => [employeeid, revenue])
const waitForBlocked = (count: number) =>
  waitUntil(async () => {
    const blocked = await ask(`select from pg_stat_activity where datname = current_database() and pg_blocking_pids(pid) <> '{}'`)
    expect(blocked).toHaveLength(count)
  })
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
    { code: '', name: 'Anna', sales: 1, amount: 500, first_day: '2026-11-21', sitenames: ['Sandton'], employee: null },
    {
      ...{ code: 'K1', name: 'Zanele', sales: 3, amount: 75, first_day: '2026-11-21', last_day: '2026-11-23' },
      ...{ sitenames: ['Rosebank', 'Sandton'], employee: null },
    },
  ])
  expect(await (await createOwner(server)).api.sellers.list(), 'another business').toEqual([])
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
  await expectNoMismatch(shop)
  const again = createSale('a', { employee_code: 'K1', finalamount: undefined, items: [{ barcode: '6001', quantity: 2 }] })
  expect(readStatuses(await till.push([again]))).toEqual(['duplicate'])
})

test('unknown sellers: of two windows the second one is told, and a retry changes nothing', async () => {
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
  await api.employees.undo({ employeeid, changeid: Number(change?.changeid) })
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
    await waitForBlocked(1)
    const given = api.sellers.give({ sellerid, employeeid: sipho, opened: { employeeid: null } })
    await Promise.race([given, waitForBlocked(2)])
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
