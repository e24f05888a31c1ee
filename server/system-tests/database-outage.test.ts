import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { isUnreachable } from '../../db/errors.ts'
import { silentLog } from '../../db/log.ts'
import { openPools } from '../../db/open-store.ts'
import { createTenantScopes, type Scope } from '../../db/tenant-scope.ts'
import { TEMPLATE } from '../../db/testing/cluster.ts'
import { emptyDatabase } from '../../db/testing/store.ts'
import { createBatchQueue } from '../features/tills/batch-queue.ts'
import { parseSales } from '../features/tills/parse-sales.ts'
import { digestTillKey } from '../features/tills/till-key.ts'
import { createLiveChannel } from '../shared/live-channel.ts'
import type { ParsedSale } from '../shared/store-sales/sold-sale.ts'
import { createClient, createOwner, createTill, createTillClient } from '../testing/clients.ts'
import { createDatabaseProxy } from '../testing/database-proxy.ts'
import { startServer } from '../testing/server.ts'
import { waitUntil } from '../testing/wait-until.ts'

const database = await emptyDatabase(TEMPLATE)
const proxy = await createDatabaseProxy(database.login)
const store = await openPools({ ...database.login, ...proxy.near }, silentLog)
/** The same database without the proxy. */
const directStore = await openPools(database.login, silentLog)
const server = await startServer(store)
const ownerPool = new Pool(database.owner)
const scopes = createTenantScopes(store.pool)
afterAll(async () => {
  await server.close()
  await Promise.all([store.close(), directStore.close(), ownerPool.end()])
  proxy.close()
  await database.drop()
})
afterEach(async () => {
  await proxy.repair()
  await waitUntil(async () => expect((await createClient(server).fetch('/readyz')).status).toBe(200))
})

const thandi = await createOwner({ ...server, store: { ownerPool } })
const thandisTill = await createTill(server, thandi)
const SALE = { saledate: '2026-11-21T10:00:00Z', finalamount: 1 }

/** Collects the live events of a client that opens an ended stream again, as the screens do. */
function listen() {
  const heard: string[] = []
  let stream: Awaited<ReturnType<typeof thandi.api.live.changes>> | undefined
  let hasLeft = false
  const readStream = async () => {
    stream = await thandi.api.live.changes()
    if (hasLeft) return
    for await (const { changed } of stream) heard.push(changed)
  }
  const listening = (async () => {
    while (!hasLeft) await readStream().catch(() => delay(250))
  })()
  return {
    heard,
    // Without an AbortSignal: Node loses the signal when its request is garbage-collected.
    leave: async () => {
      hasLeft = true
      await stream?.return?.()
      await listening
      await stream?.return?.()
    },
  }
}

const calls: [string, () => Promise<{ status: number; body: unknown }>][] = [
  ['figures', () => thandi.send('GET', '/api/v1/dashboard/figures?from=2026-11-01&to=2026-11-30')],
  ['a list', () => thandi.send('GET', '/api/v1/sites')],
  ['a write', () => thandi.send('POST', '/api/v1/sites', { sitename: 'Rosebank', location: 'x' })],
  ['the session', () => thandi.send('GET', '/api/v1/session')],
  ['a login', () => createClient(server).send('POST', '/api/v1/session', thandi.credentials)],
  ['the plans', () => createClient(server).send('GET', '/api/v1/plans')],
  ['a till', () => thandisTill.push([{ ...SALE, reference: 'away' }])],
]

describe.each([
  ['unreachable', () => proxy.cut()],
  ['silent', () => proxy.freeze()],
])('database outage: while the database is %s', (_how, startOutage) => {
  test('the server is alive but not ready', async () => {
    startOutage()
    expect((await createClient(server).fetch('/readyz')).status).toBe(503)
    expect((await createClient(server).fetch('/healthz')).status).toBe(200)
    expect((await createClient(server).fetch('/login')).status).toBe(200)
  })

  test('metrics say so, and nothing of what only the database knows', async () => {
    startOutage()
    const metrics = await server.metrics.text()
    expect(metrics).toContain('\nwinkel_database_up 0\n')
    expect(metrics).not.toMatch(/^(winkel_database_writable|winkel_silent_tills|winkel_stopped_work|winkel_jobs_waiting) /m)
    expect(metrics).toMatch(/^winkel_data_dir_free_bytes \d/m)
  })

  test('every call is answered with a message, and works again afterwards', async () => {
    startOutage()
    const answers = await Promise.all(calls.map(async ([name, call]) => ({ name, answer: await call() })))
    for (const { name, answer } of answers) {
      expect({ name, status: answer.status, body: answer.body }).toMatchObject({
        name,
        status: 503,
        body: {
          code: expect.any(String),
          message: expect.stringMatching(/^(The database does not answer|Unable to check role)/),
        },
      })
    }
    await proxy.repair()
    await waitUntil(async () => expect((await calls[0]?.[1]())?.status).toBe(200))
    for (const [name, call] of calls) expect([200, 201], name).toContain((await call()).status)
  })

  test('live streams report the next sale afterwards', async () => {
    const { heard, leave } = listen()
    await waitUntil(() => expect(heard).not.toHaveLength(0))
    startOutage()
    await waitUntil(async () => expect((await createClient(server).fetch('/readyz')).status).toBe(503))
    await proxy.repair()
    const reference = crypto.randomUUID()
    const before = await waitUntil(async () => {
      const count = heard.length
      expect((await thandisTill.push([{ ...SALE, reference }])).status).toBe(200)
      return count
    })
    await waitUntil(() => expect(heard.length).toBeGreaterThan(before))
    await leave()
  })
})

test('database outage: a request of a till that waited behind a failed one is not tried itself', async () => {
  let attempts = 0
  const asTills: typeof scopes.asTills = (...work) => {
    attempts++
    return scopes.asTills(...work)
  }
  const queue = createBatchQueue({ ...scopes, asTills }, createLiveChannel(store.listenConfig, pino({ enabled: false })))
  const { hash } = digestTillKey(thandisTill.key)
  // Each fills a transaction.
  const batches = await Promise.all(
    Array.from({ length: 6 }, () =>
      parseSales(Array.from({ length: 500 }, () => ({ ...SALE, reference: crypto.randomUUID(), items: [] }))),
    ),
  )
  proxy.freeze()
  const outcomes = await Promise.allSettled(
    batches.map((sales) => queue.store({ keyHash: hash, sales: sales as ParsedSale[], epoch: undefined })),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(Array.from(batches, () => 'rejected'))
  expect(attempts).toBeLessThan(batches.length)
})

describe('database outage: a database that takes no changes', () => {
  const READ_ONLY = { status: 503, body: { message: 'The database takes no changes now. Please try again in a moment.' } }
  /** For new connections of the server only. */
  const setReadOnly = async (change: string) => {
    const role = `alter role "${database.login.user}" in database "${database.login.database}"`
    await ownerPool.query(`${role} ${change} default_transaction_read_only ${change === 'set' ? '= on' : ''}`)
    proxy.cut()
    await proxy.repair()
  }

  test('is said in each answer, until it takes them again', async () => {
    await setReadOnly('set')
    await waitUntil(async () =>
      expect(await createClient(server).send('GET', '/readyz')).toMatchObject({ status: 503, body: { reason: 'read only' } }),
    )
    expect(await server.metrics.text()).toContain('\nwinkel_database_writable 0\n')
    await expect(openPools(database.login, silentLog)).rejects.toThrow(/^The database takes no changes: DATABASE_URL leads/)
    for (const [name, call] of calls) expect({ name, ...(await call()) }).toMatchObject({ name, status: 503 })
    expect(await thandisTill.push([{ ...SALE, reference: 'standby' }])).toMatchObject(READ_ONLY)
    await setReadOnly('reset')
    await waitUntil(async () => expect((await thandisTill.push([{ ...SALE, reference: 'standby' }])).status).toBe(200))
    for (const [name, call] of calls) expect([200, 201], name).toContain((await call()).status)
  })

  test('is asked once by each of its connections, which are then closed', async () => {
    const clients = await Promise.all(Array.from({ length: 3 }, () => store.pool.connect()))
    for (const client of clients) await client.query('set default_transaction_read_only = on')
    for (const client of clients) client.release()
    const statuses: number[] = []
    for (let nth = 0; nth < 5; nth++)
      statuses.push((await thandisTill.push([{ ...SALE, reference: `failed over ${nth}` }])).status)
    expect(statuses.slice(3)).toEqual([200, 200])
    expect(statuses).toContain(503)
  })
})

describe('database outage: when a firewall drops the open connections and accepts new ones', () => {
  test('calls are answered, and later ones succeed', async () => {
    const many = await Promise.all(Array.from({ length: 12 }, () => calls[0]?.[1]()))
    expect(many.every((answer) => answer?.status === 200)).toBe(true)
    proxy.forget()
    for (const { status } of await Promise.all([...calls, ...calls].map(([, call]) => call())))
      expect([200, 201, 503]).toContain(status)
    expect((await createClient(server).fetch('/readyz')).status).toBe(200)
    for (const [name, call] of calls) expect([200, 201], name).toContain((await call()).status)
  })

  test('an interrupted transaction does not block others', async () => {
    const rename = (scope: Scope) => sql`update site set location = 'y' where siteid = ${thandi.siteid}`.execute(scope)
    const cutOff = scopes.asTenant(thandi.user_id, async (scope) => {
      await rename(scope)
      proxy.forget()
      await rename(scope)
    })
    await expect(cutOff).rejects.toSatisfy(isUnreachable)
    await waitUntil(() => scopes.asTenant(thandi.user_id, rename))
  })

  test('live streams report the next sale of another server', async () => {
    const other = await startServer(directStore)
    onTestFinished(other.close)
    const { heard, leave } = listen()
    await waitUntil(() => expect(heard).not.toHaveLength(0))
    const first = heard.length
    proxy.forget()
    // The clients must refetch, because they missed the messages of the outage.
    await waitUntil(() => expect(heard.length).toBeGreaterThan(first))
    const before = heard.length
    const { push } = createTillClient(other, thandisTill.key)
    expect((await push([{ ...SALE, reference: crypto.randomUUID() }])).status).toBe(200)
    await waitUntil(() => expect(heard.length).toBeGreaterThan(before))
    await leave()
  })

  test('a long statement is not aborted', async () => {
    const long = scopes.asTenant(thandi.user_id, (scope) => sql`select pg_sleep(2.5)`.execute(scope))
    // A transaction whose connection is silent between two statements, for as long as the other one takes.
    await scopes.asTenant(thandi.user_id, async (scope) => {
      await sql`select`.execute(scope)
      await long
      await sql`select`.execute(scope)
    })
  })
})
