import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import type { RightInput } from '../../../contract/rights.ts'
import type { SaleReportKind } from '../../../contract/search/sale-reports.ts'
import { createOwner } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { createTeamHelpers } from '../../testing/team.ts'
import { createSale, createShopHelpers, readStatuses } from '../../testing/till-shop.ts'

const server = await testServer()
afterAll(server.close)
const { addTill, addSite, addEmployee, createOwnedShop } = createShopHelpers(server)
const thandi = await createOwnedShop()
const rosebank = await addSite(thandi)
const rosebankTill = await addTill({ ...thandi, siteid: rosebank })
const sipho = await addEmployee(thandi)

const { hire, signIn } = createTeamHelpers(server)
async function addWithRight(right: RightInput) {
  const { employeeid, credentials } = await hire(thandi, { position: 'Manager' })
  await thandi.api.employees.setRight({ employeeid, right })
  return signIn(credentials)
}

const RANGE = { from: '2026-11-21', to: '2026-11-21', compare: 'off' as const }
const read = (kind: SaleReportKind, more: object = {}) => thandi.api.saleReports.get({ ...RANGE, kind, ...more })

const bread = { productname: 'Bread', price: 100, quantity: 1 }
const pushed = await thandi.till.push([
  createSale('sold', {
    employeeid: sipho,
    finalamount: 85,
    items: [{ ...bread, discount: 10, discount_reason: 'Loyalty' }],
    extras: [{ kind: 'tip', amount: 12 }],
    payment_method: 'card',
  }),
  createSale('returned', {
    employeeid: sipho,
    finalamount: -85,
    refund_of: 'sold',
    items: [{ ...bread, quantity: -1, discount: -10, discount_reason: ' LOYALTY' }],
  }),
  createSale('again', { finalamount: -20, refund_of: 'sold' }),
  createSale('above', { finalamount: 101, items: [bread] }),
  createSale('unnamed', { finalamount: 95, items: [{ ...bread, discount: 5 }] }),
  createSale('card', { finalamount: 0, extras: [{ kind: 'gift_card', amount: 50, number: 'G-1' }], payment_method: 'cash' }),
  createSale('used', { finalamount: 30, payments: [{ method: 'gift card', amount: 30, number: 'g-1' }] }),
  createSale('without number', { finalamount: 7, payment_method: 'Gift card' }),
  createSale('charged', { finalamount: 120, items: [{ kind: 'charge', productname: 'Delivery', price: 60, quantity: 2 }] }),
  // Half an hour after midnight of the next day, and of the day in UTC.
  createSale('next day', { saledate: '2026-11-22T00:30:00+02:00', extras: [{ kind: 'tip', amount: 5 }], finalamount: 10 }),
])
const elsewhere = await rosebankTill.push([
  createSale('elsewhere', { finalamount: 40, payments: [{ method: 'gift card', amount: 40, number: 'R-9' }] }),
])

test('sale reports: the example of docs/figures.md: a sale with a discount and its refund have none together', async () => {
  expect([...readStatuses(pushed), ...readStatuses(elsewhere)].filter((status) => status !== 'created')).toEqual([])
  const { rows, total } = await read('discounts')
  expect(rows.map(({ name, sums }) => [name, sums.amount, sums.sales])).toEqual([
    ['Without a reason', 5, 1],
    ['LOYALTY', 0, 2],
    ['On the whole sale', 0, 2],
  ])
  expect(total).toMatchObject({ amount: 5, above: 1, sales: 3 })
  const sales = await read('discounts', { by: 'sale', name: 'loyalty' })
  expect(sales.rows.map(({ name, sums }) => [name, sums.amount]).sort()).toEqual([
    ['returned', -10],
    ['sold', 10],
  ])
  expect(sales.of_name).toBe('LOYALTY')
})

test('sale reports: tips are by employee, and have the day in the zone of the business', async () => {
  const { rows } = await read('tips')
  expect(rows.map(({ key, name, sums }) => [key, name, sums.amount])).toEqual([[String(sipho), 'Sipho Dube', 12]])
  const days = await read('tips', { to: '2026-11-22', by: 'day' })
  expect(days.rows.map(({ key, sums }) => [key, sums.amount])).toEqual([
    ['2026-11-21', 12],
    ['2026-11-22', 5],
  ])
  expect((await read('tips', { by: 'name' })).rows).toMatchObject([{ key: 'card', sums: { amount: 12 } }])
})

test('sale reports: what is left on gift cards is of all time, and one that was never sold is below zero', async () => {
  const { rows, total } = await read('gift-cards')
  const shown = rows.map(({ name, sums }) => [name, sums.amount, sums.used, sums.left, sums.loaded])
  expect(shown).toEqual([
    ['G-1', 50, 30, 20, 50],
    ['Without a number', 0, 7, -7, 0],
    ['R-9', 0, 40, -40, 0],
  ])
  expect(total).toEqual({ sales: 4, amount: 50, used: 77, left: -27, loaded: 50 })
  const later = await read('gift-cards', { from: '2026-11-25', to: '2026-11-26' })
  expect(later.rows.map(({ name, sums }) => [name, sums.used, sums.left])).toEqual([
    ['G-1', 0, 20],
    ['Without a number', 0, -7],
    ['R-9', 0, -40],
  ])
  const earlier = await read('gift-cards', { from: '2026-11-01', to: '2026-11-02' })
  expect(earlier).toMatchObject({ results: 0, total: { left: 0 } })
  // The sales of a card add up to what is left, whatever the range is.
  const card = await read('gift-cards', { from: '2026-11-26', to: '2026-11-26', by: 'sale', name: 'g-1' })
  expect(card).toMatchObject({ results: 2, total: { amount: 50, used: 30, left: 20 } })
})

test('sale reports: refunds say when more was given back than was sold', async () => {
  const { rows } = await read('refunds')
  expect(
    rows.map(({ name, sale }) => [name, sale?.refund_of, sale?.refunded?.amount, sale?.refunded?.given_back]).sort(),
  ).toEqual([
    ['again', 'sold', 85, 105],
    ['returned', 'sold', 85, 105],
  ])
  expect((await read('refunds', { by: 'employee' })).rows.map(({ name, sums }) => [name, sums.sales, sums.amount])).toEqual([
    ['Sipho Dube', 1, -85],
    ['Without an employee, Sandton', 1, -20],
  ])
})

test('sale reports: charges have their quantity and VAT, and a search does not change the total', async () => {
  const { rows } = await read('charges')
  expect(rows.map(({ key, sums }) => [key, sums])).toEqual([['delivery', { sales: 1, amount: 120, quantity: 2, vat: 15.65 }]])
  expect(await read('charges', { q: 'bag' })).toMatchObject({ results: 0, total: { amount: 120 } })
})

test('sale reports: the CSV file of refunds has the sale that each gives back', async () => {
  const answer = await thandi.fetch(`/api/v1/reports/sales.csv?${new URLSearchParams({ ...RANGE, kind: 'refunds' })}`)
  expect(answer.headers.get('content-disposition')).toContain('refunds_2026-11-21_2026-11-21.csv')
  const rows: Record<string, string>[] = parse(await answer.text(), { bom: true, columns: true })
  expect(rows.find(({ Reference }) => Reference === 'again')).toMatchObject({
    ...{ Site: 'Sandton', Employee: 'Without an employee, Sandton', 'Refund of': 'sold', Refunded: '-20.00' },
    ...{ 'Amount of that sale': '85.00', 'Given back of that sale': '105.00' },
  })
})

test('sale reports: a manager has the own sites, a stock keeper none, another business nothing', async () => {
  const manager = await addWithRight({ name: 'manager', siteids: [rosebank], sees_costs: false })
  const range = { ...RANGE, by: 'sale' as const }
  const own = await manager.api.saleReports.get({ ...RANGE, kind: 'gift-cards' })
  expect(own.rows.map(({ name }) => name)).toEqual(['R-9'])
  for (const kind of ['tips', 'discounts', 'refunds', 'charges'] as const)
    expect(await manager.api.saleReports.get({ ...range, kind })).toMatchObject({ results: 0, total: { amount: 0 } })
  const keeper = await addWithRight({ name: 'stock', siteids: [thandi.siteid], sees_costs: false })
  await expect(keeper.api.saleReports.get({ ...range, kind: 'tips' })).rejects.toMatchObject({ code: 'RIGHT_REFUSED' })
  const bookkeeper = await addWithRight({ name: 'bookkeeper', siteids: [], sees_costs: false })
  expect(await bookkeeper.api.saleReports.get({ ...range, kind: 'refunds' })).toMatchObject({ results: 2 })
  const anna = await createOwner(server)
  expect(await anna.api.saleReports.get({ ...RANGE, kind: 'gift-cards', sites: [rosebank] })).toMatchObject({ results: 0 })
})
