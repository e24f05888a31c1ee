import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient, createOwner, newCredentials } from '../testing/clients.ts'
import { testServer } from '../testing/server.ts'
import { waitUntil } from '../testing/wait-until.ts'

// One server with direct connections, and one behind a trusted proxy that forwards the client IP.
const server = await testServer()
const proxied = await testServer({ trustedProxies: 1 })
afterAll(() => Promise.all([server.close(), proxied.close()]))
beforeEach(() => Promise.all([server, proxied].map(({ ownerPool }) => ownerPool.query('delete from auth.attempts'))))

const thandi = await createOwner(server)
const anna = await createOwner(proxied)
const at = (address: string) => createClient(proxied, { 'x-forwarded-for': address })

type Guessed = { email: string; from: (guess: number) => ReturnType<typeof createClient>; guesses: number }

/** The number of guesses that were compared with the hash. Those answer 401, all others 429. */
async function guess({ email, from, guesses }: Guessed) {
  const { password } = newCredentials(server)
  proxied.secrets.add(password)
  const statuses: number[] = []
  const remaining = Array.from({ length: guesses }, (_, index) => index)
  const guesser = async () => {
    for (let index = remaining.pop(); index !== undefined; index = remaining.pop()) {
      statuses.push((await from(index).send('POST', '/api/v1/session', { email, password: `${password}${index}` })).status)
    }
  }
  await Promise.all(Array.from({ length: 20 }, guesser))
  expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([])
  return statuses.filter((status) => status === 401).length
}

describe('password guesses', () => {
  test('with forged X-Forwarded-For headers reach the hash at most twenty times', async () => {
    const checked = await guess({
      email: thandi.credentials.email,
      guesses: 100,
      from: (index) => createClient(server, { 'x-forwarded-for': `10.${index >> 8}.${index & 255}.1` }),
    })
    expect(checked).toBeLessThanOrEqual(20)
    expect(checked).toBeGreaterThan(0)
    // The sign-up also checks passwords, and must not be another way to guess.
    await expect(
      createClient(server).api.signup.start({ ...thandi.credentials, firstname: 'x', lastname: 'x' }),
    ).rejects.toMatchObject({ status: 429 })
  })

  test('from a hundred addresses are limited by the account, and the owner can still sign in from her usual address', async () => {
    await at('196.25.1.1').api.session.signIn(anna.credentials)
    const checked = await guess({
      email: anna.credentials.email,
      guesses: 100,
      from: (index) => at(`198.51.${index >> 8}.${index & 255}`),
    })
    expect(checked).toBeLessThanOrEqual(60)
    await expect(at('192.0.2.1').api.session.signIn(anna.credentials)).rejects.toMatchObject({ status: 429 })
    expect(await at('196.25.1.1').api.session.signIn(anna.credentials)).toMatchObject({ role: 'owner' })
  })

  test('through a trusted proxy count for the address that the proxy forwards, and for no other', async () => {
    const checked = await guess({
      email: 'nobody@winkel.example',
      guesses: 100,
      from: (index) => at(`10.0.${index >> 8}.${index & 255}, 203.0.113.7`),
    })
    expect(checked).toBeLessThanOrEqual(20)
    expect(await at('203.0.113.8').api.session.signIn(anna.credentials)).toMatchObject({ role: 'owner' })
    const waiting = await at('203.0.113.7').fetch('/api/v1/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(anna.credentials),
    })
    expect(waiting.status).toBe(429)
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await waiting.json()).toMatchObject({ message: 'Too many attempts. Please wait a moment and try again.' })
  })
})

test('auth rate limit: right passwords do not count', async () => {
  for (let time = 0; time < 21; time++) await createClient(server).api.session.signIn(thandi.credentials)
})

test('auth rate limit: the counters hold neither e-mails nor client IPs', async () => {
  await guess({ email: anna.credentials.email, guesses: 2, from: () => at('203.0.113.7') })
  const { rows } = await proxied.ownerPool.query('select key from auth.attempts')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/winkel\.example|203\.0/)
})

/** Records every password hash of this process. After `hold`, none starts before `release`. */
function watchHashes() {
  const costs: unknown[] = []
  const held: (() => void)[] = []
  let isHeld = false
  const scrypt = crypto.scrypt
  const spy = vi.spyOn(crypto, 'scrypt').mockImplementation((password, salt, keyBytes, ...rest: unknown[]) => {
    costs.push(rest[0])
    const start = () => Reflect.apply(scrypt, crypto, [password, salt, keyBytes, ...rest])
    if (isHeld) held.push(start)
    else start()
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
  return {
    costs,
    hold() {
      isHeld = true
    },
    release() {
      isHeld = false
      for (const start of held) start()
    },
  }
}

test('sign-in: hashes once and at the same cost for a known e-mail and an unknown one', async () => {
  const { costs } = watchHashes()
  for (const email of [thandi.credentials.email, newCredentials(server).email])
    expect(await createClient(server).send('POST', '/api/v1/session', { ...newCredentials(server), email })).toMatchObject({
      status: 401,
    })
  expect(costs).toHaveLength(2)
  expect(costs[0]).toEqual(costs[1])
})

test('sign-in: hashes two passwords at a time, and answers all other calls at the same time', async () => {
  const hashes = watchHashes()
  hashes.hold()
  const { password } = newCredentials(proxied)
  const signingIn = Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      at(`198.18.0.${index}`).send('POST', '/api/v1/session', { email: `${index}@winkel.example`, password }),
    ),
  )
  await waitUntil(async () => {
    const { rowCount } = await proxied.ownerPool.query(`select from auth.attempts where key like 'address:%'`)
    expect(rowCount).toBe(6)
  })
  await waitUntil(() => expect(hashes.costs).toHaveLength(2))
  expect((await createClient(proxied).fetch('/healthz')).status).toBe(200)
  expect(await anna.api.sites.list({})).toMatchObject({ results: 1 })
  expect(hashes.costs).toHaveLength(2)
  hashes.release()
  expect((await signingIn).map(({ status }) => status)).toEqual(Array(6).fill(401))
  expect(hashes.costs).toHaveLength(6)
})
