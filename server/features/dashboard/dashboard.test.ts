import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { Figures, FiguresInput } from '../../../contract/dashboard.ts'
import { createTenantScopes } from '../../../db/tenant-scope.ts'
import { createBusiness } from '../../../db/testing/create-business.ts'
import { testStore } from '../../../db/testing/store.ts'
import { savePreference } from '../../shared/preferences.ts'
import { findFigures } from './figures.ts'
import { findFirstSteps, findImportedSales, listHours, saveImportsSeen } from './queries.ts'

const store = await testStore()
afterAll(store.close)
const scopes = createTenantScopes(store.pool)
const ask = async <Row = Record<string, unknown>>(statement: string, values: unknown[] = []): Promise<Row[]> =>
  (await store.ownerPool.query(statement, values)).rows

/** A business with `sites`, `employees` and `products` of everything and no sale yet. */
async function emptyShop(timezone = 'Africa/Johannesburg', { sites = 1, employees = 1, products = 1 } = {}) {
  const { businessid, user_id } = await createBusiness(store.ownerPool, { timezone })
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
  const siteids = ids(
    await ask(
      `insert into site (businessid, sitename, location) select $1, 'Site ' || n, 'x' from generate_series(1, $2) n returning siteid as id`,
      [businessid, sites],
    ),
  )
  const employeeids = ids(
    await ask(
      `insert into employee (businessid, firstname, lastname) select $1, 'Employee', n from generate_series(1, $2) n returning employeeid as id`,
      [businessid, employees],
    ),
  )
  const productids = ids(
    await ask(
      `insert into product (businessid, siteid, productname, supplier, price, stock) select $1, $3, 'Product ' || n, 'Supplier', n, 1000 from generate_series(1, $2) n returning productid as id`,
      [businessid, products, siteids[0]],
    ),
  )
  return { businessid, user_id, siteids, employeeids, productids }
}
type Shop = Awaited<ReturnType<typeof emptyShop>>
type Sold = {
  saledate: string
  finalamount: number
  payment_method?: string | null
  cost_cents?: number
  costed_net_cents?: number
  site?: number
  employee?: number
  lines?: { product: number; quantity: number; price: number; adjustment?: number }[]
}

async function sell({ businessid, siteids, employeeids, productids }: Shop, sold: Sold[]) {
  const rows = sold.map(({ site = 0, employee = 0, lines: _, ...sale }) => ({
    ...sale,
    siteid: siteids[site],
    employeeid: employeeids[employee],
  }))
  const made = await ask<{ saleid: number; saledate: Date; siteid: number; employeeid: number }>(
    `insert into sales (businessid, siteid, employeeid, saledate, finalamount, payment_method, cost_cents, costed_net_cents)
     select $1, siteid, employeeid, saledate, finalamount, payment_method, coalesce(cost_cents, 0), coalesce(costed_net_cents, 0) from jsonb_populate_recordset(null::sales, $2) returning saleid, saledate, siteid, employeeid`,
    [businessid, JSON.stringify(rows)],
  )
  const lines = sold.flatMap(({ lines = [] }, index) =>
    lines.map(({ product, ...line }, at) => ({ ...line, ...made[index], line: at, productid: productids[product] })),
  )
  await ask(
    `insert into saleitems (businessid, saleid, line, saledate, siteid, employeeid, productid, quantity, productname, price, adjustment)
     select $1, saleid, line, saledate, siteid, employeeid, productid, quantity, 'As it was', price, coalesce(adjustment, 0) from jsonb_populate_recordset(null::saleitems, $2)`,
    [businessid, JSON.stringify(lines)],
  )
}

const EVERYWHERE = { sites: [] as number[], employees: [] as number[] }

const look = ({ user_id }: Shop, from: string, to: string, more: Partial<FiguresInput> = {}) =>
  scopes.asTenant(user_id, (scope) => findFigures(scope, { from, to, compare: 'off', ...EVERYWHERE, ...more }))

/** The same figures, each by plain SQL over the rows. */
async function byHand({ businessid }: Shop, from: string, to: string, { sites, employees } = EVERYWHERE) {
  const range = [businessid, from, to, sites, employees]
  const place = `($4::bigint[] = '{}' or s.siteid = any($4)) and ($5::bigint[] = '{}' or s.employeeid = any($5))`
  const sold = `sales s join business b on b.id = s.businessid
    where s.businessid = $1 and s.saledate >= $2::date::timestamp at time zone b.timezone and s.saledate < ($3::date + 1)::timestamp at time zone b.timezone and ${place}`
  const [whole] = await ask<Pick<Figures, 'revenue' | 'orders' | 'average' | 'vat' | 'cost' | 'costed_net'>>(
    `select coalesce(sum(vat_cents), 0) / 100 as vat, coalesce(sum(cost_cents), 0) / 100 as cost,
            coalesce(sum(costed_net_cents), 0) / 100 as costed_net, coalesce(sum(finalamount), 0) as revenue, count(*) as orders, coalesce(round(avg(finalamount), 2), 0) as average from ${sold}`,
    range,
  )
  const [low] = await ask<{ low_stock: number }>(
    `select count(*) as low_stock from product where businessid = $1 and archived_at is null and stock < 50 and ($2::bigint[] = '{}' or siteid = any($2))`,
    [businessid, sites],
  )
  const isTill = 'employeeid in (select till_employeeid from site where site.businessid = $1 and till_employeeid is not null)'
  const figures: Omit<Figures, 'as_at' | 'compared'> = {
    from,
    to,
    revenue: whole?.revenue ?? 0,
    orders: whole?.orders ?? 0,
    average: whole?.average ?? 0,
    vat: whole?.vat ?? 0,
    cost: whole?.cost ?? 0,
    costed_net: whole?.costed_net ?? 0,
    low_stock: low?.low_stock ?? 0,
    daily: await ask(
      `select d::date::text as day, coalesce(sum(t.finalamount), 0) as revenue, count(t.finalamount) as orders
         from generate_series($2::date, $3::date, '1 day') d
         left join (select (saledate at time zone timezone)::date as day, finalamount from ${sold}) t on t.day = d::date group by d order by d`,
      range,
    ),
    payments: await ask(
      `select case when btrim(coalesce(payment_method, '')) = '' then 'unknown' else lower(btrim(payment_method)) end as payment_method, count(*) as orders, sum(finalamount) as revenue from ${sold} group by 1 order by 2 desc, 1`,
      range,
    ),
    split_sales: 0,
    extras: 0,
    top_sites: await ask(
      `select siteid, sitename, sum(finalamount) as revenue from site join (select siteid, finalamount from ${sold}) t using (siteid) group by 1, 2 order by 3 desc, 1 limit 5`,
      range,
    ),
    top_employees: await ask(
      `select employeeid, firstname, lastname, sum(finalamount) as revenue from employee join (select employeeid, finalamount from ${sold}) t using (employeeid) where not ${isTill} group by 1, 2, 3 order by 4 desc, 1 limit 5`,
      range,
    ),
    without_employee:
      (await ask<{ sum: number }>(`select coalesce(sum(finalamount), 0) as sum from ${sold} and ${isTill}`, range))[0]?.sum ?? 0,
    top_products: await ask(
      `select productid, p.productname, p.price, sum(i.quantity) as sold, sum(round(i.quantity * i.price, 2) + i.adjustment) as total,
              round(sum(round(i.quantity * i.price, 2) + i.adjustment) / nullif(sum(i.quantity), 0), 2) as average_price
         from saleitems i join (select saleid from ${sold}) t using (saleid) join product p using (productid) group by 1, 2, 3 order by 5 desc, 1 limit 5`,
      range,
    ),
    low_stock_items: await ask(
      `select productid, productname, sitename, supplier, stock from product join site using (businessid, siteid) where businessid = $1 and archived_at is null and stock < 50 and ($2::bigint[] = '{}' or siteid = any($2)) order by stock, productid limit 8`,
      [businessid, sites],
    ),
  }
  return figures
}

const day = fc
  .integer({ min: 0, max: 500 })
  .map((days) => new Date(Date.UTC(2025, 0, 1) + days * 86_400_000).toISOString().slice(0, 10))
const line = fc.record({
  product: fc.nat({ max: 8 }),
  quantity: fc.integer({ min: -9_000, max: 30_000 }).map((n) => n / 1000),
  price: fc.nat({ max: 99_999 }).map((n) => n / 100),
  adjustment: fc.constantFrom(0, 0, -17.9, 0.01),
})
const sale = fc.record({
  saledate: fc
    .date({ min: new Date('2024-12-25'), max: new Date('2026-06-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  // Few amounts, so that many add up to the same: ties.
  finalamount: fc.oneof(
    fc.constantFrom(-100, 0, 100),
    fc.integer({ min: -99_999, max: 999_999 }).map((n) => n / 100),
  ),
  payment_method: fc.constantFrom(null, '', ' ', 'cash', ' Cash', 'CARD', 'card', 'Eft', 'SnapScan', 'unknown'),
  cost_cents: fc.integer({ min: -9_999, max: 99_999 }),
  costed_net_cents: fc.integer({ min: -9_999, max: 99_999 }),
  site: fc.nat({ max: 6 }),
  employee: fc.nat({ max: 6 }),
  lines: fc.array(line, { maxLength: 3 }),
})
/** Most often all sites or employees, else some by their places in the shop. */
const few = fc.oneof(fc.constant([]), fc.uniqueArray(fc.nat({ max: 6 }), { maxLength: 3 }))
const zone = fc.constantFrom('Africa/Johannesburg', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kolkata')
const range = fc.tuple(day, day, few, few)
type Range = typeof range extends fc.Arbitrary<infer R> ? R : never

/** Compares every figure of a range, and of the range before it, with plain SQL. */
async function compareFigures(shop: Shop, [a, b, ofSites, ofEmployees]: Range) {
  const [from, to] = a < b ? [a, b] : [b, a]
  const filters = {
    sites: ofSites.map((nth) => shop.siteids[nth] ?? 0),
    employees: ofEmployees.map((nth) => shop.employeeids[nth] ?? 0),
  }
  const { as_at, compared, ...figures } = await look(shop, from, to, { ...filters, compare: 'previous' })
  expect(figures).toEqual(await byHand(shop, from, to, filters))
  if (!compared) throw new Error('a comparison has an earlier range')
  const { revenue, orders, average, daily } = await byHand(shop, compared.from, compared.to, filters)
  expect(compared).toEqual({ from: compared.from, to: compared.to, until: null, revenue, orders, average, daily })
  expect(new Date(as_at).getTime()).toBeGreaterThan(Date.now() - 60_000)
  const sum = (values: number[]) => Math.round(values.reduce((total, value) => total + value * 100, 0)) / 100
  expect(sum(figures.daily.map(({ revenue }) => revenue))).toBe(figures.revenue)
  expect(sum(figures.daily.map(({ orders }) => orders))).toBe(figures.orders)
  expect(sum(figures.payments.map(({ orders }) => orders))).toBe(figures.orders)
  expect(sum(figures.payments.map(({ revenue }) => revenue))).toBe(figures.revenue)
}

test('dashboard figures: every figure equals plain SQL over the rows, to the cent, for any sales, range and zone (7.3.2, 7.3.3, 9.22)', async () => {
  await fc.assert(
    fc.asyncProperty(
      zone,
      fc.array(sale, { minLength: 1, maxLength: 60 }),
      fc.array(range, { minLength: 1, maxLength: 5 }),
      async (zone, sales, ranges) => {
        const shop = await emptyShop(zone, { sites: 7, employees: 7, products: 9 })
        await ask('update site set till_employeeid = $2 where siteid = any($1)', [shop.siteids.slice(0, 1), shop.employeeids[0]])
        // Long before all ranges, so that each is compared.
        await sell(shop, [{ saledate: '2020-01-01T12:00:00Z', finalamount: 1 }, ...sales])
        await ask(
          `update product set stock = (productid % 5) * 20 - 20, archived_at = case when productid % 4 = 0 then now() end where businessid = $1`,
          [shop.businessid],
        )
        for (const range of ranges) await compareFigures(shop, range)
      },
    ),
    { numRuns: 25 },
  )
})

test('dashboard figures: a range that ends today is compared until the same time of the last day, for some employees too', async () => {
  const shop = await emptyShop('UTC', { employees: 2 })
  const now = Date.now()
  const HOUR_MS = 3_600_000
  const daysAgo = (days: number, hours = 0) => new Date(now - days * 24 * HOUR_MS + hours * HOUR_MS).toISOString()
  const date = (days: number) => daysAgo(days).slice(0, 10)
  await sell(shop, [
    { saledate: daysAgo(0), finalamount: 1 },
    // Before and after this time of day, a week and 364 days ago.
    { saledate: `${date(7)}T00:00:00Z`, finalamount: 10 },
    { saledate: `${date(7)}T23:59:59.999Z`, finalamount: 20 },
    { saledate: `${date(8)}T23:59:59.999Z`, finalamount: 40, employee: 1 },
    { saledate: `${date(364)}T00:00:00Z`, finalamount: 80 },
  ])
  const compare = async (from: number, more: Partial<FiguresInput>) => (await look(shop, date(from), date(0), more)).compared
  const until = new Date(now - 7 * 24 * HOUR_MS)
  const today = await compare(0, { compare: 'previous' })
  expect(today).toMatchObject({ from: date(7), to: date(7), revenue: 10, orders: 1, daily: [{ revenue: 10 }] })
  expect(today?.until?.getTime()).toBeGreaterThanOrEqual(until.getTime())
  expect(await compare(0, { compare: 'year' })).toMatchObject({ from: date(364), revenue: 80 })
  expect(await compare(0, { compare: 'previous', employees: shop.employeeids.slice(1) })).toMatchObject({ revenue: 0, orders: 0 })
  expect(await compare(0, { compare: 'off' })).toBeNull()
  // The range of 2 days would be compared with days before the first sale.
  expect(await compare(1, { compare: 'year' })).toBeNull()
})

test('dashboard figures: an earlier range that begins before the first sale of the business is not compared, and that day is the reason', async () => {
  const shop = await emptyShop('Pacific/Auckland', { sites: 3 })
  const explain = async (sites: number[], more: Partial<FiguresInput> = {}) => {
    const chosen = sites.map((nth) => shop.siteids[nth] ?? 0)
    const found = await look(shop, '2026-03-08', '2026-03-14', { compare: 'previous', sites: chosen, ...more })
    return found.compared?.from ?? found.first_sale_date
  }
  expect(await explain([])).toBeUndefined()
  await sell(shop, [
    // 1 and 2 March there.
    { saledate: '2026-02-28T12:00:00Z', finalamount: 1 },
    { saledate: '2026-03-01T12:00:00Z', finalamount: -1, site: 1 },
  ])
  for (const sites of [[], [0], [1], [2]]) expect(await explain(sites)).toBe('2026-03-01')
  expect(await explain([0], { compare: 'year' })).toBe('2026-03-01')
  expect(await explain([1], { compare: 'off' })).toBeUndefined()
})

describe('dashboard figures of a day', () => {
  test('begins and ends at midnight in Johannesburg', async () => {
    const shop = await emptyShop()
    await sell(shop, [
      { saledate: '2026-03-01T21:59:59.999Z', finalamount: 1 },
      { saledate: '2026-03-01T22:00:00.000Z', finalamount: 10 },
      { saledate: '2026-03-02T21:59:59.999Z', finalamount: 100 },
      { saledate: '2026-03-02T22:00:00.000Z', finalamount: 1000 },
    ])
    expect(await look(shop, '2026-03-02', '2026-03-02')).toMatchObject({
      revenue: 110,
      orders: 2,
      daily: [{ day: '2026-03-02', revenue: 110, orders: 2 }],
    })
  })

  test('of 23 or 25 hours has all of its sales, where clocks change', async () => {
    const shop = await emptyShop('America/New_York')
    const hours = Array.from({ length: 72 }, (_, hour) => ({
      saledate: new Date(Date.UTC(2026, 9, 31, hour)).toISOString(),
      finalamount: 1,
    }))
    await sell(shop, hours)
    const { daily } = await look(shop, '2026-10-31', '2026-11-02')
    expect(daily.map(({ orders }) => orders)).toEqual([24, 25, 19])
  })

  test('without sales is a zero between its neighbours', async () => {
    const shop = await emptyShop()
    await sell(shop, [{ saledate: '2026-03-02T10:00:00Z', finalamount: 5 }])
    expect((await look(shop, '2026-03-01', '2026-03-03')).daily).toEqual([
      { day: '2026-03-01', revenue: 0, orders: 0 },
      { day: '2026-03-02', revenue: 5, orders: 1 },
      { day: '2026-03-03', revenue: 0, orders: 0 },
    ])
  })
})

test('dashboard figures: a business without a sale has zeros and empty lists', async () => {
  const shop = await emptyShop('Africa/Johannesburg', { products: 0 })
  expect(await look(shop, '2026-11-21', '2026-11-21')).toMatchObject({
    revenue: 0,
    orders: 0,
    average: 0,
    low_stock: 0,
    payments: [],
    top_sites: [],
    top_products: [],
    top_employees: [],
    low_stock_items: [],
  })
})

test('dashboard figures: a refund is subtracted everywhere', async () => {
  const shop = await emptyShop()
  await sell(shop, [
    {
      saledate: '2026-03-02T10:00:00Z',
      finalamount: 100,
      payment_method: 'cash',
      lines: [{ product: 0, quantity: 2, price: 50 }],
    },
    {
      saledate: '2026-03-02T11:00:00Z',
      finalamount: -50,
      payment_method: 'cash',
      lines: [{ product: 0, quantity: -1, price: 50 }],
    },
  ])
  expect(await look(shop, '2026-03-02', '2026-03-02')).toMatchObject({
    revenue: 50,
    orders: 2,
    average: 25,
    payments: [{ payment_method: 'cash', orders: 2, revenue: 50 }],
    top_products: [{ sold: 1, total: 50 }],
  })
})

test('dashboard figures: a deleted sale leaves no site, employee, product or method', async () => {
  const shop = await emptyShop()
  await sell(shop, [{ saledate: '2026-03-02T10:00:00Z', finalamount: 100, lines: [{ product: 0, quantity: 2, price: 50 }] }])
  await ask('delete from sales where businessid = $1', [shop.businessid])
  expect(await look(shop, '2026-03-01', '2026-03-31')).toMatchObject({
    orders: 0,
    payments: [],
    top_sites: [],
    top_products: [],
    top_employees: [],
  })
})

test('dashboard figures: Top Products shows the current price, the paid amount and archived products', async () => {
  const shop = await emptyShop()
  await sell(shop, [{ saledate: '2026-03-02T10:00:00Z', finalamount: 100, lines: [{ product: 0, quantity: 2, price: 50 }] }])
  await ask('update product set price = 99, archived_at = now(), stock = 0 where businessid = $1', [shop.businessid])
  const figures = await look(shop, '2026-03-02', '2026-03-02')
  expect(figures.top_products).toMatchObject([{ productname: 'Product 1', price: 99, sold: 2, total: 100 }])
  expect(figures).toMatchObject({ low_stock: 0, low_stock_items: [] })
})

test('dashboard figures: low stock is below 50, the eight lowest first (2.4.14, 9.8, 9.9)', async () => {
  const shop = await emptyShop('Africa/Johannesburg', { products: 12 })
  await ask('update product set stock = 50 - 1.5 * (productid - $2) where businessid = $1', [shop.businessid, shop.productids[0]])
  const { low_stock, low_stock_items } = await look(shop, '2026-03-02', '2026-03-02')
  const stocks = (
    await ask<{ stock: number }>('select stock from product where businessid = $1 and stock < 50 order by stock', [
      shop.businessid,
    ])
  ).map(({ stock }) => stock)
  expect(low_stock).toBe(stocks.length)
  expect(low_stock_items.map(({ stock }) => stock)).toEqual(stocks.slice(0, 8))
})

test('dashboard figures: ten years of days fit in one answer', async () => {
  const shop = await emptyShop()
  await sell(shop, [
    { saledate: '2016-11-22T10:00:00Z', finalamount: 1 },
    { saledate: '2026-11-21T10:00:00Z', finalamount: 2 },
  ])
  const figures = await look(shop, '2016-11-22', '2026-11-21')
  expect(figures).toMatchObject({ revenue: 3, orders: 2 })
  expect(figures.daily).toHaveLength(3652)
})

test('dashboard first steps: are done with the first product, employee, till and sale', async () => {
  const shop = await emptyShop('Africa/Johannesburg', { employees: 0, products: 0 })
  const { businessid, siteids } = shop
  const steps = () => scopes.asTenant(shop.user_id, findFirstSteps)
  const done = { has_products: false, has_employees: false, has_tills: false, last_sale_date: null, is_hidden: false }
  expect(await steps()).toEqual(done)

  await ask(`insert into product (businessid, siteid, productname, archived_at) values ($1, $2, 'Gone', now())`, [
    businessid,
    siteids[0],
  ])
  const [till] = await ask<{ employeeid: number }>(
    `insert into employee (businessid, firstname, lastname) values ($1, 'Till', 'Sandton') returning employeeid`,
    [businessid],
  )
  await ask('update site set till_employeeid = $2 where businessid = $1 and siteid = $3', [
    businessid,
    till?.employeeid,
    siteids[0],
  ])
  const key = `insert into till_keys (businessid, siteid, name, key_start, key_hash, revoked_at) values ($1, $2, 'Till', 'wk', $3, $4)`
  await ask(key, [businessid, siteids[0], randomBytes(32), new Date()])
  expect(await steps(), 'an archived product, a till’s own employee and a revoked key count for nothing').toEqual(done)

  await ask(`insert into product (businessid, siteid, productname) values ($1, $2, 'Bread')`, [businessid, siteids[0]])
  await ask(`insert into employee (businessid, firstname, lastname) values ($1, 'Lerato', 'Mokoena')`, [businessid])
  await ask(key, [businessid, siteids[0], randomBytes(32), null])
  expect(await steps()).toEqual({ ...done, has_products: true, has_employees: true, has_tills: true })
  await sell({ ...shop, employeeids: [till?.employeeid ?? 0] }, [{ saledate: '2026-03-02T22:30:00Z', finalamount: 5 }])
  expect(await steps()).toMatchObject({ last_sale_date: '2026-03-03' })
})

test('dashboard first steps: a person hides them, and nobody else loses them', async () => {
  const shop = await emptyShop()
  const isHidden = async ({ user_id }: Shop) => (await scopes.asTenant(user_id, findFirstSteps)).is_hidden
  for (const _ of ['once', 'again'])
    await scopes.asTenant(shop.user_id, (scope) => savePreference(scope, { hides_first_steps: true }))
  expect([await isHidden(shop), await isHidden(await emptyShop())]).toEqual([true, false])
})

test('dashboard imported sales: are those of the imports of a week, until the person has seen them', async () => {
  const shop = await emptyShop()
  const { businessid, user_id } = shop
  const find = (of = shop) => scopes.asTenant(of.user_id, findImportedSales)
  const see = (importid: number, of = shop) => scopes.asTenant(of.user_id, (scope) => saveImportsSeen(scope, importid))
  const add = async (state: string, stored_sales: number, first_day: string | null, last_day: string | null, ago = '0 days') => {
    const [row] = await ask<{ importid: number }>(
      `insert into sales_imports (businessid, user_id, file_name, state, stored_sales, first_day, last_day, created_at)
       values ($1, $2, 'x.csv', $3, $4, $5, $6, now() - $7::interval) returning importid`,
      [businessid, user_id, state, stored_sales, first_day, last_day, ago],
    )
    return Number(row?.importid)
  }
  await add('imported', 9, '2026-01-01', '2026-01-31', '8 days')
  await add('undone', 5, '2026-02-01', '2026-02-28')
  await add('importing', 5, '2026-02-01', '2026-02-28')
  await add('imported', 0, null, null)
  expect(await find()).toBeNull()
  const first = await add('imported', 123, '2026-09-01', '2026-10-30')
  const second = await add('imported', 7, '2026-08-15', '2026-08-16')
  expect(await find()).toEqual({ importid: second, sales: 130, first_day: '2026-08-15', last_day: '2026-10-30' })
  await see(first)
  expect(await find()).toMatchObject({ importid: second, sales: 7 })
  await see(second)
  await see(first)
  await see(9_000_000)
  expect(await find()).toBeNull()
  const other = await emptyShop()
  await see(second, other)
  const third = await add('imported', 2, '2026-11-01', '2026-11-01')
  expect([(await find())?.importid, await find(other)]).toEqual([third, null])
})

describe('dashboard hours', () => {
  const look = ({ user_id }: Shop, day: string) => scopes.asTenant(user_id, (scope) => listHours(scope, { day, ...EVERYWHERE }))

  test('are those of the day in the time zone of the business, net of refunds', async () => {
    const shop = await emptyShop()
    await sell(shop, [
      { saledate: '2026-03-01T21:59:59.999Z', finalamount: 1_000 },
      { saledate: '2026-03-01T22:00:00.000Z', finalamount: 10 },
      { saledate: '2026-03-02T12:00:00.000Z', finalamount: 100.5 },
      { saledate: '2026-03-02T12:59:59.999Z', finalamount: -0.25 },
      { saledate: '2026-03-02T22:00:00.000Z', finalamount: 1_000 },
    ])
    const hours = await look(shop, '2026-03-02')
    expect(hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`))
    expect(hours.filter(({ orders }) => orders > 0)).toEqual([
      { hour: '00:00', revenue: 10, orders: 1 },
      { hour: '14:00', revenue: 100.25, orders: 2 },
    ])
  })

  test('are 23 or 25 on the days when clocks change', async () => {
    const shop = await emptyShop('America/New_York')
    await sell(shop, [
      { saledate: '2026-11-01T05:30:00Z', finalamount: 1 },
      { saledate: '2026-11-01T06:30:00Z', finalamount: 2 },
    ])
    const autumn = await look(shop, '2026-11-01')
    expect(autumn).toHaveLength(25)
    expect(autumn.filter(({ orders }) => orders > 0)).toEqual([
      { hour: '01:00', revenue: 1, orders: 1 },
      { hour: '01:00', revenue: 2, orders: 1 },
    ])
    expect(await look(shop, '2026-03-08')).toHaveLength(23)
  })

  test('are those that have begun today, and none of a day to come', async () => {
    const shop = await emptyShop('UTC')
    const today = new Date().toISOString().slice(0, 10)
    const [before, hours] = [new Date().getUTCHours(), await look(shop, today)]
    expect([before, new Date().getUTCHours()]).toContain(hours.length - 1)
    expect(await look(shop, '2099-01-01')).toEqual([])
  })
})
