import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { findMismatches } from '../../../db/testing/find-mismatches.ts'
import type { createTillClient } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { createSale, createShopHelpers, readStatuses } from '../../testing/till-shop.ts'
import { waitForBlocked } from '../../testing/wait-until.ts'

const server = await testServer()
afterAll(server.close)
type Till = ReturnType<typeof createTillClient>

const { ask, addTill, addSite, createShop, addProduct, findStock, findSales } = createShopHelpers(server)

describe('concurrent tills', () => {
  test('store each sale once without a deadlock, in twenty batches with the same sales and products', {
    timeout: 60_000,
  }, async () => {
    const { till: first, ...shop } = await createShop()
    const tills = [first, await addTill(shop), await addTill(shop)]
    const products = await Promise.all(
      Array.from({ length: 15 }, (_, index) => addProduct(shop, { barcode: `60${index}`, stock: 1000 })),
    )
    const all = Array.from({ length: 120 }, (_, index) =>
      createSale(`s-${index}`, {
        items: [0, 1, 2].map((line) => ({ barcode: `60${(index * 7 + line * 4) % 15}`, quantity: 1 })),
      }),
    )
    // Each batch has another order, so that two of them lock the same rows in opposite orders.
    const batches = Array.from({ length: 20 }, (_, nth) =>
      all.toSorted((a, b) => hash(a.reference, nth) - hash(b.reference, nth)).slice(0, 80),
    )
    const answers = await Promise.all(batches.map((batch, nth) => (tills[nth % 3] ?? first).push(batch)))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const created = answers.flatMap((answer) => answer.body.sales).filter(({ status }) => status === 'created')
    const sent = new Set(batches.flat().map(({ reference }) => reference))
    expect(created).toHaveLength(sent.size)
    expect(new Set(answers.flatMap(readStatuses))).toEqual(new Set(['created', 'duplicate']))
    expect(await findSales(shop)).toHaveLength(sent.size)
    const left = await Promise.all(products.map(findStock))
    expect(15 * 1000 - left.reduce<number>((sum, stock) => sum + Number(stock), 0)).toBe(sent.size * 3)
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })

  test('share transactions for single sales of one key, each with its own answer', async () => {
    const { till, ...shop } = await createShop()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        till.push([createSale(`s-${index % 50}`, index === 7 ? { finalamount: 'x' } : {})]),
      ),
    )
    expect(answers.flatMap(({ body }) => body.sales[0].reference)).toEqual(
      Array.from({ length: 60 }, (_, index) => `s-${index % 50}`),
    )
    const counted = Object.groupBy(answers.flatMap(readStatuses), (status) => status)
    expect([counted['created']?.length, counted['duplicate']?.length, counted['rejected']?.length]).toEqual([50, 9, 1])
    const [{ transactions } = { transactions: 0 }] = await ask<{ transactions: number }>(
      'select count(distinct xmin::text)::integer as transactions from sales where businessid = $1',
      [shop.businessid],
    )
    expect(transactions).toBeLessThan(40)
  })

  test('reject a sale whose product is deleted between its look-up and the insert', async () => {
    const { till, ...shop } = await createShop()
    const bread = await addProduct(shop, { barcode: '600' })
    const blocker = await server.ownerPool.connect()
    onTestFinished(() => blocker.release(true))
    await blocker.query('begin')
    await blocker.query('delete from product where productid = $1', [bread.productid])
    const pushing = till.push([createSale('a', { items: [{ barcode: '600', quantity: 1 }] }), createSale('b')])
    await waitForBlocked(server.ownerPool, 1)
    await blocker.query('commit')
    expect(readStatuses(await pushing)).toEqual(['rejected', 'created'])
  })

  test('of several sites share transactions, in which each sale is at the site of its till and knows only the products there', async () => {
    const { till, ...shop } = await createShop()
    const other = { ...shop, siteid: await addSite(shop) }
    const [here, there] = [await addProduct(shop, { barcode: '600' }), await addProduct(other, { barcode: '600' })]
    const onlyHere = await addProduct(shop, { barcode: '601' })
    const tills = [till, await addTill(other), await addTill(other)]
    const lines = (productid: number) => ({ finalamount: undefined, items: [{ productid, quantity: 1 }] })
    const byBarcode = { finalamount: undefined, items: [{ barcode: '600', quantity: 1 }] }
    const unknown = { finalamount: undefined, items: [{ barcode: '700', productname: 'Tea', quantity: 1, price: 5 }] }
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, round) =>
        tills.flatMap((each, nth) => [
          push(each, [createSale(`known ${round} ${nth}`, byBarcode)]),
          push(each, [createSale(`unknown ${round} ${nth}`, unknown)]),
          push(each, [createSale(`foreign ${round} ${nth}`, lines(onlyHere.productid))]),
          push(each, [createSale(`both ${round}`, { payment_method: 'card' })]),
        ]),
      ).flat(),
    )
    const counts: Record<string, number> = { 'both duplicate': 0 }
    for (const { reference, status } of answers.flatMap(({ body }) => body.sales)) {
      const name = `${reference.split(' ')[0]} ${status}`
      counts[name] = (counts[name] ?? 0) + 1
    }
    const { 'both rejected': rejected = 0, 'both duplicate': duplicates = 0, ...others } = counts
    expect(others).toEqual({
      ...{ 'known created': 36, 'unknown created': 36, 'foreign created': 12, 'foreign rejected': 24, 'both created': 12 },
    })
    // Two of the three tills are at one site, and to another site the reference is in use.
    expect(rejected + duplicates).toBe(24)
    expect(rejected).toBeGreaterThanOrEqual(12)
    expect([await findStock(here), await findStock(there), await findStock(onlyHere)]).toEqual([88, 76, 88])
    expect(
      await ask(
        `select distinct split_part(s.reference, ' ', 3)::integer = 0 as is_first_till, s.siteid = $2 as is_here, i.siteid = s.siteid as is_same,
                p.siteid = s.siteid as is_product_of_site, e.siteid = s.siteid as is_employee_of_site
           from sales s join saleitems i using (businessid, saleid) join product p using (businessid, productid)
           join employee e on (e.businessid, e.employeeid) = (s.businessid, s.employeeid)
          where s.businessid = $1 order by 1`,
        [shop.businessid, shop.siteid],
      ),
    ).toEqual(
      [false, true].map((isFirst) => ({
        ...{ is_first_till: isFirst, is_here: isFirst, is_same: true, is_product_of_site: true, is_employee_of_site: true },
      })),
    )
    const [{ transactions } = { transactions: 0 }] = await ask<{ transactions: number }>(
      'select count(distinct xmin::text)::integer as transactions from sales where businessid = $1',
      [shop.businessid],
    )
    expect(transactions).toBeLessThan(30)
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })

  test('with a revoked key are refused, and the others in the same transaction are not', async () => {
    const { till, ...shop } = await createShop()
    const revoked = await addTill(shop)
    for (const each of [till, revoked]) await each.push([createSale(`first of ${each.key}`)])
    const blocker = await server.ownerPool.connect()
    onTestFinished(() => blocker.release(true))
    await blocker.query('begin')
    await blocker.query('select from site_daily where businessid = $1 for update', [shop.businessid])
    const blocked = till.push([createSale('a')])
    await waitForBlocked(server.ownerPool, 1)
    const waiting = [revoked.push([createSale('b')]), till.push([createSale('c')])]
    await ask('update till_keys set revoked_at = now() where businessid = $1 and key_hash = sha256($2)', [
      shop.businessid,
      revoked.key,
    ])
    await blocker.query('rollback')
    expect(readStatuses(await blocked)).toEqual(['created'])
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([401, 200])
  })

  test('use few connections for each business, so that another one is served', async () => {
    const [busy, other] = [await createShop(), await createShop()]
    await busy.till.push([createSale('a')])
    const blocker = await server.ownerPool.connect()
    onTestFinished(() => blocker.release(true))
    await blocker.query('begin')
    await blocker.query('select from site_daily where businessid = $1 for update', [busy.businessid])
    const waiting = Promise.all(Array.from({ length: 30 }, (_, index) => busy.till.push([createSale(`w-${index}`)])))
    for (let index = 0; index < 5; index++)
      expect(readStatuses(await other.till.push([createSale(`o-${index}`)]))).toEqual(['created'])
    await blocker.query('rollback')
    expect((await waiting).flatMap(readStatuses)).toEqual(Array.from({ length: 30 }, () => 'created'))
  })
})

/** As a till does: it sends again what was answered 503, which a machine under load may answer to many requests at once. */
async function push(till: Till, sales: unknown[]): ReturnType<Till['push']> {
  const answer = await till.push(sales)
  return answer.status === 503 ? push(till, sales) : answer
}

/** A sort key that gives another order for each `nth`, the same in every run. */
function hash(text: string, nth: number) {
  let value = nth + 1
  for (const char of text) value = (value * 31 + char.charCodeAt(0) * (nth + 3)) % 10_007
  return value
}
