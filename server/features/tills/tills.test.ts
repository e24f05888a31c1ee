import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { startEpoch } from '../../../db/epoch.ts'
import { createClient, createOwner, createTill, createTillClient, type Owner } from '../../testing/clients.ts'
import { startServer, testServer } from '../../testing/server.ts'
import { createSale, createShopHelpers } from '../../testing/till-shop.ts'
import { waitUntil } from '../../testing/wait-until.ts'

const server = await testServer()
afterAll(server.close)
const { ask, addTill, createShop, createOwnedShop, findSales } = createShopHelpers(server)

describe('till key', () => {
  const withHeaders = async (headers: Record<string, string>) => {
    const response = await fetch(`${server.url}/api/v1/sales`, {
      method: 'POST',
      body: JSON.stringify({ sales: [createSale('a')] }),
      headers: { 'content-type': 'application/json', ...headers },
    })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  const UNKNOWN = `wk_${'a'.repeat(43)}`

  test.each<Record<string, string>>([
    {},
    { authorization: '' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
    { authorization: 'Bearer wk_' },
    { authorization: UNKNOWN },
    { authorization: `Basic ${UNKNOWN}` },
    { authorization: `Bearer ${'a'.repeat(500)}` },
    { 'x-api-key': UNKNOWN },
  ])('is required as a bearer token, and the answer says how to send it: %j', async (headers) => {
    for (const page of [headers, { ...headers, origin: server.config.publicUrl }]) {
      expect(await withHeaders(page)).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED', message: 'Send the till’s key: Authorization: Bearer wk_…' },
      })
    }
  })

  test.each(['Bearer', 'bearer', 'BEARER'])('is read after the scheme %s', async (scheme) => {
    const { till } = await createShop()
    expect(await withHeaders({ authorization: `${scheme} ${till.key}` })).toMatchObject({ status: 200 })
    expect(await withHeaders({ authorization: `${scheme} ${UNKNOWN}` })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED', message: 'This till key is unknown or revoked.' },
    })
  })

  test.each(['/api/v1/sales', '/api/rpc/tills/push'])(
    'is refused by %s before the body is sent when it is unknown',
    async (path) => {
      const sending = request(`${server.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${UNKNOWN}`, 'content-type': 'application/json', 'content-length': 800_000 },
      })
      sending.on('error', () => undefined) // the server closes the connection after its answer
      onTestFinished(() => void sending.destroy())
      sending.flushHeaders()
      const [response] = await once(sending, 'response')
      expect(response.statusCode).toBe(401)
    },
  )

  test('is checked when no sale can be read', async () => {
    const { till, ...shop } = await createShop()
    await till.push([createSale('a')])
    await ask('update till_keys set revoked_at = now() where businessid = $1', [shop.businessid])
    expect((await till.push(['nothing'])).status).toBe(401)
  })

  test('is limited by bytes while it is unknown, without an effect on a known key at the same address', async () => {
    const { till } = await createShop()
    const strict = await startServer(server.store, { tillLimits: { unknownKeyBytes: 100_000 } })
    const [known, unknown] = [createTillClient(strict, till.key), createTillClient(strict, UNKNOWN)]
    expect((await known.push([createSale('a')])).status).toBe(200)
    const large = createSale('b', { payment_method: 'x'.repeat(60_000) })
    const answers = [await unknown.push([large]), await unknown.push([large]), await unknown.push([createSale('c')])]
    expect(answers.map(({ status }) => status)).toEqual([401, 429, 429])
    expect(answers[1]?.body).toMatchObject({ code: 'TOO_FAST', status: 429 })
    expect(Number(answers[1]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    const refusals = strict.logged.filter((line) => line.includes('"till_request_refused"'))
    expect(refusals.map((line) => JSON.parse(line))).toMatchObject([
      { reason: 'unknown till keys', address: expect.stringContaining('127.0.0.1'), till: 'wk_aaaaaa' },
      { reason: 'unknown till keys' },
    ])
    expect((await known.push([createSale('d')])).status).toBe(200)
    await strict.close()
  })

  test('is not counted as unknown when it is used for the first time', async () => {
    const strict = await startServer(server.store, { tillLimits: { unknownKeyBytes: 40_000 } })
    const { till: first, ...shop } = await createShop()
    const keys = [first.key, ...(await Promise.all([addTill(shop), addTill(shop), addTill(shop)])).map(({ key }) => key)]
    for (const key of keys) expect((await createTillClient(strict, key).push([createSale(key)])).status).toBe(200)
    await strict.close()
  })

  test('is refused at once when it is revoked', async () => {
    const shop = await createOwner(server)
    const till = await createTill(server, shop)
    expect((await till.push([createSale('a')])).status).toBe(200)
    await shop.api.tills.revoke({ tillid: till.till.tillid })
    expect((await till.push([createSale('b')])).status).toBe(401)
    expect(await findSales(shop)).toHaveLength(1)
  })

  test('is created once for a request that is sent again, and each answer has it', async () => {
    const [shop, other] = [await createOwner(server), await createOwner(server)]
    const request = { siteid: shop.siteid, name: 'Front counter', request_id: crypto.randomUUID() }
    const [first, again] = await Promise.all([shop.api.tills.create(request), shop.api.tills.create(request)])
    server.secrets.add(first.key)
    expect(again).toEqual(first)
    expect(await shop.api.tills.list({ siteid: shop.siteid })).toHaveLength(1)
    expect((await createTillClient(server, again.key).push([createSale('a')])).status).toBe(200)
    const others = await other.api.tills.create({ ...request, siteid: other.siteid })
    server.secrets.add(others.key)
    expect(others.key).not.toBe(first.key)
    await expect(shop.api.tills.create({ ...request, name: 'Back office' })).rejects.toMatchObject({ code: 'ALREADY_USED' })
    await shop.api.tills.revoke({ tillid: first.till.tillid })
    await expect(shop.api.tills.create(request)).rejects.toMatchObject({ code: 'ALREADY_USED' })
  })

  test('has the time of its last use', async () => {
    const { till, ...shop } = await createOwnedShop()
    expect(await shop.api.tills.list({ siteid: shop.siteid })).toMatchObject([{ name: 'Till 1', last_used_at: null }])
    const before = Date.now()
    await till.push([createSale('a')])
    const [{ last_used_at } = { last_used_at: null }] = await shop.api.tills.list({ siteid: shop.siteid })
    expect(Number(last_used_at)).toBeGreaterThanOrEqual(before)
  })

  test('has the first sale that was stored with it, in any order of sending', async () => {
    const { till, ...shop } = await createOwnedShop()
    const findFirst = async () => (await shop.api.tills.list({ siteid: shop.siteid }))[0]?.first_sale
    await till.push([{ ...createSale('a'), saledate: 'yesterday' }])
    expect(await findFirst()).toBeNull()
    const { body } = await till.push([{ ...createSale('b'), finalamount: 49.9 }])
    await till.push([createSale('c'), createSale('b')])
    expect(await findFirst()).toEqual({ saleid: body.sales[0].saleid, finalamount: 49.9 })
  })

  test('is valid for no other call, and a session is not valid for this one', async () => {
    const { till, ...shop } = await createOwnedShop()
    const client = createClient(server, { authorization: `Bearer ${till.key}` })
    await expect(client.api.sites.list({})).rejects.toMatchObject({ status: 401 })
    expect((await shop.send('POST', '/api/v1/sales', { sales: [createSale('a')] })).status).toBe(401)
  })

  test('is answered 429 with the time to wait when it is used too fast', async () => {
    const { till } = await createShop()
    const strict = await startServer(server.store, { tillLimits: { requests: 2 } })
    const { push } = createTillClient(strict, till.key)
    const answers = [await push([createSale('a')]), await push([createSale('b')]), await push([createSale('c')])]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeLessThanOrEqual(10)
    expect(answers[2]?.body).toMatchObject({ code: 'TOO_FAST', status: 429, message: expect.stringContaining('Retry-After') })
    await strict.close()
  })
})

describe('till key that sends wrong content', () => {
  const readCodes = (answers: { status: number }[]) => answers.map(({ status }) => status)

  test('waits after a rejected body, also one without a length', async () => {
    const { till } = await createShop()
    const strict = await startServer(server.store, { tillLimits: { wrongBytes: 100 } })
    onTestFinished(strict.close)
    const send = async (body: () => string | ReadableStream) => {
      const init = { method: 'POST', headers: { authorization: `Bearer ${till.key}`, 'content-type': 'application/json' } }
      const answer = await fetch(`${strict.url}/api/v1/sales`, { ...init, body: body(), duplex: 'half' } as RequestInit)
      await answer.text()
      return answer
    }
    expect(readCodes([await send(() => '{"sales": []}'), await send(() => '{'), await send(() => '{"sales": []}')])).toEqual([
      422, 400, 422,
    ])
    const stream = () => new Blob(['{"sales": []}']).stream()
    expect(readCodes([await send(stream), await send(stream)])).toEqual([422, 429])
  })

  test('has a short queue of batches, and further ones are sent again later', async () => {
    const shop = await createShop()
    const change = await server.ownerPool.connect()
    onTestFinished(() => change.release(true))
    await change.query('begin')
    await change.query('select from site where siteid = $1 for update', [shop.siteid])
    const batch = (nth: number) => Array.from({ length: 200 }, (_, index) => createSale(`batch ${nth} sale ${index}`))
    const refused: number[] = []
    // Two are under way and 40 wait.
    const pushing = Array.from({ length: 45 }, async (_, nth) => {
      const { status } = await shop.till.push(batch(nth))
      if (status === 429) refused.push(nth)
    })
    await waitUntil(() => expect(refused.length).toBeGreaterThanOrEqual(3))
    await change.query('rollback')
    await Promise.all(pushing)
    for (const nth of refused.slice(0, 3)) expect((await shop.till.push(batch(nth))).status).toBe(200)
  })

  test('gets a short answer to a sale with thousands of unknown fields', async () => {
    const { till } = await createShop()
    const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`${'x'.repeat(50)}${index}`, 1]))
    const { body } = await till.push([{ ...createSale('a'), ...fields }])
    expect(body.sales[0]).toMatchObject({
      status: 'rejected',
      reason: expect.stringMatching(/^There is no such field: x+0, x+1, x+2, …\.$/),
    })
  })
})

test('live stream: reports a sale after its COMMIT to the owner, and to no other owner', async () => {
  const [shop, other] = [await createOwnedShop(), await createOwnedShop()]
  const heard = { shop: 0, other: 0 }
  const watch = async (name: keyof typeof heard, { api }: Owner) => {
    const stream = await api.live.changes()
    const watching = (async () => {
      for await (const { changed } of stream) if (changed === 'sales') heard[name]++
    })().catch(() => undefined)
    return async () => {
      await stream.return?.()
      await watching
    }
  }
  const stops = [await watch('shop', shop), await watch('other', other)]
  // A stream sends a first event when it is open.
  await waitUntil(() => expect(heard).toEqual({ shop: 1, other: 1 }))

  await shop.till.push([createSale('a')])
  await waitUntil(() => expect(heard.shop).toBe(2))
  expect(await shop.api.dashboard.figures({ from: '2026-11-21', to: '2026-11-21' })).toMatchObject({ orders: 1, revenue: 10 })
  expect(heard.other).toBe(1)
  for (const stop of stops) await stop()
})

describe('epoch', () => {
  test('is in each answer to sales, and stays until the database is restored', async () => {
    const { till } = await createShop()
    const ask = async (sales: unknown[]) => (await till.push(sales)).headers.get('winkel-epoch')
    const epoch = await ask([createSale('a')])
    expect(epoch).toMatch(/^[0-9a-f]{32}$/)
    expect(await ask([{ reference: 'rejected' }])).toBe(epoch)
    await startEpoch(server.ownerPool, new Date())
    expect(await ask([createSale('a')])).not.toBe(epoch)
  })

  test('of a restore is named by each till that has sent again, until then the owner sees which have not', async () => {
    const { till, api, ...shop } = await createOwnedShop()
    const tills = [till, await addTill(shop), await addTill(shop)]
    for (const [nth, each] of tills.entries()) await each.push([createSale(`before ${nth}`)])
    expect((await api.dashboard.figuresCheck()).restored).toBeUndefined()
    await startEpoch(server.ownerPool, new Date('2026-01-02T00:00:00Z'))
    const find = async () => (await api.dashboard.figuresCheck()).restored
    expect(await find()).toMatchObject({ restored_to: new Date('2026-01-02T00:00:00Z'), tills: 3, waiting: [{}, {}, {}] })
    const epoch = (await till.push([createSale('after')])).headers.get('winkel-epoch') ?? ''
    await till.push([createSale('after')], { 'winkel-epoch': epoch })
    await tills[1]?.push([createSale('before 1')], { 'winkel-epoch': 'of another database' })
    expect((await find())?.waiting).toHaveLength(2)
    // A till that is added later keeps nothing of before, nor does one that was not used for 14 days.
    await (await addTill(shop)).push([createSale('later')])
    await ask(`update till_keys set last_used_at = '2025-12-01' where businessid = $1 and epoch is null and tillid <> $2`, [
      ...[shop.businessid, (await find())?.waiting[0]?.tillid],
    ])
    expect(await find()).toMatchObject({ tills: 2, waiting: [{}] })
    await ask(`update winkel_migrations.epoch set restored_at = now() - interval '4 days'`)
    await ask(`update business set created_at = now() - interval '9 days' where id = $1`, [shop.businessid])
    await ask(`update till_keys set created_at = now() - interval '9 days' where businessid = $1`, [shop.businessid])
    expect((await find())?.waiting).not.toEqual([])
    await ask('update till_keys set epoch = current_epoch() where businessid = $1', [shop.businessid])
    expect(await find()).toBeUndefined()
  })

  test('is not shown to a business that began after the restore', async () => {
    await startEpoch(server.ownerPool, new Date())
    expect((await (await createOwnedShop()).api.dashboard.figuresCheck()).restored).toBeUndefined()
  })
})
