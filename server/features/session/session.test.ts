import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  type Credentials,
  createAccount,
  createClient,
  createOwner,
  newCredentials,
  type TestClient,
} from '../../testing/clients.ts'
import { startServer, testServer } from '../../testing/server.ts'
import { waitUntil } from '../../testing/wait-until.ts'

const server = await testServer()
afterAll(server.close)
beforeEach(() => server.ownerPool.query('delete from auth.attempts'))

const thandi = await createOwner(server)
const COOKIE = 'winkel'

async function signIn(credentials: Credentials = thandi.credentials, before = createClient(server)) {
  await before.api.session.signIn(credentials)
  return before
}
const isSignedIn = async ({ api }: TestClient) => (await api.session.get()) !== null
/** The token that the database has for the session of a client. */
const readSessionToken = ({ cookies }: TestClient) => decodeURIComponent(String(cookies.get(COOKIE))).split('.')[0]
const changeSession = (browser: TestClient, change: string) =>
  server.ownerPool.query(`update auth.session set ${change} where token = $1`, [readSessionToken(browser)])
const findSessions = async (user_id: string) =>
  Number((await server.ownerPool.query('select count(*) from auth.session where "userId" = $1', [user_id])).rows[0].count)

describe('sign-in with the right password', () => {
  test('creates a session that survives a reload and a restart of the server (7.1.1, 7.1.3)', async () => {
    const browser = await signIn({ ...thandi.credentials, email: ` ${thandi.credentials.email.toUpperCase()} ` })
    expect(await browser.api.session.get()).toMatchObject({
      user: { email: thandi.credentials.email },
      role: 'owner',
      business: { id: thandi.businessid },
    })
    const restarted = await startServer(server.store)
    onTestFinished(restarted.close)
    const same = createClient(restarted)
    same.cookies.set(COOKIE, String(browser.cookies.get(COOKIE)))
    expect(await isSignedIn(same)).toBe(true)
  })

  test('sets a cookie that is HttpOnly and SameSite=Lax', async () => {
    const response = await createClient(server).fetch('/api/v1/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(thandi.credentials),
    })
    const [session, device, ...others] = response.headers.getSetCookie().map((cookie) => cookie.split('; '))
    expect(others).toEqual([])
    expect(session?.slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax'])
    expect(device?.[0]).toMatch(/^winkel-device=/)
    expect(device?.slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Lax'])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('sets a Secure cookie with the prefix __Host- over https', async () => {
    const secure = await startServer(server.store, { publicUrl: 'https://shop.winkel.example' })
    onTestFinished(secure.close)
    const browser = createClient(secure)
    const response = await browser.fetch('/api/v1/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(thandi.credentials),
    })
    const [session, device] = response.headers.getSetCookie().map((cookie) => cookie.split('; '))
    expect(session?.[0]).toMatch(/^__Host-winkel=[^;]/)
    expect(session?.slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax', 'Secure'])
    expect(device?.[0]).toMatch(/^__Host-winkel-device=[^;]/)
    expect(device?.slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Lax', 'Secure'])
    expect(response.headers.get('strict-transport-security')).toMatch(/max-age=31536000/)
    expect(await isSignedIn(browser)).toBe(true)
    const out = await browser.fetch('/api/v1/session', { method: 'DELETE' })
    expect(out.headers.getSetCookie()).toEqual([
      '__Host-winkel=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
      '__Host-winkel-device=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    ])
  })

  test('replaces the session that was there before', async () => {
    const browser = await signIn()
    const before = createClient(server)
    before.cookies.set(COOKIE, String(browser.cookies.get(COOKIE)))
    await signIn(thandi.credentials, browser)
    expect(browser.cookies.get(COOKIE)).not.toBe(before.cookies.get(COOKIE))
    await expect(before.api.sites.list({})).rejects.toMatchObject({ status: 401 })
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('does not accept a cookie that somebody else has set', async () => {
    const browser = createClient(server)
    browser.cookies.set(COOKIE, 'planted.c2lnbmF0dXJl')
    await signIn(thandi.credentials, browser)
    expect(browser.cookies.get(COOKIE)).not.toContain('planted')
  })
})

describe('sign-in with a wrong password', () => {
  test('has the same answer as one with an unknown e-mail', async () => {
    const wrong = await createClient(server).send('POST', '/api/v1/session', {
      ...newCredentials(server),
      email: thandi.credentials.email,
    })
    const unknown = await createClient(server).send('POST', '/api/v1/session', newCredentials(server))
    expect(wrong).toMatchObject({ status: 401, body: { message: 'Login failed. Check your e-mail and password.' } })
    expect(unknown).toEqual(wrong)
  })

  test('keeps the session that was there before', async () => {
    const browser = await signIn()
    await expect(signIn({ ...newCredentials(server), email: thandi.credentials.email }, browser)).rejects.toMatchObject({
      code: 'LOGIN_FAILED',
    })
    expect(await isSignedIn(browser)).toBe(true)
  })
})

describe('sign-in without permission', () => {
  const refused: [string, string, (user_id: string) => Promise<unknown>][] = [
    [
      'Only business owners/admins may log in.',
      'an employee with a role',
      (user_id) =>
        server.ownerPool.query(
          `with hired as (insert into employee (businessid, firstname, lastname, user_id) values ($1, 'Sipho', 'Dube', $2))
           insert into business_users (businessid, user_id, role) values ($1, $2, 'employee')`,
          [thandi.businessid, user_id],
        ),
    ],
    [
      'Employees cannot log in to the dashboard.',
      'an employee without a role',
      (user_id) =>
        server.ownerPool.query(
          `insert into employee (businessid, firstname, lastname, user_id) values ($1, 'Sipho', 'Dube', $2)`,
          [thandi.businessid, user_id],
        ),
    ],
    ['Unauthorized account.', 'a user with neither', async () => undefined],
    [
      'Only business owners/admins may log in.',
      'an admin whose record is disabled',
      (user_id) =>
        server.ownerPool.query(
          `with hired as (insert into employee (businessid, firstname, lastname, position, user_id, isenabled, disablereason) values ($1, 'Sipho', 'Dube', 'Owner', $2, false, 'left'))
           insert into business_users (businessid, user_id, role) values ($1, $2, 'admin')`,
          [thandi.businessid, user_id],
        ),
    ],
  ]
  test.each(refused)(
    'is refused with the message %j to %s, and leaves no session (1.2, 5.1.1, 5.1.3, 6.1, 7.2.2)',
    async (message, _who, arrange) => {
      const credentials = newCredentials(server)
      const { user } = await createClient(server).api.signup.createUser(credentials)
      await arrange(user.id)
      const browser = createClient(server)
      await expect(signIn(credentials, browser)).rejects.toMatchObject({ status: 403, message })
      expect(browser.cookies.size).toBe(0)
      expect(await findSessions(user.id)).toBe(0)
    },
  )

  test.each([
    ['role', 'account_status', 'Unable to check role.', () => createOwner(server)],
    ['employee status', 'is_employed', 'Unable to check employee status.', () => createAccount(server)],
  ] as const)('says that the %s cannot be checked when the query fails (8.1.3, 8.1.4)', async (_what, fn, message, arrange) => {
    const { credentials, user_id } = await arrange()
    const before = await findSessions(user_id)
    await server.ownerPool.query(`revoke execute on function ${fn}(uuid) from winkel_auth`)
    const browser = createClient(server)
    await expect(
      signIn(credentials, browser).finally(() => server.ownerPool.query(`grant execute on function ${fn}(uuid) to winkel_auth`)),
    ).rejects.toMatchObject({ status: 503, message })
    expect(browser.cookies.size).toBe(0)
    expect(await findSessions(user_id)).toBe(before)
  })
})

test('sign-in: an admin of the business may sign in (1.1, 6.1)', async () => {
  const anna = await createAccount(server)
  await server.ownerPool.query('delete from auth.signup where user_id = $1', [anna.user_id])
  await server.ownerPool.query(`insert into business_users (businessid, user_id, role) values ($1, $2, 'admin')`, [
    thandi.businessid,
    anna.user_id,
  ])
  expect(await createClient(server).api.session.signIn(anna.credentials)).toMatchObject({
    role: 'admin',
    business: { id: thandi.businessid },
    signup_step: null,
    compare: 'previous',
  })
})

describe('session end', () => {
  test('by Sign out applies to copies of the cookie and to no other session (2.3.12, 7.1.2)', async () => {
    const [browser, other] = [await signIn(), await signIn()]
    const copy = createClient(server)
    copy.cookies.set(COOKIE, String(browser.cookies.get(COOKIE)))
    await browser.api.session.signOut()
    expect(browser.cookies.size).toBe(0)
    await expect(copy.api.sites.list({})).rejects.toMatchObject({ status: 401, message: 'Please log in.' })
    expect(await isSignedIn(other)).toBe(true)
    await browser.api.session.signOut()
  })

  test('comes after seven days without use; each day of use extends it', async () => {
    const browser = await signIn()
    await changeSession(browser, `"expiresAt" = now() + interval '5 days', "updatedAt" = now() - interval '2 days'`)
    const response = await browser.fetch('/api/v1/session')
    expect(response.headers.getSetCookie()[0]).toContain('Max-Age=604800')
    const { rows } = await server.ownerPool.query(
      `select "expiresAt" > now() + interval '6 days' as renewed from auth.session where token = $1`,
      [readSessionToken(browser)],
    )
    expect(rows).toEqual([{ renewed: true }])
    await changeSession(browser, `"expiresAt" = now() - interval '1 second'`)
    await expect(browser.api.sites.list({})).rejects.toMatchObject({ status: 401 })
  })

  test('comes after thirty days, even with use', async () => {
    const browser = await signIn()
    await changeSession(browser, `"createdAt" = now() - interval '31 days'`)
    await expect(browser.api.sites.list({})).rejects.toMatchObject({ status: 401 })
    expect(await isSignedIn(browser)).toBe(false)
    const { rowCount } = await server.ownerPool.query('select from auth.session where token = $1', [readSessionToken(browser)])
    expect(rowCount).toBe(0)
  })

  test('comes when the user is disabled or loses the role (6.8)', async () => {
    const anna = await createOwner(server)
    const browser = await signIn(anna.credentials)
    await server.ownerPool.query(`update employee set isenabled = false, disablereason = 'left' where employeeid = $1`, [
      anna.employeeid,
    ])
    await expect(browser.api.sites.list({})).rejects.toMatchObject({ status: 401 })
    await server.ownerPool.query(`update employee set isenabled = true where employeeid = $1`, [anna.employeeid])
    expect(await isSignedIn(browser)).toBe(false)
    await server.ownerPool.query(`update business_users set role = 'employee' where user_id = $1`, [anna.user_id])
    await expect(anna.api.sites.list({})).rejects.toMatchObject({
      status: 403,
      message: 'Only business owners/admins may log in.',
    })
  })

  test('applies to a cookie with a changed letter', async () => {
    const browser = await signIn()
    const [token, signature] = decodeURIComponent(String(browser.cookies.get(COOKIE))).split('.')
    browser.cookies.set(
      COOKIE,
      encodeURIComponent(`${token}.${signature?.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))}`),
    )
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('applies to a token without a signature, or signed with another secret', async () => {
    const browser = await signIn()
    const cookie = String(browser.cookies.get(COOKIE))
    for (const unsigned of [`${readSessionToken(browser)}`, `${readSessionToken(browser)}.`, '.', '%', `${cookie}x`]) {
      browser.cookies.set(COOKIE, unsigned)
      expect(await isSignedIn(browser)).toBe(false)
    }
    const other = await startServer(server.store, { authSecret: 'another secret, and as long as ours' })
    onTestFinished(other.close)
    const elsewhere = createClient(other)
    elsewhere.cookies.set(COOKIE, cookie)
    expect(await isSignedIn(elsewhere)).toBe(false)
    browser.cookies.set(COOKIE, cookie)
    expect(await isSignedIn(browser)).toBe(true)
  })
})

describe('password reset', () => {
  /** The token of the link in the newest mail to this person. */
  async function mailedToken(email: string) {
    const outbox = join(server.config.dataDir, 'outbox')
    const mail = await waitUntil(async () => {
      const mails = await Promise.all((await readdir(outbox)).sort().map((file) => readFile(join(outbox, file), 'utf8')))
      const mine = mails.findLast((text) => text.includes(`To: ${email}`))
      if (!mine) throw new Error('no mail yet')
      return mine
    })
    const token = new RegExp(`^${server.config.publicUrl}/login\\?token=(\\S+)$`, 'm').exec(mail)?.[1] ?? ''
    server.secrets.add(token)
    return token
  }
  const ask = (email: string) => createClient(server).send('POST', '/api/v1/session/password-reset', { email })

  test('works once with the mailed link, and ends every session', async () => {
    const anna = await createOwner(server)
    const open = await signIn(anna.credentials)
    await ask(anna.credentials.email)
    const token = await mailedToken(anna.credentials.email)
    const { password } = newCredentials(server)
    const uses = await Promise.all(
      [1, 2].map(() => createClient(server).send('PUT', '/api/v1/session/password', { token, password })),
    )
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 410])
    expect(await isSignedIn(open)).toBe(false)
    expect(await findSessions(anna.user_id)).toBe(0)
    await expect(signIn(anna.credentials)).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
    expect(await isSignedIn(await signIn({ ...anna.credentials, password }))).toBe(true)
    const again = await createClient(server).send('PUT', '/api/v1/session/password', { token, password })
    expect(again).toMatchObject({
      status: 410,
      body: { message: 'This link has expired or was already used. Please ask for a new one.' },
    })
  })

  test('makes links that were mailed earlier invalid', async () => {
    const anna = await createOwner(server)
    await ask(anna.credentials.email)
    const older = await mailedToken(anna.credentials.email)
    await ask(anna.credentials.email)
    const newer = await waitUntil(async () => {
      const token = await mailedToken(anna.credentials.email)
      expect(token).not.toBe(older)
      return token
    })
    const { password } = newCredentials(server)
    await createClient(server).api.session.resetPassword({ token: newer, password })
    await expect(createClient(server).api.session.resetPassword({ token: older, password: 'of a thief' })).rejects.toMatchObject({
      code: 'LINK_EXPIRED',
    })
    expect(await isSignedIn(await signIn({ ...anna.credentials, password }))).toBe(true)
  })

  test('is refused with an expired link', async () => {
    const anna = await createOwner(server)
    await ask(anna.credentials.email)
    const token = await mailedToken(anna.credentials.email)
    await server.ownerPool.query(`update auth.verification set "expiresAt" = now() - interval '1 second' where value = $1`, [
      anna.user_id,
    ])
    expect((await createClient(server).send('PUT', '/api/v1/session/password', { token, password: 'new' })).status).toBe(410)
    expect(await isSignedIn(await signIn(anna.credentials))).toBe(true)
  })

  test('is refused with a token that was never mailed', async () => {
    for (const token of ['', 'x'.repeat(24), 'x'.repeat(201), 'x'.repeat(5000), 'a\0b', '\ud800', 'a b'])
      expect(await createClient(server).send('PUT', '/api/v1/session/password', { token, password: 'new' })).toMatchObject({
        status: 410,
        body: { message: 'This link has expired or was already used. Please ask for a new one.' },
      })
  })

  test('has the same answer with and without an account, and a mail only with one', async () => {
    const anna = await createOwner(server)
    const unknown = newCredentials(server).email
    expect(await ask(unknown)).toEqual(await ask(anna.credentials.email))
    await mailedToken(anna.credentials.email)
    const mails = await readdir(join(server.config.dataDir, 'outbox'))
    const texts = await Promise.all(mails.map((file) => readFile(join(server.config.dataDir, 'outbox', file), 'utf8')))
    expect(texts.some((text) => text.includes(unknown))).toBe(false)
  })

  test('has the same answer over its limit of five in an hour, with and without an account', async () => {
    const anna = await createOwner(server)
    for (const email of [newCredentials(server).email, anna.credentials.email]) {
      const first = await ask(email)
      for (let mail = 0; mail < 5; mail++) expect(await ask(email)).toEqual(first)
    }
  })
})
