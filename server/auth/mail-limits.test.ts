import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { NOTICE_KINDS } from '../../contract/notices.ts'
import { createClient, createOwner, newCredentials, type Owner } from '../testing/clients.ts'
import { testServer } from '../testing/server.ts'
import { createSmtpServer } from '../testing/smtp-server.ts'
import { waitUntil } from '../testing/wait-until.ts'

// Behind a trusted proxy that forwards the client IP, with a mail server that keeps what it gets.
const smtp = await createSmtpServer()
const server = await testServer({ trustedProxies: 1, smtpUrl: smtp.url })
afterAll(async () => {
  await server.close()
  await smtp.stop()
})
beforeEach(async () => {
  smtp.mails.length = 0
  server.logged.length = 0
  await server.ownerPool.query('delete from auth.attempts')
})

const at = (address: string) => createClient(server, { 'x-forwarded-for': address })
const newAddress = () => newCredentials(server).email
const readMails = (email: string) => smtp.mails.filter(({ to }) => to === email)

/** The mails to an address, once there are so many. */
const waitForMails = (email: string, count: number) =>
  waitUntil(() => {
    const found = readMails(email)
    expect(found).toHaveLength(count)
    return found
  })

/** Waits until so many mails were withheld: they are decided upon after the answer. */
const waitForWithheld = (count: number) =>
  waitUntil(() => expect(server.logged.filter((line) => line.includes('"mail_withheld"'))).toHaveLength(count))

/** How many of so many calls were answered, and why the others were refused. */
async function repeat(times: number, call: (index: number) => Promise<unknown>) {
  const refused: string[] = []
  for (let index = 0; index < times; index++) await call(index).catch(({ code }) => refused.push(code))
  return { answered: times - refused.length, refused: [...new Set(refused)] }
}

async function createInviter({ api, siteid }: Owner) {
  const details = { firstname: 'Sipho', lastname: 'Dube', position: 'Employee', siteid, isenabled: true, hiredate: null } as const
  const { employeeid } = await api.employees.create({ ...details, login: 'none' })
  return (email: string) => api.employees.invitations.create({ employeeid, email, right: { name: 'bookkeeper' } })
}

const ask = (browser: ReturnType<typeof at>, email: string) => browser.api.session.requestPasswordReset({ email })

const changeEmail = ({ api, credentials }: Owner, email: string) =>
  api.account.requestEmailChange({ email, current: credentials.password })

describe('a person whose address nobody has proven', () => {
  test('mails nobody else: none of 30 invitations leaves', async () => {
    const owner = await createOwner(server, { businessname: 'Buy at evil.example', isProven: false })
    const invite = await createInviter(owner)
    expect(await repeat(30, () => invite(newAddress()))).toEqual({ answered: 0, refused: ['NOT_PROVEN'] })
    const details = { firstname: 'Sipho', lastname: 'Dube', position: 'Owner', siteid: owner.siteid, isenabled: true } as const
    await expect(
      owner.api.employees.create({ ...details, hiredate: null, login: 'invitation', email: newAddress() }),
    ).rejects.toMatchObject({ status: 403, code: 'NOT_PROVEN' })
    expect(smtp.mails).toEqual([])
  })

  test('gets no notice to see one, and three mails a day about the sign-in and the business', async () => {
    const { api, credentials } = await createOwner(server, { isProven: false })
    const kinds = await repeat(NOTICE_KINDS.length, (index) =>
      api.account.notices.sendNow({ kind: NOTICE_KINDS[index] ?? 'daily' }),
    )
    expect(kinds).toEqual({ answered: 0, refused: ['NOT_PROVEN'] })
    let current = credentials.password
    for (let change = 0; change < 3; change++) {
      const { password } = newCredentials(server)
      await api.account.changePassword({ current, password })
      current = password
    }
    await api.account.closing.close({ current })
    await waitForWithheld(1)
    await waitForMails(credentials.email, 3)
  })
})

describe('the proof of an address', () => {
  const readCode = async (email: string, count = 1) => {
    const code = /^\d{8}$/m.exec((await waitForMails(email, count)).at(-1)?.text ?? '')?.[0] ?? ''
    expect(code).toHaveLength(8)
    return code
  }

  test('is a code that is mailed there, and lets the person invite others', async () => {
    const thandi = await createOwner(server, { isProven: false })
    expect(await thandi.api.account.get()).toMatchObject({ needs_proof: true })
    await thandi.api.account.emailProof.start()
    const code = await readCode(thandi.credentials.email)
    await expect(thandi.api.account.emailProof.confirm({ code: '12345' })).rejects.toMatchObject({ code: 'CODE_WRONG' })
    await thandi.api.account.emailProof.confirm({ code: `${code.slice(0, 4)} ${code.slice(4)}` })
    expect(await thandi.api.account.get()).not.toHaveProperty('needs_proof')
    const guest = newAddress()
    await (await createInviter(thandi))(guest)
    await waitForMails(guest, 1)
  })

  test('is not the code of another person or address, nor one of two hours ago', async () => {
    const [thandi, anna] = [await createOwner(server, { isProven: false }), await createOwner(server, { isProven: false })]
    await anna.api.account.emailProof.start()
    const code = await readCode(anna.credentials.email)
    await expect(thandi.api.account.emailProof.confirm({ code })).rejects.toMatchObject({ code: 'CODE_WRONG' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3600_000 })
    onTestFinished(() => void vi.useRealTimers())
    await expect(anna.api.account.emailProof.confirm({ code })).rejects.toMatchObject({ code: 'CODE_WRONG' })
    vi.useRealTimers()
    await server.ownerPool.query('update auth."user" set email = $2 where id = $1', [anna.user_id, newAddress()])
    await expect(anna.api.account.emailProof.confirm({ code })).rejects.toMatchObject({ code: 'CODE_WRONG' })
  })

  test('is a link for a new e-mail only where the person opens it', async () => {
    const open = async (opens: (owner: Owner) => Pick<Owner, 'api'>) => {
      const owner = await createOwner(server)
      const email = newAddress()
      await changeEmail(owner, email)
      const token = /confirm=(\S+)/.exec((await waitForMails(email, 1))[0]?.text ?? '')?.[1] ?? ''
      server.secrets.add(token)
      await opens(owner).api.session.confirmEmail({ token })
      const account = await owner.api.account.get()
      expect(account.email).toBe(email)
      return account
    }
    expect(await open((owner) => owner)).not.toHaveProperty('needs_proof')
    // A stranger who got the mail, or a mail scanner.
    expect(await open(() => at('192.0.2.9'))).toMatchObject({ needs_proof: true })
  })

  test('takes ten guesses a day, and five codes', async () => {
    const thandi = await createOwner(server, { isProven: false })
    expect(await repeat(7, () => thandi.api.account.emailProof.start())).toEqual({
      answered: 5,
      refused: ['TOO_MANY_ATTEMPTS'],
    })
    await waitForMails(thandi.credentials.email, 5)
    expect(await repeat(12, () => thandi.api.account.emailProof.confirm({ code: '00000000' }))).toMatchObject({
      refused: ['CODE_WRONG', 'TOO_MANY_ATTEMPTS'],
    })
  })

  test('is also a password that is chosen with a mailed link', async () => {
    const thandi = await createOwner(server, { isProven: false })
    await ask(at('192.0.2.1'), thandi.credentials.email)
    const [mail] = await waitForMails(thandi.credentials.email, 1)
    const token = /\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    server.secrets.add(token)
    const { password } = newCredentials(server)
    await thandi.api.session.resetPassword({ token, password })
    await thandi.api.session.signIn({ ...thandi.credentials, password })
    expect(await thandi.api.account.get()).not.toHaveProperty('needs_proof')
  })
})

describe('a password reset', () => {
  test('reaches a locked-out owner whom others have mailed resets, invitations and links for a new e-mail', async () => {
    const victim = await createOwner(server)
    const { email } = victim.credentials
    const attacker = await createOwner(server)
    const invite = await createInviter(attacker)
    expect(await repeat(6, () => invite(email))).toEqual({ answered: 0, refused: ['NOT_CREATED'] })
    expect(await repeat(6, () => changeEmail(attacker, email))).toMatchObject({ answered: 5 })
    expect(await repeat(12, () => ask(at('198.51.100.1'), email))).toMatchObject({ answered: 12 })
    const guessed = newCredentials(server).password
    await repeat(22, (index) => at(`198.51.100.${index}`).api.session.signIn({ email, password: guessed }))
    const newPlace = at('192.0.2.1')
    await expect(newPlace.api.session.signIn(victim.credentials)).rejects.toMatchObject({ status: 429 })
    await waitForWithheld(7)
    await waitForMails(email, 10)

    await ask(newPlace, email)
    const token = /\?token=(\S+)/.exec((await waitForMails(email, 11)).at(-1)?.text ?? '')?.[1] ?? ''
    server.secrets.add(token)
    const { password } = newCredentials(server)
    await newPlace.api.session.resetPassword({ token, password })
    expect(await at('192.0.2.2').api.session.signIn({ email, password })).toMatchObject({ role: 'owner' })
  })

  test('over the limits is answered alike and not mailed, and a known browser still gets a link', async () => {
    const { credentials, cookies } = await createOwner(server)
    const { email } = credentials
    for (let network = 1; network < 20; network++) await ask(at(`198.51.${network}.1`), email)
    await waitForWithheld(9)
    await waitForMails(email, 10)
    const known = at('203.0.113.1')
    for (const [name, value] of cookies) if (name === 'winkel-device') known.cookies.set(name, value)
    await ask(known, email)
    await waitForMails(email, 11)
    await repeat(6, () => ask(known, email))
    await waitForWithheld(11)
    await waitForMails(email, 15)
  })

  test('is mailed ten times an hour at most for what all known browsers of an account ask, and then as for strange ones', async () => {
    const { credentials } = await createOwner(server)
    const { email } = credentials
    for (let browser = 0; browser < 4; browser++) {
      const known = at('198.51.100.1')
      await known.api.session.signIn(credentials)
      await repeat(5, () => ask(known, email))
    }
    await waitForWithheld(5)
    await waitForMails(email, 15)
  })

  test('counts against a client IP only where the address has a login', async () => {
    const { email } = (await createOwner(server)).credentials
    const countNetworks = async () =>
      (await server.ownerPool.query(`select from auth.attempts where key like 'reset_network:%'`)).rowCount
    await ask(at('198.51.100.1'), newAddress())
    expect(await countNetworks()).toBe(0)
    await ask(at('198.51.100.1'), email)
    expect(await countNetworks()).toBe(1)
    await waitForMails(email, 1)
  })

  test('is mailed ten times a day at most for what one client IP asks', async () => {
    const { email } = (await createOwner(server)).credentials
    for (let hour = 0; hour < 4; hour++) {
      await repeat(6, () => ask(at('198.51.100.1'), email))
      // As if an hour had passed.
      await server.ownerPool.query(`delete from auth.attempts where key like 'reset_place:%' or key like 'reset_everywhere:%'`)
    }
    await waitForWithheld(14)
    await waitForMails(email, 10)
  })

  test('takes a link that works, however many others have opened from the same client IP', async () => {
    const thandi = await createOwner(server)
    await ask(at('192.0.2.1'), thandi.credentials.email)
    const [mail] = await waitForMails(thandi.credentials.email, 1)
    const token = /\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    server.secrets.add(token)
    const shared = at('198.51.100.1')
    await shared.api.session.resetPassword({ token: 'no-such-token', password: 'x' }).catch(() => undefined)
    await server.ownerPool.query(`update auth.attempts set points = 600 where key like 'mailed_links:%'`)
    const refused = shared.api.session.resetPassword({ token: 'no-such-token', password: 'x' })
    await expect(refused).rejects.toMatchObject({ status: 429 })
    await shared.api.session.resetPassword({ token, password: newCredentials(server).password })
  })
})

describe('a person whose address is proven', () => {
  test('mails 20 invitations a day, and three to one address', async () => {
    const invite = await createInviter(await createOwner(server))
    const guest = newAddress()
    expect(await repeat(5, () => invite(guest))).toEqual({ answered: 3, refused: ['TOO_MANY_ATTEMPTS'] })
    expect(await repeat(20, () => invite(newAddress()))).toEqual({ answered: 17, refused: ['TOO_MANY_ATTEMPTS'] })
    expect(smtp.mails).toHaveLength(20)
  })

  test('does not count an invitation that is not mailed', async () => {
    const owner = await createOwner(server)
    const invite = await createInviter(owner)
    expect(await repeat(25, () => invite(owner.credentials.email))).toEqual({ answered: 0, refused: ['NOT_CREATED'] })
    await invite(newAddress())
    expect(smtp.mails).toHaveLength(1)
  })

  test('shares 40 invitations a day with the business, and 10 to one address with all businesses', async () => {
    const guest = newAddress()
    for (let nth = 0; nth < 4; nth++) {
      const invite = await createInviter(await createOwner(server))
      expect(await repeat(3, () => invite(guest))).toMatchObject({ answered: nth < 3 ? 3 : 1 })
    }
    const owner = await createOwner(server)
    await (await createInviter(owner))(newAddress())
    await server.ownerPool.query(`update auth.attempts set points = 40 where key like 'invitation_business:%'`)
    await expect((await createInviter(owner))(newAddress())).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
  })

  test('mails five links for a new e-mail a day, and an address gets five from all together', async () => {
    const thandi = await createOwner(server)
    expect(await repeat(7, () => changeEmail(thandi, newAddress()))).toEqual({ answered: 5, refused: ['TOO_MANY_ATTEMPTS'] })
    const stranger = newAddress()
    for (let nth = 0; nth < 6; nth++)
      expect(await repeat(1, async () => changeEmail(await createOwner(server), stranger))).toMatchObject({
        answered: nth < 5 ? 1 : 0,
      })
    await waitForMails(stranger, 5)
  })

  test('gets 20 notices a day to see one, and ten mails of one kind about the sign-in', async () => {
    const thandi = await createOwner(server)
    const { email, password } = thandi.credentials
    const sendNow = async () => {
      await server.ownerPool.query('update notices set tested_at = null')
      return thandi.api.account.notices.sendNow({ kind: 'daily' })
    }
    expect(await repeat(22, sendNow)).toEqual({ answered: 20, refused: ['TOO_MANY_ATTEMPTS'] })
    smtp.mails.length = 0
    let current = password
    for (let change = 0; change < 12; change++) {
      const next = newCredentials(server).password
      await thandi.api.account.changePassword({ current, password: next })
      current = next
    }
    await waitForWithheld(2)
    await waitForMails(email, 10)
  })
})
