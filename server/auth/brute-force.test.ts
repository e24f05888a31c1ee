import crypto, { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
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
const DEVICE = 'winkel-device'
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

/** The token of the newest reset link. */
async function mailResetLink(email: string) {
  const outbox = join(proxied.config.dataDir, 'outbox')
  await createClient(proxied).api.session.requestPasswordReset({ email })
  return waitUntil(async () => {
    const [newest = ''] = (await readdir(outbox)).sort().reverse()
    const token = /\?token=(\S+)/.exec(await readFile(join(outbox, newest), 'utf8'))?.[1] ?? ''
    expect(token).not.toBe('')
    proxied.secrets.add(token)
    return token
  })
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
    expect(await thandi.api.session.signIn(thandi.credentials)).toMatchObject({ role: 'owner' })
  })

  test('from a hundred addresses reach the hash at most twenty times, and the owner signs in from a known address or browser', async () => {
    const phone = at('196.25.1.1')
    await phone.api.session.signIn(anna.credentials)
    const checked = await guess({
      email: anna.credentials.email,
      guesses: 100,
      from: (index) => at(`198.51.${index >> 8}.${index & 255}`),
    })
    expect(checked).toBeLessThanOrEqual(20)
    await expect(at('192.0.2.1').api.session.signIn(anna.credentials)).rejects.toMatchObject({ status: 429 })
    const sameAddress = at('196.25.1.1')
    expect(await sameAddress.api.session.signIn(anna.credentials)).toMatchObject({ role: 'owner' })
    const sameBrowser = at('192.0.2.2')
    sameBrowser.cookies.set(DEVICE, String(phone.cookies.get(DEVICE)))
    expect(await sameBrowser.api.session.signIn(anna.credentials)).toMatchObject({ role: 'owner' })
  })

  test('in many known browsers, which who once knew the password may have, are limited together', async () => {
    const { credentials } = await createOwner(proxied)
    const browsers = Array.from({ length: 8 }, (_, browser) => at(`203.0.113.${browser}`))
    for (const browser of browsers) await browser.api.session.signIn(credentials)
    // Elsewhere, where the client IP is not known.
    const devices = browsers.map((browser) => String(browser.cookies.get(DEVICE)))
    const checked = await guess({
      email: credentials.email,
      guesses: 160,
      from: (index) => {
        const client = at(`198.51.${index}.1`)
        client.cookies.set(DEVICE, devices[index % devices.length] ?? '')
        return client
      },
    })
    // 60 of known browsers, 20 of strange places, and those that are under way when the limit is reached.
    expect(checked).toBeLessThanOrEqual(100)
  })

  test('do not lock out an owner who used a mailed link', async () => {
    const sipho = await createOwner(proxied)
    const guessing = { email: sipho.credentials.email, guesses: 30, from: (index: number) => at(`198.51.0.${index}`) }
    await guess(guessing)
    const away = at('192.0.2.1')
    await expect(away.api.session.signIn(sipho.credentials)).rejects.toMatchObject({ status: 429 })
    const { password } = newCredentials(proxied)
    await away.api.session.resetPassword({ token: await mailResetLink(sipho.credentials.email), password })
    expect(await at('192.0.2.9').api.session.signIn({ ...sipho.credentials, password })).toMatchObject({ role: 'owner' })
    await guess(guessing)
    expect(await away.api.session.signIn({ ...sipho.credentials, password })).toMatchObject({ role: 'owner' })
  })

  test('are refused with a waiting time, and logged with account, forwarded address and reason', async () => {
    const { email } = newCredentials(proxied)
    const from = () => at('10.0.0.1, 203.0.113.7')
    await guess({ email, guesses: 20, from })
    const answer = await from().fetch('/api/v1/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...newCredentials(proxied), email }),
    })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.json()).toMatchObject({ message: 'Too many attempts. Please wait a moment and try again.' })
    const refused = proxied.logged.filter((line) => line.includes('"too_many_attempts"')).map((line) => JSON.parse(line))
    expect(refused.at(-1)).toMatchObject({
      reason: 'account',
      account: createHash('sha256').update(email).digest('hex').slice(0, 16),
      clientIp: '203.0.113.7',
    })
  })
})

describe('auth rate limit', () => {
  test('does not count right passwords: forty sign-ins at the same time from a new address succeed', async () => {
    const owners = Array.from({ length: 40 }, () => at('203.0.113.9').api.session.signIn(anna.credentials))
    expect((await Promise.all(owners)).map(({ role }) => role)).toEqual(Array(40).fill('owner'))
  })

  test('restarts the count of a known address after a right password', async () => {
    for (let round = 0; round < 2; round++) {
      await proxied.ownerPool.query(`delete from auth.attempts where key like 'address:%'`)
      expect(await guess({ email: anna.credentials.email, guesses: 15, from: () => at('203.0.113.9') })).toBe(15)
      await at('203.0.113.9').api.session.signIn(anna.credentials)
    }
  })

  test('slows down the forwarded address of many wrong passwords, refuses nobody there, and slows down no other', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { password } = newCredentials(proxied)
    const wrong = (index: number) =>
      at(`10.0.0.${index}, 203.0.113.7`).send('POST', '/api/v1/session', { email: `${index}@winkel.example`, password })
    for (let index = 0; index < 24; index++) expect(await wrong(index)).toMatchObject({ status: 401 })
    let isAnswered = false
    const newcomer = at('203.0.113.7')
      .api.session.signIn(anna.credentials)
      .finally(() => {
        isAnswered = true
      })
    expect(await at('203.0.113.8').api.session.signIn(anna.credentials)).toMatchObject({ role: 'owner' })
    expect(isAnswered).toBe(false)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await newcomer).toMatchObject({ role: 'owner' })
  })
})

describe('account creation', () => {
  const create = (client: ReturnType<typeof at>, email = newCredentials(proxied).email) =>
    client.send('POST', '/api/functions/create-user', { ...newCredentials(proxied), email })

  test('has a short queue for each address, and a sign-in from another address does not wait for it', async () => {
    const hashes = watchHashes()
    hashes.hold()
    const refused: unknown[] = []
    const creating = Promise.all(
      Array.from({ length: 30 }, async () => {
        const { status } = await create(at('203.0.113.7'))
        if (status === 429) refused.push(status)
        return status
      }),
    )
    await waitUntil(() => expect(refused).toHaveLength(8))
    await waitUntil(() => expect(hashes.costs).toHaveLength(1))
    const signingIn = at('203.0.113.8').api.session.signIn(anna.credentials)
    await waitUntil(() => expect(hashes.costs).toHaveLength(2))
    hashes.release()
    expect(await signingIn).toMatchObject({ role: 'owner' })
    expect((await creating).filter((status) => status === 200)).toHaveLength(22)
  })

  test('from many addresses has a short queue: further ones are refused at once, and other people and owners go on', async () => {
    const newcomer = await createOwner(proxied)
    await proxied.ownerPool.query('delete from auth.attempts')
    const hashes = watchHashes()
    hashes.hold()
    const refused: { status: number; body: unknown; retryAfter: string | null }[] = []
    const creating = Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const answer = await at(`198.51.1.${index}`).fetch('/api/functions/create-user', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(newCredentials(proxied)),
        })
        const [status, body] = [answer.status, await answer.json()]
        if (status !== 200) refused.push({ status, body, retryAfter: answer.headers.get('retry-after') })
        return status
      }),
    )
    // One is hashed and 20 wait.
    await waitUntil(() => expect(refused).toHaveLength(39))
    for (const { status, body, retryAfter } of refused) {
      expect({ status, body }).toMatchObject({
        status: 429,
        body: {
          code: 'TOO_MANY_ATTEMPTS',
          message: 'Many people are signing in or signing up at this moment. Please try again in a few seconds.',
        },
      })
      expect(Number(retryAfter)).toBeGreaterThan(0)
    }
    const { rows } = await proxied.ownerPool.query(`select from auth.attempts where key like 'account_creation:%'`)
    expect(rows.length, 'refused before they are counted').toBeLessThanOrEqual(1)
    // A sign-in from a new place does not wait behind them.
    const signingIn = at('203.0.113.8').api.session.signIn(newcomer.credentials)
    await waitUntil(() => expect(hashes.costs).toHaveLength(2))
    hashes.release()
    expect(await signingIn).toMatchObject({ role: 'owner' })
    expect((await creating).filter((status) => status === 200)).toHaveLength(21)
  })

  test('is refused when its hash has not begun in ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const hashes = watchHashes()
    hashes.hold()
    const statuses: number[] = []
    const creating = Promise.all(
      [1, 2, 3].map(async (host) => {
        statuses.push((await create(at(`198.51.2.${host}`))).status)
      }),
    )
    await waitUntil(() => expect(hashes.costs).toHaveLength(1))
    await waitUntil(async () => {
      await vi.advanceTimersByTimeAsync(10_000)
      expect(statuses).toEqual([429, 429])
    })
    hashes.release()
    await creating
    expect(statuses).toEqual([429, 429, 200])
  })

  test('with used e-mails is slowed down after thirty in an hour, and only from that address', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const harvester = at('203.0.113.7')
    for (let index = 0; index < 32; index++)
      expect(await create(harvester, anna.credentials.email)).toMatchObject({ status: 422 })
    let isAnswered = false
    const next = create(harvester).finally(() => {
      isAnswered = true
    })
    expect(await create(at('203.0.113.8'))).toMatchObject({ status: 200 })
    expect(isAnswered).toBe(false)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await next).toMatchObject({ status: 200 })
  })
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
    const { rowCount } = await proxied.ownerPool.query(`select from auth.attempts where key like 'account:%'`)
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
