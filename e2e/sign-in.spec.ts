import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { collectFaults, createOwner, createUser, expect, PASSWORD, sql, test, uniqueEmail } from './fixtures.ts'

const email = (page: Page) => page.getByLabel('Email')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const signIn = (page: Page) => page.getByRole('button', { name: 'Sign In' })
const banner = (page: Page) => page.getByRole('alert')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function logIn(page: Page, person: string, secret = PASSWORD) {
  await email(page).fill(person)
  await password(page).fill(secret)
  await signIn(page).click()
}

/** Creates a business and signs its owner out. */
async function createAndSignOut(page: Page, options?: Parameters<typeof createOwner>[1]) {
  const owner = await createOwner(page, options)
  await page.context().clearCookies()
  return owner
}

const countSessions = async (userId: string) =>
  Number((await sql<{ count: string }>('select count(*) from auth.session where "userId" = $1', [userId]))[0]?.count)

test('sign-in: a visitor without a session is led to /login from any path, and Back leads out of it (2.1.1, 2.1.3, 2.1.5, 8.2.11)', async ({
  page,
}) => {
  await page.goto('/healthz')
  // The component tests prove the other paths; the server parses these first.
  for (const path of ['/dashboard', '/', '/nowhere', '/a%2/b', '/%E0%A4%A']) {
    await page.goto(path)
    await expect(heading(page, 'Welcome back')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page).toHaveTitle('Login · Winkel')
    await page.goBack()
    await expect(page).toHaveURL(/\/healthz$/)
  }
})

test('sign-in: an owner signs in, and Back does not lead to the form (1.1, 2.2.2, 4.7)', async ({ page }) => {
  const owner = await createAndSignOut(page)
  await page.goto('/healthz')
  await page.goto('/login')
  await logIn(page, ` ${owner.email.toUpperCase()} `)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page).toHaveTitle('Dashboard · Winkel')
  await page.goBack()
  await expect(page).toHaveURL(/\/healthz$/)
})

test('sign-in: a session survives a reload, and /login says who is signed in and leads to the dashboard (2.1.1, 2.1.3, 2.1.5)', async ({
  page,
}) => {
  const owner = await createOwner(page)
  for (const [path, title] of [
    ['/sites', 'Sites'],
    ['/products', 'Products'],
    ['/sales', 'Sales'],
    ['/employees', 'Employees'],
    ['/dashboard', 'Dashboard'],
  ] as const) {
    await page.goto(path)
    await expect(heading(page, title)).toBeVisible()
    await expect(page).toHaveTitle(`${title} · Winkel`)
  }
  const sessionReads: string[] = []
  page.on('request', (request) => request.url().includes('/session/get') && sessionReads.push(request.url()))
  await page.reload()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  expect(sessionReads, 'the screen uses the session that its page preloads').toHaveLength(1)

  for (const path of ['/', '/nowhere', '/login']) {
    await page.goto(path)
    await expect(heading(page, 'Welcome back')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
  }
  const card = page.getByRole('complementary', { name: 'Signed in' })
  await expect(card).toContainText(`You are signed in as ${owner.email}`)
  await expect(signIn(page)).toBeInViewport({ ratio: 1 })
  await card.getByRole('button', { name: 'Go to dashboard' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
})

test('sign-in: another person can sign in over a session, which ends', async ({ page }) => {
  const first = await createOwner(page)
  const second = await createAndSignOut(page)
  await page.goto('/login')
  await logIn(page, first.email)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.goto('/login')
  await logIn(page, second.email)
  await expect(page.getByRole('banner')).toContainText(second.email.slice(0, 30))
  await expect(page.getByText(second.name).first()).toBeAttached()
  await expect(page.getByText(first.name)).toHaveCount(0)
  // Neither the session of the sign-up, whose cookie was cleared, nor the later one.
  expect(await countSessions(first.user_id)).toBe(0)
})

test('sign-in: an employee without a role does not get in, and has no session (1.2, 4.7, 5.1.3, 6.1, 7.2.2)', async ({
  page,
}) => {
  const owner = await createAndSignOut(page)
  const address = uniqueEmail()
  const { user } = await createUser(page.request, address)
  await sql(`insert into employee (businessid, siteid, firstname, lastname, user_id) values ($1, $2, 'Thandi', 'Nkosi', $3)`, [
    owner.businessid,
    owner.siteid,
    user.id,
  ])
  await page.goto('/login')
  await logIn(page, address)
  await expect(banner(page)).toHaveText('Employees cannot log in to the dashboard.')
  await expect(signIn(page)).toBeEnabled()
  await expect(email(page)).toHaveValue(address)
  expect(await countSessions(user.id)).toBe(0)
  await page.goto('/dashboard')
  await expect(heading(page, 'Welcome back')).toBeVisible()
})

test('sign-in: an admin may sign in (2.3.3, 5.1.1, 6.1, 6.5, 7.2.1)', async ({ page }) => {
  const owner = await createAndSignOut(page)
  await sql(`update business_users set role = 'admin' where user_id = $1`, [owner.user_id])
  await page.goto('/login')
  await logIn(page, owner.email)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Dashboard',
    'Sales',
    'Products',
    'Employees',
    'Sites',
  ])
})

test("sign-in: says 'Login failed' when the session cannot be stored (8.1.1)", async ({ page }) => {
  const owner = await createAndSignOut(page)
  const name = `broken_${owner.user_id.replaceAll('-', '')}`
  await sql(`create function auth.${name}() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
    create trigger ${name} before insert on auth.session for each row when (new."userId" = '${owner.user_id}') execute function auth.${name}()`)
  await page.goto('/login')
  await logIn(page, owner.email)
  await expect(banner(page)).toHaveText('Login failed')
  await sql(`drop function auth.${name}() cascade`)
  await signIn(page).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
})

test.describe('sign-in: a session that lost its right', () => {
  test('leads to /login with the reason when the live stream ends', async ({ page }) => {
    const owner = await createOwner(page)
    // Without a session, a request that is still under way would end it before the stream does.
    const answers = ['/sites/activity', '/live/changes'].map((path) =>
      page.waitForResponse((answer) => answer.url().endsWith(path)),
    )
    await page.goto('/sites')
    await expect(page.getByRole('table', { name: 'Locations' })).toContainText('Sandton Rivonia')
    await Promise.all(answers)
    await sql(
      `with demoted as (update business_users set role = 'employee' where user_id = $1) delete from auth.session where "userId" = $1`,
      [owner.user_id],
    )
    await expect(banner(page)).toHaveText('Your access has ended. Ask an owner of the business.')
    await expect(page).toHaveURL(/\/login$/)
    await page.reload()
    await expect(heading(page, 'Welcome back')).toBeVisible()
    await expect(banner(page)).toBeHidden()
  })

  test('says that the business is missing (8.2.1)', async ({ page }) => {
    const owner = await createOwner(page)
    await sql('delete from business_users where user_id = $1', [owner.user_id])
    await page.goto('/sites')
    await expect(page.getByText('Error: Business not found')).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByRole('alert').filter({ hasText: 'Business not found' }).first()).toBeVisible()
  })
})

test.describe('sign-in: a forgotten password', () => {
  const outbox = () => join(process.env['E2E_DATA_DIR'] ?? '', 'outbox')
  const mailTo = (address: string) =>
    readdirSync(outbox())
      .map((file) => readFileSync(join(outbox(), file), 'utf8'))
      .filter((mail) => mail.includes(`To: ${address}\n`))

  test('is replaced through a mailed link that works once, and every session ends', async ({ page, browser, baseURL }) => {
    const owner = await createOwner(page)
    const other = await browser.newContext()
    const faults = collectFaults(other)
    const elsewhere = await other.newPage()
    await elsewhere.goto(`${baseURL}/login`)
    await email(elsewhere).fill(owner.email)
    await elsewhere.getByRole('button', { name: 'Forgot password?' }).click()
    await expect(email(elsewhere)).toHaveValue(owner.email)
    await elsewhere.getByRole('button', { name: 'Send link' }).click()
    await expect(elsewhere.getByRole('status')).toHaveText(
      `If ${owner.email} belongs to an account, we have sent a link to choose a new password.`,
    )

    await expect.poll(() => mailTo(owner.email).length).toBe(1)
    const link = mailTo(owner.email)[0]?.match(/http\S+/)?.[0] ?? ''
    const token = new URL(link).searchParams.get('token') ?? ''
    expect(token.length).toBeGreaterThan(15)
    await elsewhere.goto(`${baseURL}/healthz`)
    await elsewhere.goto(link)
    await expect(heading(elsewhere, 'Choose a new password')).toBeVisible()
    await expect(elsewhere).toHaveURL(`${baseURL}/login`)
    await elsewhere.getByLabel('New password').fill('a quite new password')
    await elsewhere.getByLabel('New password').press('Enter')
    await expect(elsewhere.getByRole('status')).toHaveText('Your new password is saved. Please log in with it.')
    expect(await countSessions(owner.user_id)).toBe(0)

    // The other browser loses its session with its next request.
    await page.goto('/dashboard')
    await expect(heading(page, 'Welcome back')).toBeVisible()

    await logIn(elsewhere, owner.email)
    await expect(banner(elsewhere)).toContainText('Login failed')
    await logIn(elsewhere, owner.email, 'a quite new password')
    await expect(heading(elsewhere, 'Dashboard')).toBeVisible()
    await elsewhere.goBack()
    await expect(elsewhere).toHaveURL(`${baseURL}/healthz`)

    // The link again.
    await page.goto(link)
    await page.getByLabel('New password').fill('one more')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(banner(page)).toHaveText('This link has expired or was already used. Please ask for a new one.')
    expect(faults).toEqual([])
    await other.close()
  })
})
