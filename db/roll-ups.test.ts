import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createFilledBusiness } from './testing/create-filled-business.ts'
import { testStore } from './testing/store.ts'

// Whatever writes sales, the roll-ups equal sums over the rows. The tests write as the owner, the only role that may change and
// delete sales.

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
  purchaseprice: fc.integer({ min: 0, max: 50_000 }).map((value) => value / 100),
  vat_rate: fc.constantFrom(15, 0),
  adjustment: fc.oneof(fc.constant(0), cents(500)),
})
const sale = fc.record({
  site: place,
  employee: place,
  saledate: moment,
  finalamount: cents(30_000),
  payment_method: method,
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
        `insert into sales (businessid, siteid, employeeid, saledate, finalamount, payment_method)
         select $1, siteid, employeeid, saledate, finalamount, payment_method from jsonb_populate_recordset(null::sales, $2) returning saleid, saledate, siteid, employeeid`,
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
        `insert into saleitems (businessid, saleid, line, saledate, siteid, employeeid, productid, quantity, productname, price, purchaseprice, vat_rate, adjustment)
         select $1, saleid, line, saledate, siteid, employeeid, productid, quantity, productname, price, purchaseprice, vat_rate, adjustment from jsonb_populate_recordset(null::saleitems, $2)`,
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
        `update saleitems set productid = $2, quantity = $3, price = $4, vat_rate = $5, adjustment = $6 where ${where}`,
        [
          ...mine,
          shop.products[change.line.product],
          change.line.quantity,
          change.line.price,
          change.line.vat_rate,
          change.line.adjustment,
        ],
      )
    case 'delete lines':
      return ask(`delete from saleitems where ${where}`, mine)
    case 'delete sales':
      return ask(`delete from sales where ${where}`, mine)
  }
}

/** For each table the expected rows, computed from the sales and their lines, and the stored rows that are not zero. */
const LINE = `round(quantity * price, 2) + adjustment`
const VAT = `round((${LINE}) * vat_rate / (100 + vat_rate), 2)`
const SALES = `
  select s.*, s.saledate at time zone b.timezone as local, (s.saledate at time zone b.timezone)::date as day,
         lower(trim(both ' ' from s.payment_method)) as method, lines.units as sold, lines.cost, rest, lines.vat + round(rest * 15 / 115, 2) as vat
    from sales s join business b on b.id = s.businessid
   cross join lateral (
     select coalesce(sum(quantity), 0) as units, coalesce(sum(round(quantity * purchaseprice, 2)), 0) as cost, coalesce(sum(${LINE}), 0) as amount,
            coalesce(sum(${VAT}), 0) as vat
       from saleitems i where i.businessid = s.businessid and i.saleid = s.saleid
   ) lines
   cross join lateral (select s.finalamount - lines.amount as rest) r
   where s.businessid = $1`
const MEASURES = `sum((finalamount < 0)::int), sum(least(finalamount, 0)), sum(sold), sum(vat) * 100, sum(cost) * 100`
const KEPT = 'refunds, refunded, units, vat_cents, cost_cents'
const IS_KEPT = 'orders <> 0 or revenue <> 0 or refunds <> 0 or refunded <> 0 or units <> 0 or vat_cents <> 0 or cost_cents <> 0'
const LINES = `select i.*, (s.saledate at time zone b.timezone)::date as day, s.siteid as sold_at, ${LINE} as amount, ${VAT} as vat
  from saleitems i join sales s using (businessid, saleid) join business b on b.id = i.businessid where i.businessid = $1`
const BUCKETS = `cross join (values (1), (4), (16), (64), (256)) p (bucket_days)`
const START = `date '1970-01-01' + (floor((day - date '1970-01-01')::numeric / bucket_days) * bucket_days)::integer`
const PAIRS = {
  site_daily: [
    `select day, siteid, count(*), sum(finalamount), ${MEASURES} from (${SALES}) s group by 1, 2`,
    `select day, siteid, orders, revenue, ${KEPT} from site_daily where businessid = $1 and (${IS_KEPT})`,
  ],
  sales_buckets: [
    `select bucket_days, ${START}, siteid, employeeid, count(*), sum(finalamount), sum((finalamount < 100)::int), sum(case when finalamount < 100 then finalamount else 0 end), ${MEASURES}
       from (${SALES}) s ${BUCKETS} group by 1, 2, 3, 4`,
    `select bucket_days, bucket_start, siteid, employeeid, orders, revenue, small_orders, small_revenue, ${KEPT} from sales_buckets
      where businessid = $1 and (${IS_KEPT} or small_orders <> 0 or small_revenue <> 0)`,
  ],
  payment_buckets: [
    `select bucket_days, ${START}, siteid, case when method is null or method = '' then 'unknown' else method end, count(*), sum(finalamount), ${MEASURES}
       from (${SALES}) s ${BUCKETS} group by 1, 2, 3, 4`,
    `select bucket_days, bucket_start, siteid, payment_method, orders, revenue, ${KEPT} from payment_buckets where businessid = $1 and (${IS_KEPT})`,
  ],
  hour_buckets: [
    `select bucket_days, ${START}, siteid, (extract(isodow from local) - 1) * 24 + extract(hour from local), count(*), sum(finalamount), ${MEASURES}
       from (${SALES}) s ${BUCKETS} group by 1, 2, 3, 4`,
    `select bucket_days, bucket_start, siteid, week_hour, orders, revenue, ${KEPT} from hour_buckets where businessid = $1 and (${IS_KEPT})`,
  ],
  product_buckets: [
    `select (${START} - date '1970-01-01') * 1024 + bucket_days, productid, sold_at, count(*), sum(quantity) * 1000, sum(round(quantity * price, 2)) * 100,
            sum(amount) * 100, sum(vat) * 100, sum(round(quantity * purchaseprice, 2)) * 100, sum((amount < 0)::int), sum(least(amount, 0)) * 100
       from (${LINES}) s ${BUCKETS} group by 1, 2, 3`,
    `select bucket_key, productid, siteid, lines, quantity, revenue, amount_cents, vat_cents, cost_cents, refunds, refunded_cents
       from product_buckets
      where businessid = $1 and (lines <> 0 or quantity <> 0 or revenue <> 0 or amount_cents <> 0 or vat_cents <> 0 or cost_cents <> 0 or refunds <> 0)`,
  ],
  vat_daily: [
    `select day, siteid, rate, sum(lines), sum(amount) * 100, sum(vat) * 100, sum(cost) * 100, sum(quantity) * 1000, sum((amount < 0)::int), sum(least(amount, 0)) * 100
       from (
         select day, sold_at as siteid, vat_rate as rate, 1 as lines, amount, vat, round(quantity * purchaseprice, 2) as cost, quantity from (${LINES}) l
          union all
         select day, siteid, 15, 1, rest, round(rest * 15 / 115, 2), 0, 0 from (${SALES}) s where rest <> 0
       ) parts group by 1, 2, 3`,
    `select day, siteid, vat_rate, lines, amount_cents, vat_cents, cost_cents, quantity, refunds, refunded_cents from vat_daily
      where businessid = $1 and (lines <> 0 or amount_cents <> 0 or vat_cents <> 0 or cost_cents <> 0 or quantity <> 0 or refunds <> 0)`,
  ],
  sale_sums: [
    `select saleid, sold, cost * 100, vat * 100 from (${SALES}) s`,
    `select saleid, units, cost_cents, vat_cents from sales where businessid = $1`,
  ],
  sales_id_prefixes: [
    `select suffix_digits, div(saleid, 10::numeric ^ suffix_digits)::bigint, day, siteid, employeeid, count(*), sum(finalamount), sum((finalamount < 100)::int), sum(case when finalamount < 100 then finalamount else 0 end)
       from (${SALES}) s cross join (values (4), (6)) p (suffix_digits) group by 1, 2, 3, 4, 5`,
    `select suffix_digits, prefix, day, siteid, employeeid, orders, revenue, small_orders, small_revenue from sales_id_prefixes
      where businessid = $1 and (orders <> 0 or revenue <> 0 or small_orders <> 0 or small_revenue <> 0)`,
  ],
  stock: [
    `select p.productid, case p.productname when 'Bread' then 100 else 10 end - coalesce(sum(i.quantity), 0)
       from product p left join saleitems i using (businessid, productid) where businessid = $1 group by p.productid, p.productname`,
    `select productid, stock from product where businessid = $1`,
  ],
  stock_movements: [
    `select productid, stock from product p where businessid = $1 and exists (select from stock_movements m where (m.businessid, m.productid) = (p.businessid, p.productid))`,
    `select distinct on (productid) productid, stock_after from stock_movements where businessid = $1 order by productid, movementid desc`,
  ],
}

async function differences({ businessid }: Shop) {
  const found: Record<string, unknown> = {}
  for (const [name, [raw, kept]] of Object.entries(PAIRS)) {
    const rows = await ask(
      `select 'missing' as is, r.* from ((${raw}) except all (${kept})) r union all select 'too much', k.* from ((${kept}) except all (${raw})) k`,
      [businessid],
    )
    if (rows.length > 0) found[name] = rows
  }
  const gaps = await ask(
    `select from (select productid, stock_before, lag(stock_after) over (partition by productid order by movementid) as last from stock_movements where businessid = $1) m
      where last <> stock_before`,
    [businessid],
  )
  if (gaps.length > 0) found.movements = 'do not follow each other'
  return found
}

test('roll-ups: they and the stock equal sums over the rows after any mix of inserts, updates and deletes', async () => {
  const zones = fc.constantFrom('Africa/Johannesburg', 'America/New_York', 'Pacific/Kiritimati')
  await fc.assert(
    fc.asyncProperty(zones, fc.array(change, { minLength: 1, maxLength: 12 }), async (zone, changes) => {
      const shop = await createShop(zone)
      for (const change of changes) await apply(shop, change)
      expect(await differences(shop)).toEqual({})
    }),
    { numRuns: 60 },
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
