import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createClient, createOwner, createTill, newCredentials, type Owner, type TestClient } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { createTeamHelpers, type EmployeeDetails } from '../../testing/team.ts'

const server = await testServer()
afterAll(server.close)
const { ask, hire, save, signIn, findRole, findSessions, findRow, runWhileLocked } = createTeamHelpers(server)

let thandi: Owner
beforeEach(async () => {
  await server.ownerPool.query('delete from auth.attempts')
  thandi = await createOwner(server)
})

const disablereason = 'Left in November'
const end = ({ api }: Pick<Owner, 'api'>, { employeeid }: { employeeid: number }, reason = disablereason) =>
  api.employees.endAccess({ employeeid, disablereason: reason })

test('end access: ends sessions, the right and mailed links, says what stays, and is done once', async () => {
  const lerato = await hire(thandi, { position: 'Manager' })
  await thandi.api.employees.setRight({ employeeid: lerato.employeeid, right: { name: 'manager', siteids: [thandi.siteid] } })
  await createTill(server, thandi)
  const browser = await signIn(lerato.credentials)
  await signIn(lerato.credentials)
  await browser.api.session.requestPasswordReset({ email: lerato.credentials.email })
  expect(await thandi.api.employees.access({ employeeid: lerato.employeeid })).toEqual({
    sessions: 2,
    read_keys: 0,
    tills: ['Till 1'],
  })
  await expect(end(thandi, lerato, ' ')).rejects.toMatchObject({
    status: 422,
    message: 'disablereason: Provide a disable reason.',
  })

  expect(await end(thandi, lerato)).toEqual({ sessions: 2 })
  const row = await findRow(thandi, lerato.employeeid)
  expect(row).toMatchObject({ isenabled: false, disablereason, position: 'Manager', is_linked: true, version: 2 })
  expect(row).not.toHaveProperty('right')
  expect(await findSessions(lerato.user_id)).toEqual([])
  expect(await ask('select from auth.verification where value = $1', [lerato.user_id])).toEqual([])
  await expect(browser.api.products.list({})).rejects.toMatchObject({ status: 401 })
  await expect(signIn(lerato.credentials)).rejects.toMatchObject({ code: 'ROLE_REFUSED' })
  expect((await thandi.api.tills.list({ siteid: thandi.siteid })).map(({ name }) => name)).toEqual(['Till 1'])
  const log = () =>
    ask(
      `select noun, before, after from changes where businessid = $1 and noun in ('employee', 'right') order by changeid desc limit 2`,
      [thandi.businessid],
    )
  const logged = await log()
  expect(logged).toEqual([
    {
      noun: 'right',
      before: { right: 'manager', sites: 'Sandton', sees_costs: false },
      after: { right: 'none', sites: null, sees_costs: null },
    },
    { noun: 'employee', before: { isenabled: true, disablereason: '' }, after: { isenabled: false, disablereason } },
  ])

  expect(await end(thandi, lerato, 'Again')).toEqual({ sessions: 0 })
  expect(await findRow(thandi, lerato.employeeid)).toEqual(row)
  expect(await log()).toEqual(logged)

  await save(thandi, { ...lerato.details, isenabled: true })
  expect(await findRow(thandi, lerato.employeeid)).not.toHaveProperty('right')
  await expect(signIn(lerato.credentials)).rejects.toMatchObject({ code: 'ROLE_REFUSED' })
})

test('end access: of an admin the position Owner does not come back', async () => {
  const sipho = await hire(thandi)
  await end(thandi, sipho)
  expect(await findRow(thandi, sipho.employeeid)).toMatchObject({ position: 'Employee', isenabled: false })
  expect(await findRole(sipho.user_id)).toBe('employee')
})

describe('what a former owner gave to programs ends with the access', () => {
  type Ways = Record<string, (admin: TestClient, owner: Owner) => Promise<unknown>>
  const change = async (admin: TestClient, { employeeid, siteid }: Owner, values: Partial<EmployeeDetails>) => {
    const { firstname, lastname, position } = (await findRow(admin, employeeid)) ?? {}
    const details = { employeeid, siteid, firstname, lastname, position, hiredate: null, isenabled: true, disablereason: '' }
    await save(admin, { ...details, ...values } as EmployeeDetails)
  }
  const ways: Ways = {
    'End access': (admin, owner) => end(admin, owner),
    disabled: (admin, owner) => change(admin, owner, { isenabled: false, disablereason }),
    'another position': (admin, owner) => change(admin, owner, { position: 'Employee' }),
    anonymous: (admin, { employeeid }) => admin.api.employees.makeAnonymous({ employeeid }),
    deleted: (admin, { employeeid }) => admin.api.employees.remove({ employeeid }),
  }
  test.each(Object.keys(ways))('%s', async (way) => {
    const sipho = await hire(thandi)
    const admin = await signIn(sipho.credentials)
    const { key } = await thandi.api.readKeys.create({
      name: 'Books',
      days: 30,
      right: { name: 'bookkeeper' },
      current: thandi.credentials.password,
      request_id: randomUUID(),
    })
    const add = ({ api, credentials: { password } }: Pick<Owner, 'api' | 'credentials'>, url: string) =>
      api.webhooks.create({ url, events: ['sale.created'], siteid: null, current: password, request_id: randomUUID() })
    await add(thandi, 'https://1.1.1.1/books?token=x')
    const of = await add({ ...admin, credentials: sipho.credentials }, 'https://8.8.8.8/')
    const deleted = await add(thandi, 'https://9.9.9.9/')
    await thandi.api.webhooks.remove({ webhookid: deleted.webhookid })
    const read = () => createClient(server).fetch('/api/v1/sites/options', { headers: { authorization: `Bearer ${key}` } })

    await thandi.api.account.handOver({ employeeid: sipho.employeeid, current: thandi.credentials.password })
    expect((await read()).status, 'the former owner is an admin').toBe(200)
    const { employeeid } = thandi
    expect(await admin.api.employees.access({ employeeid })).toMatchObject({ read_keys: 1, webhooks: ['1.1.1.1/books'] })
    await ways[way]?.(admin, thandi)
    expect((await read()).status).toBe(401)
    const states = (await admin.api.webhooks.list()).map(({ webhookid, state }) => [webhookid === of.webhookid, state])
    expect(states.sort()).toEqual([
      [false, 'off'],
      [true, 'on'],
    ])
  })
})

test('end access: ends the invitation of an employee without a login', async () => {
  const { employeeid } = await thandi.api.employees.create({
    ...{ firstname: 'Lerato', lastname: 'Mokoena', position: 'Employee', siteid: thandi.siteid, isenabled: true },
    ...{ login: 'invitation', email: newCredentials(server).email, right: { name: 'bookkeeper' } },
  })
  expect(await end(thandi, { employeeid })).toEqual({ sessions: 0 })
  const row = await findRow(thandi, employeeid)
  expect(row).toMatchObject({ isenabled: false })
  expect(row).not.toHaveProperty('invitation')
})

test('end access: refused of the owner, of the person herself, of an anonymous person and of nobody', async () => {
  const { credentials, employeeid } = await hire(thandi)
  const sipho = { ...thandi, ...(await signIn(credentials)) }
  await expect(end(sipho, thandi)).rejects.toMatchObject({ code: 'OWNER_ONLY', status: 403 })
  await expect(end(thandi, thandi)).rejects.toMatchObject({ code: 'OWN_ACCESS', status: 409 })
  await expect(end(sipho, { employeeid })).rejects.toMatchObject({ code: 'OWN_ACCESS' })
  await expect(end(thandi, { employeeid: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await thandi.api.employees.makeAnonymous({ employeeid })
  await expect(end(thandi, { employeeid })).rejects.toMatchObject({ code: 'ANONYMOUS' })
})

test('end access: of two admins who end each other, one stays', async () => {
  const people = [await hire(thandi), await hire(thandi)]
  const [sipho, zanele] = await Promise.all(people.map(async (person) => ({ ...person, ...(await signIn(person.credentials)) })))
  if (!sipho || !zanele) throw new Error('two were hired')
  const answers = await runWhileLocked(thandi, [() => end(sipho, zanele), () => end(zanele, sipho)])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
