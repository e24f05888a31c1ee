import { afterAll, expect, test } from 'vitest'
import { startServer, testServer } from '../../testing/server.ts'
import { createSale, createShopHelpers, readStatuses, type Till } from '../../testing/till-shop.ts'

const server = await testServer()
afterAll(server.close)
const { ask, addTill, addProduct, createOwnedShop, createShop, findSales } = createShopHelpers(server)

async function post(till: Pick<Till, 'key'>, path: string, body: object, url = server.url) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${till.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, epoch: response.headers.get('winkel-epoch'), body: JSON.parse(await response.text()) }
}
const send = (till: Pick<Till, 'key'>, query: string, sales: unknown, url?: string) =>
  post(till, `/sales${query}`, { sales }, url)
const dryRun = (till: Pick<Till, 'key'>, sales: unknown) => send(till, '?dry_run=true', sales)

/** All rows of a business. `last_used_at` and the days of use of a key may change. */
async function readRows(businessid: string) {
  const tables = await ask<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'businessid' order by 1`,
  )
  const rows: Record<string, unknown[]> = {}
  for (const { name } of tables)
    rows[name] = await ask(
      `select to_jsonb(t) - 'last_used_at' - 'used_days' as row from ${name} t where businessid = $1 order by 1`,
      [businessid],
    )
  return rows
}

test('dry run: answers as the call itself, and stores nothing', async () => {
  const shop = await createOwnedShop()
  const { api, till, businessid, credentials } = shop
  const milk = await addProduct(shop, { barcode: '6001' })
  await api.webhooks.create({ url: 'https://1.1.1.1/x', events: ['sale.created'], current: credentials.password })
  await till.push([createSale('stored')])
  const sales = [
    createSale('new', { items: [{ barcode: '6001', quantity: 2 }] }),
    createSale('new', { items: [{ barcode: '6001', quantity: 2 }] }),
    createSale('unknown', { items: [{ barcode: '7', productname: 'Candle', quantity: 1, price: 10 }] }),
    createSale('stored'),
    createSale('stored', { finalamount: 11 }),
    createSale('tip', { tip: 5 }),
    createSale('future', { saledate: '2099-01-01T10:00' }),
    createSale('nothing', { items: [{ barcode: '9', quantity: 1 }] }),
    'no sale',
  ]
  const before = await readRows(businessid)
  const tried = await dryRun(till, sales)
  expect(await readRows(businessid)).toEqual(before)
  expect(tried.body.dry_run).toBe(true)
  const real = await send(till, '?dry_run=false', sales)
  expect(real.body.dry_run).toBeUndefined()
  const withoutNumbers = (answers: { saleid?: number; server_time?: string }[]) =>
    answers.map(({ saleid, server_time, ...answer }) => ({ ...answer, saleid: typeof saleid, server_time: typeof server_time }))
  expect(withoutNumbers(tried.body.sales)).toEqual(withoutNumbers(real.body.sales))
  expect(readStatuses(tried)).toEqual([
    ...['created', 'duplicate', 'created', 'duplicate', 'rejected', 'rejected', 'rejected', 'rejected', 'rejected'],
  ])
  const ids = new Set((await findSales(shop)).map(({ saleid }) => saleid))
  const [created, , , stored] = tried.body.sales
  expect(ids.has(created.saleid), 'a number that no sale has').toBe(false)
  expect(ids.has(stored.saleid)).toBe(true)
  expect(tried.epoch).toBe(real.epoch)
  expect(milk.stock).toBe(100)
})

test('dry run: the first sale of a key, its clock and the ‘Till’ of a site stay as they are', async () => {
  const shop = await createOwnedShop()
  expect(readStatuses(await dryRun(shop.till, [createSale('a')]))).toEqual(['created'])
  await dryRun(shop.till, [createSale('b', { saledate: '2099-01-01T10:00' })])
  expect(await shop.api.tills.list({ siteid: shop.siteid })).toMatchObject([{ first_sale: null }])
  expect(await shop.api.tills.clocksAhead()).toEqual([])
  expect((await shop.api.refusedSales.list({})).results).toBe(0)
  expect(await ask(`select from employee where businessid = $1 and firstname = 'Till'`, [shop.businessid])).toEqual([])
  expect(await findSales(shop)).toEqual([])
})

test('dry run: a sale that the database refuses is rejected, and the others of the request are as in the call itself', async () => {
  const shop = await createShop()
  const { productid } = await addProduct(shop, { stock: -999_999_990 })
  const sales = [
    createSale('a'),
    createSale('b', { items: [{ productid, quantity: 100 }] }),
    createSale('a'),
    createSale('c', { items: [{ productid, quantity: 1 }] }),
  ]
  const statuses = ['created', 'rejected', 'duplicate', 'created']
  expect(readStatuses(await dryRun(shop.till, sales))).toEqual(statuses)
  expect(readStatuses(await shop.till.push(sales))).toEqual(statuses)
})

test('dry run: several at once beside real sales of the same key store nothing, and each is answered', async () => {
  const shop = await createShop()
  const other = await addTill(shop)
  const [real, ...tried] = await Promise.all([
    shop.till.push([createSale('a')]),
    ...Array.from({ length: 8 }, (_, nth) => dryRun(nth % 2 === 0 ? shop.till : other, [createSale(`b ${nth}`)])),
  ])
  expect(readStatuses(real)).toEqual(['created'])
  for (const answer of tried) expect(readStatuses(answer)).toEqual(['created'])
  expect(await findSales(shop)).toMatchObject([{ reference: 'a' }])
})

test('dry run: is neither counted as stored nor as rejected', async () => {
  const counts = async () => (await server.metrics.text()).split('\n').filter((line) => /^winkel_.*sales.* \d+$/.test(line))
  const { till } = await createShop()
  const before = await counts()
  expect(before.length).toBeGreaterThan(0)
  await dryRun(till, [createSale('a'), createSale('b', { tip: 1 })])
  expect(await counts()).toEqual(before)
})

test('dry run: movements of a drawer are answered, and not stored', async () => {
  const { till, businessid } = await createShop()
  const movement = { reference: 'm-1', time: '2026-03-10T12:00:00', kind: 'paid_in', amount: 300, reason: 'Change' }
  const push = (query: string) => post(till, `/drawer-movements${query}`, { movements: [movement, { ...movement, amount: 0 }] })
  const before = await readRows(businessid)
  const tried = await push('?dry_run=true')
  expect(tried.body).toMatchObject({ dry_run: true, movements: [{ status: 'created' }, { status: 'rejected' }] })
  expect(await readRows(businessid)).toEqual(before)
  expect((await push('?dry_run=TRUE')).status).toBe(422)
  const stored = await push('')
  expect(stored.body).toMatchObject({ movements: [{ status: 'created' }, { status: 'rejected' }] })
  expect(stored.body.dry_run).toBeUndefined()
})

test.each(['?dry_run=yes', '?dry_run=', '?dry_run=TRUE', '?dry_run=1', '?dry_run=true&dry_run=false'])(
  'dry run: with %s the request is refused, and nothing is stored',
  async (query) => {
    const shop = await createShop()
    expect(await send(shop.till, query, [createSale('a')])).toMatchObject({
      status: 422,
      body: { message: 'dry_run: Send true or false.' },
    })
    expect(await findSales(shop)).toEqual([])
  },
)

test('dry run: keys and limits hold', async () => {
  expect((await dryRun({ key: `wk_${'a'.repeat(43)}` }, [createSale('a')])).status).toBe(401)
  const { till, businessid } = await createOwnedShop()
  const strict = await startServer(server.store, { tillLimits: { requests: 1 } })
  const answers = [1, 2].map(() => send(till, '?dry_run=true', [createSale('a')], strict.url))
  expect((await Promise.all(answers)).map(({ status }) => status).toSorted()).toEqual([200, 429])
  await strict.close()
  await ask(`update business set closed_at = now(), erase_at = now() + interval '30 days' where id = $1`, [businessid])
  expect(await dryRun(till, [createSale('a')])).toMatchObject({ status: 503, body: { code: 'BUSINESS_CLOSED' } })
})
