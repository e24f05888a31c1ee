import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTenantScopes } from '../../../db/tenant-scope.ts'
import { createOwner, createTill, type Owner } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { createTeamHelpers, type EmployeeDetails } from '../../testing/team.ts'
import { waitUntil } from '../../testing/wait-until.ts'

const server = await testServer()
afterAll(server.close)
beforeEach(() => server.ownerPool.query('delete from auth.attempts'))
const { ask, hire, save, signIn, findRole, findUsers, findSessions, findRow, runWhileLocked } = createTeamHelpers(server)

describe('employee', () => {
  let thandi: Owner
  beforeAll(async () => {
    thandi = await createOwner(server)
  })

  test('has the role of the position after every save (3.4, 6.3)', async () => {
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

  test('gets a missing role when saved, but only with a login (3.8, 7.3.14)', async () => {
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

  test('who created the business keeps the role owner until demoted, and is an admin when promoted again', async () => {
    const founder = await createOwner(server)
    const second = await hire(founder)
    const sam = await signIn(second.credentials)
    const details = { ...second.details, employeeid: founder.employeeid, firstname: 'Thandi', lastname: 'Nkosi' }
    await save(founder, { ...details, lastname: 'Nkosi-Dube' })
    expect(await findRole(founder.user_id)).toBe('owner')
    await save(founder, { ...details, position: 'Manager' })
    await save(sam, { ...details, position: 'Owner' })
    expect(await findRole(founder.user_id)).toBe('admin')
  })

  test('who is disabled loses every session at once, and can sign in when enabled again (4.9, 7.3.14)', async () => {
    const { user_id, details, credentials } = await hire(thandi)
    const browsers = [await signIn(credentials), await signIn(credentials)]
    await save(thandi, { ...details, isenabled: false, disablereason: ' Left for Durban ' })
    expect(await findSessions(user_id)).toEqual([])
    for (const { api } of browsers) await expect(api.sites.list({})).rejects.toMatchObject({ status: 401 })
    await expect(signIn(credentials)).rejects.toMatchObject({ message: 'Only business owners/admins may log in.' })
    expect(await findRow(thandi, details.employeeid)).toMatchObject({ isenabled: false, disablereason: 'Left for Durban' })

    await save(thandi, { ...details, isenabled: true, disablereason: 'Left for Durban' })
    expect(await findRow(thandi, details.employeeid)).toMatchObject({ isenabled: true, disablereason: '' })
    await expect(browsers[0]?.api.sites.list({})).rejects.toMatchObject({ status: 401 })
    await signIn(credentials)
  })

  test('stays disabled when another owner saves an older version: a version conflict', async () => {
    const { employeeid, details, credentials } = await hire(thandi)
    const opened = { version: 1 } // the version that both owners opened
    await thandi.api.employees.update({ ...details, isenabled: false, disablereason: 'Left', opened })
    const older = { ...details, hiredate: '2026-11-01', opened }
    const current = await findRow(thandi, employeeid)
    await expect(thandi.api.employees.update(older)).rejects.toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      message: 'Someone else changed this employee.',
      data: current,
    })
    const path = `/api/v1/employees/${employeeid}`
    expect(await thandi.send('PUT', path, { ...older, employeeid: undefined })).toMatchObject({
      status: 409,
      body: { data: current },
    })
    expect(await thandi.send('PUT', path, { ...details, employeeid: undefined })).toMatchObject({ status: 422 })
    expect(current).toMatchObject({ isenabled: false, disablereason: 'Left', hiredate: null })
    await expect(signIn(credentials)).rejects.toMatchObject({ message: 'Only business owners/admins may log in.' })

    await thandi.api.employees.update({ ...older, opened: { version: 2 } })
    await signIn(credentials)
    await thandi.api.employees.remove({ employeeid })
  })

  test('is changed by one of two concurrent saves; the other is a version conflict', async () => {
    const { employeeid, details } = await hire(thandi, { position: 'Employee' })
    const opened = { version: 1 }
    const answers = await runWhileLocked(thandi, [
      () => thandi.api.employees.update({ ...details, lastname: 'Botha', opened }),
      () => thandi.api.employees.update({ ...details, lastname: 'Zulu', opened }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await findRow(thandi, employeeid)).toMatchObject({ version: 2 })
    await thandi.api.employees.remove({ employeeid })
  })

  test('who is demoted from Owner loses every session at once', async () => {
    const { details, credentials } = await hire(thandi)
    const browser = await signIn(credentials)
    await save(thandi, { ...details, position: 'Manager' })
    await expect(browser.api.sites.list({})).rejects.toMatchObject({ status: 401 })
    await expect(signIn(credentials)).rejects.toMatchObject({ message: 'Only business owners/admins may log in.' })
  })

  test('who stays an Owner stays signed in', async () => {
    const { details, credentials } = await hire(thandi)
    const browser = await signIn(credentials)
    await save(browser, { ...details, lastname: 'Botha' })
    expect(await browser.api.session.get()).toMatchObject({ role: 'admin' })
  })

  test.each<[string, (id: number, details: EmployeeDetails) => Promise<unknown>]>([
    ['disabled', (_, details) => save(thandi, { ...details, isenabled: false, disablereason: 'Left' })],
    ['deleted', (employeeid) => thandi.api.employees.remove({ employeeid })],
  ])('who is %s gets the reason from the live stream', async (_what, dismiss) => {
    const { details, credentials } = await hire(thandi)
    const { api } = await signIn(credentials)
    let heard = 0
    const refusal = (async () => {
      for await (const _ of await api.live.changes()) heard++
    })().catch((error) => error)
    await waitUntil(() => expect(heard).toBe(1))
    await dismiss(details.employeeid, details)
    expect(await refusal).toMatchObject({ code: 'ROLE_REFUSED' })
  })

  test('without sales is deleted with role, sessions and login, and the e-mail can be used again (7.3.16)', async () => {
    const { employeeid, user_id, credentials, details } = await hire(thandi)
    const browser = await signIn(credentials)
    await thandi.api.employees.remove({ employeeid })
    await expect(browser.api.sites.list({})).rejects.toMatchObject({ status: 401 })
    await expect(signIn(credentials)).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
    expect([await findRow(thandi, employeeid), await findRole(user_id), await findUsers(credentials.email)]).toEqual([
      undefined,
      undefined,
      [],
    ])
    await expect(thandi.api.employees.remove({ employeeid })).rejects.toMatchObject({ status: 404 })
    await expect(save(thandi, details)).rejects.toMatchObject({ status: 404 })
    await hire(thandi, credentials)
  })

  test('with sales cannot be deleted, and keeps role, sessions and login (8.2.8)', async () => {
    const { employeeid, user_id, credentials } = await hire(thandi)
    const browser = await signIn(credentials)
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

  test('of a till is created with the first sale without an employee, and can be renamed', async () => {
    const shop = await createOwner(server)
    const { push } = await createTill(server, shop)
    const sell = (reference: string) => push([{ reference, saledate: '2026-11-20T09:00:00Z', finalamount: 10 }])
    expect((await shop.api.employees.list({ q: 'till' })).results, 'a till key alone creates no employee').toBe(0)
    await sell('receipt 1')
    const [tillEmployee] = (await shop.api.employees.list({ q: 'till' })).rows
    if (!tillEmployee) throw new Error('the sale has no employee')
    expect(tillEmployee).toMatchObject({ firstname: 'Till', lastname: 'Sandton', siteid: shop.siteid, is_linked: false })
    const { sitename: _, is_linked: __, is_caller: ___, version: ____, has_pin: _____, ...details } = tillEmployee
    await save(shop, { ...details, siteid: shop.siteid, firstname: 'Front', lastname: 'counter' })
    expect((await sell('receipt 2')).body.sales).toMatchObject([{ status: 'created' }])
    expect((await shop.api.employees.list({ q: 'counter' })).results).toBe(1)
    expect((await shop.api.employees.list({ q: 'till' })).results).toBe(0)
  })

  test('is refused alike for a site of another business and a missing site', async () => {
    const { details } = await hire(thandi)
    const anna = await createOwner(server)
    const answers = []
    for (const siteid of [anna.siteid, 999_999])
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

  test('is logged with each change of role and login', async () => {
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

describe('database functions for employees', () => {
  const scopes = createTenantScopes(server.store.pool)
  const calls = [
    `create_employee('{}', 'x@winkel.example', 'x', gen_random_uuid(), '')`,
    `update_employee(1, 1, '{}')`,
    `remove_employee(1)`,
  ]

  test.each(calls)('refuse %s to a till, to sign-in, and without an entered business', async (call) => {
    const thandi = await createOwner(server)
    const { key } = await createTill(server, thandi)
    const statement = sql.raw(`select * from ${call}`)
    await expect(
      scopes.asTills([createHash('sha256').update(key).digest('hex')], (scope) => statement.execute(scope)),
    ).rejects.toThrow('only a user inside a business')
    await expect(scopes.asAuth((scope) => statement.execute(scope))).rejects.toThrow('permission denied')
    await expect(
      scopes.asTenant(thandi.user_id, async (scope) => {
        await sql`select set_config('app.business_id', '', true)`.execute(scope)
        return statement.execute(scope)
      }),
    ).rejects.toThrow('only a user inside a business')
  })

  test('accept three positions only (3.6, 6.4)', async () => {
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
