import { webcrypto } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { PinVerifier, TillEmployee } from '../../../contract/till-catalogue.ts'
import { makeBusinessFile } from '../../testing/business-file.ts'
import { createOwner, createTill, type createTillClient, type Owner, type TestClient } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { createTeamHelpers } from '../../testing/team.ts'

const server = await testServer()
afterAll(server.close)
const { ask, hire, save, signIn, findRow } = createTeamHelpers(server)

let thandi: Owner
let till: ReturnType<typeof createTillClient>
beforeEach(async () => {
  await ask('delete from auth.attempts')
  thandi = await createOwner(server)
  till = await createTill(server, thandi)
})

/** What a till has of an employee; the log may not have it. */
async function findPin(employeeid: number) {
  const { body } = await till.read('/setup')
  const pin = body.employees.find((each: TillEmployee) => each.employeeid === employeeid)?.pin as PinVerifier | null | undefined
  for (const secret of [pin?.salt, pin?.hash]) if (secret) server.secrets.add(secret)
  return pin
}

/** As a till verifies a PIN. */
async function isRight(pin: string, { salt, hash, iterations }: PinVerifier) {
  const key = await webcrypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits'])
  const bits = await webcrypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: Buffer.from(salt, 'base64'), iterations },
    key,
    256,
  )
  return Buffer.from(bits).toString('base64') === hash
}

const setPin = ({ api }: Pick<TestClient, 'api'>, employeeid: number, pin: string | null = '2468') =>
  api.employees.setPin({ employeeid, pin })

const listLogged = () =>
  ask(`select name, before, after from changes where businessid = $1 and after ? 'till_pin' order by changeid`, [
    thandi.businessid,
  ])

test('till PIN: a till verifies it with what WebCrypto computes, and the list says only that there is one', async () => {
  const { employeeid } = await hire(thandi, { position: 'Employee' })
  expect(await findRow(thandi, employeeid)).toMatchObject({ has_pin: false })
  expect(await findPin(employeeid)).toBeNull()
  const { version } = (await findRow(thandi, employeeid)) ?? {}
  await setPin(thandi, employeeid, '002468')
  const first = await findPin(employeeid)
  expect(first).toMatchObject({ iterations: 100_000 })
  expect([first?.salt, first?.hash].map((text) => Buffer.from(String(text), 'base64').length)).toEqual([16, 32])
  expect(await isRight('002468', first as PinVerifier)).toBe(true)
  expect(await isRight('2468', first as PinVerifier)).toBe(false)
  expect(await findRow(thandi, employeeid)).toMatchObject({ has_pin: true, version })
  await setPin(thandi, employeeid, '002468')
  expect((await findPin(employeeid))?.salt).not.toBe(first?.salt)
  await setPin(thandi, employeeid, null)
  expect(await findPin(employeeid)).toBeNull()
  await setPin(thandi, employeeid, null)
  expect(await listLogged()).toEqual([
    { name: 'Sipho Dube', before: null, after: { till_pin: 'set' } },
    { name: 'Sipho Dube', before: null, after: { till_pin: 'set' } },
    { name: 'Sipho Dube', before: null, after: { till_pin: 'removed' } },
  ])
})

test('till PIN: no answer, log, file and export has a verifier', async () => {
  await setPin(thandi, thandi.employeeid)
  const pin = (await findPin(thandi.employeeid)) as PinVerifier
  const history = await thandi.api.changes.history({ noun: 'employee', rowid: String(thandi.employeeid) })
  const list = await thandi.api.employees.list({})
  const csv = await (await thandi.fetch('/api/v1/employees.csv')).text()
  const log = JSON.stringify(await ask('select * from changes where businessid = $1', [thandi.businessid]))
  await makeBusinessFile(thandi)
  const file = Buffer.from(await (await thandi.fetch('/api/v1/account/export/file')).arrayBuffer()).toString('latin1')
  for (const text of [JSON.stringify(history), JSON.stringify(list), csv, log, file])
    for (const secret of [pin.salt, pin.hash, '100000']) expect(text).not.toContain(secret)
  expect(history.rows).not.toEqual([])
  // Tills, owners and admins read as this role. No right does.
  const roles = await ask(
    `select rolname from pg_roles where rolname like 'winkel%' and rolname <> 'winkel_owner' and has_column_privilege(oid, 'employee', 'pin', 'select') order by 1`,
  )
  expect(roles.map(({ rolname }) => rolname)).toEqual(['winkel_backup', 'winkel_tenant'])
})

test.each(['', '123', '1234567', '12a4', '٢٤٦٨', '2468 ', '0000', '99999', '111111', '1234', '12345', '123456'])(
  'till PIN: %j is refused',
  async (pin) => {
    const isGuessed = /^\d{4,6}$/.test(pin)
    await expect(setPin(thandi, thandi.employeeid, pin)).rejects.toMatchObject({
      status: 422,
      message: isGuessed ? 'pin: Choose a PIN that is harder to guess.' : 'pin: Enter 4 to 6 digits.',
    })
    expect(await findPin(thandi.employeeid)).toBeNull()
  },
)

test('till PIN: an admin sets the own one and those of others, and only the owner that of an Owner', async () => {
  const admin = await hire(thandi)
  const other = await hire(thandi)
  const manager = await hire(thandi, { position: 'Manager' })
  const client = await signIn(admin.credentials)
  await setPin(client, admin.employeeid)
  await setPin(client, manager.employeeid)
  const refused = { code: 'OWNER_ONLY', status: 403, message: 'Only the owner can set the PIN of an Owner.' }
  for (const { employeeid } of [thandi, other]) {
    await setPin(thandi, employeeid)
    for (const pin of ['1357', null]) await expect(setPin(client, employeeid, pin)).rejects.toMatchObject(refused)
    expect(await isRight('2468', (await findPin(employeeid)) as PinVerifier)).toBe(true)
  }
  await setPin(thandi, thandi.employeeid, null)
  await thandi.api.employees.setRight({
    employeeid: manager.employeeid,
    right: { name: 'manager', siteids: [thandi.siteid], sees_costs: true },
  })
  const withRight = await signIn(manager.credentials)
  await expect(setPin(withRight, manager.employeeid)).rejects.toMatchObject({ code: 'RIGHT_REFUSED' })
})

test('till PIN: nobody gives one to a till, a former employee or a stranger', async () => {
  await till.push([{ reference: 'by nobody', saledate: '2026-11-20T09:00:00Z', finalamount: 1 }])
  const [{ till_employeeid }] = await ask('select till_employeeid from site where siteid = $1', [thandi.siteid])
  await expect(setPin(thandi, till_employeeid)).rejects.toMatchObject({ code: 'TILL_EMPLOYEE' })
  const { employeeid } = await hire(thandi, { position: 'Employee' })
  await setPin(thandi, employeeid)
  await thandi.api.employees.makeAnonymous({ employeeid })
  await expect(setPin(thandi, employeeid)).rejects.toMatchObject({ code: 'ANONYMOUS' })
  expect(await ask('select pin from employee where employeeid = $1', [employeeid])).toEqual([{ pin: null }])
  expect((await listLogged()).map(({ name }) => name)).toEqual(['Former employee 1'])
  const stranger = await createOwner(server)
  for (const foreign of [stranger.employeeid, 999_999])
    await expect(setPin(thandi, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('till PIN: is gone from tills when the person is disabled, and removed when the access ends', async () => {
  const lerato = await hire(thandi, { position: 'Employee' })
  const { employeeid } = lerato
  await setPin(thandi, employeeid)
  await save(thandi, { ...lerato.details, isenabled: false, disablereason: 'On leave' })
  expect(await findPin(employeeid)).toBeUndefined()
  await save(thandi, lerato.details)
  expect(await findPin(employeeid)).toMatchObject({ iterations: 100_000 })
  await save(thandi, { ...lerato.details, isenabled: false, disablereason: 'On leave' })
  for (const _ of [1, 2]) await thandi.api.employees.endAccess({ employeeid, disablereason: 'Left' })
  await save(thandi, lerato.details)
  expect(await findPin(employeeid)).toBeNull()
  expect((await listLogged()).map(({ after }) => after.till_pin)).toEqual(['set', 'removed'])
  await setPin(thandi, employeeid)
  await thandi.api.employees.remove({ employeeid })
  expect(await findPin(employeeid)).toBeUndefined()
})
