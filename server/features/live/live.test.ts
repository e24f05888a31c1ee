import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient, createOwner, createTill, type TestClient } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { createTeamHelpers } from '../../testing/team.ts'
import { waitUntil } from '../../testing/wait-until.ts'

const server = await testServer()
afterAll(server.close)
const { hire, signIn } = createTeamHelpers(server)

const thandi = await createOwner(server)
const thandisTill = await createTill(server, thandi)
const anna = await createOwner(server)
const annasTill = await createTill(server, anna)

test('live stream: one more than a session may have is answered with 429, and a closed one makes room', async () => {
  const streams = await Promise.all([1, 2].map(() => thandi.api.live.changes()))
  const closing = new AbortController()
  await thandi.fetch('/api/v1/live', { signal: closing.signal })
  const refused = await thandi.send('GET', '/api/v1/live')
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_STREAMS', status: 429 } })
  await expect(thandi.api.live.changes()).rejects.toMatchObject({ code: 'TOO_MANY_STREAMS', status: 429 })

  for (const close of [() => streams.pop()?.return?.(), () => closing.abort()]) {
    await close()
    const next = await waitUntil(() => thandi.api.live.changes())
    expect((await next.next()).value).toEqual({ changed: 'sales' })
    streams.push(next)
  }
  for (const stream of streams) await stream.return?.()
})

test('live stream: one person, in however many browsers, leaves the others of the business theirs', async () => {
  const shop = await createOwner(server)
  const { credentials } = await hire(shop)
  const streams = []
  for (let nth = 0; nth < 4; nth++) {
    const { api } = await signIn(credentials)
    for (let window = 0; window < (nth < 3 ? 3 : 1); window++) streams.push(await api.live.changes())
    if (nth === 3) await expect(api.live.changes()).rejects.toMatchObject({ code: 'TOO_MANY_STREAMS' })
  }
  const own = await shop.api.live.changes()
  expect((await own.next()).value).toEqual({ changed: 'sales' })
  for (const stream of [own, ...streams]) await stream.return?.()
})

describe('live stream', () => {
  /** Collects the events of a live stream. */
  async function listen(who: TestClient) {
    const heard: string[] = []
    let end: unknown
    const stream = await who.api.live.changes()
    const done = (async () => {
      for await (const { changed } of stream) heard.push(changed)
    })().catch((error) => {
      end = error
    })
    // The first event only says that the stream works.
    await waitUntil(() => expect(heard).toEqual(['sales']))
    return { heard, done, end: () => end, stop: () => stream.return?.() }
  }

  test('reports a sale to its business and not to another one', async () => {
    const [thandiStream, annaStream] = await Promise.all([listen(thandi), listen(anna)])
    await thandisTill.push([{ reference: 'live 1', saledate: '2026-11-20T09:00:00Z', finalamount: 1 }])
    await waitUntil(() => expect(thandiStream.heard.length).toBeGreaterThan(1))
    // Anna's own sale comes after Thandi's on the same channel. An event for Thandi's sale would be one more before it.
    await annasTill.push([{ reference: 'live 2', saledate: '2026-11-20T09:00:00Z', finalamount: 1 }])
    await waitUntil(() => expect(annaStream.heard.length).toBeGreaterThan(1))
    expect(annaStream.heard).toEqual(['sales', 'sales'])
    await Promise.all([thandiStream.stop(), annaStream.stop()])
  })

  test.each([
    ['the session was ended', 'delete from auth.session where "userId" = $1', 'UNAUTHORIZED'],
    ['the session expires', `update auth.session set "expiresAt" = now() + interval '1 s' where "userId" = $1`, 'UNAUTHORIZED'],
    ['the login was deleted', 'delete from auth."user" where id = $1', 'ROLE_REFUSED'],
    [
      'the person was disabled',
      `update employee set isenabled = false, disablereason = 'Left' where user_id = $1`,
      'UNAUTHORIZED',
    ],
    ['the person was demoted', `update business_users set role = 'employee' where user_id = $1`, 'ROLE_REFUSED'],
    ['the person was removed', 'delete from business_users where user_id = $1', 'NO_BUSINESS'],
  ])('ends when %s, without a sale', async (_, statement, code) => {
    const owner = await createOwner(server)
    const stream = await listen(owner)
    await server.ownerPool.query(statement, [owner.user_id])
    await stream.done
    expect(stream.end()).toMatchObject({ code })
  })

  test('asks the database nothing while nothing changes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const browser = createClient(server)
    await browser.api.session.signIn(thandi.credentials)
    const stream = await listen(browser)
    const queries = vi.spyOn(server.store.authPool, 'query')
    onTestFinished(() => queries.mockRestore())
    await vi.advanceTimersByTimeAsync(1_800_000)
    expect(queries).not.toHaveBeenCalled()
    await server.ownerPool.query('delete from auth.session where "userId" = $1', [thandi.user_id])
    await stream.done
    expect(queries).toHaveBeenCalled()
  })

  test('ends when the session was ended, while sales arrive', async () => {
    const browser = createClient(server)
    await browser.api.session.signIn(thandi.credentials)
    const stream = await listen(browser)
    await server.ownerPool.query('delete from auth.session where token = $1', [
      decodeURIComponent(String(browser.cookies.get('winkel'))).split('.')[0],
    ])
    const sold: Promise<unknown>[] = []
    const selling = setInterval(
      () => sold.push(thandisTill.push([{ reference: `busy ${sold.length}`, saledate: '2026-11-20T09:00:00Z', finalamount: 1 }])),
      300,
    )
    await stream.done.finally(() => clearInterval(selling))
    await Promise.all(sold)
    expect(stream.end()).toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
