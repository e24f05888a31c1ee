import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { RightInput } from '../../../contract/rights.ts'
import { createClient, createOwner, newCredentials, type Owner, type TestClient } from '../../testing/clients.ts'
import { readMails } from '../../testing/mails.ts'
import { testServer } from '../../testing/server.ts'
import { createTeamHelpers } from '../../testing/team.ts'

const server = await testServer()
afterAll(server.close)
let thandi: Owner
beforeEach(async () => {
  await server.ownerPool.query('delete from auth.attempts')
  thandi = await createOwner(server, { businessname: 'Thandi’s Treasury' })
})
const { ask, hire, save, signIn, findRole, findUsers, findRow, runWhileLocked } = createTeamHelpers(server)

const bookkeeper: RightInput = { name: 'bookkeeper', siteids: [], sees_costs: false }
const nobody = createClient(server)

const details = ({ siteid }: Pick<Owner, 'siteid'>) =>
  ({ firstname: 'Lerato', lastname: 'Mokoena', position: 'Employee', hiredate: null, siteid, isenabled: true }) as const

/** The token of the last mail to an address. The log must not contain it. */
async function readToken(email: string, count = 1) {
  const [mail] = await readMails(server, email, count)
  const token = /\/invitation#([\w-]+)/.exec(String(mail))?.[1] ?? ''
  expect(token).toHaveLength(43)
  server.secrets.add(token)
  return token
}

/** Invites a new employee. */
async function invite(
  owner: Owner = thandi,
  right: RightInput | undefined = bookkeeper,
  position: 'Owner' | 'Employee' = 'Employee',
) {
  const { email, password } = newCredentials(server)
  const { employeeid, ...added } = await owner.api.employees.create({
    ...details(owner),
    ...{ position, login: 'invitation', email, right: position === 'Owner' ? undefined : right },
  })
  return { ...added, employeeid, email, password, token: await readToken(email) }
}

const accept = ({ token, password }: { token: string; password: string }, client: TestClient = nobody) =>
  client.api.session.acceptInvitation({ token, password })

/** As the dialog does with an invitation that is there. */
const sendAgain = ({ api }: Pick<Owner, 'api'>, { employeeid, email }: { employeeid: number; email: string }) =>
  api.employees.invitations.create({ employeeid, email, right: bookkeeper })

/** The one answer to a link that does not work. */
async function expectEnded(invited: { token: string; password: string }) {
  const ended = { status: 410, message: 'This invitation has expired. Ask the person who invited you for a new one.' }
  await expect(nobody.api.session.readInvitation({ token: invited.token })).rejects.toMatchObject(ended)
  await expect(accept(invited)).rejects.toMatchObject(ended)
}

const readLog = (rowid: number) =>
  ask(
    `select action, name, before, after, actor, user_id from changes where noun = 'invitation' and rowid = $1 order by changeid`,
    [String(rowid)],
  )

describe('employee without a login', () => {
  test('is added without e-mail and password, once for each form', async () => {
    const request_id = crypto.randomUUID()
    const sent = { ...details(thandi), login: 'none', request_id } as const
    const added = await thandi.api.employees.create(sent)
    expect(Object.keys(added)).toEqual(['employeeid'])
    expect(await thandi.api.employees.create(sent)).toEqual(added)
    const row = await findRow(thandi, added.employeeid)
    expect(row).toMatchObject({ lastname: 'Mokoena', is_linked: false })
    expect(row).not.toHaveProperty('invitation')
    await expect(thandi.api.employees.create({ ...sent, lastname: 'Dube' })).rejects.toMatchObject({ code: 'ALREADY_USED' })
    await expect(
      thandi.send('POST', '/api/v1/employees', { ...details(thandi), login: 'none', email: 'x@winkel.example' }),
    ).resolves.toMatchObject({ status: 422 })
  })

  test('has the reason of one who is added disabled', async () => {
    const sent = { ...details(thandi), login: 'none', isenabled: false } as const
    expect(await thandi.send('POST', '/api/v1/employees', sent)).toMatchObject({
      ...{ status: 422, body: { data: { fields: [{ field: 'disablereason', reason: 'Provide a disable reason.' }] } } },
    })
    const { employeeid } = await thandi.api.employees.create({ ...sent, disablereason: 'Starts in May' })
    expect(await findRow(thandi, employeeid)).toMatchObject({ isenabled: false, disablereason: 'Starts in May' })
  })
})

test('employee with a login: the messages of the form are those without the choice (7.3.13)', async () => {
  for (const login of [{}, { login: 'password' }] as const)
    expect(
      (await thandi.send('POST', '/api/v1/employees', { ...details(thandi), email: '', password: '', ...login })).body.data
        .fields,
    ).toEqual([
      { field: 'email', reason: 'Email is required for account creation.' },
      { field: 'password', reason: 'Password is required.' },
    ])
})

describe('invitation', () => {
  test('a person chooses a password, signs in, and sees what the right allows', async () => {
    const { employeeid, invitation, email, password, token } = await invite()
    expect(invitation).toEqual({
      ...{ email, is_open: true, is_mailed: true, expires_at: expect.any(Date) },
      right: { name: 'bookkeeper', siteids: null, sees_costs: true },
    })
    expect(Math.round((Number(invitation?.expires_at) - Date.now()) / 86_400_000)).toBe(7)
    expect(await findRow(thandi, employeeid)).toMatchObject({ is_linked: false, invitation })
    const [mail] = await readMails(server, email)
    expect(mail).toContain('Subject: You are invited to Thandi’s Treasury on Winkel')
    expect(mail).toContain('Thandi Nkosi invites you')
    expect(await findUsers(email)).toEqual([])
    expect(await ask('select from invitations where token_hash = sha256($1::text::bytea)', [token])).toHaveLength(1)

    expect(await nobody.api.session.readInvitation({ token })).toEqual({ business_name: 'Thandi’s Treasury', email })
    const lerato = createClient(server)
    await expect(accept({ token, password: 'seven77' }, lerato)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('Password must be at least 8 characters.'),
    })
    expect(await accept({ token, password }, lerato)).toEqual({ email })
    expect([...lerato.cookies.keys()]).toEqual(['winkel-device'])
    expect(await lerato.api.session.signIn({ email, password })).toMatchObject({
      ...{ role: 'employee', business: { name: 'Thandi’s Treasury' }, right: { name: 'bookkeeper', siteids: null } },
    })
    expect((await lerato.api.sales.options()).sites).toHaveLength(1)
    await expect(lerato.api.employees.list({})).rejects.toMatchObject({ code: 'RIGHT_REFUSED' })
    const row = await findRow(thandi, employeeid)
    expect(row).toMatchObject({ is_linked: true, right: { name: 'bookkeeper' }, version: 2 })
    expect(row).not.toHaveProperty('invitation')
    await expectEnded({ token, password })

    const [{ id }] = await findUsers(email)
    const was = { email, right: 'bookkeeper', sites: 'All sites', sees_costs: true }
    expect(await readLog(employeeid)).toEqual([
      { action: 'created', name: 'Lerato Mokoena', before: null, after: was, actor: 'person', user_id: thandi.user_id },
      { action: 'accepted', name: 'Lerato Mokoena', before: was, after: null, actor: 'person', user_id: id },
    ])
    expect(await ask(`select from changes where noun = 'right' and rowid = $1`, [id])).toEqual([])
  })

  test('with the position Owner an admin gets everything, and an admin may invite one', async () => {
    const admin = await hire(thandi)
    const sipho = { ...thandi, ...(await signIn(admin.credentials)) }
    const invited = await invite(sipho, undefined, 'Owner')
    expect(invited.invitation).not.toHaveProperty('right')
    await accept(invited)
    const [{ id }] = await findUsers(invited.email)
    expect(await ask(`select from changes where noun = 'right' and rowid = $1`, [id])).toEqual([])
    expect(await (await signIn({ email: invited.email, password: invited.password })).api.session.get()).toMatchObject({
      role: 'admin',
    })

    await expect(invite(sipho)).rejects.toMatchObject({ code: 'OWNER_ONLY' })
    const { employeeid } = await thandi.api.employees.create({ ...details(thandi), login: 'none' })
    const wanted = { employeeid, email: newCredentials(server).email }
    await expect(sipho.api.employees.invitations.create({ ...wanted, right: bookkeeper })).rejects.toMatchObject({
      ...{ code: 'OWNER_ONLY', status: 403 },
    })
    await expect(thandi.api.employees.invitations.create(wanted)).rejects.toMatchObject({ code: 'NO_RIGHT' })
  })

  test('a right needs a position that is not Owner, a site that is there, and an enabled employee', async () => {
    const send = (values: object) =>
      thandi.send('POST', '/api/v1/employees', {
        ...{ ...details(thandi), login: 'invitation', email: newCredentials(server).email, right: bookkeeper, ...values },
      })
    expect((await send({ right: undefined })).body.data.fields).toEqual([
      { field: 'right', reason: 'Choose what this person may do.' },
    ])
    expect((await send({ email: '' })).body.data.fields).toEqual([{ field: 'email', reason: 'Enter the e-mail address.' }])
    expect((await send({ isenabled: false, disablereason: 'x' })).body.data.fields).toEqual([
      { field: 'isenabled', reason: 'Enable this person before you invite them.' },
    ])
    const before = (await thandi.api.employees.list({})).results
    expect((await send({ right: { name: 'stock', siteids: [999_999] } })).body.code).toBe('NO_SITE')
    expect((await send({ email: thandi.credentials.email })).body).toMatchObject({
      code: 'NOT_CREATED',
      message: 'Could not create account',
    })
    expect((await thandi.api.employees.list({})).results, 'no employee stays of a refused invitation').toBe(before)
  })

  test('sent again has a new link and the old one ends; withdrawn, no link works', async () => {
    const invited = await invite()
    const again = await sendAgain(thandi, invited)
    expect(again).toMatchObject({ email: invited.email, is_mailed: true, right: { name: 'bookkeeper' } })
    const token = await readToken(invited.email, 2)
    await expectEnded(invited)
    expect(await nobody.api.session.readInvitation({ token })).toMatchObject({ email: invited.email })
    await thandi.api.employees.invitations.withdraw({ employeeid: invited.employeeid })
    await expectEnded({ ...invited, token })
    await expect(thandi.api.employees.invitations.withdraw({ employeeid: invited.employeeid })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await readLog(invited.employeeid)).map(({ action }) => action)).toEqual(['created', 'sent again', 'deleted'])
  })

  test('another invitation of the same employee replaces the first one, with its right', async () => {
    const invited = await invite()
    const { email, password } = newCredentials(server)
    const right: RightInput = { name: 'manager', siteids: [thandi.siteid], sees_costs: false }
    await thandi.api.employees.invitations.create({ employeeid: invited.employeeid, email, right })
    await expectEnded(invited)
    await accept({ token: await readToken(email), password })
    expect(await (await signIn({ email, password })).api.session.get()).toMatchObject({
      right: { name: 'manager', siteids: [thandi.siteid], sees_costs: false },
    })
    await expect(
      thandi.api.employees.invitations.create({ employeeid: invited.employeeid, email: invited.email, right }),
    ).rejects.toMatchObject({ code: 'HAS_LOGIN' })
  })

  test.each([
    ['unknown', async () => ({ token: 'x'.repeat(43), password: 'a long password' })],
    ['no token at all', async () => ({ token: "'; drop table invitations; --", password: 'a long password' })],
    [
      'expired',
      async () => {
        const invited = await invite()
        await ask(`update invitations set expires_at = now() - interval '1 minute' where employeeid = $1`, [invited.employeeid])
        expect(await findRow(thandi, invited.employeeid)).toMatchObject({ invitation: { is_open: false } })
        return invited
      },
    ],
    [
      'of a disabled employee',
      async () => {
        const invited = await invite()
        await save(thandi, { ...details(thandi), employeeid: invited.employeeid, isenabled: false, disablereason: 'Left' })
        return invited
      },
    ],
    [
      'of an employee whose position became Owner',
      async () => {
        const invited = await invite()
        const { employeeid } = invited
        await save(thandi, { ...details(thandi), employeeid, position: 'Owner' })
        return invited
      },
    ],
    [
      'of a deleted employee',
      async () => {
        const invited = await invite()
        await thandi.api.employees.remove({ employeeid: invited.employeeid })
        expect((await readLog(invited.employeeid)).map(({ name }) => name)).toEqual(['Lerato Mokoena', invited.email])
        return invited
      },
    ],
  ])('does not work when it is %s', async (_, create) => {
    await expectEnded(await create())
  })

  test('of an employee who was made anonymous ends, and the log keeps neither name nor address', async () => {
    const invited = await invite()
    await thandi.api.employees.makeAnonymous({ employeeid: invited.employeeid })
    await expectEnded(invited)
    const log = await ask(`select * from changes where noun in ('invitation', 'employee') and rowid = $1`, [
      String(invited.employeeid),
    ])
    expect(JSON.stringify(log)).not.toMatch(/Lerato|Mokoena|@/)
  })

  test('ends when the person who sent it may not send it any more', async () => {
    const owner = await createOwner(server)
    const admin = await hire(owner)
    const sipho = { ...owner, ...(await signIn(admin.credentials)) }
    const ofAdmin = await invite(sipho, undefined, 'Owner')
    const ofOwner = await invite(owner)
    await owner.api.account.handOver({ employeeid: admin.employeeid, current: owner.credentials.password })
    await expectEnded(ofOwner)
    expect(await nobody.api.session.readInvitation({ token: ofAdmin.token })).toMatchObject({ email: ofAdmin.email })
    await save(sipho, { ...details(owner), employeeid: owner.employeeid, position: 'Employee' })
    expect(await nobody.api.session.readInvitation({ token: ofAdmin.token })).toMatchObject({ email: ofAdmin.email })
    await ask(`update business_users set role = 'employee' where user_id = $1`, [admin.user_id])
    await expectEnded(ofAdmin)
  })

  test('of a closed business works again when the business is open again', async () => {
    const owner = await createOwner(server)
    const invited = await invite(owner)
    await owner.api.account.closing.close({ current: owner.credentials.password })
    await expectEnded(invited)
    await owner.api.account.closing.reopen()
    expect(await accept(invited)).toEqual({ email: invited.email })
  })

  test('gives the sites of the right that are still there', async () => {
    const { siteid } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'x' })
    const invited = await invite(thandi, { name: 'stock', siteids: [thandi.siteid, siteid], sees_costs: false })
    await thandi.api.sites.remove({ siteid })
    await accept(invited)
    expect(await findRow(thandi, invited.employeeid)).toMatchObject({ right: { name: 'stock', siteids: [thandi.siteid] } })
  })

  test('of an address that got a login since is refused, and stays', async () => {
    const invited = await invite()
    await nobody.api.signup.createUser({ email: invited.email, password: invited.password })
    await expect(accept(invited)).rejects.toMatchObject({ code: 'EMAIL_TAKEN', status: 409 })
    expect(await findRow(thandi, invited.employeeid)).toMatchObject({ is_linked: false, invitation: { is_open: true } })
    await expect(sendAgain(thandi, invited)).rejects.toMatchObject({
      code: 'NOT_CREATED',
    })
  })

  test('opened in two windows at once creates one login', async () => {
    const invited = await invite()
    const answers = await runWhileLocked(thandi, [() => accept(invited), () => accept(invited)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await findUsers(invited.email)).toHaveLength(1)
    expect(await findRole((await findUsers(invited.email))[0].id)).toBe('employee')
  })

  test('a form that is sent twice invites once', async () => {
    const { email } = newCredentials(server)
    const sent = { ...details(thandi), login: 'invitation' as const, email, request_id: crypto.randomUUID() }
    const first = await thandi.api.employees.create({ ...sent, right: bookkeeper })
    expect(await thandi.api.employees.create({ ...sent, right: bookkeeper })).toEqual(first)
    expect(await readMails(server, email)).toHaveLength(1)
    await expect(
      thandi.api.employees.create({ ...sent, right: { name: 'stock' as const, siteids: [thandi.siteid] } }),
    ).rejects.toMatchObject({
      code: 'ALREADY_USED',
    })
  })
})

test('invitation: stays when the mail cannot be sent, and is sent again', async () => {
  const offline = await testServer({ smtpUrl: 'smtp://127.0.0.1:1' })
  try {
    const owner = await createOwner(offline)
    const { email } = newCredentials(offline)
    const { employeeid, invitation } = await owner.api.employees.create({
      ...{ ...details(owner), login: 'invitation', email, right: bookkeeper },
    })
    expect(invitation).toMatchObject({ is_open: true, is_mailed: false })
    expect(await sendAgain(owner, { employeeid, email })).toMatchObject({ is_open: true, is_mailed: false })
  } finally {
    await offline.close()
  }
})

test('invitation: the log of the server has no token', () => {
  for (const secret of server.secrets) expect(server.logged.some((line) => line.includes(secret))).toBe(false)
})
