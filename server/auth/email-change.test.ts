import { afterAll, beforeEach, expect, test } from 'vitest'
import { createClient, createOwner, newCredentials, type Owner } from '../testing/clients.ts'
import { readMails } from '../testing/mails.ts'
import { testServer } from '../testing/server.ts'

const server = await testServer()
afterAll(server.close)
beforeEach(() => server.ownerPool.query('delete from auth.attempts'))

/** Asks for a new address; the token of the link that is mailed there. */
async function askForChange({ api, credentials }: Owner, email = newCredentials(server).email) {
  await api.account.requestEmailChange({ email, current: credentials.password })
  const [mail = ''] = await readMails(server, email)
  const token = /\/login\?confirm=(\S+)/.exec(mail)?.[1] ?? ''
  server.secrets.add(token)
  return { email, token }
}

const confirm = (token: string, browser = createClient(server)) => browser.api.session.confirmEmail({ token })

test('e-mail change: counts once the link is opened that was mailed to the new address, and the old address is informed', async () => {
  const thandi = await createOwner(server)
  const old = thandi.credentials.email
  const { email, token } = await askForChange(thandi)
  expect((await thandi.api.account.get()).email).toBe(old)
  expect((await readMails(server, old))[0]).toContain(`to ${email}.`)

  expect(await confirm(token)).toEqual({ email })
  expect((await thandi.api.session.get())?.user.email).toBe(email)
  expect((await readMails(server, old, 2))[0]).toContain('Subject: Your Winkel e-mail address was changed')
  await createClient(server).api.session.signIn({ ...thandi.credentials, email })
  await expect(createClient(server).api.session.signIn(thandi.credentials)).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
  await expect(confirm(token)).rejects.toMatchObject({ status: 410, code: 'LINK_EXPIRED' })
  const events = server.logged.filter((line) => /email_change_requested|email_changed/.test(line))
  expect(events).toHaveLength(2)
})

test('e-mail change: takes the password', async () => {
  const thandi = await createOwner(server)
  const { email, password } = newCredentials(server)
  await expect(thandi.api.account.requestEmailChange({ email, current: password })).rejects.toMatchObject({
    code: 'WRONG_PASSWORD',
  })
})

test('e-mail change: does not show that an address has an account, except to the reader of its mail', async () => {
  const [thandi, anna] = [await createOwner(server), await createOwner(server)]
  const { token } = await askForChange(thandi, anna.credentials.email)
  await expect(confirm(token)).rejects.toMatchObject({ status: 409, code: 'EMAIL_TAKEN' })
  expect((await thandi.api.session.get())?.user.email).toBe(thandi.credentials.email)
  expect((await anna.api.session.get())?.user.email).toBe(anna.credentials.email)
})

test('e-mail change: a link no longer works after an hour, a newer request or a new password', async () => {
  const thandi = await createOwner(server)
  const older = await askForChange(thandi)
  const late = await askForChange(thandi)
  await expect(confirm(older.token)).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
  await server.ownerPool.query(`update auth.email_changes set expires_at = now() where user_id = $1`, [thandi.user_id])
  await expect(confirm(late.token)).rejects.toMatchObject({ code: 'LINK_EXPIRED' })

  const { token } = await askForChange(thandi)
  const { password } = newCredentials(server)
  await thandi.api.account.changePassword({ current: thandi.credentials.password, password })
  await expect(confirm(token)).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
})

test('e-mail change: voids a reset link that was mailed to the old address', async () => {
  const thandi = await createOwner(server)
  await thandi.api.session.requestPasswordReset({ email: thandi.credentials.email })
  const [mail = ''] = await readMails(server, thandi.credentials.email)
  const reset = /\?token=(\S+)/.exec(mail)?.[1] ?? ''
  server.secrets.add(reset)
  await confirm((await askForChange(thandi)).token)
  await expect(
    createClient(server).api.session.resetPassword({ token: reset, password: newCredentials(server).password }),
  ).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
})

test('e-mail change: a browser that was known for the old address is known for the new one', async () => {
  const thandi = await createOwner(server)
  const { email, token } = await askForChange(thandi)
  const before = thandi.cookies.get('winkel-device')
  await confirm(token, thandi)
  expect(thandi.cookies.get('winkel-device')).not.toBe(before)
  await thandi.api.session.signIn({ ...thandi.credentials, email })
})

test('e-mail change: mails at most five links in an hour for one person', async () => {
  const thandi = await createOwner(server)
  for (let request = 0; request < 5; request++) await askForChange(thandi)
  await expect(
    thandi.api.account.requestEmailChange({ email: newCredentials(server).email, current: thandi.credentials.password }),
  ).rejects.toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' })
})
