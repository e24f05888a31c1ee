import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createOwner, type Owner, type TestClient } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { createTeamHelpers, type EmployeeDetails } from '../../testing/team.ts'

const server = await testServer()
afterAll(server.close)
beforeEach(() => server.ownerPool.query('delete from auth.attempts'))
const { ask, hire, save, signIn, findRole, findRow, runWhileLocked } = createTeamHelpers(server)

describe('owners of a business', () => {
  const dismissals = {
    demote: (who: TestClient, details: EmployeeDetails) => save(who, { ...details, position: 'Manager' }),
    disable: (who: TestClient, details: EmployeeDetails) => save(who, { ...details, isenabled: false, disablereason: 'Left' }),
    delete: (who: TestClient, { employeeid }: EmployeeDetails) => who.api.employees.remove({ employeeid }),
  }
  const ways = Object.entries(dismissals)

  /** A business with two owners, a client of each, and what their dialogs send. */
  async function createTwoOwners(role: 'owner' | 'admin' = 'owner') {
    const founder = await createOwner(server)
    const second = await hire(founder)
    await ask('update business_users set role = $2 where user_id = $1', [second.user_id, role])
    const thandi = { ...second.details, employeeid: founder.employeeid, firstname: 'Thandi', lastname: 'Nkosi' }
    return { founder, thandi, second: await signIn(second.credentials), sipho: second.details }
  }
  const findOwners = async ({ businessid }: Owner) =>
    ask(
      `select e.employeeid from employee e join business_users u using (businessid, user_id)
        where e.businessid = $1 and e.isenabled and e.position = 'Owner' and u.role in ('owner', 'admin') order by 1`,
      [businessid],
    )

  test.each(ways)('keep the last one, who cannot %s their own record', async (_way, dismiss) => {
    const { founder, thandi, second, sipho } = await createTwoOwners()
    // A disabled owner and an owner without a login do not count, because they cannot sign in.
    await save(founder, { ...sipho, isenabled: false, disablereason: 'Left' })
    await ask(`insert into employee (businessid, firstname, lastname, position) values ($1, 'Sam', 'Botha', 'Owner')`, [
      founder.businessid,
    ])
    await expect(dismiss(founder, thandi)).rejects.toMatchObject({
      status: 409,
      code: 'LAST_OWNER',
      message: 'This is the only owner who can sign in. Make someone else an owner first.',
    })
    expect(await findRow(founder, founder.employeeid)).toMatchObject({ position: 'Owner', isenabled: true })
    expect(await findRole(founder.user_id)).toBe('owner')
    await expect(second.api.sites.list({})).rejects.toMatchObject({ status: 401 })
  })

  test.each(ways)('keep one when two %s their own records at the same time', async (_way, dismiss) => {
    const { founder, thandi, second, sipho } = await createTwoOwners()
    const answers = await Promise.allSettled([dismiss(founder, thandi), dismiss(second, sipho)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'LAST_OWNER' } })
    expect(await findOwners(founder)).toHaveLength(1)
  })

  test.each(ways)('keep one when two %s each other at the same time', async (_way, dismiss) => {
    const { founder, thandi, second, sipho } = await createTwoOwners()
    const answers = await Promise.allSettled([dismiss(founder, sipho), dismiss(second, thandi)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await findOwners(founder)).toHaveLength(1)
    const [remaining, removed] = answers[0]?.status === 'fulfilled' ? [founder, second] : [second, founder]
    expect((await remaining.api.sites.list({})).results).toBe(1)
    await expect(removed.api.sites.list({})).rejects.toMatchObject({ status: 401 })
  })

  test.each(ways)('are kept when an admin tries to %s the owner', async (_way, dismiss) => {
    const { founder, thandi, second, sipho } = await createTwoOwners('admin')
    const before = await findRow(founder, founder.employeeid)
    await expect(dismiss(second, thandi)).rejects.toMatchObject({
      status: 403,
      code: 'OWNER_ONLY',
      message: 'This is the owner of the business. Only the owner can change or remove this record.',
    })
    expect(await findRow(founder, founder.employeeid)).toEqual(before)
    expect(await findRole(founder.user_id)).toBe('owner')
    // The owner does so with an admin.
    await dismiss(founder, sipho)
    expect(await findOwners(founder)).toEqual([{ employeeid: thandi.employeeid }])
  })

  test('are kept when an admin changes the name of the owner with an older version', async () => {
    const { founder, thandi, second } = await createTwoOwners('admin')
    const opened = { version: 99 }
    await expect(second.api.employees.update({ ...thandi, firstname: 'x', opened })).rejects.toMatchObject({ code: 'OWNER_ONLY' })
    await save(founder, { ...thandi, firstname: 'Thandiwe' })
    expect(await findRow(founder, founder.employeeid)).toMatchObject({ firstname: 'Thandiwe' })
  })

  test('change and remove each other', async () => {
    const { thandi, second, sipho } = await createTwoOwners()
    await save(second, { ...thandi, isenabled: false, disablereason: 'Left' })
    await second.api.employees.remove({ employeeid: thandi.employeeid })
    expect((await second.api.employees.list({})).rows).toMatchObject([{ employeeid: sipho.employeeid }])
  })

  test.each(ways)('can %s their own record, and then the admins act as the owner', async (_way, dismiss) => {
    const { founder, thandi, second } = await createTwoOwners('admin')
    expect(await second.api.account.get()).toMatchObject({ is_owner: false })
    await dismiss(founder, thandi)
    await expect(founder.api.sites.list({})).rejects.toMatchObject({ status: 401 })
    expect(await second.api.account.get()).toMatchObject({ is_owner: true })
    await second.api.account.choosePlan({ subscriptionid: 2 })
  })

  test('who disabled their own record are enabled by an admin, and are the owner again', async () => {
    const { founder, thandi, second } = await createTwoOwners('admin')
    await save(founder, { ...thandi, isenabled: false, disablereason: 'Leave' })
    await save(second, thandi)
    expect(await (await signIn(founder.credentials)).api.account.get()).toMatchObject({ is_owner: true })
    expect(await second.api.account.get()).toMatchObject({ is_owner: false })
  })

  test('are refused a change when they lose the role while it waits', async () => {
    const { founder, thandi, second } = await createTwoOwners()
    const third = await hire(founder)
    const [answer] = await runWhileLocked(
      founder,
      [() => second.api.employees.remove({ employeeid: third.employeeid })],
      `update business_users set role = 'employee' where businessid = '${founder.businessid}' and user_id not in ('${founder.user_id}', '${third.user_id}')`,
    )
    expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'ROLE_REFUSED' } })
    expect(await findOwners(founder)).toEqual([{ employeeid: thandi.employeeid }, { employeeid: third.employeeid }])
  })
})
