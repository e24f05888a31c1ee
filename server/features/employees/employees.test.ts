import { createHash, randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTenantScopes } from '../../../db/tenant-scope.ts'
import { createClient, createOwner, createTill, newCredentials, type Owner, type TestClient } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { waitUntil } from '../../testing/wait-until.ts'

const server = await testServer()
afterAll(server.close)
beforeEach(() => server.ownerPool.query('delete from auth.attempts'))

const ask = async (question: string, values: unknown[] = []) => (await server.ownerPool.query(question, values)).rows

/** What the dialog of `who` sends for somebody new. */
const newcomer = ({ siteid }: Pick<Owner, 'siteid'>, given: Partial<NewEmployee> = {}): NewEmployee => ({
  ...{ firstname: 'Sipho', lastname: 'Dube', position: 'Owner', hiredate: null, siteid, isenabled: true, disablereason: '' },
  ...{ ...newCredentials(server), request_id: randomUUID() },
  ...given,
})
type NewEmployee = Parameters<Owner['api']['employees']['create']>[0]

/** Somebody whom `who` has added, what was sent for them, and what the dialog sends when nothing is changed. */
async function hire(who: Owner, given: Partial<NewEmployee> = {}) {
  const sent = newcomer(who, given)
  const { employeeid, user_id } = await who.api.employees.create(sent)
  const { email, password, request_id: _, ...details } = sent
  return { employeeid, user_id, sent, credentials: { email, password }, details: { ...details, employeeid } }
}

/** Saves what the dialog of `who` sends that was opened just now. */
async function save({ api }: Pick<TestClient, 'api'>, details: Details) {
  const [row] = await ask('select version from employee where employeeid = $1', [details.employeeid])
  await api.employees.update({ ...details, opened: { version: row?.version ?? 1 } })
}
type Details = Omit<Parameters<Owner['api']['employees']['update']>[0], 'opened'>

async function signedIn(credentials: { email: string; password: string }) {
  const browser = createClient(server)
  await browser.api.session.signIn(credentials)
  return browser
}

const findRole = async (user_id: string) => (await ask('select role from business_users where user_id = $1', [user_id]))[0]?.role
const findUsers = (email: string) => ask('select id from auth."user" where email = $1', [email])
const findSessions = (user_id: string) => ask('select id from auth.session where "userId" = $1', [user_id])
const findRow = async ({ api }: TestClient, employeeid: number) =>
  (await api.employees.list({})).rows.find((row) => row.employeeid === employeeid)

/** Begins the calls while somebody else changes the team, and lets that end in `change` once each of them waits for it. */
async function whileTeamIsHeld<T>({ businessid }: Owner, calls: (() => Promise<T>)[], change = 'select') {
  const other = await server.ownerPool.connect()
  try {
    await other.query('begin')
    await other.query('select from business where id = $1 for no key update', [businessid])
    const answers = Promise.allSettled(calls.map((call) => call()))
    await waitUntil(async () => {
      const waiting = await ask(
        `select from pg_stat_activity where datname = current_database() and pg_blocking_pids(pid) <> '{}'`,
      )
      expect(waiting).toHaveLength(calls.length)
    })
    await other.query(`${change}; commit`)
    return await answers
  } finally {
    other.release(true)
  }
}

describe('employees list', () => {
  let thandi: Owner
  let rosebank: number
  const names = async (search: Parameters<Owner['api']['employees']['list']>[0]) =>
    (await thandi.api.employees.list(search)).rows.map(({ firstname, lastname }) => `${firstname} ${lastname}`)

  beforeAll(async () => {
    thandi = await createOwner(server)
    rosebank = (await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Oxford Road' })).siteid
    await ask(
      `insert into employee (businessid, siteid, firstname, lastname, position, hiredate, isenabled, disablereason)
       values ($1, $2, 'Sipho', 'Dube', 'Manager', '2024-02-29', true, ''),
              ($1, $3, 'Ayanda', 'dube', 'Employee', null, true, ''),
              ($1, $3, 'Éva', 'Botha', 'Employee', '1985-01-31', false, 'Moved to Durban'),
              ($1, $2, '100%', 'O_Brien', 'Employee', '2026-11-01', true, '')`,
      [thandi.businessid, thandi.siteid, rosebank],
    )
  })

  test('is read by last name and then first name, as a dictionary has them (2.7.8)', async () => {
    const inOrder = ['Éva Botha', 'Ayanda dube', 'Sipho Dube', 'Thandi Nkosi', '100% O_Brien']
    expect(await names({})).toEqual(inOrder)
    expect(await names({ dir: 'desc' })).toEqual(inOrder.toReversed())
  })

  test.each([
    ['position', 'asc', ['Éva Botha', 'Ayanda dube', '100% O_Brien', 'Sipho Dube', 'Thandi Nkosi']],
    ['position', 'desc', ['Thandi Nkosi', 'Sipho Dube', 'Éva Botha', 'Ayanda dube', '100% O_Brien']],
    ['site', 'asc', ['Éva Botha', 'Ayanda dube', 'Sipho Dube', 'Thandi Nkosi', '100% O_Brien']],
    ['site', 'desc', ['Sipho Dube', 'Thandi Nkosi', '100% O_Brien', 'Éva Botha', 'Ayanda dube']],
    ['status', 'asc', ['Éva Botha', 'Ayanda dube', 'Sipho Dube', 'Thandi Nkosi', '100% O_Brien']],
    ['status', 'desc', ['Ayanda dube', 'Sipho Dube', 'Thandi Nkosi', '100% O_Brien', 'Éva Botha']],
    ['hiredate', 'asc', ['Éva Botha', 'Sipho Dube', '100% O_Brien', 'Ayanda dube', 'Thandi Nkosi']],
    ['hiredate', 'desc', ['100% O_Brien', 'Sipho Dube', 'Éva Botha', 'Ayanda dube', 'Thandi Nkosi']],
  ] as const)('is sorted by %s %s, those without one last, and people within it by name', async (sort, dir, found) => {
    expect(await names({ sort, dir })).toEqual(found)
  })

  test.each([
    ['sipho', ['Sipho Dube']],
    ['DUBE', ['Ayanda dube', 'Sipho Dube']],
    ['ho du', ['Sipho Dube']],
    [' Dube\t', ['Ayanda dube', 'Sipho Dube']],
    [' ', ['Éva Botha', 'Ayanda dube', 'Sipho Dube', 'Thandi Nkosi', '100% O_Brien']],
    ['manager', ['Sipho Dube']],
    ['owner', ['Thandi Nkosi']],
    ['%', ['100% O_Brien']],
    ['_', ['100% O_Brien']],
    ['\\', []],
    ["'; drop table employee", []],
  ])('is searched for %s in names and positions, as it is written (2.7.2)', async (q, found) => {
    expect(await names({ q })).toEqual(found)
  })

  test('is narrowed to a site, to the enabled or the disabled, and by all of it at once (2.7.3, 2.7.4, 5.4.9)', async () => {
    expect(await names({ siteid: rosebank })).toEqual(['Éva Botha', 'Ayanda dube'])
    expect(await names({ status: 'disabled' })).toEqual(['Éva Botha'])
    expect(await names({ status: 'enabled' })).toHaveLength(4)
    expect(await names({ status: 'enabled', siteid: rosebank, q: 'a' })).toEqual(['Ayanda dube'])
    expect(await names({ siteid: 999_999 })).toEqual([])
    expect((await thandi.send('GET', `/api/v1/employees?siteid=${rosebank}&status=disabled`)).body.rows).toEqual([
      {
        employeeid: expect.any(Number),
        siteid: rosebank,
        sitename: 'Rosebank',
        firstname: 'Éva',
        lastname: 'Botha',
        position: 'Employee',
        hiredate: '1985-01-31',
        isenabled: false,
        disablereason: 'Moved to Durban',
        is_linked: false,
        version: 1,
      },
    ])
    expect((await thandi.api.employees.list({ q: 'thandi' })).rows).toMatchObject([{ hiredate: null, is_linked: true }])
  })

  test('is a file of all that are found, or of those selected, in the list’s order', async () => {
    const exported = async (query: string) => {
      const answer = await thandi.fetch(`/api/v1/employees.csv?${query}`)
      return { answer, lines: answer.ok ? parse(Buffer.from(await answer.arrayBuffer()), { bom: true }) : [] }
    }
    const { answer, lines } = await exported('sort=hiredate&dir=desc&q=dube')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="employees.csv"')
    expect(answer.headers.get('x-total-rows')).toBe('2')
    expect(lines).toEqual([
      ['First name', 'Last name', 'Position', 'Site', 'Status', 'Disable reason', 'Hired'],
      ['Sipho', 'Dube', 'Manager', 'Sandton', 'Enabled', '', '2024-02-29'],
      ['Ayanda', 'dube', 'Employee', 'Rosebank', 'Enabled', '', ''],
    ])
    const { rows } = await thandi.api.employees.list({})
    const stranger = await createOwner(server)
    const selected = await exported(`ids=${[rows[4], rows[0], stranger].map((row) => row?.employeeid)}`)
    expect(selected.lines.slice(1)).toEqual([
      ['Éva', 'Botha', 'Employee', 'Rosebank', 'Disabled', 'Moved to Durban', '1985-01-31'],
      ['100%', 'O_Brien', 'Employee', 'Sandton', 'Enabled', '', '2026-11-01'],
    ])
    expect((await exported('ids=x')).answer.status).toBe(422)
    expect((await createClient(server).fetch('/api/v1/employees.csv')).status).toBe(401)
  })

  test('is not narrowed by what makes no sense', async () => {
    for (const search of ['status=gone', 'siteid=0', 'siteid=x', 'sort=user_id', 'hiredate=2026'])
      expect((await thandi.send('GET', `/api/v1/employees?${search}`)).status, search).toBe(422)
  })
})

test('twenty-one namesakes are three pages, on which everybody is once in every order', async () => {
  const thandi = await createOwner(server)
  await ask(
    `insert into employee (businessid, siteid, firstname, lastname) select $1, $2, 'Sipho', 'Dube' from generate_series(1, 20)`,
    [thandi.businessid, thandi.siteid],
  )
  for (const sort of ['lastname', 'position', 'site', 'status', 'hiredate'] as const)
    for (const dir of ['asc', 'desc'] as const) {
      const pages = await Promise.all([1, 2, 3].map((page) => thandi.api.employees.list({ sort, dir, page })))
      expect(pages[0]).toMatchObject({ page: 1, pages: 3, results: 21 })
      expect(new Set(pages.flatMap(({ rows }) => rows.map(({ employeeid }) => employeeid))).size).toBe(21)
      expect(await thandi.api.employees.list({ sort, dir, page: 9 })).toEqual(pages[2])
    }
  expect(await thandi.api.employees.list({ q: 'nobody', page: 3 })).toEqual({ rows: [], page: 1, pages: 1, results: 0 })
})

describe('new employee', () => {
  let thandi: Owner
  beforeAll(async () => {
    thandi = await createOwner(server)
  })

  test('as an owner logs in to the business; the person who added them stays logged in (1.6, 5.4.8, 7.3.13, 7.3.14, 7.3.15)', async () => {
    const cookie = thandi.cookies.get('winkel')
    const sent = newcomer(thandi, { firstname: ' Sipho ', lastname: '\tDube', hiredate: '2026-11-01' })
    const { employeeid, user_id } = await thandi.api.employees.create({ ...sent, email: ` ${sent.email.toUpperCase()}` })
    expect(await findRow(thandi, employeeid)).toEqual({
      ...{ employeeid, siteid: thandi.siteid, sitename: 'Sandton', firstname: 'Sipho', lastname: 'Dube' },
      ...{ position: 'Owner', hiredate: '2026-11-01', isenabled: true, disablereason: '', is_linked: true, version: 1 },
    })
    expect(await findRole(user_id)).toBe('admin')
    expect(thandi.cookies.get('winkel')).toBe(cookie)
    expect(await thandi.api.session.get()).toMatchObject({ user: { email: thandi.credentials.email } })

    const sipho = createClient(server)
    expect(await sipho.api.session.signIn({ email: sent.email, password: sent.password })).toEqual({
      user: { user_id, email: sent.email },
      role: 'admin',
      business: { id: thandi.businessid, name: 'Nkosi Stores', timezone: 'Africa/Johannesburg' },
      signup_step: null,
    })
    expect((await sipho.api.sites.list({})).results).toBe(1)
  })

  test.each([
    ['Manager', true],
    ['Employee', true],
    ['Owner', false],
  ] as const)('as %s, enabled: %s, cannot log in', async (position, isenabled) => {
    const { user_id, credentials } = await hire(thandi, { position, isenabled, disablereason: 'On leave' })
    expect(await findRole(user_id)).toBe(position === 'Owner' ? 'admin' : 'employee')
    await expect(signedIn(credentials)).rejects.toMatchObject({
      status: 403,
      message: 'Only business owners/admins may log in.',
    })
    expect(await findSessions(user_id)).toEqual([])
  })

  const onBoth: [string, object][] = [
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
    ['Unrecognized key', { role: 'owner' }],
    ['Unrecognized key', { businessid: randomUUID() }],
    ['Unrecognized key', { user_id: randomUUID() }],
  ]
  const onNew: [string, object][] = [
    ['Email is required for account creation.', { email: ' ' }],
    ['Email is required for account creation.', { email: undefined }],
    ['Please enter a valid email address.', { email: 'sipho' }],
    ['Password is required.', { password: '' }],
    ['Password is required.', { password: undefined }],
    ['Password must be at least 8 characters.', { password: 'seven77' }],
    ['A password has at most 128 characters.', { password: 'x'.repeat(129) }],
    ['Invalid UUID', { request_id: 'again' }],
    ['Unrecognized key', { employeeid: 1 }],
  ]
  test.each([...onBoth, ...onNew])('is not added: %s %j (4.9, 5.4.3, 9.7)', async (message, wrong) => {
    const before = await thandi.api.employees.list({})
    expect(await thandi.send('POST', '/api/v1/employees', { ...newcomer(thandi), ...wrong })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(message) },
    })
    expect(await thandi.api.employees.list({})).toEqual(before)
  })
  test.each(onBoth)('is not changed: %s %j', async (message, wrong) => {
    const before = await findRow(thandi, thandi.employeeid)
    const { email: _, password: __, request_id: ___, ...details } = newcomer(thandi)
    const path = `/api/v1/employees/${thandi.employeeid}`
    expect(await thandi.send('PUT', path, { ...details, ...wrong, opened: { version: 1 } })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(message) },
    })
    expect(await findRow(thandi, thandi.employeeid)).toEqual(before)
  })

  test('is told everything that is wrong at once', async () => {
    const { body } = await thandi.send('POST', '/api/v1/employees', { isenabled: false, request_id: randomUUID() })
    expect(body.data.fields.map(({ field }: { field: string }) => field).sort()).toEqual(
      ['disablereason', 'email', 'firstname', 'lastname', 'password', 'position', 'siteid'].sort(),
    )
  })

  test('is not added under an e-mail that is taken, wherever it is, and hears no more than that it failed', async () => {
    const elsewhere = await createOwner(server)
    for (const { email } of [thandi.credentials, elsewhere.credentials]) {
      const sent = newcomer(thandi, { email: email.toUpperCase() })
      await expect(thandi.api.employees.create(sent)).rejects.toMatchObject({ status: 422, message: 'Could not create account' })
      expect(await ask('select from employee where request_id = $1', [sent.request_id])).toEqual([])
      expect(await findUsers(email)).toHaveLength(1)
    }
    expect(await findRole(elsewhere.user_id)).toBe('owner')
  })

  test('is not added at a site of another business, which is like one that is missing, and leaves no login', async () => {
    const elsewhere = await createOwner(server)
    const answers = []
    for (const siteid of [elsewhere.siteid, 999_999]) {
      const sent = newcomer(thandi, { siteid })
      answers.push(await thandi.send('POST', '/api/v1/employees', sent))
      expect(await findUsers(sent.email)).toEqual([])
    }
    expect(answers[0]).toMatchObject({ status: 404, body: { message: 'This site no longer exists. Select another one.' } })
    expect(answers[1]).toEqual(answers[0])
  })

  test('is not added by a till', async () => {
    const { key } = await createTill(server, thandi)
    const sent = newcomer(thandi)
    const answer = await createClient(server, { authorization: `Bearer ${key}` }).send('POST', '/api/v1/employees', sent)
    expect(answer.status).toBe(401)
    expect(await findUsers(sent.email)).toEqual([])
  })
})

describe('new employee, sent again after a lost answer', () => {
  let thandi: Owner
  beforeAll(async () => {
    thandi = await createOwner(server)
  })
  const made = ({ request_id }: NewEmployee) => ask('select user_id from employee where request_id = $1', [request_id])

  test('answers with the employee of the first time', async () => {
    const { sent, employeeid, user_id } = await hire(thandi)
    expect(await thandi.api.employees.create({ ...sent, firstname: ' Sipho ' })).toEqual({ employeeid, user_id })
    expect(await made(sent)).toEqual([{ user_id }])
  })

  test('or while the first is still under way, makes one employee', async () => {
    const sent = newcomer(thandi)
    const send = () => thandi.api.employees.create(sent)
    // Two, as many as are hashed at once: one that waits for that comes when the others have given up on a busy machine.
    const [first, second] = await whileTeamIsHeld(thandi, [send, send])
    expect(first).toMatchObject({ status: 'fulfilled' })
    expect(second).toEqual(first)
    expect(await made(sent)).toHaveLength(1)
    expect(await findUsers(sent.email)).toHaveLength(1)
  })

  test.each<[string, () => Partial<NewEmployee>]>([
    ['name', () => ({ lastname: 'Botha' })],
    ['position', () => ({ position: 'Employee' })],
    ['e-mail', () => ({ email: newCredentials(server).email })],
    ['password', () => ({ password: newCredentials(server).password })],
  ])('with another %s is refused, and changes nothing', async (_what, other) => {
    const { sent, employeeid, credentials } = await hire(thandi)
    const before = await findRow(thandi, employeeid)
    await expect(thandi.api.employees.create({ ...sent, ...other() })).rejects.toMatchObject({
      status: 409,
      code: 'ALREADY_USED',
    })
    expect(await findRow(thandi, employeeid)).toEqual(before)
    await signedIn(credentials)
  })

  test('is another form in another business', async () => {
    const elsewhere = await createOwner(server)
    const { sent } = await hire(thandi)
    await hire(elsewhere, { request_id: sent.request_id })
    expect(await made(sent)).toHaveLength(2)
  })
})

describe('employee', () => {
  let thandi: Owner
  beforeAll(async () => {
    thandi = await createOwner(server)
  })

  test('gets the role of their position with every save (3.4, 6.3)', async () => {
    const { user_id, details } = await hire(thandi, { position: 'Employee' })
    for (const [position, role] of [
      ['Manager', 'employee'],
      ['Owner', 'admin'],
      ['Owner', 'admin'],
      ['Employee', 'employee'],
    ] as const) {
      await save(thandi, { ...details, position })
      expect([position, await findRole(user_id)]).toEqual([position, role])
    }
  })

  test('with a login but no role gets one, and without a login none (3.8, 7.3.14)', async () => {
    const { user_id, details } = await hire(thandi)
    await ask('delete from business_users where user_id = $1', [user_id])
    await save(thandi, { ...details, position: 'Owner' })
    expect(await findRole(user_id)).toBe('admin')

    await ask('update employee set user_id = null where employeeid = $1', [details.employeeid])
    const before = await ask('select * from business_users order by user_id')
    await save(thandi, { ...details, position: 'Manager', hiredate: '2020-01-02', firstname: ' Sam ' })
    expect(await ask('select * from business_users order by user_id')).toEqual(before)
    expect(await findRow(thandi, details.employeeid)).toMatchObject({
      ...{ firstname: 'Sam', position: 'Manager', hiredate: '2020-01-02', is_linked: false },
    })
  })

  test('who founded the business stays its owner while an Owner, and comes back as an admin', async () => {
    const founder = await createOwner(server)
    const second = await hire(founder)
    const sam = await signedIn(second.credentials)
    const details = { ...second.details, employeeid: founder.employeeid, firstname: 'Thandi', lastname: 'Nkosi' }
    await save(founder, { ...details, lastname: 'Nkosi-Dube' })
    expect(await findRole(founder.user_id)).toBe('owner')
    await save(sam, { ...details, position: 'Manager' })
    await save(sam, { ...details, position: 'Owner' })
    expect(await findRole(founder.user_id)).toBe('admin')
  })

  test('who is disabled is out at once, and back with a new log-in when enabled again (4.9, 7.3.14)', async () => {
    const { user_id, details, credentials } = await hire(thandi)
    const browsers = [await signedIn(credentials), await signedIn(credentials)]
    await save(thandi, { ...details, isenabled: false, disablereason: ' Left for Durban ' })
    expect(await findSessions(user_id)).toEqual([])
    for (const { api } of browsers) await expect(api.sites.list({})).rejects.toMatchObject({ status: 401 })
    await expect(signedIn(credentials)).rejects.toMatchObject({ message: 'Only business owners/admins may log in.' })
    expect(await findRow(thandi, details.employeeid)).toMatchObject({ isenabled: false, disablereason: 'Left for Durban' })

    await save(thandi, { ...details, isenabled: true, disablereason: 'Left for Durban' })
    expect(await findRow(thandi, details.employeeid)).toMatchObject({ isenabled: true, disablereason: '' })
    await expect(browsers[0]?.api.sites.list({})).rejects.toMatchObject({ status: 401 })
    await signedIn(credentials)
  })

  test('who is disabled while somebody else has them open stays disabled: the later save is refused', async () => {
    const { employeeid, details, credentials } = await hire(thandi)
    const opened = { version: 1 } // by both owners
    await thandi.api.employees.update({ ...details, isenabled: false, disablereason: 'Left', opened })
    const late = { ...details, hiredate: '2026-11-01', opened }
    const now = await findRow(thandi, employeeid)
    await expect(thandi.api.employees.update(late)).rejects.toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      message: 'Somebody else changed this employee. Reload to see the latest version.',
      data: now,
    })
    const path = `/api/v1/employees/${employeeid}`
    expect(await thandi.send('PUT', path, { ...late, employeeid: undefined })).toMatchObject({ status: 409, body: { data: now } })
    expect(await thandi.send('PUT', path, { ...details, employeeid: undefined })).toMatchObject({ status: 422 })
    expect(now).toMatchObject({ isenabled: false, disablereason: 'Left', hiredate: null })
    await expect(signedIn(credentials)).rejects.toMatchObject({ message: 'Only business owners/admins may log in.' })

    await thandi.api.employees.update({ ...late, opened: { version: 2 } })
    await signedIn(credentials)
    await thandi.api.employees.remove({ employeeid })
  })

  test('who is saved by two at once is what the first one made of them', async () => {
    const { employeeid, details } = await hire(thandi, { position: 'Employee' })
    const opened = { version: 1 }
    const answers = await whileTeamIsHeld(thandi, [
      () => thandi.api.employees.update({ ...details, lastname: 'Botha', opened }),
      () => thandi.api.employees.update({ ...details, lastname: 'Zulu', opened }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await findRow(thandi, employeeid)).toMatchObject({ version: 2 })
    await thandi.api.employees.remove({ employeeid })
  })

  test('who is no owner any more is out at once', async () => {
    const { details, credentials } = await hire(thandi)
    const browser = await signedIn(credentials)
    await save(thandi, { ...details, position: 'Manager' })
    await expect(browser.api.sites.list({})).rejects.toMatchObject({ status: 401 })
    await expect(signedIn(credentials)).rejects.toMatchObject({ message: 'Only business owners/admins may log in.' })
  })

  test('who stays an owner stays logged in', async () => {
    const { details, credentials } = await hire(thandi)
    const browser = await signedIn(credentials)
    await save(browser, { ...details, lastname: 'Botha' })
    expect(await browser.api.session.get()).toMatchObject({ role: 'admin' })
  })

  test.each<[string, (id: number, details: Details) => Promise<unknown>]>([
    ['disabled', (_, details) => save(thandi, { ...details, isenabled: false, disablereason: 'Left' })],
    ['deleted', (employeeid) => thandi.api.employees.remove({ employeeid })],
  ])('who is %s while their browser waits for sales gets the refusal', async (_what, dismiss) => {
    const { details, credentials } = await hire(thandi)
    const { api } = await signedIn(credentials)
    let heard = 0
    const refusal = (async () => {
      for await (const _ of await api.live.changes()) heard++
    })().catch((error) => error)
    await waitUntil(() => expect(heard).toBe(1))
    await dismiss(details.employeeid, details)
    expect(await refusal).toMatchObject({ code: 'ROLE_REFUSED' })
  })

  test('without sales is deleted with role, sessions and login, and the e-mail is free (7.3.16)', async () => {
    const { employeeid, user_id, credentials, details } = await hire(thandi)
    const browser = await signedIn(credentials)
    await thandi.api.employees.remove({ employeeid })
    await expect(browser.api.sites.list({})).rejects.toMatchObject({ status: 401 })
    await expect(signedIn(credentials)).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
    expect([await findRow(thandi, employeeid), await findRole(user_id), await findUsers(credentials.email)]).toEqual([
      undefined,
      undefined,
      [],
    ])
    await expect(thandi.api.employees.remove({ employeeid })).rejects.toMatchObject({ status: 404 })
    await expect(save(thandi, details)).rejects.toMatchObject({ status: 404 })
    await hire(thandi, credentials)
  })

  test('who has sold stays, with role, sessions and login (8.2.8)', async () => {
    const { employeeid, user_id, credentials } = await hire(thandi)
    const browser = await signedIn(credentials)
    const { push } = await createTill(server, thandi)
    await push([{ reference: randomUUID(), saledate: '2026-11-20T09:00:00Z', finalamount: 10, employeeid }])
    await expect(thandi.api.employees.remove({ employeeid })).rejects.toMatchObject({
      status: 409,
      code: 'IN_USE',
      message: 'Cannot delete this employee due to related records.',
    })
    expect(await findRole(user_id)).toBe('admin')
    expect((await browser.api.employees.list({})).results).toBeGreaterThan(1)
  })

  test('that stands in for a till appears with the first sale that names nobody, and can be renamed', async () => {
    const shop = await createOwner(server)
    const { push } = await createTill(server, shop)
    const sell = (reference: string) => push([{ reference, saledate: '2026-11-20T09:00:00Z', finalamount: 10 }])
    expect((await shop.api.employees.list({ q: 'till' })).results, 'a key alone needs none').toBe(0)
    await sell('slip 1')
    const [standIn] = (await shop.api.employees.list({ q: 'till' })).rows
    if (!standIn) throw new Error('the sale belongs to somebody')
    expect(standIn).toMatchObject({ firstname: 'Till', lastname: 'Sandton', siteid: shop.siteid, is_linked: false })
    const { sitename: _, is_linked: __, version: ___, ...details } = standIn
    await save(shop, { ...details, siteid: shop.siteid, firstname: 'Front', lastname: 'counter' })
    expect((await sell('slip 2')).body.sales).toMatchObject([{ status: 'created' }])
    expect((await shop.api.employees.list({ q: 'counter' })).results).toBe(1)
    expect((await shop.api.employees.list({ q: 'till' })).results).toBe(0)
  })

  test('is not moved to a site of another business, which is like one that is missing', async () => {
    const { details } = await hire(thandi)
    const elsewhere = await createOwner(server)
    const answers = []
    for (const siteid of [elsewhere.siteid, 999_999])
      answers.push(
        await thandi.send('PUT', `/api/v1/employees/${details.employeeid}`, {
          ...{ ...details, employeeid: undefined, siteid },
          opened: { version: 1 },
        }),
      )
    expect(answers[0]).toMatchObject({ status: 404, body: { message: 'This site no longer exists. Select another one.' } })
    expect(answers[1]).toEqual(answers[0])
    expect(await findRow(thandi, details.employeeid)).toMatchObject({ siteid: thandi.siteid })
  })

  test('and what became of their role and login stands in the log', async () => {
    const { employeeid, user_id, details } = await hire(thandi)
    await save(thandi, { ...details, position: 'Manager', isenabled: false, disablereason: 'Left' })
    await thandi.api.employees.remove({ employeeid })
    const lines = server.logged.map((line) => JSON.parse(line)).filter(({ employee }) => employee === employeeid)
    expect(lines).toMatchObject([
      { event: 'employee_added', user: thandi.user_id, business: thandi.businessid, position: 'Owner' },
      { event: 'role_changed', from: 'admin', to: 'employee' },
      { event: 'employee_disabled' },
      { event: 'employee_removed', login: user_id },
    ])
  })
})

describe('last owner of a business', () => {
  const dismissals = {
    demote: (who: TestClient, details: Details) => save(who, { ...details, position: 'Manager' }),
    disable: (who: TestClient, details: Details) => save(who, { ...details, isenabled: false, disablereason: 'Left' }),
    delete: (who: TestClient, { employeeid }: Details) => who.api.employees.remove({ employeeid }),
  }
  const ways = Object.entries(dismissals)

  /** A business of two owners, each at a browser and with what the dialog sends of them. */
  async function twoOwners() {
    const founder = await createOwner(server)
    const second = await hire(founder)
    const thandi = { ...second.details, employeeid: founder.employeeid, firstname: 'Thandi', lastname: 'Nkosi' }
    return { founder, thandi, second: await signedIn(second.credentials), sipho: second.details }
  }
  const findOwners = async ({ businessid }: Owner) =>
    ask(
      `select e.employeeid from employee e join business_users u using (businessid, user_id)
        where e.businessid = $1 and e.isenabled and e.position = 'Owner' and u.role in ('owner', 'admin') order by 1`,
      [businessid],
    )

  test.each(ways)('cannot %s themselves', async (_way, dismiss) => {
    const { founder, thandi, second, sipho } = await twoOwners()
    // Neither somebody disabled nor an Owner without a login could let anybody in again.
    await save(founder, { ...sipho, isenabled: false, disablereason: 'Left' })
    await ask(`insert into employee (businessid, firstname, lastname, position) values ($1, 'Sam', 'Botha', 'Owner')`, [
      founder.businessid,
    ])
    await expect(dismiss(founder, thandi)).rejects.toMatchObject({
      status: 409,
      code: 'LAST_OWNER',
      message: 'This is the only owner who can log in. Make somebody else an owner first.',
    })
    expect(await findRow(founder, founder.employeeid)).toMatchObject({ position: 'Owner', isenabled: true })
    expect(await findRole(founder.user_id)).toBe('owner')
    await expect(second.api.sites.list({})).rejects.toMatchObject({ status: 401 })
  })

  test.each(ways)('is whoever remains when two %s themselves at once', async (_way, dismiss) => {
    const { founder, thandi, second, sipho } = await twoOwners()
    const answers = await Promise.allSettled([dismiss(founder, thandi), dismiss(second, sipho)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'LAST_OWNER' } })
    expect(await findOwners(founder)).toHaveLength(1)
  })

  test.each(ways)('is whoever was quicker when two %s each other at once', async (_way, dismiss) => {
    const { founder, thandi, second, sipho } = await twoOwners()
    const answers = await Promise.allSettled([dismiss(founder, sipho), dismiss(second, thandi)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await findOwners(founder)).toHaveLength(1)
    const [quicker, slower] = answers[0]?.status === 'fulfilled' ? [founder, second] : [second, founder]
    expect((await quicker.api.sites.list({})).results).toBe(1)
    await expect(slower.api.sites.list({})).rejects.toMatchObject({ status: 401 })
  })

  test('is not asked of somebody who is dismissed while their own change waits: it is refused', async () => {
    const { founder, thandi, second } = await twoOwners()
    const third = await hire(founder)
    const [answer] = await whileTeamIsHeld(
      founder,
      [() => second.api.employees.remove({ employeeid: third.employeeid })],
      `update business_users set role = 'employee' where businessid = '${founder.businessid}' and user_id not in ('${founder.user_id}', '${third.user_id}')`,
    )
    expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'ROLE_REFUSED' } })
    expect(await findOwners(founder)).toEqual([{ employeeid: thandi.employeeid }, { employeeid: third.employeeid }])
  })

  test('is not who leaves a second one behind', async () => {
    const { founder, thandi, second } = await twoOwners()
    await founder.api.employees.remove({ employeeid: thandi.employeeid })
    await expect(founder.api.sites.list({})).rejects.toMatchObject({ status: 401 })
    expect((await second.api.employees.list({})).results).toBe(1)
  })
})

describe('database functions of employees', () => {
  const scopes = createTenantScopes(server.store.pool)
  const calls = [
    `create_employee('{}', 'x@winkel.example', 'x', gen_random_uuid(), '')`,
    `update_employee(1, 1, '{}')`,
    `remove_employee(1)`,
  ]

  test.each(calls)('refuse %s to a till, to sign-in, and to whoever has entered no business', async (call) => {
    const thandi = await createOwner(server)
    const { key } = await createTill(server, thandi)
    const statement = sql.raw(`select * from ${call}`)
    await expect(scopes.asTill(createHash('sha256').update(key).digest(), (scope) => statement.execute(scope))).rejects.toThrow(
      'only a user inside a business',
    )
    await expect(scopes.asAuth((scope) => statement.execute(scope))).rejects.toThrow('permission denied')
    await expect(
      scopes.asTenant(thandi.user_id, async (scope) => {
        await sql`select set_config('app.business_id', '', true)`.execute(scope)
        return statement.execute(scope)
      }),
    ).rejects.toThrow('only a user inside a business')
  })

  test('know three positions (3.6, 6.4)', async () => {
    const thandi = await createOwner(server)
    await expect(
      scopes.asTenant(thandi.user_id, (scope) =>
        sql`select * from update_employee(${thandi.employeeid}, 1, '{"firstname":"x","lastname":"x","position":"Boss","isenabled":true}')`.execute(
          scope,
        ),
      ),
    ).rejects.toMatchObject({ constraint: 'employee__position' })
  })
})
