import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { openPools } from '../db/open.ts'
import { TEMPLATE } from '../db/testing/cluster.ts'
import { emptyDatabase } from '../db/testing/store.ts'
import { owner, person, till } from './testing/people.ts'
import { serveOn } from './testing/server.ts'

/** The cable to the database: `cut` ends every connection and refuses new ones, `freeze` carries nothing and says nothing. */
async function cableTo({ host, port }: ClientConfig) {
  const database = host?.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port: Number(port) }
  const ends = new Set<Socket>()
  let isFrozen = false
  const hold = (socket: Socket) => {
    ends.add(socket.on('error', () => undefined).on('close', () => ends.delete(socket)))
    if (isFrozen) socket.pause()
  }
  const listener = createServer((near) => {
    const far = connect(database)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
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
    async mend() {
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
const store = await openPools({ ...database.login, ...cable.near }, () => undefined)
const server = await serveOn(store)
afterAll(async () => {
  await server.close()
  await store.close()
  cable.close()
  await database.drop()
})
afterEach(async () => {
  await cable.mend()
  await vi.waitFor(async () => expect((await person(server).fetch('/readyz')).status).toBe(200), {
    timeout: 10_000,
    interval: 50,
  })
})

/** Seconds that a machine with other work may take from a promise; a call that hangs takes ten times as many. */
const NOISE = 3

const thandi = await owner(server)
const thandisTill = await till(server, thandi)
const SALE = { saledate: '2026-11-21T10:00:00Z', finalamount: 1 }

async function timed<T>(work: () => Promise<T>) {
  const began = performance.now()
  return { answer: await work(), seconds: (performance.now() - began) / 1000 }
}

const calls: [string, () => Promise<{ status: number; body: unknown }>][] = [
  ['figures', () => thandi.send('GET', '/api/v1/dashboard/figures?from=2026-11-01&to=2026-11-30')],
  ['a list', () => thandi.send('GET', '/api/v1/sites')],
  ['a write', () => thandi.send('POST', '/api/v1/sites', { sitename: 'Rosebank', location: 'x' })],
  ['who is signed in', () => thandi.send('GET', '/api/v1/session')],
  ['a login', () => person(server).send('POST', '/api/v1/session', thandi.credentials)],
  ['the plans', () => person(server).send('GET', '/api/v1/plans')],
  ['a till', () => thandisTill.push([{ ...SALE, reference: 'away' }])],
]

describe.each([
  ['gone', () => cable.cut()],
  ['silent', () => cable.freeze()],
])('while the database is %s', (_how, takeAway) => {
  test('the server is alive but not ready, and says so within 2 s', async () => {
    takeAway()
    const ready = await timed(() => person(server).fetch('/readyz'))
    expect(ready.answer.status).toBe(503)
    expect(ready.seconds).toBeLessThan(2 + NOISE)
    expect((await person(server).fetch('/healthz')).status).toBe(200)
    expect((await person(server).fetch('/login')).status).toBe(200)
  })

  test('every call is answered with a sentence within 5 s, and all is well when it is back', async () => {
    takeAway()
    const answers = await Promise.all(calls.map(async ([name, call]) => ({ name, ...(await timed(call)) })))
    for (const { name, answer, seconds } of answers) {
      expect({ name, status: answer.status, body: answer.body }).toMatchObject({
        name,
        status: 503,
        body: {
          code: expect.any(String),
          message: expect.stringMatching(/^(The database does not answer|Unable to check role)/),
        },
      })
      expect(seconds, name).toBeLessThan(5 + NOISE)
    }
    const back = performance.now()
    await cable.mend()
    await vi.waitFor(async () => expect((await calls[0]?.[1]())?.status).toBe(200), { timeout: 10_000, interval: 50 })
    expect((performance.now() - back) / 1000).toBeLessThan(5 + NOISE)
    for (const [name, call] of calls) expect([200, 201], name).toContain((await call()).status)
  })

  test('browsers that listen hear of the next sale when it is back', async () => {
    const heard: string[] = []
    let isClosed = false
    const listening = (async () => {
      // As a browser does: a stream that ended is opened again, and its first event says to look.
      while (!isClosed) {
        const stream = await thandi.api.live.changes().catch(() => undefined)
        for await (const { changed } of stream ?? []) {
          heard.push(changed)
          if (isClosed) return
        }
      }
    })().catch(() => undefined)
    await vi.waitFor(() => expect(heard).toHaveLength(1))
    takeAway()
    await vi.waitFor(async () => expect((await person(server).fetch('/readyz')).status).toBe(503), 10_000)
    await cable.mend()
    const reference = crypto.randomUUID()
    await vi.waitFor(async () => expect((await thandisTill.push([{ ...SALE, reference }])).status).toBe(200), {
      timeout: 10_000,
      interval: 50,
    })
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(1), 10_000)
    isClosed = true
    await thandisTill.push([{ ...SALE, reference: `${reference} again` }])
    await listening
  })
})
