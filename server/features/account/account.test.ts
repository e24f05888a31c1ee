import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccount, createClient, createOwner, newCredentials } from '../../testing/clients.ts'
import { readMails } from '../../testing/mails.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
afterAll(server.close)
beforeEach(() => server.ownerPool.query('delete from auth.attempts'))

const COOKIE = 'winkel'
const opened = { version: 1 }

/** Another browser in which the same person is signed in. */
async function signIn(credentials: { email: string; password: string }, userAgent = 'Firefox/143.0') {
  const browser = createClient(server, { 'user-agent': userAgent })
  await browser.api.session.signIn(credentials)
  return browser
}

/** An admin of the owner's business, signed in. */
async function createAdmin({ businessid, siteid }: { businessid: string; siteid: number }) {
  const admin = await createAccount(server)
  await server.ownerPool.query(
    `with gone as (delete from auth.signup where user_id = $2),
          hired as (insert into employee (businessid, siteid, firstname, lastname, position, user_id) values ($1, $3, 'Anna', 'Botha', 'Owner', $2))
     insert into business_users (businessid, user_id, role) values ($1, $2, 'admin')`,
    [businessid, admin.user_id, siteid],
  )
  return admin
}

const hasEvent = (event: string) => server.logged.some((line) => line.includes(`"event":"${event}"`))

describe('account', () => {
  test('shows the person, the business, the plan and the end of the trial', async () => {
    const thandi = await createOwner(server)
    expect(await thandi.api.account.get()).toMatchObject({
      email: thandi.credentials.email,
      name: { firstname: 'Thandi', lastname: 'Nkosi', version: 1 },
      business: { name: 'Nkosi Stores', registration_number: '2026/000001/07', version: 1 },
      plan: { name: 'Corner', price: 249, billing_period: 'monthly', trial_ends_at: expect.any(Date) },
      is_owner: true,
    })
  })

  test('changes the own name and nothing else of the employee record', async () => {
    const thandi = await createOwner(server)
    const before = (await thandi.api.employees.list({})).rows[0]
    await thandi.api.account.rename({ firstname: ' Naledi ', lastname: 'Dlamini', opened })
    const [after] = (await thandi.api.employees.list({})).rows
    expect(after).toEqual({ ...before, firstname: 'Naledi', lastname: 'Dlamini', version: 2 })
    await expect(thandi.api.account.rename({ firstname: 'x', lastname: 'y', opened })).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      data: { firstname: 'Naledi', lastname: 'Dlamini', version: 2 },
    })
  })

  test('changes the business details of the opened version', async () => {
    const thandi = await createOwner(server)
    await thandi.api.account.updateBusiness({ name: 'Nkosi & Sons', registration_number: '2026/2', opened })
    expect((await thandi.api.session.get())?.business?.name).toBe('Nkosi & Sons')
    await expect(thandi.api.account.updateBusiness({ name: 'x', registration_number: 'y', opened })).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      data: { name: 'Nkosi & Sons', registration_number: '2026/2', version: 2 },
    })
  })

  test('changes the plan, which ends the trial and begins no other', async () => {
    const thandi = await createOwner(server)
    const plan = async () => (await thandi.api.account.get()).plan
    await thandi.api.account.choosePlan({ subscriptionid: 1 })
    expect((await plan())?.trial_ends_at).not.toBeNull()
    await thandi.api.account.choosePlan({ subscriptionid: 3 })
    expect(await plan()).toMatchObject({ name: 'Mall', trial_ends_at: null })
    await thandi.api.account.choosePlan({ subscriptionid: 1 })
    expect(await plan()).toMatchObject({ name: 'Corner', trial_ends_at: null })
    await expect(thandi.api.account.choosePlan({ subscriptionid: 99 })).rejects.toMatchObject({ code: 'NO_PLAN' })
  })

  test('lets an admin change the own name and password, but the business only when there is no owner', async () => {
    const thandi = await createOwner(server)
    const anna = await createAdmin(thandi)
    const details = { name: 'Botha Books', registration_number: '1', opened }
    expect(await anna.api.account.get()).toMatchObject({ name: { firstname: 'Anna' }, is_owner: false })
    await anna.api.account.rename({ firstname: 'Anna', lastname: 'Nel', opened })
    await expect(anna.api.account.updateBusiness(details)).rejects.toMatchObject({ status: 403, code: 'OWNER_ONLY' })
    await expect(anna.api.account.choosePlan({ subscriptionid: 2 })).rejects.toMatchObject({ status: 403, code: 'OWNER_ONLY' })
    expect((await thandi.api.account.get()).business.name).toBe('Nkosi Stores')

    await thandi.api.employees.remove({ employeeid: thandi.employeeid })
    await anna.api.account.updateBusiness(details)
    expect(await anna.api.account.get()).toMatchObject({ business: { name: 'Botha Books' }, is_owner: true })
  })

  test('of an admin does not change the plan through the sign-up that the owner has not finished', async () => {
    const thandi = await createOwner(server)
    await server.ownerPool.query('update business set signup_finished_at = null where id = $1', [thandi.businessid])
    await server.ownerPool.query(
      `insert into auth.signup (user_id, firstname, lastname) values ($1, 'Thandi', 'Nkosi') on conflict do nothing`,
      [thandi.user_id],
    )
    const anna = await createAdmin(thandi)
    for (const step of [
      () => anna.api.signup.choosePlan({ subscriptionid: 3 }),
      () => anna.api.signup.createSite({ sitename: 'x', location: 'x' }),
    ])
      await expect(step()).rejects.toMatchObject({ code: 'ALREADY_FINISHED' })
    expect((await thandi.api.account.get()).plan?.subscriptionid).toBe(1)
    await thandi.api.signup.choosePlan({ subscriptionid: 2 })
  })
})

test('product list of a person: is on the next device as it was chosen last, and nobody else has it', async () => {
  const thandi = await createOwner(server)
  const anna = await createAdmin(thandi)
  const usual = { per_page: 5, columns: ['picture'] } as const
  expect(await thandi.api.session.get()).toMatchObject({ product_list: usual })
  await thandi.api.account.saveProductList({ per_page: 25, columns: ['picture', 'cost'] })
  await thandi.api.account.saveComparison({ compare: 'year' })
  await thandi.api.account.saveProductList({ per_page: 100, columns: [] })
  const phone = await signIn(thandi.credentials)
  expect(await phone.api.session.get()).toMatchObject({ product_list: { per_page: 100, columns: [] }, compare: 'year' })
  expect(await anna.api.session.get()).toMatchObject({ product_list: usual, compare: 'previous' })
  for (const refused of [{ per_page: 7, columns: [] }, { per_page: 5, columns: ['colour'] }, { per_page: 5 }])
    await expect(thandi.api.account.saveProductList(refused as never)).rejects.toMatchObject({ status: 422 })
})

describe('ownership of a business', () => {
  const findRoles = async (businessid: string) =>
    (await server.ownerPool.query('select user_id, role from business_users where businessid = $1', [businessid])).rows
  const findEmployeeId = async (user_id: string) =>
    Number((await server.ownerPool.query('select employeeid from employee where user_id = $1', [user_id])).rows[0].employeeid)

  test('is handed over with the password: the new owner owns, the old one is an admin, and both are informed by mail', async () => {
    const thandi = await createOwner(server)
    const anna = await createAdmin(thandi)
    const employeeid = await findEmployeeId(anna.user_id)
    expect(await thandi.api.account.successors()).toEqual([{ employeeid, firstname: 'Anna', lastname: 'Botha' }])
    await thandi.api.account.handOver({ employeeid, current: thandi.credentials.password })

    expect(await findRoles(thandi.businessid)).toEqual(
      expect.arrayContaining([
        { user_id: anna.user_id, role: 'owner' },
        { user_id: thandi.user_id, role: 'admin' },
      ]),
    )
    expect(await anna.api.account.get()).toMatchObject({ is_owner: true })
    expect(await thandi.api.account.get()).toMatchObject({ is_owner: false })
    expect(await thandi.api.session.get()).toMatchObject({ role: 'admin' })
    await expect(thandi.api.businessExport.get()).rejects.toMatchObject({ code: 'OWNER_ONLY' })
    expect(server.logged.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ event: 'business_handed_over', user: thandi.user_id, new_owner: anna.user_id }),
    )
    const [toThandi] = await readMails(server, thandi.credentials.email)
    expect(toThandi).toContain(`You handed the business Nkosi Stores over to ${anna.credentials.email}.`)
    const [toAnna] = await readMails(server, anna.credentials.email)
    expect(toAnna).toContain(`${thandi.credentials.email} handed the business Nkosi Stores over to you.`)
  })

  test('stays where it is with a wrong password, and guesses are limited', async () => {
    const thandi = await createOwner(server)
    const anna = await createAdmin(thandi)
    const employeeid = await findEmployeeId(anna.user_id)
    const { password } = newCredentials(server)
    const handOver = () => thandi.api.account.handOver({ employeeid, current: password })
    for (let guess = 0; guess < 20; guess++) await expect(handOver()).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
    await expect(handOver()).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    expect(await anna.api.account.get()).toMatchObject({ is_owner: false })
  })

  test('is not handed over by an admin, nor twice', async () => {
    const thandi = await createOwner(server)
    const [anna, sipho] = [await createAdmin(thandi), await createAdmin(thandi)]
    const refusal = { status: 403, code: 'OWNER_ONLY', message: 'Only the owner can hand the business over.' }
    const toSipho = await findEmployeeId(sipho.user_id)
    const ways = [thandi, anna].map(({ api, credentials }) =>
      api.account.handOver({ employeeid: toSipho, current: credentials.password }),
    )
    expect(await Promise.allSettled(ways)).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: refusal }])
    await expect(
      thandi.api.account.handOver({
        employeeid: await findEmployeeId(anna.user_id),
        current: thandi.credentials.password,
      }),
    ).rejects.toMatchObject(refusal)
    expect((await findRoles(thandi.businessid)).filter(({ role }) => role === 'owner')).toEqual([
      { user_id: sipho.user_id, role: 'owner' },
    ])
  })

  test('goes only to an enabled admin with a login in the same business', async () => {
    const thandi = await createOwner(server)
    const [admin, disabled, manager] = [await createAdmin(thandi), await createAdmin(thandi), await createAdmin(thandi)]
    const other = await createOwner(server)
    await server.ownerPool.query(`update employee set isenabled = false, disablereason = 'Left' where user_id = $1`, [
      disabled.user_id,
    ])
    await server.ownerPool.query(`update business_users set role = 'employee' where user_id = $1`, [manager.user_id])
    const foreign = await createAdmin(other)
    const adminId = await findEmployeeId(admin.user_id)
    expect(await thandi.api.account.successors()).toMatchObject([{ employeeid: adminId }])
    for (const { user_id } of [disabled, manager, thandi, other, foreign])
      await expect(
        thandi.api.account.handOver({ employeeid: await findEmployeeId(user_id), current: thandi.credentials.password }),
      ).rejects.toMatchObject({
        status: 409,
        code: 'NO_SUCCESSOR',
        message: 'The business can only be handed over to an enabled employee with the role Owner and a login.',
      })
    expect(await thandi.api.account.get()).toMatchObject({ is_owner: true })
  })
})

describe('own sessions', () => {
  test('are listed with device and client IP, the current one first; a forged X-Forwarded-For is not stored', async () => {
    const thandi = await createOwner(server)
    const phone = createClient(server, { 'user-agent': 'Firefox/143.0 (Android)', 'x-forwarded-for': '10.9.8.7' })
    await phone.api.session.signIn(thandi.credentials)
    const other = await createOwner(server)
    expect(await phone.api.account.sessions()).toEqual([
      expect.objectContaining({ is_current: true, user_agent: 'Firefox/143.0 (Android)', ip_address: '127.0.0.1' }),
      expect.objectContaining({ is_current: false, ip_address: '127.0.0.1' }),
    ])
    expect(await other.api.account.sessions()).toHaveLength(1)
  })

  test('are not listed once they have ended', async () => {
    const thandi = await createOwner(server)
    await signIn(thandi.credentials)
    await signIn(thandi.credentials)
    await server.ownerPool.query(
      `update auth.session set "createdAt" = now() - interval '31 days'
        where id = (select id from auth.session where "userId" = $1 order by "createdAt" desc limit 1)`,
      [thandi.user_id],
    )
    expect(await thandi.api.account.sessions()).toHaveLength(2)
  })

  test('end one by one, or all but the current one', async () => {
    const thandi = await createOwner(server)
    const [phone, tablet, laptop] = [
      await signIn(thandi.credentials, 'phone'),
      await signIn(thandi.credentials),
      await signIn(thandi.credentials),
    ]
    const id = (await thandi.api.account.sessions()).find(({ user_agent }) => user_agent === 'phone')?.id ?? ''
    await thandi.api.account.endSession({ id })
    expect(await phone.api.session.get()).toBeNull()
    expect(await tablet.api.session.get()).not.toBeNull()
    await expect(thandi.api.account.endSession({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })

    await thandi.api.account.endOtherSessions()
    expect([await tablet.api.session.get(), await laptop.api.session.get()]).toEqual([null, null])
    expect(await thandi.api.account.sessions()).toHaveLength(1)
    expect([hasEvent('session_ended'), hasEvent('other_sessions_ended')]).toEqual([true, true])
  })
})

describe('own password', () => {
  test('changes with the current one: all other sessions end, a new one begins, and the person is informed by mail', async () => {
    const thandi = await createOwner(server)
    const phone = await signIn(thandi.credentials)
    const stolen = createClient(server)
    stolen.cookies.set(COOKIE, String(thandi.cookies.get(COOKIE)))
    const { password } = newCredentials(server)
    const change = (password: string) => thandi.api.account.changePassword({ current: thandi.credentials.password, password })

    await expect(change('seven77')).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('Password must be at least 8 characters.'),
    })
    await change(password)
    expect([await phone.api.session.get(), await stolen.api.session.get()]).toEqual([null, null])
    expect(await thandi.api.session.get()).not.toBeNull()
    await expect(signIn(thandi.credentials)).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
    await signIn({ ...thandi.credentials, password })
    expect(hasEvent('password_changed')).toBe(true)
    const [mail] = await readMails(server, thandi.credentials.email)
    expect(mail).toContain('Subject: Your Winkel password was changed')
  })

  test('does not change with a wrong current one, and guesses are limited as those of a sign-in are', async () => {
    const thandi = await createOwner(server)
    const { password } = newCredentials(server)
    const change = () => thandi.api.account.changePassword({ current: password, password })
    for (let guess = 0; guess < 20; guess++) await expect(change()).rejects.toMatchObject({ status: 422, code: 'WRONG_PASSWORD' })
    await expect(change()).rejects.toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' })
    await server.ownerPool.query('delete from auth.attempts')
    await signIn(thandi.credentials)
    expect(await thandi.api.session.get()).not.toBeNull()
    expect(hasEvent('current_password_wrong')).toBe(true)
  })
})
