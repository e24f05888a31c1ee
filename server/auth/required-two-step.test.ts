import { afterAll, beforeEach, expect, test } from 'vitest'
import type { TWO_STEP_PEOPLE } from '../../contract/rights.ts'
import { createAppCode } from '../../db/testing/app-code.ts'
import { createOwner, createTill, newCredentials, type Owner, type TestClient } from '../testing/clients.ts'
import { byRest, byRpc, createInputs, MISSING, procedures, range } from '../testing/every-call.ts'
import { testServer } from '../testing/server.ts'
import { createTeamHelpers } from '../testing/team.ts'

const server = await testServer()
afterAll(server.close)
const { ask, hire, signIn, findSessions } = createTeamHelpers(server)

let thandi: Owner
beforeEach(async () => {
  await server.ownerPool.query('delete from auth.attempts')
  thandi = await createOwner(server)
})

const require = ({ api }: Pick<Owner, 'api'>, ...people: (typeof TWO_STEP_PEOPLE)[number][]) =>
  api.account.requireTwoStep({ people })

async function turnOn({ api }: Pick<TestClient, 'api'>, password: string) {
  const { uri, recovery_codes } = await api.account.twoStep.start({ current: password })
  for (const secret of [...recovery_codes, new URL(uri).searchParams.get('secret') ?? '']) server.secrets.add(secret)
  await api.account.twoStep.confirm({ code: createAppCode(uri) })
}

async function hireManager() {
  const { employeeid, user_id, credentials } = await hire(thandi, { position: 'Manager' })
  await thandi.api.employees.setRight({ employeeid, right: { name: 'manager', siteids: [thandi.siteid] } })
  return { ...(await signIn(credentials)), credentials, user_id }
}

test('required two-step: by default of nobody, and no answer says anything of it', async () => {
  const session = await thandi.api.session.get()
  expect(session).not.toHaveProperty('lacks_two_step')
  const account = await thandi.api.account.get()
  expect(account).not.toHaveProperty('two_step_for')
  expect(account.two_step).toEqual({ is_on: false, codes_left: 0 })
})

test('required two-step: a person without it makes no call but those that turn it on, and then goes on', async () => {
  const lerato = await hireManager()
  const inputs = createInputs({
    ...{
      siteid: thandi.siteid,
      productid: 999_999,
      supplierid: 999_999,
      form: crypto.randomUUID(),
      accounts: {},
      guess: 'guess',
    },
    newLogin: () => newCredentials(server),
  })
  await require(thandi, 'manager', 'stock')
  expect(await lerato.api.session.get()).toMatchObject({ lacks_two_step: true, right: { name: 'manager' } })

  // All that enter the business: a session of one's own, a sign-up, and the calls that turn it on do not.
  const open =
    /^(session|signup|tillCatalogue)\.|^rpc_create_business$|^(tills|drawerMovements)\.push$|^account\.(twoStep\.(start|confirm)|sessions|end\w*Sessions?)$/
  const calls = [...procedures.keys()].filter((name) => !open.test(name))
  for (const name of calls) {
    const answers = [await byRpc(lerato, name, inputs[name]?.(MISSING)), await byRest(lerato, name, inputs[name]?.(MISSING))]
    for (const answer of answers)
      expect([name, answer.status, answer.text]).toEqual([name, 403, expect.stringContaining('TWO_STEP_REQUIRED')])
  }
  for (const file of [
    '/products.csv',
    `/sales.csv?${new URLSearchParams(range())}`,
    '/employees.csv',
    '/account/export/file',
    '/products/1/picture',
  ])
    expect(await lerato.send('GET', `/api/v1${file}`)).toMatchObject({ status: 403, body: { code: 'TWO_STEP_REQUIRED' } })
  expect(await lerato.api.account.sessions()).toHaveLength(1)

  await turnOn(lerato, lerato.credentials.password)
  expect(await lerato.api.session.get()).not.toHaveProperty('lacks_two_step')
  expect((await lerato.api.products.list({})).results).toBe(0)
  expect((await lerato.api.account.get()).two_step).toMatchObject({ is_on: true, is_required: true })
  await expect(lerato.api.account.twoStep.turnOff({ current: lerato.credentials.password })).rejects.toMatchObject({
    ...{ code: 'REQUIRED', status: 409 },
  })

  await require(thandi)
  await lerato.api.account.twoStep.turnOff({ current: lerato.credentials.password })
  expect((await lerato.api.account.get()).two_step).toEqual({ is_on: false, codes_left: 0 })
  expect((await lerato.api.products.list({})).results).toBe(0)
})

test('required two-step: a live stream of a person without it ends, and nobody is signed out', async () => {
  const lerato = await hireManager()
  const stream = await lerato.api.live.changes()
  await stream.next()
  await require(thandi, 'manager')
  await expect(stream.next()).rejects.toMatchObject({ code: 'TWO_STEP_REQUIRED' })
  expect(await findSessions(lerato.user_id)).toHaveLength(1)
})

test('required two-step: for everything, of owners and admins, a closed business too; tills and the daily check go on', async () => {
  const till = await createTill(server, thandi)
  const admin = await hire(thandi)
  const sipho = await signIn(admin.credentials)
  await expect(require({ api: sipho.api }, 'everything')).rejects.toMatchObject({ code: 'OWNER_ONLY', status: 403 })
  const lerato = await hireManager()
  await expect(require(lerato, 'stock')).rejects.toMatchObject({ code: 'RIGHT_REFUSED' })

  await turnOn(thandi, thandi.credentials.password)
  await require(thandi, 'stock', 'everything')
  expect((await thandi.api.account.get()).two_step_for).toEqual(['everything', 'stock'])
  await expect(sipho.api.sites.list({})).rejects.toMatchObject({ code: 'TWO_STEP_REQUIRED' })
  expect((await lerato.api.products.list({})).results).toBe(0)
  expect((await till.push([{ reference: '1', saledate: '2026-11-20T09:00:00Z', finalamount: 1 }])).status).toBe(200)
  await server.ownerPool.query('delete from auth.attempts')
  await thandi.api.account.closing.close({ current: thandi.credentials.password })
  await ask(`update auth."user" set "twoFactorEnabled" = false where id = $1`, [thandi.user_id])
  await expect(thandi.api.account.closing.get()).rejects.toMatchObject({ code: 'TWO_STEP_REQUIRED' })
  await ask('update business set closed_at = null, closed_by = null, erase_at = null where id = $1', [thandi.businessid])
  await expect(thandi.api.sites.list({})).rejects.toMatchObject({ code: 'TWO_STEP_REQUIRED' })

  // The daily check enters as one of them.
  const checked = () => ask('select from find_users_to_check() where user_id = $1', [thandi.user_id])
  expect(await checked()).toEqual([])
  await ask(`update auth."user" set "twoFactorEnabled" = true where id = $1`, [thandi.user_id])
  expect(await checked()).toHaveLength(1)
})

test('required two-step: the log of changes has who required it, before and after, and nothing for no change', async () => {
  await require(thandi, 'bookkeeper')
  await require(thandi, 'bookkeeper')
  await require(thandi)
  await require(thandi)
  expect(
    await ask(`select user_id, before, after from changes where businessid = $1 and noun = 'business' order by changeid`, [
      thandi.businessid,
    ]),
  ).toEqual([
    { user_id: thandi.user_id, before: { two_step_for: [] }, after: { two_step_for: ['bookkeeper'] } },
    { user_id: thandi.user_id, before: { two_step_for: ['bookkeeper'] }, after: { two_step_for: [] } },
  ])
})
