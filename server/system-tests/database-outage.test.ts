import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type ClientConfig, Pool } from 'pg'
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { isUnreachable } from '../../db/errors.ts'
import { silentLog } from '../../db/log.ts'
import { openPools } from '../../db/open-store.ts'
import { createTenantScopes, type Scope } from '../../db/tenant-scope.ts'
import { TEMPLATE } from '../../db/testing/cluster.ts'
import { emptyDatabase } from '../../db/testing/store.ts'
import { createClient, createOwner, createTill, createTillClient } from '../testing/clients.ts'
import { startServer } from '../testing/server.ts'
import { waitUntil } from '../testing/wait-until.ts'

/**
 * The cable to the database: `cut` ends every connection and refuses new ones, `freeze` carries nothing and says nothing. `forget`
 * is a firewall that lost its state: it swallows what the open connections carry, their goodbyes too, and lets new ones through.
 */
async function cableTo({ host, port }: ClientConfig) {
  const database = host?.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port: Number(port) }
  const ends = new Set<Socket>()
  const forgotten = new Set<Socket>()
  let isFrozen = false
  const hold = (socket: Socket) => {
    ends.add(socket.on('error', () => undefined).on('close', () => ends.delete(socket)))
    if (isFrozen) socket.pause()
  }
  const listener = createServer((near) => {
    const far = connect(database)
    near.pipe(far).pipe(near)
    near.on('close', () => forgotten.has(near) || far.destroy())
    far.on('close', () => forgotten.has(far) || near.destroy())
    hold(near)
    hold(far)
  })
  const plug = async (at = 0) => {
    await once(listener.listen(at, '127.0.0.1'), 'listening')
    return (listener.address() as AddressInfo).port
  }
  const near = await plug()
  return {
    near: { host: '127.0.0.1', port: near },
    cut() {
      listener.close()
      for (const end of ends) end.destroy()
    },
    freeze() {
      isFrozen = true
      for (const end of ends) end.pause()
    },
    forget() {
      for (const end of ends) {
        forgotten.add(end)
        end.unpipe().resume()
      }
    },
    async repair() {
      isFrozen = false
      for (const end of ends) end.resume()
      if (!listener.listening) await plug(near)
    },
    close() {
      listener.close()
      for (const end of ends) end.destroy()
    },
  }
}

const database = await emptyDatabase(TEMPLATE)
const cable = await cableTo(database.login)
const store = await openPools({ ...database.login, ...cable.near }, silentLog)
/** The same database, by a cable of its own. */
const away = await openPools(database.login, silentLog)
const server = await startServer(store)
const ownerPool = new Pool(database.owner)
const scopes = createTenantScopes(store.pool)
afterAll(async () => {
  await server.close()
  await Promise.all([store.close(), away.close(), ownerPool.end()])
  cable.close()
  await database.drop()
})
afterEach(async () => {
  await cable.repair()
  await waitUntil(async () => expect((await createClient(server).fetch('/readyz')).status).toBe(200))
})

const thandi = await createOwner({ ...server, store: { ownerPool } })
const thandisTill = await createTill(server, thandi)
const SALE = { saledate: '2026-11-21T10:00:00Z', finalamount: 1 }

/** What Thandi's browser hears. It listens as ours does: a stream that ended is opened again, and its first event says to look. */
function listener() {
  const heard: string[] = []
  let stream: Awaited<ReturnType<typeof thandi.api.live.changes>> | undefined
  let hasLeft = false
  const listen = async () => {
    stream = await thandi.api.live.changes()
    if (hasLeft) return
    for await (const { changed } of stream) heard.push(changed)
  }
  const listening = (async () => {
    while (!hasLeft) await listen().catch(() => delay(250))
  })()
  return {
    heard,
    // Not by an AbortSignal: Node loses one whose request was collected as garbage.
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
  ['who is signed in', () => thandi.send('GET', '/api/v1/session')],
  ['a login', () => createClient(server).send('POST', '/api/v1/session', thandi.credentials)],
  ['the plans', () => createClient(server).send('GET', '/api/v1/plans')],
  ['a till', () => thandisTill.push([{ ...SALE, reference: 'away' }])],
]

describe.each([
  ['gone', () => cable.cut()],
  ['silent', () => cable.freeze()],
])('database outage: while the database is %s', (_how, takeAway) => {
  test('the server is alive but not ready', async () => {
    takeAway()
    expect((await createClient(server).fetch('/readyz')).status).toBe(503)
    expect((await createClient(server).fetch('/healthz')).status).toBe(200)
    expect((await createClient(server).fetch('/login')).status).toBe(200)
  })

  test('every call is answered with a sentence, and all is well when it is back', async () => {
    takeAway()
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
    await cable.repair()
    await waitUntil(async () => expect((await calls[0]?.[1]())?.status).toBe(200))
    for (const [name, call] of calls) expect([200, 201], name).toContain((await call()).status)
  })

  test('browsers that listen hear of the next sale when it is back', async () => {
    const { heard, leave } = listener()
    await waitUntil(() => expect(heard).not.toHaveLength(0))
    takeAway()
    await waitUntil(async () => expect((await createClient(server).fetch('/readyz')).status).toBe(503))
    await cable.repair()
    const reference = crypto.randomUUID()
    const before = await waitUntil(async () => {
      const already = heard.length
      expect((await thandisTill.push([{ ...SALE, reference }])).status).toBe(200)
      return already
    })
    await waitUntil(() => expect(heard.length).toBeGreaterThan(before))
    await leave()
  })
})

describe('database outage: when something on the way forgets the connections that are open, and lets new ones through', () => {
  test('calls that were sent on them are answered, and those after them as ever', async () => {
    const many = await Promise.all(Array.from({ length: 12 }, () => calls[0]?.[1]()))
    expect(many.every((answer) => answer?.status === 200)).toBe(true)
    cable.forget()
    for (const { status } of await Promise.all([...calls, ...calls].map(([, call]) => call())))
      expect([200, 201, 503]).toContain(status)
    expect((await createClient(server).fetch('/readyz')).status).toBe(200)
    for (const [name, call] of calls) expect([200, 201], name).toContain((await call()).status)
  })

  test('a change that was cut off half way holds up nobody else', async () => {
    const rename = (scope: Scope) => sql`update site set location = 'y' where siteid = ${thandi.siteid}`.execute(scope)
    const cutOff = scopes.asTenant(thandi.user_id, async (scope) => {
      await rename(scope)
      cable.forget()
      await rename(scope)
    })
    await expect(cutOff).rejects.toSatisfy(isUnreachable)
    await waitUntil(() => scopes.asTenant(thandi.user_id, rename))
  })

  test('browsers that listen hear of the next sale of another server', async () => {
    const other = await startServer(away)
    onTestFinished(other.close)
    const { heard, leave } = listener()
    await waitUntil(() => expect(heard).not.toHaveLength(0))
    const atFirst = heard.length
    cable.forget()
    // The clients must refetch, because they missed the messages of the outage.
    await waitUntil(() => expect(heard.length).toBeGreaterThan(atFirst))
    const before = heard.length
    const { push } = createTillClient(other, thandisTill.key)
    expect((await push([{ ...SALE, reference: crypto.randomUUID() }])).status).toBe(200)
    await waitUntil(() => expect(heard.length).toBeGreaterThan(before))
    await leave()
  })

  test('a statement that takes long is not taken for one of them', async () => {
    const long = scopes.asTenant(thandi.user_id, (scope) => sql`select pg_sleep(2.5)`.execute(scope))
    await scopes.asTenant(thandi.user_id, async (scope) => {
      await delay(2_500) // as work between two statements may take
      await sql`select`.execute(scope)
    })
    await long
  })
})
