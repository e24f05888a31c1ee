import { afterAll, expect, test } from 'vitest'
import { countDifferences, createQuery } from '../../db/roll-ups/roll-ups.ts'
import { createRecentSlices, findSlices } from '../../db/roll-ups/slices.ts'
import { createBusiness } from '../../db/testing/create-business.ts'
import { testServer } from '../testing/server.ts'
import { createShopHelpers } from '../testing/till-shop.ts'
import { repairRollUps } from './repair-roll-ups.ts'

const server = await testServer()
afterAll(server.close)
const query = createQuery(server.ownerPool)
const { ask, addProduct, addTill } = createShopHelpers(server)

/** The tables whose rows differ from the sales. */
async function findWrongTables(businessid: string) {
  const wrong = new Set<string>()
  for await (const { rollUp, bounds } of findSlices(query, businessid))
    if (await countDifferences(query, rollUp, bounds)) wrong.add(rollUp.table)
  return [...wrong].sort()
}

async function createSoldShop() {
  const business = await createBusiness(server.ownerPool)
  const product = await addProduct(business)
  const till = await addTill(business)
  const push = (from: number, count: number) =>
    till.push(
      Array.from({ length: count }, (_, index) => ({
        reference: `sale ${from + index}`,
        saledate: new Date(Date.UTC(2024, 0, 1) + ((from + index) % 40) * 7 * 86_400_000).toISOString(),
        payment_method: index % 2 ? 'cash' : 'card',
        items: [{ productid: product.productid, quantity: 1 }],
      })),
    )
  return { ...business, product, push }
}

const FAULTS: Record<string, string> = {
  site_daily:
    'update site_daily set orders = orders + 1 where businessid = $1 and day < (select min(day) + 30 from site_daily where businessid = $1)',
  sales_buckets: 'delete from sales_buckets where businessid = $1 and bucket_days = 64',
  payment_buckets: `update payment_buckets set payment_method = 'eft' where businessid = $1 and payment_method = 'cash' and bucket_days = 1`,
  hour_buckets: 'update hour_buckets set units_thousandths = units_thousandths + 1000 where businessid = $1 and bucket_days = 16',
  product_buckets: 'update product_buckets set revenue_cents = 0 where businessid = $1',
  vat_daily: 'delete from vat_daily where businessid = $1',
}

test('roll-ups: each difference from the sales is found, and a repair leaves none', async () => {
  const { businessid, push } = await createSoldShop()
  await push(0, 40)
  expect(await findWrongTables(businessid)).toEqual([])
  const client = await server.ownerPool.connect()
  for (const [table, fault] of Object.entries(FAULTS)) {
    await ask(fault, [businessid])
    expect(await findWrongTables(businessid)).toContain(table)
    expect(await repairRollUps(client, businessid)).toBeGreaterThan(0)
    expect(await findWrongTables(businessid), table).toEqual([])
  }
  await ask('delete from sales where businessid = $1', [businessid])
  await ask(
    `insert into site_daily (businessid, day, siteid, orders, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents, cost_cents, costed_net_cents)
     select $1, '2030-01-01', siteid, 1, 1, 0, 0, 0, 0, 0, 0 from site where businessid = $1`,
    [businessid],
  )
  expect(await findWrongTables(businessid), 'a day without sales').toEqual(['site_daily'])
  expect(await repairRollUps(client, businessid)).toBe(1)
  expect(await findWrongTables(businessid)).toEqual([])
  client.release()
})

test('roll-ups: a repair loses no sale that arrives while it runs', async () => {
  const { businessid, push } = await createSoldShop()
  await push(0, 200)
  for (const fault of Object.values(FAULTS)) await ask(fault, [businessid])
  const client = await server.ownerPool.connect()
  let isRepairing = true
  const selling = Array.from({ length: 4 }, async (_, till) => {
    const statuses: string[] = []
    for (let batch = 0; isRepairing || batch < 3; batch++) {
      const { body } = await push(1_000 * (till + 1) + batch * 3, 3)
      statuses.push(...body.sales.map((sale: { status: string }) => sale.status))
    }
    return statuses
  })
  const repaired = await repairRollUps(client, businessid)
  isRepairing = false
  expect(new Set((await Promise.all(selling)).flat())).toEqual(new Set(['created']))
  client.release()
  expect(repaired).toBeGreaterThan(0)
  expect(await findWrongTables(businessid)).toEqual([])
})

test('roll-ups: the slices of the last days find a difference there and none before', async () => {
  const { businessid, push } = await createSoldShop()
  await push(0, 10)
  const countRecent = async (today: string) => {
    let count = 0
    for (const { rollUp, bounds } of createRecentSlices(businessid, today, 35))
      count += await countDifferences(query, rollUp, bounds)
    return count
  }
  expect(await countRecent('2024-02-05')).toBe(0)
  await ask(`update site_daily set revenue_cents = revenue_cents + 100 where businessid = $1 and day = '2024-01-08'`, [
    businessid,
  ])
  expect(await countRecent('2024-02-05')).toBe(1)
  expect(await countRecent('2024-02-20')).toBe(0)
})
