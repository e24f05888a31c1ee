import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_SAVED_REPORTS, ReportInput } from '../../../contract/reports.ts'
import { MAX_FILTER_VALUES } from '../../../contract/search/filters.ts'
import { createTenantScopes } from '../../../db/tenant-scope.ts'
import { createOwner, createTill } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { createSale, createShopHelpers } from '../../testing/till-shop.ts'
import { findAgreement, findAllRows, findReport } from './queries.ts'

const server = await testServer()
afterAll(server.close)
const { ask, addProduct, createOwnedShop } = createShopHelpers(server)
const thandi = await createOwnedShop()
const anna = await createOwner(server)
const DAY = { from: '2026-11-21', to: '2026-11-21' }

beforeAll(async () => {
  const bread = await addProduct(thandi, { productname: 'Bread', price: 23 })
  const flour = await addProduct(thandi, { productname: 'Flour', price: 46 })
  await ask(`update product set category = 'Bakery, "fresh"', vat_code = 'zero' where productid = $1`, [bread.productid])
  await ask(`update product set purchaseprice = 30 where productid = $1`, [flour.productid])
  const items = [
    { productid: bread.productid, quantity: 2 },
    { productid: flour.productid, quantity: 1 },
  ]
  await thandi.till.push([createSale('1', { finalamount: 82.8, items }), createSale('2', { finalamount: 7.5 })])
})

test('reports: the figures of a sale are those of the example in docs/figures.md', async () => {
  const report = await thandi.api.reports.get({ ...DAY, by: 'product', compare: 'off' })
  expect(report.rows.map(({ name, sums }) => [name, sums.revenue, sums.vat, sums.cost, sums.units])).toEqual([
    ['Bread', 41.4, 0, 24, 2],
    ['Flour', 41.4, 5.4, 30, 1],
    ['', 7.5, 0.98, 0, 0],
  ])
  expect(report.total).toMatchObject({ revenue: 90.3, vat: 6.38, cost: 54, units: 3, orders: null })
  expect(await thandi.api.reports.agreement({ ...DAY, by: 'product' })).toEqual({ sales: 2, difference: 0 })
})

test('reports: VAT by month has every month with its subtotal, and the VAT of each in its chart', async () => {
  const range = { from: '2025-10-15', to: '2026-11-30' }
  await thandi.till.push([createSale('earlier', { saledate: '2025-11-03T09:00+02:00', finalamount: -23 })])
  const report = await thandi.api.reports.get({ ...range, by: 'vat_rate', compare: 'previous' })
  expect(report.rows.map(({ key, sums }) => [key, sums.revenue, sums.vat])).toEqual([
    ['2025-11 15', -23, -3],
    ['2026-11 0', 41.4, 0],
    ['2026-11 15', 48.9, 6.38],
  ])
  expect(report.months).toHaveLength(14)
  expect(report.months.map(({ key }) => key)).toEqual(report.chart.map(({ key }) => key))
  expect(report.chart.filter(({ value }) => value !== 0)).toEqual([
    { key: '2025-11', name: '', value: -3, compared: null },
    { key: '2026-11', name: '', value: 6.38, compared: null },
  ])
  expect(report.months.at(-1)?.sums).toMatchObject({ revenue: 90.3, vat: 6.38, cost: 54, orders: null })
  const bySales = await thandi.api.reports.get({ ...range, by: 'vat_rate', sort: 'revenue' })
  expect(bySales.chart.at(-1)?.value, 'the chart has the figure that the rows are sorted by').toBe(90.3)
  expect((await thandi.api.reports.get({ ...range, by: 'month' })).months).toEqual([])
  await ask(`delete from sales where businessid = $1 and reference = 'earlier'`, [thandi.businessid])
})

test('reports: the search finds names, and the total stays that of all rows', async () => {
  const report = await thandi.api.reports.get({ ...DAY, by: 'product', q: 'fLO' })
  expect(report.rows.map(({ name }) => name)).toEqual(['Flour'])
  expect(report).toMatchObject({ results: 1, total: { revenue: 90.3 } })
})

test('reports: the hours of the day begin with the first one that has sales and end with the last one', async () => {
  const at = (hour: string) => ({ saledate: `2026-09-15T${hour}:59:59+02:00`, finalamount: 5 })
  await thandi.till.push([createSale('early', at('08')), createSale('late', at('11'))])
  const day = { from: '2026-09-15', to: '2026-09-15', sort: 'name' as const, dir: 'asc' as const }
  const hours = await thandi.api.reports.get({ ...day, by: 'hour' })
  expect(hours.rows.map(({ key, sums }) => [key, sums.revenue])).toEqual([
    ['8', 5],
    ['9', 0],
    ['10', 0],
    ['11', 5],
  ])
  expect(hours.chart.map(({ key }) => key)).toEqual(['8', '9', '10', '11'])
  expect((await thandi.api.reports.get({ ...day, by: 'weekday_hour' })).results).toBe(7 * 4)
  expect((await thandi.api.reports.get({ ...day, from: '2026-09-14', to: '2026-09-14', by: 'hour' })).results).toBe(0)
})

test('reports: the CSV file has the rows of the report with their names, and the earlier range', async () => {
  const search = { ...DAY, by: 'category', columns: 'revenue,margin,share,change', sort: 'name' }
  const answer = await thandi.fetch(`/api/v1/reports.csv?${new URLSearchParams(search)}`)
  expect(answer.headers.get('content-disposition')).toContain('report_by_category_2026-11-21_2026-11-21.csv')
  const known = { 'Cost known %': '100.00' }
  const none = { 'Change %': '', 'Sales incl. VAT before': '', 'Margin % before': '' }
  expect(parse(await answer.text(), { bom: true, columns: true })).toEqual([
    { Category: '', 'Sales incl. VAT': '41.40', 'Margin %': '16.67', 'Share %': '45.85', ...known, ...none },
    { Category: 'Bakery, "fresh"', 'Sales incl. VAT': '41.40', 'Margin %': '42.03', 'Share %': '45.85', ...known, ...none },
    {
      Category: 'Sales without item details',
      'Sales incl. VAT': '7.50',
      'Margin %': '',
      'Share %': '8.31',
      'Cost known %': '0.00',
      ...none,
    },
  ])
})

test('reports: the CSV file says for how much the cost is known only where it is not known for all, and a column needs it', async () => {
  const read = async (more: object) => {
    const answer = await thandi.fetch(`/api/v1/reports.csv?${new URLSearchParams({ ...DAY, ...more })}`)
    return Object.keys(parse<Record<string, string>>(await answer.text(), { bom: true, columns: true })[0] ?? {})
  }
  expect(await read({ by: 'category', columns: 'revenue,cost' })).toContain('Cost known %')
  expect(await read({ by: 'category', columns: 'revenue' })).not.toContain('Cost known %')
  expect(await read({ by: 'category', columns: 'revenue,cost', categories: 'Bakery, "fresh"' })).not.toContain('Cost known %')
})

test('reports: by employee has the sales that name nobody in a row of their own, which is no choice of a person', async () => {
  const { api, employeeid, siteid } = thandi
  await thandi.till.push([createSale('named', { saledate: '2026-08-01T09:00', finalamount: 30, employeeid })])
  await thandi.till.push([createSale('unnamed', { saledate: '2026-08-01T10:00', finalamount: 12 })])
  await api.sites.update({ siteid, sitename: 'Melville', location: 'Here', opened: { version: 1 } })
  const report = await api.reports.get({ from: '2026-08-01', to: '2026-08-01', by: 'employee', compare: 'off' })
  expect(report.rows.map(({ name, sums }) => [name, sums.revenue])).toEqual([
    ['Thandi Nkosi', 30],
    ['Without an employee, Melville', 12],
  ])
  expect(report.total.revenue).toBe(42)
  const employees = [Number(report.rows[1]?.key)]
  const options = await api.sales.employees({ employees })
  expect(options.employees.map(({ firstname }) => firstname)).toEqual(['Thandi'])
  expect(options.chosen).toEqual([{ employeeid: employees[0], firstname: 'Without an employee,', lastname: 'Melville' }])
})

test('reports: one that takes too long says what to choose', async () => {
  const scopes = createTenantScopes(server.store.pool)
  const search = ReportInput.parse({ ...DAY, by: 'employee' })
  const owner = await server.ownerPool.connect()
  await owner.query('begin; lock table sales_buckets in access exclusive mode')
  for (const read of [findReport, findAllRows, findAgreement]) {
    const reading = scopes.asTenant<unknown>(thandi.user_id, async (scope) => {
      await sql`set local lock_timeout = 0; set local statement_timeout = 50`.execute(scope)
      return read(scope, search)
    })
    await expect(reading).rejects.toMatchObject({
      code: 'TOO_LONG',
      message: 'This report takes too long. Choose a shorter range or fewer sites.',
    })
  }
  await owner.query('rollback')
  owner.release()
})

test('reports: the ids of another business are those of nobody', async () => {
  const { siteid, employeeid } = thandi
  const report = await anna.api.reports.get({ ...DAY, by: 'site', sites: [siteid], employees: [employeeid] })
  expect(report).toMatchObject({ rows: [], total: { revenue: 0, orders: 0 } })
})

test('reports: equal rows are in the order of their names, also over two pages', async () => {
  const items = await ask<{ productid: number; quantity: number }>(
    `insert into product (businessid, siteid, productname, price, stock)
     select $1, $2, 'Jam ' || to_char(n * 7 % 60, 'FM00'), case when n = 30 then 5 else 4 end, 10 from generate_series(0, 59) n returning productid, 1 as quantity`,
    [thandi.businessid, thandi.siteid],
  )
  await thandi.till.push([createSale('jams', { saledate: '2026-09-01T09:00', finalamount: 59 * 4 + 5, items })])
  const search = { from: '2026-09-01', to: '2026-09-01', by: 'product', compare: 'off' } as const
  const [first, second] = [await thandi.api.reports.get(search), await thandi.api.reports.get({ ...search, page: 2 })]
  const names = [...first.rows, ...second.rows].map(({ name }) => name)
  const jams = Array.from({ length: 60 }, (_, nth) => `Jam ${String(nth).padStart(2, '0')}`).filter((name) => name !== 'Jam 30')
  expect(names).toEqual(['Jam 30', ...jams])
  expect([first.results, first.pages, second.rows.length]).toEqual([60, 2, 10])
})

test('reports: sales that were deleted leave no rows', async () => {
  const tea = await addProduct(thandi, { productname: 'Tea', price: 10 })
  const items = [{ productid: tea.productid, quantity: 1 }]
  await thandi.till.push([
    createSale('deleted-1', { saledate: '2026-10-02T09:00', items }),
    createSale('deleted-2', { saledate: '2026-10-03T09:00', items }),
  ])
  await ask(`delete from sales where businessid = $1 and reference = 'deleted-1'`, [thandi.businessid])
  const search = { compare: 'previous', from: '2026-10-03', to: '2026-10-04' } as const
  for (const by of ['product', 'site', 'payment_method', 'vat_rate'] as const) {
    const earlier = await thandi.api.reports.get({ compare: 'off', by, from: '2026-10-01', to: '2026-10-02' })
    expect({ by, rows: earlier.rows }).toEqual({ by, rows: [] })
    const { rows } = await thandi.api.reports.get({ ...search, by })
    expect(rows.map(({ sums, compared }) => [sums.revenue, compared])).toEqual([[10, null]])
  }
})

describe('reports: the API', () => {
  const get = (path: string, search: string) => thandi.send('GET', `/api/v1/${path}?from=2026-11-01&to=2026-11-30${search}`)

  test('takes ids as 1,2 and repeated texts', async () => {
    for (const path of ['reports', 'reports/agreement'])
      expect(await get(path, `&by=site&sites=${thandi.siteid},999&categories=&categories=Bakery`)).toMatchObject({ status: 200 })
    expect((await thandi.fetch(`/api/v1/reports.csv?${new URLSearchParams(DAY)}&categories=&categories=Bakery`)).status).toBe(200)
  })

  test.each([
    ['a column that does not exist', '&columns=revenue,profits', 'columns[1]: This must be one of revenue, net, vat, '],
    ['no column', '&columns=', 'columns[0]: This must be one of revenue, '],
    ['another dimension', '&by=colour', 'by: This must be one of day, week, '],
    ['another parameter', '&column=vat', 'There is no such field: column.'],
    [
      'too many sites',
      `&sites=${Array.from({ length: MAX_FILTER_VALUES + 1 }, (_, nth) => nth + 1)}`,
      'sites: Choose at most 100 for a filter.',
    ],
    ['a site without a number', '&sites=Sandton', 'sites: Choose ids, as 1,2,3.'],
    ['a page that is no number', '&page=x', 'page: This must be a number.'],
  ])('says what is wrong with %s', async (_what, search, message) => {
    const { status, body } = await get('reports', search)
    expect(status).toBe(422)
    expect(body.message).toContain(message)
  })

  test.each([
    ['of eleven years', 'from=2015-01-01&to=2025-12-31', 'A range spans at most 10 years.'],
    ['without its first day', 'to=2025-12-31', 'from: This is missing.'],
    ['with a day that does not exist', 'from=2026-11-01&to=2026-11-31', 'to: This must be a date, as 2026-11-22.'],
  ])('refuses a range %s', async (_what, range, message) => {
    const { status, body } = await thandi.send('GET', `/api/v1/reports?${range}`)
    expect([status, body.message]).toEqual([422, message])
  })
})

describe('saved reports', () => {
  const hours = { name: 'Hours', search: 'by=hour' }

  test('are listed by name, renamed and deleted', async () => {
    const { reportid } = await thandi.api.reports.saved.create(hours)
    await thandi.api.reports.saved.create({ name: 'a report', search: 'by=day' })
    expect((await thandi.api.reports.saved.list()).map(({ name }) => name)).toEqual(['a report', 'Hours'])
    await thandi.api.reports.saved.update({ reportid, name: 'Opening hours', search: 'by=weekday_hour' })
    expect(await thandi.api.reports.saved.list()).toContainEqual({ reportid, name: 'Opening hours', search: 'by=weekday_hour' })
    await thandi.api.reports.saved.remove({ reportid })
    await expect(thandi.api.reports.saved.remove({ reportid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('have one name each, in any case, and a retry finds the report', async () => {
    const { reportid } = await anna.api.reports.saved.create(hours)
    expect(await anna.api.reports.saved.create(hours)).toEqual({ reportid })
    const taken = { code: 'NAME_TAKEN', message: 'There is a report with this name. Choose another name.' }
    await expect(anna.api.reports.saved.create({ name: 'HOURS', search: 'by=day' })).rejects.toMatchObject(taken)
    const other = await anna.api.reports.saved.create({ name: 'Days', search: 'by=day' })
    await expect(anna.api.reports.saved.update({ ...other, ...hours })).rejects.toMatchObject(taken)
  })

  test('are limited in number', async () => {
    const { businessid, api } = await createOwner(server)
    await ask(`insert into saved_reports (businessid, name, search) select $1, n, '' from generate_series(1, $2::int) n`, [
      businessid,
      MAX_SAVED_REPORTS,
    ])
    await expect(api.reports.saved.create(hours)).rejects.toMatchObject({ code: 'TOO_MANY_REPORTS' })
  })
})

describe('reports: an item', () => {
  const OF_ITEMS = { from: '2026-10-05', to: '2026-10-06', compare: 'off' } as const
  let shop: Awaited<ReturnType<typeof createOwnedShop>>
  let [sandton, durban, milk] = [0, 0, 0]
  beforeAll(async () => {
    shop = await createOwnedShop()
    const { siteid } = await shop.api.sites.create({ sitename: 'Durban', location: 'Durban' })
    const create = async (at: number, productname: string, price: number) =>
      (await shop.api.products.create({ siteid: at, productname, price, purchaseprice: 0, stock: 0, vat_rate: 0 })).productid
    sandton = await create(shop.siteid, 'Bread', 20)
    durban = await create(siteid, 'White bread', 25)
    milk = await create(siteid, 'Milk', 30)
    const elsewhere = await createTill(server, { api: shop.api, siteid })
    const sell = (saledate: string, productid: number, quantity: number, finalamount: number) =>
      createSale(`${saledate} ${productid} ${quantity}`, { saledate, finalamount, items: [{ productid, quantity }] })
    await shop.till.push([sell('2026-10-05T09:00+02:00', sandton, 2, 40), sell('2026-09-28T09:00+02:00', sandton, 1, 20)])
    await elsewhere.push([
      sell('2026-10-05T10:00+02:00', durban, 1, 25),
      sell('2026-10-06T10:00+02:00', durban, -1, -25),
      sell('2026-10-06T11:00+02:00', durban, 2, 45),
      sell('2026-10-06T12:00+02:00', milk, 1, 30),
    ])
  })
  type Found = Awaited<ReturnType<typeof thandi.api.reports.get>>
  const list = ({ rows }: Found) => rows.map(({ key, name, detail, sums }) => [key, name, detail, sums.revenue, sums.units])

  test('is one row with the name of its first product and the number of its sites', async () => {
    const alone = await shop.api.reports.get({ ...OF_ITEMS, by: 'product' })
    expect(list(alone)).toEqual([
      [`${durban}`, 'White bread', 'Durban', 45, 2],
      [`${sandton}`, 'Bread', 'Sandton', 40, 2],
      [`${milk}`, 'Milk', 'Durban', 30, 1],
    ])
    await shop.api.products.join({ productids: [sandton, durban] })
    const joined = await shop.api.reports.get({ ...OF_ITEMS, by: 'product' })
    expect(list(joined)).toEqual([
      [`${sandton}`, 'Bread', '2 sites', 85, 4],
      [`${milk}`, 'Milk', 'Durban', 30, 1],
    ])
    expect(joined.total).toEqual(alone.total)
    expect(joined.chart.map(({ name, value }) => [name, value])).toEqual([
      ['Bread', 85],
      ['Milk', 30],
    ])
    expect(await shop.api.reports.agreement({ ...OF_ITEMS, by: 'product' })).toEqual({ sales: 5, difference: 0 })
    const csv = await (
      await shop.fetch('/api/v1/reports.csv?by=product&from=2026-10-05&to=2026-10-06&compare=off&columns=revenue')
    ).text()
    expect(csv.trim().split(/\r?\n/).slice(1)).toEqual(['Bread,2 sites,85.00', 'Milk,Durban,30.00'])
  })

  test.each(['previous', 'year'] as const)('is compared as one row: %s', async (compare) => {
    const { rows } = await shop.api.reports.get({ ...OF_ITEMS, compare, by: 'product' })
    expect(rows.map(({ name }) => name)).toEqual(['Bread', 'Milk'])
    if (compare === 'previous') expect(rows[0]?.compared).toMatchObject({ revenue: 20, units: 1 })
  })

  test('is broken down by its sites and days, whichever of its products is chosen', async () => {
    for (const productid of [sandton, durban]) {
      const search = { ...OF_ITEMS, products: `${productid}` as never }
      expect(list(await shop.api.reports.get({ ...search, by: 'site' })).map(([, name, , revenue]) => [name, revenue])).toEqual([
        ['Durban', 45],
        ['Sandton', 40],
      ])
      expect(list(await shop.api.reports.get({ ...search, by: 'day' })).map(([, , , revenue]) => revenue)).toEqual([65, 20])
      expect(list(await shop.api.reports.get({ ...search, by: 'product' }))).toEqual([[`${sandton}`, 'Bread', '2 sites', 85, 4]])
      expect(await shop.api.reports.agreement({ ...search, by: 'site' })).toEqual({ sales: 4, difference: 0 })
      expect(
        (await shop.api.sales.list({ from: OF_ITEMS.from, to: OF_ITEMS.to, products: `${productid}` as never })).results,
      ).toBe(4)
    }
  })

  test('of one site, and by employee from the sales, has the rows of that', async () => {
    const search = { ...OF_ITEMS, by: 'product', sites: `${shop.siteid}` as never } as const
    expect(list(await shop.api.reports.get(search))).toEqual([[`${sandton}`, 'Bread', '2 sites', 40, 2]])
    const { rows: employees } = await shop.api.reports.get({ ...OF_ITEMS, by: 'employee' })
    const ids = employees.map(({ key }) => key).join(',')
    expect(list(await shop.api.reports.get({ ...OF_ITEMS, by: 'product', employees: ids as never }))).toEqual(
      list(await shop.api.reports.get({ ...OF_ITEMS, by: 'product' })),
    )
  })
})
