import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createAppCode } from '../../db/testing/app-code.ts'
import { createClient, createOwner, newCredentials, type Owner, type TestClient } from '../testing/clients.ts'
import { readMails } from '../testing/mails.ts'
import { startServer, testServer } from '../testing/server.ts'

const server = await testServer()
afterAll(server.close)
beforeEach(() => server.ownerPool.query('delete from auth.attempts'))

const COOKIE = 'winkel'
const CHALLENGE = 'winkel-two-step'

const forgetCodes = () => server.ownerPool.query('delete from auth.attempts')
const hasEvent = (event: string) => server.logged.some((line) => line.includes(`"event":"${event}"`))

/** Turns two-step sign-in on. The log must contain neither key nor codes. */
async function turnOn({ api, credentials }: Owner) {
  const { uri, recovery_codes } = await api.account.twoStep.start({ current: credentials.password })
  for (const secret of [...recovery_codes, new URL(uri).searchParams.get('secret') ?? '']) server.secrets.add(secret)
  await api.account.twoStep.confirm({ code: createAppCode(uri) })
  await forgetCodes()
  return { uri, recovery_codes }
}

async function createProtectedOwner() {
  const owner = await createOwner(server)
  return { ...owner, ...(await turnOn(owner)) }
}

/** A browser in which the right password was sent. */
async function sendPassword({ credentials }: Pick<Owner, 'credentials'>, browser: TestClient = createClient(server)) {
  await expect(browser.api.session.signIn(credentials)).rejects.toMatchObject({ status: 401, code: 'CODE_REQUIRED' })
  return browser
}

const wrongCode = (uri: string) => {
  const right = [-2, -1, 0, 1, 2].map((periods) => createAppCode(uri, periods))
  return (nth: number) => String((Number(right[2]) + 7 + nth * 11) % 1_000_000).padStart(6, '0')
}

describe('two-step sign-in', () => {
  test('asks for a code after the right password only, and opens no session before it', async () => {
    const thandi = await createProtectedOwner()
    const { rows } = await server.ownerPool.query('select count(*)::int from auth.session where "userId" = $1', [thandi.user_id])
    await expect(
      createClient(server).api.session.signIn({ ...newCredentials(server), email: thandi.credentials.email }),
    ).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
    const browser = await sendPassword(thandi)
    expect([...browser.cookies.keys()]).toEqual([CHALLENGE])
    expect(await browser.api.session.get()).toBeNull()
    await expect(browser.api.sites.list({})).rejects.toMatchObject({ status: 401 })
    const after = await server.ownerPool.query('select count(*)::int from auth.session where "userId" = $1', [thandi.user_id])
    expect(after.rows).toEqual(rows)

    expect(await browser.api.session.verifyCode({ code: createAppCode(thandi.uri) })).toMatchObject({
      user: { email: thandi.credentials.email },
      role: 'owner',
    })
    expect([...browser.cookies.keys()].sort()).toEqual([COOKIE, 'winkel-device'])
    expect((await browser.api.sites.list({})).results).toBe(1)
  })

  test('sets an HttpOnly cookie for ten minutes, Secure and with the prefix __Host- over https', async () => {
    const thandi = await createProtectedOwner()
    const secure = await startServer(server.store, { publicUrl: 'https://shop.winkel.example' })
    const browser = createClient(secure)
    const response = await browser.fetch('/api/v1/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(thandi.credentials),
    })
    const [cookie, ...others] = response.headers.getSetCookie().map((line) => line.split('; '))
    expect(others).toEqual([])
    expect(cookie?.[0]).toMatch(/^__Host-winkel-two-step=[^;]/)
    expect(cookie?.slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax', 'Secure'])
    await browser.api.session.verifyCode({ code: createAppCode(thandi.uri) })
    expect(await browser.api.session.get()).not.toBeNull()
    await secure.close()
  })

  test('accepts a code once, also when it is sent twice at the same time', async () => {
    const thandi = await createProtectedOwner()
    const code = createAppCode(thandi.uri)
    const browsers = [await sendPassword(thandi), await sendPassword(thandi)]
    const answers = await Promise.allSettled(browsers.map(({ api }) => api.session.verifyCode({ code })))
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const third = await sendPassword(thandi)
    await expect(third.api.session.verifyCode({ code })).rejects.toMatchObject({ status: 422, code: 'CODE_WRONG' })
  })

  test('refuses a wrong code, an old one, a code without the password, and a cookie of our own making', async () => {
    const thandi = await createProtectedOwner()
    const browser = await sendPassword(thandi)
    const wrong = wrongCode(thandi.uri)
    for (const code of [wrong(0), createAppCode(thandi.uri, -4), 'abcd-efgh-jkmn'])
      await expect(browser.api.session.verifyCode({ code })).rejects.toMatchObject({ code: 'CODE_WRONG' })

    const visitor = createClient(server)
    const code = createAppCode(thandi.uri)
    await expect(visitor.api.session.verifyCode({ code })).rejects.toMatchObject({ status: 401, code: 'SIGN_IN_EXPIRED' })
    visitor.cookies.set(CHALLENGE, '2fa-planted.c2lnbmF0dXJl')
    await expect(visitor.api.session.verifyCode({ code })).rejects.toMatchObject({ code: 'SIGN_IN_EXPIRED' })
  })

  test('ends a challenge after five codes, after its time, and with a new password', async () => {
    const thandi = await createProtectedOwner()
    const wrong = wrongCode(thandi.uri)
    const browser = await sendPassword(thandi)
    for (let guess = 0; guess < 5; guess++)
      await expect(browser.api.session.verifyCode({ code: wrong(guess) })).rejects.toMatchObject({ code: 'CODE_WRONG' })
    const code = createAppCode(thandi.uri)
    await expect(browser.api.session.verifyCode({ code })).rejects.toMatchObject({ code: 'SIGN_IN_EXPIRED' })

    await forgetCodes()
    const late = await sendPassword(thandi)
    await server.ownerPool.query(`update auth.verification set "expiresAt" = now() - interval '1 second' where value = $1`, [
      thandi.user_id,
    ])
    await expect(late.api.session.verifyCode({ code })).rejects.toMatchObject({ code: 'SIGN_IN_EXPIRED' })

    const overtaken = await sendPassword(thandi)
    const { password } = newCredentials(server)
    await thandi.api.account.changePassword({ current: thandi.credentials.password, password })
    await expect(overtaken.api.session.verifyCode({ code })).rejects.toMatchObject({ code: 'SIGN_IN_EXPIRED' })
  })

  test('takes ten wrong codes in half an hour from all places, however many challenges there are', async () => {
    const thandi = await createProtectedOwner()
    const wrong = wrongCode(thandi.uri)
    const browsers = await Promise.all(Array.from({ length: 8 }, () => sendPassword(thandi)))
    const answers = await Promise.allSettled(
      Array.from({ length: 32 }, (_, guess) => browsers[guess % 8]?.api.session.verifyCode({ code: wrong(guess) })),
    )
    const codes = answers.map((answer) => (answer.status === 'rejected' ? answer.reason.code : 'signed in'))
    expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(22)
    expect(codes).not.toContain('signed in')
    const fresh = await sendPassword(thandi)
    await expect(fresh.api.session.verifyCode({ code: createAppCode(thandi.uri) })).rejects.toMatchObject({
      status: 429,
      code: 'TOO_MANY_ATTEMPTS',
    })
    await expect(fresh.api.session.verifyCode({ code: thandi.recovery_codes[0] ?? '' })).rejects.toMatchObject({ status: 429 })
  })

  test('keeps the role messages for after the code', async () => {
    const thandi = await createProtectedOwner()
    const browser = await sendPassword(thandi)
    await server.ownerPool.query(`update employee set isenabled = false, disablereason = 'left' where user_id = $1`, [
      thandi.user_id,
    ])
    await expect(browser.api.session.verifyCode({ code: createAppCode(thandi.uri) })).rejects.toMatchObject({
      status: 403,
      message: 'Only business owners/admins may log in.',
    })
    expect(browser.cookies.has(COOKIE)).toBe(false)
  })

  test('does not let the sign-up in with the password alone', async () => {
    const thandi = await createProtectedOwner()
    await server.ownerPool.query('update business set signup_finished_at = null where id = $1', [thandi.businessid])
    const browser = createClient(server)
    await expect(browser.api.signup.start({ ...thandi.credentials, firstname: 'x', lastname: 'x' })).rejects.toMatchObject({
      code: 'NOT_STARTED',
    })
    expect(browser.cookies.size).toBe(0)
  })
})

describe('recovery codes', () => {
  test('sign in once each, however they are typed, and the rest are counted', async () => {
    const thandi = await createProtectedOwner()
    expect((await thandi.api.account.get()).two_step).toEqual({ is_on: true, codes_left: 10 })
    const [first = '', second = ''] = thandi.recovery_codes
    const browser = await sendPassword(thandi)
    await browser.api.session.verifyCode({ code: ` ${first.toUpperCase().replaceAll('-', ' ')}` })
    expect((await browser.api.account.get()).two_step).toEqual({ is_on: true, codes_left: 9 })
    const again = await sendPassword(thandi)
    await expect(again.api.session.verifyCode({ code: first })).rejects.toMatchObject({ code: 'CODE_WRONG' })

    const browsers = [again, await sendPassword(thandi)]
    const answers = await Promise.allSettled(browsers.map(({ api }) => api.session.verifyCode({ code: second })))
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('are stored as hashes, which do not sign in; the key of the app is stored encrypted', async () => {
    const thandi = await createProtectedOwner()
    const { rows } = await server.ownerPool.query('select secret, "backupCodes" from auth."twoFactor" where "userId" = $1', [
      thandi.user_id,
    ])
    const stored = JSON.stringify(rows)
    for (const code of thandi.recovery_codes) expect(stored).not.toContain(code)
    expect(stored).not.toContain(new URL(thandi.uri).searchParams.get('secret'))
    const [hash] = JSON.parse(rows[0].backupCodes)
    const browser = await sendPassword(thandi)
    await expect(browser.api.session.verifyCode({ code: hash })).rejects.toMatchObject({ code: 'CODE_WRONG' })
  })

  test('are replaced with the password', async () => {
    const thandi = await createProtectedOwner()
    const wrong = newCredentials(server).password
    await expect(thandi.api.account.twoStep.replaceCodes({ current: wrong })).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
    const { recovery_codes } = await thandi.api.account.twoStep.replaceCodes({ current: thandi.credentials.password })
    for (const code of recovery_codes) server.secrets.add(code)
    const browser = await sendPassword(thandi)
    await expect(browser.api.session.verifyCode({ code: thandi.recovery_codes[0] ?? '' })).rejects.toMatchObject({
      code: 'CODE_WRONG',
    })
    await browser.api.session.verifyCode({ code: recovery_codes[0] ?? '' })
  })
})

describe('turning two-step sign-in on and off', () => {
  test('takes the password and the first code; until then sign-in takes the password alone, and then all other sessions end', async () => {
    const thandi = await createOwner(server)
    const { two_step } = await thandi.api.account.get()
    expect(two_step).toEqual({ is_on: false, codes_left: 0 })
    await expect(thandi.api.account.twoStep.start({ current: newCredentials(server).password })).rejects.toMatchObject({
      code: 'WRONG_PASSWORD',
    })
    const { uri } = await thandi.api.account.twoStep.start({ current: thandi.credentials.password })
    server.secrets.add(new URL(uri).searchParams.get('secret') ?? '')
    expect(uri).toContain('issuer=Winkel')
    await expect(thandi.api.account.twoStep.confirm({ code: wrongCode(uri)(0) })).rejects.toMatchObject({ code: 'CODE_WRONG' })
    const phone = createClient(server)
    await phone.api.session.signIn(thandi.credentials)
    const stolen = createClient(server)
    stolen.cookies.set(COOKIE, String(thandi.cookies.get(COOKIE)))

    await thandi.api.account.twoStep.confirm({ code: createAppCode(uri) })
    await sendPassword(thandi)
    expect(await thandi.api.session.get()).not.toBeNull()
    for (const { api } of [phone, stolen]) expect(await api.session.get(), 'began with the password alone').toBeNull()
    expect(await thandi.api.account.sessions()).toHaveLength(1)
    await expect(thandi.api.account.twoStep.start({ current: thandi.credentials.password })).rejects.toMatchObject({
      code: 'ALREADY_ON',
    })
    const [mail] = await readMails(server, thandi.credentials.email)
    expect(mail).toContain('Subject: Two-step sign-in is on')
    expect(hasEvent('two_step_on')).toBe(true)
  })

  test('goes off with the password, and then sign-in takes the password alone', async () => {
    const thandi = await createProtectedOwner()
    await expect(thandi.api.account.twoStep.turnOff({ current: newCredentials(server).password })).rejects.toMatchObject({
      code: 'WRONG_PASSWORD',
    })
    await thandi.api.account.twoStep.turnOff({ current: thandi.credentials.password })
    expect(await thandi.api.session.get()).not.toBeNull()
    await createClient(server).api.session.signIn(thandi.credentials)
    const [mail] = await readMails(server, thandi.credentials.email, 2)
    expect(mail).toContain('Subject: Two-step sign-in is off')
    expect(hasEvent('two_step_off')).toBe(true)
  })
})
