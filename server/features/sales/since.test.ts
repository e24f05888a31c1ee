import { Pool, type PoolClient } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createTenantScopes } from '../../../db/tenant-scope.ts'
import { createOwner, createProgram, createTill } from '../../testing/clients.ts'
import { createRandom } from '../../testing/random.ts'
import { testServer } from '../../testing/server.ts'
import { waitForBlocked, waitUntil } from '../../testing/wait-until.ts'
import { findSalesSince, keepPlace } from './since.ts'

const server = await testServer()
// More connections than the pool of the tests has.
const writing = new Pool({ ...server.ownerPool.options, max: 10 })
afterAll(async () => {
  await writing.end()
  await server.close()
})
const scopes = createTenantScopes(server.store.pool)
const ask = async (text: string, values: unknown[] = []) => (await server.ownerPool.query(text, values)).rows

type Shop = Awaited<ReturnType<typeof createOwner>>
const INSERT = `insert into sales (businessid, siteid, employeeid, saledate, finalamount) values ($1, $2, $3, now(), $4) returning saleid`
const sell = async (client: Pick<PoolClient, 'query'>, { businessid, siteid, employeeid }: Shop, amount = 1) =>
  Number((await client.query(INSERT, [businessid, siteid, employeeid, amount])).rows[0]?.saleid)

async function since(shop: Shop, cursor?: string, limit = 500) {
  const { rows, place } = await scopes.asTenant(shop.user_id, (scope, entered) =>
    findSalesSince(scope, entered, { cursor, limit }, 0),
  )
  return { rows, next: await scopes.asAuth((scope) => keepPlace(scope, place)) }
}

test.each([1, 2, 3])(
  'sales since: each committed sale is given once, and none that was rolled back, in schedule %i',
  async (seed) => {
    const random = createRandom(seed)
    const shop = await createOwner(server, { businessname: `Schedule ${seed}` })
    const other = await createOwner(server, { businessname: `Beside ${seed}` })
    const writers = await Promise.all(Array.from({ length: 6 }, () => writing.connect()))
    onTestFinished(() => {
      for (const writer of writers) writer.release(true)
    })
    // Without the roll-ups, in whose rows the writers would wait for each other.
    for (const writer of writers) await writer.query(`set app.importing_business = 'on'`)
    const open = new Map<PoolClient, number[]>()
    const committed: number[] = []
    const given: number[] = []
    let cursor: string | undefined
    const read = async () => {
      const { rows, next } = await since(shop, cursor, 1 + Math.floor(random() * 5))
      given.push(...rows.map(({ saleid }) => saleid))
      cursor = next
      return rows.length
    }
    const end = async (writer: PoolClient, command: 'commit' | 'rollback') => {
      await writer.query(command)
      if (command === 'commit') committed.push(...(open.get(writer) ?? []))
      open.delete(writer)
    }
    for (let step = 0; step < 400; step++) {
      const writer = writers[Math.floor(random() * writers.length)] as PoolClient
      const sales = open.get(writer)
      const chance = random()
      if (chance < 0.2) await read()
      else if (!sales) {
        await writer.query('begin')
        open.set(writer, [])
      } else if (chance < 0.6) sales.push(await sell(writer, chance < 0.5 ? shop : other))
      else await end(writer, chance < 0.9 ? 'commit' : 'rollback')
    }
    for (const writer of open.keys()) await end(writer, 'commit')
    const own = new Set(
      (await ask('select saleid from sales where businessid = $1', [shop.businessid])).map(({ saleid }) => Number(saleid)),
    )
    await waitUntil(async () => {
      await read()
      expect(given.length).toBeGreaterThanOrEqual(own.size)
    })
    expect(await read()).toBe(0)
    expect(given).toEqual(given.toSorted((a, b) => a - b))
    expect(given).toEqual(committed.filter((saleid) => own.has(saleid)).toSorted((a, b) => a - b))
    expect(given.length).toBe(own.size)
    expect(given.length).toBeGreaterThan(30)
  },
)

test('sales since: a transaction that has the number of a sale and nothing else holds later sales back', async () => {
  const shop = await createOwner(server, { businessname: 'Slow Stores' })
  const [slow, holder] = [await writing.connect(), await writing.connect()]
  onTestFinished(async () => {
    slow.release(true)
    holder.release(true)
    await ask('drop trigger wait_for_test on sales')
  })
  // Fires when the row has its number, before it is stored.
  await ask(`
    create function wait_for_test() returns trigger language plpgsql as
      $$ begin if new.finalamount = 77 then perform pg_advisory_xact_lock_shared(77); end if; return new; end $$;
    create trigger wait_for_test before insert on sales for each row execute function wait_for_test()`)
  // PostgreSQL gives a transaction an id when it logs a sequence, which it does for 32 numbers at once.
  const earlier = await sell(server.ownerPool, shop)
  await holder.query('select pg_advisory_lock(77)')
  const storing = sell(slow, shop, 77)
  await waitForBlocked(server.ownerPool, 1)
  const later = await sell(server.ownerPool, shop)
  const held = await since(shop)
  expect(held.rows.map(({ saleid }) => saleid)).not.toContain(later)
  await holder.query('select pg_advisory_unlock(77)')
  const first = await storing
  const given = held.rows.map(({ saleid }) => saleid)
  let cursor = held.next
  await waitUntil(async () => {
    const { rows, next } = await since(shop, cursor)
    cursor = next
    given.push(...rows.map(({ saleid }) => saleid))
    expect(given).toEqual([earlier, first, later])
  })
})

test('sales since: tills sell while a program reads, and it gets each sale once with its lines and payment', async () => {
  const shop = await createOwner(server, { businessname: 'Busy Stores' })
  const { productid } = await shop.api.products.create({
    ...{ siteid: shop.siteid, productname: 'Bread', barcode: '6001', price: 18.5, purchaseprice: 9, stock: 5 },
  })
  const tills = await Promise.all(Array.from({ length: 4 }, () => createTill(server, shop)))
  const program = await createProgram(server, shop)
  const given: { reference: string; items: unknown[] }[] = []
  let cursor = ''
  const read = async () => {
    const { status, body } = await program.send('GET', `/api/v1/sales/since?limit=20${cursor && `&cursor=${cursor}`}`)
    expect(status).toBe(200)
    given.push(...body.rows)
    cursor = body.next
    return body.rows.length
  }
  const saledate = '2026-11-20T09:00:00Z'
  const selling = Promise.all(
    tills.map(async ({ push }, till) => {
      for (let nth = 0; nth < 25; nth++)
        await push([{ reference: `${till} ${nth}`, saledate, payment_method: 'Card', items: [{ productid, quantity: 2 }] }])
    }),
  )
  let isOver = false
  void selling.then(() => {
    isOver = true
  })
  while (!isOver) await read()
  await waitUntil(async () => {
    await read()
    expect(given.length).toBeGreaterThanOrEqual(100)
  })
  expect(await read()).toBe(0)
  expect(given.map(({ reference }) => reference).toSorted()).toEqual(
    tills.flatMap((_, till) => Array.from({ length: 25 }, (_, nth) => `${till} ${nth}`)).toSorted(),
  )
  expect(given[0]).toMatchObject({
    ...{
      siteid: shop.siteid,
      sitename: 'Sandton',
      saledate: '2026-11-20T09:00:00.000Z',
      finalamount: 37,
      payment_method: 'Card',
    },
    ...{ vat: 4.83, items: [{ productid, productname: 'Bread', quantity: 2, price: 18.5, total: 37 }] },
    vat_rates: [{ vat_rate: 15, amount: 37 }],
  })
  expect(given[0]).not.toHaveProperty('related')
})

test('sales since: a cursor of another epoch, business or choice of sites is refused, so that nothing is lost', async () => {
  const shop = await createOwner(server, { businessname: 'Restored Stores' })
  const other = await createOwner(server, { businessname: 'Other Stores' })
  const { siteid } = await shop.api.sites.create({ sitename: 'Rosebank', location: 'x' })
  const saleid = await sell(server.ownerPool, shop)
  const { next } = await waitUntil(async () => {
    const found = await shop.api.sales.since({})
    expect(found.rows).toHaveLength(1)
    return found
  })
  await expect(other.api.sales.since({ cursor: next })).rejects.toMatchObject({ code: 'CURSOR_OUTDATED', status: 410 })
  const openReader = async (siteids: number[]) => {
    const program = await createProgram(server, shop, { name: 'manager', siteids })
    return (cursor?: string) => program.send('GET', `/api/v1/sales/since${cursor ? `?cursor=${cursor}` : ''}`)
  }
  const reader = await openReader([shop.siteid])
  const ofOne = await waitUntil(async () => {
    const answer = await reader()
    expect(answer.body.rows).toMatchObject([{ saleid }])
    return answer
  })
  // A key that replaces another goes on where that was.
  const replacement = await openReader([shop.siteid])
  expect(await replacement(ofOne.body.next)).toMatchObject({ status: 200, body: { rows: [] } })
  const ofBoth = await openReader([shop.siteid, siteid])
  expect(await ofBoth(ofOne.body.next)).toMatchObject({ status: 410 })
  const ofOther = await openReader([siteid])
  expect((await ofOther()).body.rows).toEqual([])
  await expect(shop.api.sales.since({ cursor: next, from: '2026-11-20T09:00:00Z' })).rejects.toMatchObject({ status: 422 })
  const impossible = next.replace(/\d+$/, 't99999999999999')
  for (const cursor of ['x', '0', impossible, `${next}-`, `${next}-1-2-3-4`, next.replace('-', '')])
    await expect(shop.api.sales.since({ cursor })).rejects.toMatchObject({ status: 422 })

  const [origin, id, readings, after] = next.split('-')
  for (const ahead of [
    `${origin}-${id}-${readings}-${Number(after) + 9_999}`,
    `${origin}-${id}-${readings}-0-${Number(after) + 9_999}-5`,
    `${origin}-${id}-${Number(readings) + 9_999}-${after}`,
    `${origin}-${id?.replaceAll(/./g, 'f')}-${readings}-${after}`,
  ])
    await expect(shop.api.sales.since({ cursor: ahead })).rejects.toMatchObject({ code: 'CURSOR_OUTDATED' })
  await ask('update winkel_migrations.epoch set id = gen_random_uuid()')
  await expect(shop.api.sales.since({ cursor: next })).rejects.toMatchObject({ code: 'CURSOR_OUTDATED' })
  await waitUntil(async () => expect((await shop.api.sales.since({})).rows).toMatchObject([{ saleid }]))
})

test('sales since: a business without sales has a cursor, and its first sale comes after it', async () => {
  const shop = await createOwner(server, { businessname: 'New Stores' })
  const { rows, next } = await shop.api.sales.since({})
  expect(rows).toEqual([])
  const saleid = await sell(server.ownerPool, shop)
  await waitUntil(async () => expect((await shop.api.sales.since({ cursor: next })).rows).toMatchObject([{ saleid }]))
})

test('sales since: begins at a time, with every sale of then and later, also of one that is stored while they are read', async () => {
  const shop = await createOwner(server, { businessname: 'Old Stores' })
  const add = async (client: Pick<PoolClient, 'query'>, saledate: string) =>
    Number(
      (
        await client.query(
          'insert into sales (businessid, siteid, employeeid, saledate, finalamount) values ($1, $2, $3, $4, 1) returning saleid',
          [shop.businessid, shop.siteid, shop.employeeid, saledate],
        )
      ).rows[0]?.saleid,
    )
  await add(server.ownerPool, '2026-11-18T09:00Z')
  const slow = await writing.connect()
  onTestFinished(() => slow.release(true))
  // Without the roll-ups, in whose rows the others would wait.
  await slow.query(`set app.importing_business = 'on'`)
  await slow.query('begin')
  const stored = [await add(slow, '2026-11-20T09:00Z'), await add(server.ownerPool, '2026-11-21T09:00Z')]
  const late = await add(server.ownerPool, '2026-11-17T09:00Z')
  const from = '2026-11-20T11:00:00+02:00'
  const first = await shop.api.sales.since({ from })
  expect(first.rows).toEqual([])
  await slow.query('commit')
  const next = await waitUntil(async () => {
    const { rows, next } = await shop.api.sales.since({ cursor: first.next })
    expect(rows.map(({ saleid }) => saleid)).toEqual([...stored, late])
    return next
  })
  const nothing = await waitUntil(async () => {
    const found = await shop.api.sales.since({ from: '2026-11-22T00:00:00Z' })
    expect(found.next.split('-')[3]).not.toMatch(/^t/)
    return found
  })
  expect(nothing.rows).toEqual([])
  const newest = await add(server.ownerPool, '2026-11-22T09:00Z')
  for (const cursor of [next, nothing.next])
    await waitUntil(async () => expect((await shop.api.sales.since({ cursor })).rows).toMatchObject([{ saleid: newest }]))
  await expect(shop.api.sales.since({ from: 'yesterday' })).rejects.toMatchObject({ status: 422 })
})
