import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createBusiness } from './testing/create-business.ts'
import { createFilledBusiness } from './testing/create-filled-business.ts'
import { findMismatches } from './testing/find-mismatches.ts'
import { testStore } from './testing/store.ts'

// Whatever writes sales, the roll-ups equal what the functions expected_… of 12-roll-ups.sql compute from the rows; one test compares those
// with figures that are worked out by hand. The tests write as the owner, the only role that may change and delete sales.

const store = await testStore()
afterAll(store.close)
const ask = async <Row = Record<string, unknown>>(statement: string, values: unknown[] = []): Promise<Row[]> =>
  (await store.ownerPool.query(statement, values)).rows

const cents = (max: number) => fc.integer({ min: -max, max }).map((value) => value / 100)
const place = fc.nat({ max: 2 })
/** An hour on either side of midnight is another day in most zones. */
const moment = fc
  .date({ min: new Date('2025-12-25T00:00Z'), max: new Date('2026-03-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const method = fc.constantFrom(null, '', '  ', 'cash', 'Cash ', 'CARD', 'eft', 'unknown')
const line = fc.record({
  product: place,
  quantity: fc.integer({ min: -5_000, max: 20_000 }).map((value) => value / 1000),
  price: fc.integer({ min: 0, max: 50_000 }).map((value) => value / 100),
  purchaseprice: fc.option(fc.integer({ min: 0, max: 50_000 }).map((value) => value / 100)),
  vat_rate: fc.constantFrom('15', '0', '15.5', 'exempt'),
  stated_vat_cents: fc.option(fc.integer({ min: -500, max: 5_000 })),
  adjustment: fc.oneof(fc.constant(0), cents(500)),
})
const sale = fc.record({
  site: place,
  employee: place,
  saledate: moment,
  finalamount: cents(30_000),
  payment_method: method,
  vat_rate: fc.constantFrom('15', '15.5'),
  lines: fc.array(line, { maxLength: 4 }),
})
/** The sales whose id leaves `rest` when divided by `every`. */
const some = fc.record({ every: fc.integer({ min: 1, max: 4 }), rest: fc.nat({ max: 3 }) })

const change = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('insert' as const), sales: fc.array(sale, { minLength: 1, maxLength: 6 }) }),
  },
  fc.record({ kind: fc.constant('change sales' as const), some, sale }),
  fc.record({ kind: fc.constant('move' as const), some, hours: fc.integer({ min: -2000, max: 2000 }) }),
  fc.record({ kind: fc.constant('change lines' as const), some, line }),
  fc.record({ kind: fc.constant('delete lines' as const), some }),
  fc.record({ kind: fc.constant('delete sales' as const), some }),
)
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

type Shop = Awaited<ReturnType<typeof createShop>>

async function createShop(timezone: string) {
  const { businessid, siteid, employeeid, productid } = await createFilledBusiness(store.ownerPool, { timezone })
  const ids = async (statement: string) => (await ask<{ id: number }>(statement, [businessid])).map(({ id }) => id)
  const sites = await ids(
    `insert into site (businessid, sitename, location) values ($1, 'Rosebank', 'x'), ($1, 'Soweto', 'x') returning siteid as id`,
  )
  const employees = await ids(
    `insert into employee (businessid, firstname, lastname) values ($1, 'Sipho', 'Dube'), ($1, 'Anna', 'Botha') returning employeeid as id`,
  )
  const products = await ids(
    `insert into product (businessid, siteid, productname, stock) select $1, siteid, 'Milk', 10 from site where businessid = $1 limit 2 returning productid as id`,
  )
  return {
    businessid,
    sites: [siteid, ...sites],
    employees: [employeeid, ...employees],
    products: [productid, ...products],
  }
}

/** One statement, or two for a sale with lines, whatever the number of rows: triggers see them as sets. */
async function apply(shop: Shop, change: Change) {
  const mine = [shop.businessid]
  const where =
    'some' in change ? `businessid = $1 and saleid % ${change.some.every} = ${change.some.rest % change.some.every}` : ''
  switch (change.kind) {
    case 'insert': {
      const rows = change.sales.map(({ site, employee, lines: _, ...rest }) => ({
        ...rest,
        siteid: shop.sites[site],
        employeeid: shop.employees[employee],
      }))
      const made = await ask<{ saleid: number; saledate: Date; siteid: number; employeeid: number }>(
        `insert into sales (businessid, siteid, employeeid, saledate, finalamount, payment_method, vat_rate)
         select $1, siteid, employeeid, saledate, finalamount, payment_method, vat_rate from jsonb_populate_recordset(null::sales, $2) returning saleid, saledate, siteid, employeeid`,
        [...mine, JSON.stringify(rows)],
      )
      const lines = change.sales.flatMap(({ lines }, index) =>
        lines.map(({ product, ...rest }, at) => ({
          ...rest,
          ...made[index],
          line: at + 1,
          productid: shop.products[product],
          productname: 'Milk',
        })),
      )
      return ask(
        `insert into saleitems (businessid, saleid, line, saledate, siteid, employeeid, productid, quantity, productname, price, purchaseprice, vat_rate, stated_vat_cents, adjustment)
         select $1, saleid, line, saledate, siteid, employeeid, productid, quantity, productname, price, purchaseprice, vat_rate, stated_vat_cents, adjustment from jsonb_populate_recordset(null::saleitems, $2)`,
        [...mine, JSON.stringify(lines)],
      )
    }
    case 'change sales': {
      const { site, employee, finalamount, payment_method, saledate } = change.sale
      return ask(
        `update sales set siteid = $2, employeeid = $3, finalamount = $4, payment_method = $5, saledate = $6 where ${where}`,
        [...mine, shop.sites[site], shop.employees[employee], finalamount, payment_method, saledate],
      )
    }
    case 'move':
      return ask(`update sales set saledate = saledate + make_interval(hours => $2) where ${where}`, [...mine, change.hours])
    case 'change lines':
      return ask(
        `update saleitems set productid = $2, quantity = $3, price = $4, vat_rate = $5, adjustment = $6, purchaseprice = $7, stated_vat_cents = $8 where ${where}`,
        [
          ...mine,
          shop.products[change.line.product],
          change.line.quantity,
          change.line.price,
          change.line.vat_rate,
          change.line.adjustment,
          change.line.purchaseprice,
          change.line.stated_vat_cents,
        ],
      )
    case 'delete lines':
      return ask(`delete from saleitems where ${where}`, mine)
    case 'delete sales':
      return ask(`delete from sales where ${where}`, mine)
  }
}

async function differences({ businessid }: Shop) {
  const found = await findMismatches(store.ownerPool, businessid)
  const gaps = await ask(
    `select from (select productid, stock_before, lag(stock_after) over (partition by productid order by movementid) as last from stock_movements where businessid = $1) m
      where last <> stock_before`,
    [businessid],
  )
  return gaps.length > 0 ? { ...found, movements: 'do not follow each other' } : found
}

/** A shop in Johannesburg with one site, employee and product. */
async function createSmallShop() {
  const { businessid, siteid, employeeid } = await createBusiness(store.ownerPool, { timezone: 'Africa/Johannesburg' })
  const [{ productid } = { productid: 0 }] = await ask<{ productid: number }>(
    `insert into product (businessid, siteid, productname) values ($1, $2, 'Milk') returning productid`,
    [businessid, siteid],
  )
  return { businessid, sites: [siteid], employees: [employeeid], products: [productid] }
}

test('roll-ups: a sale with a discount, a refund and a sale without lines are summed as worked out by hand', async () => {
  const shop = await createSmallShop()
  const { businessid, products } = shop
  const vat_rate = '15' as const
  const milk = { product: 0, quantity: 2, price: 60, purchaseprice: 20, vat_rate, stated_vat_cents: null, adjustment: 0 }
  const discounted = { ...milk, adjustment: -5 }
  const unknownCost = { ...milk, quantity: -1, price: 23, purchaseprice: null }
  const sold = { site: 0, employee: 0, vat_rate }
  await apply(shop, {
    kind: 'insert',
    // Monday 01:30, Monday 01:45 and Tuesday 00:00 in Johannesburg, two hours before UTC.
    sales: [
      { ...sold, saledate: '2026-01-04T23:30:00Z', finalamount: 115, payment_method: 'Cash ', lines: [discounted] },
      { ...sold, saledate: '2026-01-04T23:45:00Z', finalamount: -23, payment_method: 'cash', lines: [unknownCost] },
      { ...sold, saledate: '2026-01-05T22:00:00Z', finalamount: 11.5, payment_method: null, lines: [] },
    ],
  })
  const read = (table: string, keys: string, where = 'true') =>
    ask(
      `select ${keys}, to_jsonb(t) ->> 'orders' as orders, to_jsonb(t) ->> 'lines' as lines, revenue_cents, refunds, refunded_cents,
              units_thousandths, vat_cents, cost_cents, costed_net_cents
         from ${table} t where businessid = $1 and ${where} and coalesce(to_jsonb(t) ->> 'orders', to_jsonb(t) ->> 'lines') <> '0' order by ${keys}`,
      [businessid],
    )
  const amounts = (...[revenue, refunds, refunded, units, vat, cost, costedNet]: number[]) => ({
    ...{ revenue_cents: revenue, refunds, refunded_cents: refunded, units_thousandths: units },
    ...{ vat_cents: vat, cost_cents: cost, costed_net_cents: costedNet },
  })
  const monday = amounts(9200, 1, -2300, 1000, 1200, 4000, 10_000)
  const tuesday = amounts(1150, 0, 0, 0, 150, 0, 0)
  const orders = (count: number) => ({ orders: `${count}`, lines: null })
  const lines = (count: number) => ({ orders: null, lines: `${count}` })
  const days = [
    { day: '2026-01-05', ...orders(2), ...monday },
    { day: '2026-01-06', ...orders(1), ...tuesday },
  ]
  const oneDay = 'bucket_days = 1'
  expect(await read('site_daily', 'day')).toEqual(days)
  expect(await read('sales_buckets', 'bucket_start, small_orders, small_revenue_cents', oneDay)).toEqual([
    { ...days[0], day: undefined, bucket_start: '2026-01-05', small_orders: 1, small_revenue_cents: -2300 },
    { ...days[1], day: undefined, bucket_start: '2026-01-06', small_orders: 1, small_revenue_cents: 1150 },
  ])
  expect(await read('payment_buckets', 'payment_method', oneDay)).toEqual([
    { payment_method: 'cash', ...orders(2), ...monday },
    { payment_method: 'unknown', ...orders(1), ...tuesday },
  ])
  expect(await read('hour_buckets', 'week_hour', oneDay)).toEqual([
    { week_hour: 1, ...orders(2), ...monday },
    { week_hour: 24, ...orders(1), ...tuesday },
  ])
  expect(await read('product_buckets', 'productid', 'bucket_key % 1024 = 1')).toEqual([
    { productid: products[0], ...lines(2), ...monday },
  ])
  expect(await read('vat_daily', 'day, vat_rate, is_remainder')).toEqual([
    { day: '2026-01-05', vat_rate: '15', is_remainder: false, ...lines(2), ...monday },
    { day: '2026-01-06', vat_rate: '15', is_remainder: true, ...lines(1), ...tuesday },
  ])
  expect(await differences(shop)).toEqual({})
})

test('roll-ups: they and the stock equal sums over the rows after any mix of inserts, updates and deletes', async () => {
  const zones = fc.constantFrom('Africa/Johannesburg', 'America/New_York', 'Pacific/Kiritimati')
  await fc.assert(
    fc.asyncProperty(zones, fc.array(change, { minLength: 1, maxLength: 12 }), async (zone, changes) => {
      const shop = await createShop(zone)
      for (const change of changes) await apply(shop, change)
      expect(await differences(shop)).toEqual({})
    }),
    { numRuns: 40 },
  )
})

test('roll-ups: they equal sums over the rows after concurrent writes', async () => {
  const shop = await createShop('Africa/Johannesburg')
  const batches = fc.sample(fc.array(sale, { minLength: 20, maxLength: 20 }), 12)
  await Promise.all(batches.map((sales) => apply(shop, { kind: 'insert', sales })))
  expect(await differences(shop)).toEqual({})
})

test('roll-ups: a transaction that is rolled back does not change them', async () => {
  const shop = await createShop('Africa/Johannesburg')
  const client = await store.ownerPool.connect()
  await client.query('begin')
  await client.query(`update sales set finalamount = 1000000 where businessid = $1`, [shop.businessid])
  await client.query(`delete from saleitems where businessid = $1`, [shop.businessid])
  await client.query('rollback')
  client.release()
  expect(await differences(shop)).toEqual({})
})
