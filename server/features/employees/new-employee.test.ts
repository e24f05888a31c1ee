import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createClient, createOwner, createTill, newCredentials, type Owner } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { createTeamHelpers, type NewEmployee } from '../../testing/team.ts'

const server = await testServer()
afterAll(server.close)
beforeEach(() => server.ownerPool.query('delete from auth.attempts'))
const { ask, newEmployee, hire, signIn, findRole, findUsers, findSessions, findRow, runWhileLocked } = createTeamHelpers(server)

describe('new employee', () => {
  let thandi: Owner
  beforeAll(async () => {
    thandi = await createOwner(server)
  })

  test('with the position Owner can sign in; the person who added them stays signed in (1.6, 5.4.8, 7.3.13, 7.3.14, 7.3.15)', async () => {
    const cookie = thandi.cookies.get('winkel')
    const sent = newEmployee(thandi, { firstname: ' Sipho ', lastname: '\tDube', hiredate: '2026-11-01' })
    const { employeeid, user_id } = await thandi.api.employees.create({ ...sent, email: ` ${sent.email.toUpperCase()}` })
    expect(await findRow(thandi, employeeid)).toEqual({
      ...{ employeeid, siteid: thandi.siteid, sitename: 'Sandton', firstname: 'Sipho', lastname: 'Dube' },
      ...{
        position: 'Owner',
        hiredate: '2026-11-01',
        isenabled: true,
        disablereason: '',
        employee_code: null,
        has_pin: false,
        is_linked: true,
        is_caller: false,
        version: 1,
      },
    })
    expect(await findRole(String(user_id))).toBe('admin')
    expect(thandi.cookies.get('winkel')).toBe(cookie)
    expect(await thandi.api.session.get()).toMatchObject({ user: { email: thandi.credentials.email } })

    const sipho = createClient(server)
    expect(await sipho.api.session.signIn({ email: sent.email, password: sent.password })).toEqual({
      user: { user_id, email: sent.email },
      role: 'admin',
      business: { id: thandi.businessid, name: 'Nkosi Stores', timezone: 'Africa/Johannesburg' },
      signup_step: null,
      compare: 'previous',
      product_list: { per_page: 5, columns: ['picture'] },
    })
    expect((await sipho.api.sites.list({})).results).toBe(1)
  })

  test.each([
    ['Manager', true],
    ['Employee', true],
    ['Owner', false],
  ] as const)('with the position %s, enabled: %s, cannot sign in', async (position, isenabled) => {
    const { user_id, credentials } = await hire(thandi, { position, isenabled, disablereason: 'On leave' })
    expect(await findRole(user_id)).toBe(position === 'Owner' ? 'admin' : 'employee')
    await expect(signIn(credentials)).rejects.toMatchObject({
      status: 403,
      message: 'Only business owners/admins may log in.',
    })
    expect(await findSessions(user_id)).toEqual([])
  })

  const invalidDetails: [string, object][] = [
    ['First name is required.', { firstname: ' ' }],
    ['First name is required.', { firstname: undefined }],
    ['Last name is required.', { lastname: '\t' }],
    ['Select a role.', { position: '' }],
    ['Select a role.', { position: 'Admin' }],
    ['Select a site.', { siteid: null }],
    ['Select a site.', { siteid: 0 }],
    ['Provide a disable reason.', { isenabled: false }],
    ['Provide a disable reason.', { isenabled: false, disablereason: ' ' }],
    ['Please enter a date.', { hiredate: '2026-02-30' }],
    ['Hire dates run from 1900 to 2099.', { hiredate: '0026-02-03' }],
    ['There is no such field', { role: 'owner' }],
    ['There is no such field', { businessid: randomUUID() }],
    ['There is no such field', { user_id: randomUUID() }],
  ]
  const invalidLogins: [string, object][] = [
    ['Email is required for account creation.', { email: ' ' }],
    ['Email is required for account creation.', { email: undefined }],
    ['Please enter a valid e-mail address.', { email: 'sipho' }],
    ['Password is required.', { password: '' }],
    ['Password is required.', { password: undefined }],
    ['Password must be at least 8 characters.', { password: 'seven77' }],
    ['A password has at most 128 characters.', { password: 'x'.repeat(129) }],
    ['This must be a UUID.', { request_id: 'again' }],
    ['There is no such field', { employeeid: 1 }],
  ]
  test.each([...invalidDetails, ...invalidLogins])(
    'is refused with the message %j for %j (4.9, 5.4.3, 9.7)',
    async (message, wrong) => {
      const before = await thandi.api.employees.list({})
      expect(await thandi.send('POST', '/api/v1/employees', { ...newEmployee(thandi), ...wrong })).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining(message) },
      })
      expect(await thandi.api.employees.list({})).toEqual(before)
    },
  )
  test.each(invalidDetails)('cannot be changed to invalid values: message %j for %j', async (message, wrong) => {
    const before = await findRow(thandi, thandi.employeeid)
    const { email: _, password: __, request_id: ___, ...details } = newEmployee(thandi)
    const path = `/api/v1/employees/${thandi.employeeid}`
    expect(await thandi.send('PUT', path, { ...details, ...wrong, opened: { version: 1 } })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(message) },
    })
    expect(await findRow(thandi, thandi.employeeid)).toEqual(before)
  })

  test('is refused with all invalid fields at once', async () => {
    const { body } = await thandi.send('POST', '/api/v1/employees', { isenabled: false, request_id: randomUUID() })
    expect(body.data.fields.map(({ field }: { field: string }) => field).sort()).toEqual(
      ['disablereason', 'email', 'firstname', 'lastname', 'password', 'position', 'siteid'].sort(),
    )
  })

  test('is refused for an e-mail that any business uses, with a message that does not say so', async () => {
    const anna = await createOwner(server)
    for (const { email } of [thandi.credentials, anna.credentials]) {
      const sent = newEmployee(thandi, { email: email.toUpperCase() })
      await expect(thandi.api.employees.create(sent)).rejects.toMatchObject({ status: 422, message: 'Could not create account' })
      expect(await ask('select from employee where request_id = $1', [sent.request_id])).toEqual([])
      expect(await findUsers(email)).toHaveLength(1)
    }
    expect(await findRole(anna.user_id)).toBe('owner')
  })

  test('is refused alike for a site of another business and a missing site, and leaves no login', async () => {
    const anna = await createOwner(server)
    const answers = []
    for (const siteid of [anna.siteid, 999_999]) {
      const sent = newEmployee(thandi, { siteid })
      answers.push(await thandi.send('POST', '/api/v1/employees', sent))
      expect(await findUsers(sent.email)).toEqual([])
    }
    expect(answers[0]).toMatchObject({ status: 404, body: { message: 'This site no longer exists. Select another one.' } })
    expect(answers[1]).toEqual(answers[0])
  })

  test('is refused to a till', async () => {
    const { key } = await createTill(server, thandi)
    const sent = newEmployee(thandi)
    const answer = await createClient(server, { authorization: `Bearer ${key}` }).send('POST', '/api/v1/employees', sent)
    expect(answer.status).toBe(401)
    expect(await findUsers(sent.email)).toEqual([])
  })
})

describe('new employee, sent again with the same idempotency key', () => {
  let thandi: Owner
  beforeAll(async () => {
    thandi = await createOwner(server)
  })
  const findCreated = ({ request_id }: NewEmployee) => ask('select user_id from employee where request_id = $1', [request_id])

  test('is answered with the employee of the first request', async () => {
    const { sent, employeeid, user_id } = await hire(thandi)
    expect(await thandi.api.employees.create({ ...sent, firstname: ' Sipho ' })).toEqual({ employeeid, user_id })
    expect(await findCreated(sent)).toEqual([{ user_id }])
  })

  test('is created once when both requests run at the same time', async () => {
    const sent = newEmployee(thandi)
    const send = () => thandi.api.employees.create(sent)
    // Only two requests, because two passwords are hashed at once: a third would wait for them and might come too late for the lock.
    const [first, second] = await runWhileLocked(thandi, [send, send])
    expect(first).toMatchObject({ status: 'fulfilled' })
    expect(second).toEqual(first)
    expect(await findCreated(sent)).toHaveLength(1)
    expect(await findUsers(sent.email)).toHaveLength(1)
  })

  test.each<[string, () => Partial<NewEmployee>]>([
    ['name', () => ({ lastname: 'Botha' })],
    ['position', () => ({ position: 'Employee' })],
    ['e-mail', () => ({ email: newCredentials(server).email })],
    ['password', () => ({ password: newCredentials(server).password })],
  ])('is refused with another %s, and changes nothing', async (_what, other) => {
    const { sent, employeeid, credentials } = await hire(thandi)
    const before = await findRow(thandi, employeeid)
    await expect(thandi.api.employees.create({ ...sent, ...other() })).rejects.toMatchObject({
      status: 409,
      code: 'ALREADY_USED',
    })
    expect(await findRow(thandi, employeeid)).toEqual(before)
    await signIn(credentials)
  })

  test('is created in another business', async () => {
    const anna = await createOwner(server)
    const { sent } = await hire(thandi)
    await hire(anna, { request_id: sent.request_id })
    expect(await findCreated(sent)).toHaveLength(2)
  })
})
