import { afterAll, expect, test } from 'vitest'
import { createOwner, createTill } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { createTeamHelpers } from '../../testing/team.ts'

const server = await testServer()
afterAll(server.close)
const { ask, hire, signIn } = createTeamHelpers(server)

const NONE = { vat_number: null, receipt_lines: [], discount_limit: 10 }
const SAVED = { vat_number: '4123456789', receipt_lines: ['Thank you', 'Call again'], discount_limit: 7.5 }

test('receipts: owners and admins change them, tills read them, and the log has each change', async () => {
  const owner = await createOwner(server)
  const admin = await signIn((await hire(owner)).credentials)
  const till = await createTill(server, owner)
  expect(await owner.api.account.receipts.get()).toEqual(NONE)
  await owner.api.account.receipts.save({ ...SAVED, vat_number: ' 4123456789 ', opened: NONE })
  expect(await admin.api.account.receipts.get()).toEqual(SAVED)
  expect((await till.read('/setup')).body.business).toMatchObject(SAVED)
  await admin.api.account.receipts.save({ ...SAVED, vat_number: '' })
  expect((await till.read('/setup')).body.business).toMatchObject({ ...SAVED, vat_number: null })
  const logged = await ask(
    `select before, after from changes where businessid = $1 and noun = 'business' and after ? 'vat_number' order by changeid`,
    [owner.businessid],
  )
  expect(logged).toEqual([
    { before: NONE, after: SAVED },
    { before: { vat_number: '4123456789' }, after: { vat_number: null } },
  ])
})

test('receipts: a form that was opened before another change is refused', async () => {
  const { api } = await createOwner(server)
  await api.account.receipts.save({ ...SAVED, opened: NONE })
  for (const opened of [
    NONE,
    { ...SAVED, vat_number: null },
    { ...SAVED, receipt_lines: ['Thank you'] },
    { ...SAVED, discount_limit: 7 },
  ])
    await expect(api.account.receipts.save({ ...NONE, opened })).rejects.toMatchObject({ code: 'CHANGED', status: 409 })
  expect(await api.account.receipts.get()).toEqual(SAVED)
  await api.account.receipts.save({ ...NONE, opened: SAVED })
  await api.account.receipts.save({ ...SAVED, opened: NONE })
})

test.each([
  { vat_number: '4'.repeat(31) },
  { receipt_lines: ['x'.repeat(49)] },
  { receipt_lines: Array.from({ length: 11 }, () => 'x') },
  { receipt_lines: ['a\0b'] },
  { discount_limit: -1 },
  { discount_limit: 100.01 },
  { discount_limit: 1.005 },
  { businessid: 'x' },
])('receipts: %j is refused', async (values) => {
  const { api } = await createOwner(server)
  await expect(api.account.receipts.save({ ...NONE, ...values } as never)).rejects.toMatchObject({ status: 422 })
  expect(await api.account.receipts.get()).toEqual(NONE)
})

test('receipts: the longest texts are stored', async () => {
  const { api } = await createOwner(server)
  const longest = {
    vat_number: '4'.repeat(30),
    receipt_lines: Array.from({ length: 10 }, () => 'ß'.repeat(48)),
    discount_limit: 100,
  }
  await api.account.receipts.save(longest)
  expect(await api.account.receipts.get()).toEqual(longest)
})
