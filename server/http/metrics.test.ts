import { afterAll, expect, test } from 'vitest'
import { version } from '../shared/version.ts'
import { createClient, createOwner, createTillClient } from '../testing/clients.ts'
import { startServer, testServer } from '../testing/server.ts'
import { createSale, createShopHelpers } from '../testing/till-shop.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { addWebhook, createReceiver } from '../testing/webhook-receiver.ts'

const server = await testServer()
afterAll(server.close)
const { createOwnedShop } = createShopHelpers(server)

/** The values of all series without labels, and of those of the pools: 'winkel_live_streams', 'winkel_…{pool="requests"}'. */
async function readValues({ metrics }: Pick<typeof server, 'metrics'> = server) {
  const lines = (await metrics.text()).matchAll(/^(winkel_[a-z_]+(?:\{pool="[a-z_]+"\})?) (\S+)$/gm)
  return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]))
}

test('metrics: name procedures and routes, and count every unknown path as other', async () => {
  const thandi = await createOwner(server)
  const series = async () => (await server.metrics.text()).match(/^winkel_request_duration_seconds_count.*$/gm) ?? []
  await thandi.fetch('/api/v1/sites')
  await thandi.fetch('/api/rpc/sites/list', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
  await thandi.fetch('/api/v1/products.csv')
  await createClient(server).fetch('/api/nothing')
  const named = (await series()).length
  for (let n = 0; n < 50; n++) {
    await createClient(server).fetch(`/api/x${n}-${'a'.repeat(100)}`)
    await createClient(server).fetch(`/api/v1/x${n}`)
    await thandi.fetch(`/api/v1/products/imports/${crypto.randomUUID()}`, { method: 'POST' })
    await thandi.fetch(`/api/v1/sites/${n}`, { method: 'DELETE' })
  }
  const all = await series()
  expect(all.length).toBeLessThan(named + 10)
  const routes = all.map((line) => /route="([^"]*)"/.exec(line)?.[1])
  expect(routes).toEqual(
    expect.arrayContaining(['sites.list', '/api/v1/products.csv', 'products.imports.confirm', 'sites.remove', 'other']),
  )
})

test('metrics: say what the database and the disk are like, and nothing about what never happened', async () => {
  const values = await readValues()
  expect(values).toMatchObject({
    winkel_database_up: 1,
    winkel_database_writable: 1,
    winkel_data_dir_free_bytes: expect.any(Number),
    winkel_jobs_waiting: 0,
    winkel_mail_failures_total: 0,
    'winkel_database_requests_waiting{pool="requests"}': 0,
    'winkel_database_requests_waiting{pool="sign_in"}': 0,
  })
  expect(values['winkel_data_dir_free_bytes']).toBeGreaterThan(0)
  expect(values).not.toHaveProperty('winkel_last_figures_check_timestamp_seconds')
  expect(values).not.toHaveProperty('winkel_figures_differing_businesses')
  expect(await server.metrics.text()).toContain(`winkel_build_info{version="${version}"} 1\n`)
})

test('metrics: name counters and other metrics as Prometheus does', async () => {
  const types = [...(await server.metrics.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({
    name,
    type,
  }))
  expect(types.length).toBeGreaterThan(20)
  expect(types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([])
})

test('metrics: count the sales that are stored and rejected, and none of them twice', async () => {
  const { till } = await createOwnedShop()
  const before = await readValues()
  const send = () => till.push([createSale('a'), createSale('b'), createSale('c', { finalamount: 'much' })])
  await send()
  await send()
  expect((await till.push([createSale('d')])).status).toBe(200)
  const after = await readValues()
  const grown = (name: string) => Number(after[name]) - Number(before[name])
  expect([grown('winkel_sales_stored_total'), grown('winkel_sales_rejected_total')]).toEqual([3, 2])
})

test('metrics: count live streams, and the connections that requests use and wait for', async () => {
  const { api } = await createOwnedShop()
  const streams = async () => (await readValues())['winkel_live_streams']
  const stream = await api.live.changes()
  await stream.next()
  expect(await streams()).toBe(1)
  await stream.return?.()
  await waitUntil(async () => expect(await streams()).toBe(0))

  const lock = await server.ownerPool.connect()
  try {
    await lock.query('begin; lock table site in access exclusive mode')
    // A business uses six connections at most.
    const calls = Array.from({ length: 9 }, () => api.sites.options().catch(() => undefined))
    await waitUntil(async () =>
      expect(await readValues()).toMatchObject({
        'winkel_database_connections_in_use{pool="requests"}': 6,
        'winkel_database_requests_waiting{pool="requests"}': 3,
      }),
    )
    await lock.query('rollback')
    await Promise.all(calls)
  } finally {
    lock.release(true)
  }
})

test('metrics: count attempts to deliver webhooks by result, and say how many messages wait and for how long one has been due', async () => {
  const sending = await startServer(server.store, { webhooks: true, webhookAllowPrivate: true })
  const receiver = await createReceiver()
  const shop = await createOwnedShop()
  const till = createTillClient(sending, shop.till.key)
  try {
    const read = async (result: string) =>
      Number(
        new RegExp(`^winkel_webhook_attempts_total\\{result="${result}"\\} (\\d+)$`, 'm').exec(await sending.metrics.text())?.[1],
      )
    const backlog = async () => {
      const { winkel_webhook_deliveries_waiting: waiting, winkel_webhook_oldest_due_seconds: due } = await readValues(sending)
      return { waiting, due }
    }
    const setNext = (next: string) =>
      server.ownerPool.query(
        `update webhook_deliveries set next_attempt_at = ${next} where businessid = $1 and state = 'waiting'`,
        [shop.businessid],
      )
    expect([await read('delivered'), await read('failed'), await read('given_up')]).toEqual([0, 0, 0])
    expect(await backlog()).toEqual({ waiting: 0, due: undefined })
    const owner = createClient(sending)
    await owner.api.session.signIn(shop.credentials)
    await addWebhook({ ...owner, credentials: shop.credentials }, server, { url: receiver.url, events: ['sale.created'] })
    receiver.answers((response) => response.writeHead(500).end())
    await till.push([createSale('w1')])
    await waitUntil(async () => expect(await read('failed')).toBe(1))
    // The pause after an attempt is planned.
    await setNext(`now() + interval '1 hour'`)
    expect(await backlog()).toEqual({ waiting: 1, due: undefined })
    receiver.answers((response) => response.writeHead(410).end())
    await till.push([createSale('w2')])
    await waitUntil(async () => expect(await read('given_up')).toBe(1))
    expect(await backlog()).toEqual({ waiting: 0, due: undefined })
    receiver.answers((response) => response.writeHead(204).end())
    const [webhook] = await owner.api.webhooks.list()
    await owner.api.webhooks.setState({ webhookid: Number(webhook?.webhookid), state: 'on' })
    await till.push([createSale('w3')])
    await waitUntil(async () => expect(await read('delivered')).toBe(1))
  } finally {
    await receiver.close()
    await sending.close()
  }
})

test('metrics: a mail server that is away is a failure for each mail', async () => {
  const away = await startServer(server.store, { smtpUrl: 'smtp://127.0.0.1:1' })
  const { credentials } = await createOwner(server)
  await createClient(away).api.session.requestPasswordReset({ email: credentials.email })
  await waitUntil(async () => expect((await readValues(away))['winkel_mail_failures_total']).toBe(1))
  await away.close()
})
