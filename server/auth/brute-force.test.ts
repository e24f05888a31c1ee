import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createClient, createOwner, newCredentials } from '../testing/clients.ts'
import { testServer } from '../testing/server.ts'

// One server whose callers stand at its socket, and one behind a proxy of ours, which tells where they stand.
const server = await testServer()
const proxied = await testServer({ trustedProxies: 1 })
afterAll(() => Promise.all([server.close(), proxied.close()]))
beforeEach(() => Promise.all([server, proxied].map(({ ownerPool }) => ownerPool.query('delete from auth.attempts'))))

const thandi = await createOwner(server)
const anna = await createOwner(proxied)
const at = (address: string) => createClient(proxied, { 'x-forwarded-for': address })

type Guessed = { email: string; from: (guess: number) => ReturnType<typeof createClient>; guesses: number }

/** How many guesses were looked at, by what they were told: a wrong password 401, all others 429. */
async function guess({ email, from, guesses }: Guessed) {
  const { password } = newCredentials(server)
  proxied.secrets.add(password)
  const told: number[] = []
  const remaining = Array.from({ length: guesses }, (_, index) => index)
  const guesser = async () => {
    for (let index = remaining.pop(); index !== undefined; index = remaining.pop()) {
      told.push((await from(index).send('POST', '/api/v1/session', { email, password: `${password}${index}` })).status)
    }
  }
  await Promise.all(Array.from({ length: 20 }, guesser))
  expect(told.filter((status) => status !== 401 && status !== 429)).toEqual([])
  return told.filter((status) => status === 401).length
}

describe('a thousand guesses at one password', () => {
  test('with a thousand invented addresses reach the hash twenty times', async () => {
    const looked = await guess({
      email: thandi.credentials.email,
      guesses: 1_000,
      from: (index) => createClient(server, { 'x-forwarded-for': `10.${index >> 8}.${index & 255}.1` }),
    })
    expect(looked).toBeLessThanOrEqual(20)
    expect(looked).toBeGreaterThan(0)
    // The sign-up looks at passwords too, and is no second way to guess.
    await expect(
      createClient(server).api.signup.start({ ...thandi.credentials, firstname: 'x', lastname: 'x' }),
    ).rejects.toMatchObject({ status: 429 })
  })

  test('from a thousand real addresses are stopped by the account, whose owner still comes in from where she always did', async () => {
    await at('196.25.1.1').api.session.signIn(anna.credentials)
    const looked = await guess({
      email: anna.credentials.email,
      guesses: 300,
      from: (index) => at(`198.51.${index >> 8}.${index & 255}`),
    })
    expect(looked).toBeLessThanOrEqual(60)
    await expect(at('192.0.2.1').api.session.signIn(anna.credentials)).rejects.toMatchObject({ status: 429 })
    expect(await at('196.25.1.1').api.session.signIn(anna.credentials)).toMatchObject({ role: 'owner' })
  })

  test('through a proxy of ours count where the proxy saw them: whoever is there must wait, and nobody elsewhere', async () => {
    const looked = await guess({
      email: 'nobody@winkel.example',
      guesses: 300,
      from: (index) => at(`10.0.${index >> 8}.${index & 255}, 203.0.113.7`),
    })
    expect(looked).toBeLessThanOrEqual(20)
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

test('a right password is no guess: a person may sign in all day', async () => {
  for (let time = 0; time < 21; time++) await createClient(server).api.session.signIn(thandi.credentials)
})

test('neither e-mails nor addresses stand in the counters', async () => {
  await guess({ email: anna.credentials.email, guesses: 2, from: () => at('203.0.113.7') })
  const { rows } = await proxied.ownerPool.query('select key from auth.attempts')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/winkel\.example|203\.0/)
})

test('nobody learns from the time of an answer whether an e-mail is known', { retry: 2 }, async () => {
  const took = async (email: string) => {
    const began = performance.now()
    await createClient(server).send('POST', '/api/v1/session', { ...newCredentials(server), email })
    return performance.now() - began
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let pair = 0; pair < 7; pair++) {
    known.push(await took(thandi.credentials.email))
    unknown.push(await took(newCredentials(server).email))
  }
  // One hash takes ten times as long as all the rest: had either branch none, or two, it would be far outside.
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0
  expect(median(known) / median(unknown)).toBeGreaterThan(0.6)
  expect(median(known) / median(unknown)).toBeLessThan(1.67)
})

test('while thirty sign in at once, everybody else is answered', { retry: 2 }, async () => {
  await proxied.ownerPool.query('delete from auth.attempts')
  let done = 0
  const { password } = newCredentials(proxied)
  const flood = Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const { status } = await at(`198.18.0.${index}`).send('POST', '/api/v1/session', {
        email: `${index}@winkel.example`,
        password,
      })
      done++
      return status
    }),
  )
  const waits: number[] = []
  while (waits.length < 20) {
    const began = performance.now()
    expect((await createClient(proxied).fetch('/healthz')).status).toBe(200)
    waits.push(performance.now() - began)
  }
  expect(done).toBeLessThan(30)
  expect(waits.sort((a, b) => a - b)[waits.length >> 1]).toBeLessThan(200)
  expect(await anna.api.sites.list({})).toMatchObject({ results: 1 })
  expect(new Set(await flood)).toEqual(new Set([401]))
})
