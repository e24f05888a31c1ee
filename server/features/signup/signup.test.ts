import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createAccount, createClient, createOwner, newCredentials, type Owner, type TestClient } from '../../testing/clients.ts'
import { startServer, testServer } from '../../testing/server.ts'

const server = await testServer()
afterAll(server.close)
beforeEach(() => server.ownerPool.query('delete from auth.attempts'))

const count = async (from: string, values: unknown[]) =>
  Number((await server.ownerPool.query(`select count(*) from ${from}`, values)).rows[0].count)
const NAME = { firstname: 'Thandi', lastname: 'Nkosi' }
const BUSINESS = { p_name: 'Nkosi Stores', p_reg: '2026/000001/07' }
const SITE = { sitename: 'Sandton', location: '12 Maude Street' }
/** Sends a request five times at once, as impatient clicks on a button do. */
const sendFiveTimes = <T>(send: () => Promise<T>) => Promise.all(Array.from({ length: 5 }, send))

describe('sign-up step', () => {
  test('is refused with invalid input: account, business, site and plan (5.2.5)', async () => {
    const thandi = await createAccount(server)
    await thandi.api.rpc_create_business(BUSINESS)
    const wrong: [string, string, unknown, string][] = [
      [
        'POST',
        '/signup',
        { ...newCredentials(server), firstname: ' ', lastname: 'Nkosi' },
        'Please complete all fields and ensure passwords match.',
      ],
      [
        'POST',
        '/rpc/rpc_create_business',
        { p_name: 'Nkosi Stores', p_reg: ' ' },
        'Please enter business name and registration number.',
      ],
      ['PUT', '/signup/site', { sitename: 'Sandton', location: '' }, 'Please fill site details.'],
      [
        'PUT',
        '/signup/site',
        { ...SITE, sitename: 'x'.repeat(201) },
        'Please use at most 200 characters for the primary site name.',
      ],
      ['PUT', '/signup/plan', { subscriptionid: 99 }, 'Please select a plan.'],
      ['POST', '/functions/create-user', { email: 'nobody', password: 'secret' }, 'Please enter a valid e-mail address.'],
    ]
    for (const [method, path, body, message] of wrong) {
      expect(await thandi.send(method, `/api/v1${path}`, body)).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining(message) },
      })
    }
  })

  test('is refused without a session', async () => {
    const message = 'You’re not signed in. Please log in and try again.'
    for (const call of [
      (somebody: TestClient) => somebody.api.rpc_create_business(BUSINESS),
      (somebody: TestClient) => somebody.api.signup.createSite(SITE),
      (somebody: TestClient) => somebody.api.signup.choosePlan({ subscriptionid: 1 }),
      (somebody: TestClient) => somebody.api.signup.review(),
      (somebody: TestClient) => somebody.api.signup.finish(),
    ]) {
      await expect(call(createClient(server))).rejects.toMatchObject({ status: 401, code: 'NOT_SIGNED_IN', message })
    }
  })

  test('is refused before the step before it', async () => {
    const thandi = await createAccount(server)
    await expect(thandi.api.signup.createSite(SITE)).rejects.toMatchObject({ status: 409, message: 'Business not found' })
    await expect(thandi.api.signup.choosePlan({ subscriptionid: 1 })).rejects.toMatchObject({ status: 409 })
    await thandi.api.rpc_create_business(BUSINESS)
    await thandi.api.signup.finish()
    expect(await thandi.api.session.get()).toMatchObject({ signup_step: 3 })
  })
})

test('sign-up: the endpoints named by the specification accept and return plain JSON (3.2, 7.2.4, 7.2.5)', async () => {
  const { email, password } = newCredentials(server)
  const thandi = createClient(server)
  const made = await thandi.send('POST', '/api/functions/create-user', { email, password })
  expect(made).toEqual({ status: 200, body: { user: { id: expect.any(String) } } })
  await thandi.api.signup.start({ email, password, ...NAME })
  const { status, body } = await thandi.send('POST', '/api/rpc/rpc_create_business', BUSINESS)
  expect({ status, body }).toEqual({ status: 200, body: (await thandi.api.session.get())?.business?.id })
})

test('sign-up: stores account, business, site and plan, and the review shows them (3.7, 6.2, 7.2.6, 7.2.8)', async () => {
  const thandi = await createAccount(server)
  const businessid = await thandi.api.rpc_create_business(BUSINESS)
  const { siteid } = await thandi.api.signup.createSite(SITE)
  const before = Date.now()
  await thandi.api.signup.choosePlan({ subscriptionid: 1 })
  const after = Date.now()
  await thandi.api.signup.finish()
  const { owner: self, business, site, plan } = await thandi.api.signup.review()
  expect(self).toEqual({ ...NAME, email: thandi.credentials.email, employeeid: expect.any(Number), siteid })
  expect(business).toEqual({ id: businessid, name: 'Nkosi Stores', registration_number: '2026/000001/07' })
  expect(site).toMatchObject({ siteid, sitename: 'Sandton' })
  expect(plan).toMatchObject({ subscriptionid: 1, currency: 'ZAR', trial_ends_at: expect.any(Date) })
  const trialStart = Number(plan?.trial_ends_at) - 7 * 24 * 3600 * 1000
  expect(trialStart).toBeGreaterThanOrEqual(before)
  expect(trialStart).toBeLessThanOrEqual(after)
  expect(await thandi.api.session.get()).toMatchObject({ role: 'owner', signup_step: null })
  const { rows } = await server.ownerPool.query(
    'select position, isenabled, role from employee join business_users using (businessid, user_id) where businessid = $1',
    [businessid],
  )
  expect(rows).toEqual([{ position: 'Owner', isenabled: true, role: 'owner' }])
})

describe('sign-up step that is saved again', () => {
  test('updates the rows and adds none (4.6, 7.2.7, 7.2.9)', async () => {
    const thandi = await createAccount(server)
    const business = await thandi.api.rpc_create_business(BUSINESS)
    expect(await thandi.api.rpc_create_business({ p_name: 'Dube Stores', p_reg: '2026/2' })).toBe(business)
    const { siteid } = await thandi.api.signup.createSite(SITE)
    expect(await thandi.api.rpc_create_business({ p_name: 'Dube Stores', p_reg: '2026/3' })).toBe(business)
    expect(await thandi.api.signup.createSite({ sitename: 'Rosebank', location: 'Oxford Road' })).toEqual({ siteid })
    const { id } = await thandi.api.signup.choosePlan({ subscriptionid: 2 })
    expect(await thandi.api.signup.choosePlan({ subscriptionid: 3 })).toEqual({ id })
    expect(await thandi.api.signup.review()).toMatchObject({
      business: { id: business, name: 'Dube Stores', registration_number: '2026/3' },
      site: { siteid, sitename: 'Rosebank' },
      plan: { id, subscriptionid: 3, trial_ends_at: null },
    })
    expect(await count('site where businessid = $1', [business])).toBe(1)
    expect(await count('employee where businessid = $1', [business])).toBe(1)
  })

  test('changes the name of step 1 before there is a business', async () => {
    const thandi = await createAccount(server)
    await thandi.api.signup.start({ ...thandi.credentials, firstname: 'Thandiwe', lastname: 'Nkosi-Dube' })
    await thandi.api.rpc_create_business(BUSINESS)
    expect((await thandi.api.signup.review()).owner).toMatchObject({ firstname: 'Thandiwe', lastname: 'Nkosi-Dube' })
  })

  test('changes the name in the owner’s employee record until the sign-up is finished', async () => {
    const thandi = await createAccount(server)
    await thandi.api.rpc_create_business(BUSINESS)
    await thandi.api.signup.start({ ...thandi.credentials, firstname: 'Thandiwe', lastname: 'Nkosi-Dube' })
    const names = async () =>
      (await server.ownerPool.query('select firstname, lastname from employee where user_id = $1', [thandi.user_id])).rows
    expect(await names()).toEqual([{ firstname: 'Thandiwe', lastname: 'Nkosi-Dube' }])

    await thandi.api.signup.createSite(SITE)
    await thandi.api.signup.choosePlan({ subscriptionid: 1 })
    await thandi.api.signup.finish()
    await expect(
      createClient(server).api.signup.start({ ...thandi.credentials, firstname: 'Somebody', lastname: 'Else' }),
    ).rejects.toMatchObject({ code: 'NOT_STARTED' })
    expect(await names()).toEqual([{ firstname: 'Thandiwe', lastname: 'Nkosi-Dube' }])
  })

  test('does not restart the trial', async () => {
    const thandi = await createAccount(server)
    const business = await thandi.api.rpc_create_business(BUSINESS)
    await thandi.api.signup.choosePlan({ subscriptionid: 1 })
    await server.ownerPool.query(`update business_subscriptions set trial_ends_at = '2026-01-01T00:00Z' where businessid = $1`, [
      business,
    ])
    await thandi.api.signup.choosePlan({ subscriptionid: 1 })
    expect((await thandi.api.signup.review()).plan?.trial_ends_at).toEqual(new Date('2026-01-01T00:00Z'))
  })

  test('is refused after the sign-up is finished', async () => {
    const thandi = await createOwner(server)
    for (const call of [
      () => thandi.api.rpc_create_business(BUSINESS),
      () => thandi.api.signup.createSite(SITE),
      () => thandi.api.signup.choosePlan({ subscriptionid: 2 }),
    ]) {
      await expect(call()).rejects.toMatchObject({
        code: 'ALREADY_FINISHED',
        message: 'This sign-up is finished. Please log in.',
      })
    }
    await thandi.api.signup.finish()
    expect(await thandi.api.signup.review()).toMatchObject({ business: { name: 'Nkosi Stores' }, plan: { subscriptionid: 1 } })
  })
})

test('sign-up: five concurrent requests of each step create each row once', async () => {
  const credentials = newCredentials(server)
  const thandi = createClient(server)
  const made = await sendFiveTimes(() => thandi.api.signup.createUser(credentials).catch((error) => error.message))
  expect(made.filter((answer) => answer === 'Could not create account')).toHaveLength(4)
  await sendFiveTimes(() => createClient(server).api.signup.start({ ...credentials, ...NAME }))
  await thandi.api.signup.start({ ...credentials, ...NAME })
  const [business, ...businesses] = await sendFiveTimes(() => thandi.api.rpc_create_business(BUSINESS))
  const [site, ...sites] = await sendFiveTimes(() => thandi.api.signup.createSite(SITE))
  const [plan, ...plans] = await sendFiveTimes(() => thandi.api.signup.choosePlan({ subscriptionid: 1 }))
  expect([...businesses, ...sites, ...plans]).toEqual([
    ...Array(4).fill(business),
    ...Array(4).fill(site),
    ...Array(4).fill(plan),
  ])
  await sendFiveTimes(() => thandi.api.signup.finish())
  for (const table of ['site', 'employee', 'business_subscriptions', 'business_users'])
    expect(await count(`${table} where businessid = $1`, [business]), table).toBe(1)
})

describe('owner’s employee record', () => {
  /** Makes the database refuse what is written to employee records until the returned function is called. */
  async function refuseEmployees(occasion: 'insert' | 'update') {
    await server.ownerPool.query(`create function refuse_employee() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
        create trigger refuse_employee before ${occasion} on employee for each row execute function refuse_employee()`)
    return () => server.ownerPool.query('drop function if exists refuse_employee() cascade')
  }

  test('that could not be made is passed over (8.1.16)', async () => {
    const thandi = await createAccount(server)
    const repair = await refuseEmployees('insert')
    const business = await thandi.api.rpc_create_business(BUSINESS).finally(repair)
    const { siteid } = await thandi.api.signup.createSite(SITE)
    await thandi.api.signup.choosePlan({ subscriptionid: 1 })
    expect(await thandi.api.signup.review()).toMatchObject({
      owner: { ...NAME, employeeid: null, siteid: null },
      business: { id: business },
      site: { siteid },
    })
    await thandi.api.signup.finish()
    expect(await createClient(server).api.session.signIn(thandi.credentials)).toMatchObject({ role: 'owner', signup_step: null })
  })

  test('that could not be moved to the site is passed over (8.1.17)', async () => {
    const thandi = await createAccount(server)
    await thandi.api.rpc_create_business(BUSINESS)
    const repair = await refuseEmployees('update')
    const { siteid } = await thandi.api.signup.createSite(SITE).finally(repair)
    await thandi.api.signup.choosePlan({ subscriptionid: 1 })
    expect(await thandi.api.signup.review()).toMatchObject({
      owner: { employeeid: expect.any(Number), siteid: null },
      site: { siteid },
    })
  })
})

describe('abandoned sign-up', () => {
  const comeBack = async ({ credentials }: Pick<Owner, 'credentials'>) => {
    const browser = createClient(server)
    return { browser, session: await browser.api.session.signIn(credentials) }
  }

  test('after step 1 refuses the login, and continues with Sign up and the same password', async () => {
    const thandi = await createAccount(server)
    await expect(comeBack(thandi)).rejects.toMatchObject({ status: 403, message: 'Unauthorized account.' })
    const browser = createClient(server)
    expect(await browser.api.signup.createUser(thandi.credentials).catch(({ message }) => message)).toBe(
      'Could not create account',
    )
    expect(await browser.api.signup.start({ ...thandi.credentials, ...NAME })).toMatchObject({
      role: null,
      business: null,
      signup_step: 2,
    })
    await browser.api.rpc_create_business(BUSINESS)
  })

  test('after create-user alone continues there too', async () => {
    const credentials = newCredentials(server)
    await createClient(server).api.signup.createUser(credentials)
    expect(await createClient(server).api.signup.start({ ...credentials, ...NAME })).toMatchObject({ signup_step: 2 })
  })

  test('after step 2, 3 or 4 lets the owner sign in, and the session has the next step', async () => {
    const thandi = await createAccount(server)
    const id = await thandi.api.rpc_create_business(BUSINESS)
    expect((await comeBack(thandi)).session).toMatchObject({
      role: 'owner',
      business: { id, timezone: 'Africa/Johannesburg' },
      signup_step: 3,
    })
    await thandi.api.signup.createSite(SITE)
    expect((await comeBack(thandi)).session).toMatchObject({ signup_step: 4 })
    await thandi.api.signup.choosePlan({ subscriptionid: 1 })
    const { browser, session } = await comeBack(thandi)
    expect(session).toMatchObject({ signup_step: 5 })
    expect(await createClient(server).api.signup.start({ ...thandi.credentials, ...NAME })).toMatchObject({ signup_step: 5 })
    await browser.api.signup.finish()
    expect(await browser.api.session.get()).toMatchObject({ signup_step: null })
  })

  test('after step 2 has an empty dashboard for the owner', async () => {
    const thandi = await createAccount(server)
    await thandi.api.rpc_create_business(BUSINESS)
    expect(await thandi.api.dashboard.figures({ from: '2026-11-01', to: '2026-11-30' })).toMatchObject({
      revenue: 0,
      orders: 0,
      average: 0,
      top_sites: [],
    })
  })
})

describe('site added on the sites screen during sign-up', () => {
  test('is the primary site of a sign-up without one, and the site of the owner', async () => {
    const thandi = await createAccount(server)
    await thandi.api.rpc_create_business(BUSINESS)
    const { siteid } = await thandi.api.sites.create(SITE)
    expect(await thandi.api.session.get()).toMatchObject({ signup_step: 4 })
    expect(await thandi.api.signup.review()).toMatchObject({ owner: { siteid }, site: { siteid, ...SITE } })

    await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Oxford Road' })
    expect(await thandi.api.signup.review()).toMatchObject({ owner: { siteid }, site: { siteid } })
    expect(await thandi.api.signup.createSite({ sitename: 'Sandton City', location: 'Rivonia Road' })).toEqual({ siteid })
  })

  test('changes nothing in a finished sign-up', async () => {
    const thandi = await createOwner(server)
    await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Oxford Road' })
    expect(await thandi.api.signup.review()).toMatchObject({ owner: { siteid: thandi.siteid }, site: { siteid: thandi.siteid } })
  })

  test('is not the primary site after it was deleted: the sign-up requires another', async () => {
    const thandi = await createAccount(server)
    await thandi.api.rpc_create_business(BUSINESS)
    const { siteid } = await thandi.api.sites.create(SITE)
    const other = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Oxford Road' })
    await thandi.api.signup.choosePlan({ subscriptionid: 1 })
    await server.ownerPool.query('update employee set siteid = $1 where user_id = $2', [other.siteid, thandi.user_id])
    await thandi.api.sites.remove({ siteid })
    await thandi.api.signup.finish()
    expect(await thandi.api.session.get()).toMatchObject({ signup_step: 3 })
  })
})

describe('sign-up with a used e-mail', () => {
  test('has the same answer of create-user as any other failure', async () => {
    const thandi = await createOwner(server)
    const taken = await createClient(server).send('POST', '/api/functions/create-user', {
      ...newCredentials(server),
      email: thandi.credentials.email.toUpperCase(),
    })
    expect(taken).toMatchObject({ status: 422, body: { message: 'Could not create account' } })
  })

  test('has the same answer for a wrong password and for the right one of a finished account, and leaves no session', async () => {
    const thandi = await createOwner(server)
    const sessions = await count(`auth.session where "userId" = $1`, [thandi.user_id])
    const stranger = createClient(server)
    const unknown = await stranger.send('POST', '/api/v1/signup', { ...newCredentials(server), ...NAME })
    const wrong = await stranger.send('POST', '/api/v1/signup', {
      ...newCredentials(server),
      email: thandi.credentials.email,
      ...NAME,
    })
    const right = await stranger.send('POST', '/api/v1/signup', { ...thandi.credentials, ...NAME })
    expect(unknown).toMatchObject({ status: 401, body: { message: 'Could not create account' } })
    expect([wrong, right]).toEqual([unknown, unknown])
    expect(stranger.cookies.size).toBe(0)
    expect(await count(`auth.session where "userId" = $1`, [thandi.user_id])).toBe(sessions)
  })

  test('keeps the current session, for a wrong password and for the right one', async () => {
    const finished = await createOwner(server)
    const sipho = await createAccount(server)
    for (const credentials of [{ ...newCredentials(server), email: finished.credentials.email }, finished.credentials])
      await expect(sipho.api.signup.start({ ...credentials, ...NAME })).rejects.toMatchObject({ code: 'NOT_STARTED' })
    expect(await sipho.api.session.get()).toMatchObject({ user: { user_id: sipho.user_id }, signup_step: 2 })

    const before = sipho.cookie()
    const other = await createAccount(server)
    await sipho.api.signup.start({ ...other.credentials, ...NAME })
    expect(await sipho.api.session.get()).toMatchObject({ user: { user_id: other.user_id } })
    expect(sipho.cookie()).not.toBe(before)
    expect(await count(`auth.session where "userId" = $1`, [sipho.user_id])).toBe(0)
  })

  test('of an employee continues with the right password, and the login leaves the employer', async () => {
    const thandi = await createOwner(server)
    const credentials = newCredentials(server)
    const record = {
      firstname: 'Sipho',
      lastname: 'Dube',
      siteid: thandi.siteid,
      isenabled: true,
      disablereason: '',
      hiredate: null,
    }
    const { employeeid } = await thandi.api.employees.create({ ...record, ...credentials, position: 'Manager' })
    const findEmployee = async () =>
      (await thandi.api.employees.list({})).rows.find((employee) => employee.employeeid === employeeid)

    const sipho = createClient(server)
    await expect(sipho.api.signup.createUser(credentials)).rejects.toMatchObject({ message: 'Could not create account' })
    expect(await sipho.api.signup.start({ ...credentials, ...NAME })).toMatchObject({
      role: null,
      business: null,
      signup_step: 2,
    })
    expect(await findEmployee()).toMatchObject({ is_linked: true })

    const businessid = await sipho.api.rpc_create_business(BUSINESS)
    expect(await sipho.api.session.get()).toMatchObject({ role: 'owner', business: { id: businessid }, signup_step: 3 })
    const left = await findEmployee()
    expect(left).toMatchObject({ firstname: 'Sipho', is_linked: false })

    await thandi.api.employees.update({ ...record, employeeid, position: 'Owner', opened: { version: Number(left?.version) } })
    await thandi.api.employees.remove({ employeeid })
    expect(await sipho.api.session.get()).toMatchObject({ role: 'owner', business: { id: businessid } })
  })

  test('is refused for the e-mail of an admin', async () => {
    const thandi = await createOwner(server)
    const credentials = newCredentials(server)
    await thandi.api.employees.create({
      ...{ firstname: 'Sipho', lastname: 'Dube', siteid: thandi.siteid, isenabled: true, disablereason: '', hiredate: null },
      ...credentials,
      position: 'Owner',
    })
    const sipho = createClient(server)
    await expect(sipho.api.signup.start({ ...credentials, ...NAME })).rejects.toMatchObject({ code: 'NOT_STARTED' })
    await sipho.api.session.signIn(credentials)
    await expect(sipho.api.rpc_create_business(BUSINESS)).rejects.toMatchObject({ code: 'ALREADY_FINISHED' })
  })

  test('of an owner who became an employee starts a new business', async () => {
    const thandi = await createOwner(server)
    const admin = newCredentials(server)
    const record = { lastname: 'Dube', siteid: thandi.siteid, isenabled: true, disablereason: '', hiredate: null }
    await thandi.api.employees.create({ ...record, ...admin, firstname: 'Sipho', position: 'Owner' })
    await thandi.api.employees.update({
      ...record,
      ...{ firstname: 'Thandi', position: 'Employee', employeeid: thandi.employeeid, opened: { version: 1 } },
    })
    await expect(createClient(server).api.session.signIn(thandi.credentials)).rejects.toMatchObject({
      message: 'Only business owners/admins may log in.',
    })
    expect(await createClient(server).api.signup.start({ ...thandi.credentials, ...NAME })).toMatchObject({ signup_step: 2 })
  })

  test('of an admin who was demoted leaves the preferences of the earlier business behind, and the person signs in', async () => {
    const thandi = await createOwner(server)
    const credentials = newCredentials(server)
    const record = { ...NAME, siteid: thandi.siteid, isenabled: true, disablereason: '', hiredate: null }
    const { employeeid } = await thandi.api.employees.create({ ...record, ...credentials, position: 'Owner' })
    const sipho = createClient(server)
    await sipho.api.session.signIn(credentials)
    await sipho.api.account.saveComparison({ compare: 'year' })
    await thandi.api.employees.update({ ...record, employeeid, position: 'Manager', opened: { version: 1 } })

    await sipho.api.signup.start({ ...credentials, ...NAME })
    await sipho.api.rpc_create_business(BUSINESS)
    const entered = await sipho.api.session.get()
    await sipho.api.account.saveComparison({ compare: 'off' })
    expect(await createClient(server).api.session.signIn(credentials)).toMatchObject({ role: 'owner', compare: 'off' })
    expect(entered).toMatchObject({ compare: 'previous' })
  })
})

test('sign-up plans: are sorted by price, without inactive ones (2.2.14, 5.2.5, 7.2.3)', async () => {
  await server.ownerPool.query(
    `insert into subscriptions (subscriptionid, name, description, price, billing_period, is_active) values (9, 'Kiosk', 'Of old.', 99, 'monthly', false)`,
  )
  const plans = await createClient(server).api.signup.plans()
  expect(plans.map(({ name, price }) => [name, price])).toEqual([
    ['Corner', 249],
    ['High Street', 549],
    ['Mall', 1149],
  ])
  await expect((await createUnfinishedOwner()).api.signup.choosePlan({ subscriptionid: 9 })).rejects.toMatchObject({
    message: 'Please select a plan.',
  })
})

async function createUnfinishedOwner() {
  const thandi = await createAccount(server)
  await thandi.api.rpc_create_business(BUSINESS)
  return thandi
}

test('sign-up: where it is closed nobody creates an account, and an unfinished one goes on', async () => {
  const closed = await startServer(server.store, { signUp: false })
  onTestFinished(closed.close)
  const account = { ...newCredentials(server), ...NAME }
  const { email, password } = account
  const credentials = { email, password }
  const refused = createClient(closed)
  await expect(refused.api.signup.createUser(credentials)).rejects.toMatchObject({ code: 'SIGN_UP_CLOSED', status: 403 })
  await createClient(server).api.signup.createUser(credentials)
  expect(await refused.api.signup.start(account)).toMatchObject({ user: { email } })
})
