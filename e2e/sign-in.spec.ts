import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Request } from '@playwright/test'
import { collectFaults, createOwner, expect, PASSWORD, sql, test } from './fixtures.ts'

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
async function createAndSignOut(page: Page) {
  const owner = await createOwner(page)
  await page.context().clearCookies()
  return owner
}

const countSessions = async (userId: string) =>
  Number((await sql<{ count: string }>('select count(*) from auth.session where "userId" = $1', [userId]))[0]?.count)

test('sign-in: a visitor is led to /login from any path and signs in, and the session survives a reload (1.1, 2.1.1, 2.1.3, 2.1.5, 2.2.2, 4.7, 8.2.11)', async ({
  page,
}) => {
  const owner = await createAndSignOut(page)
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

  await page.goto('/login')
  await logIn(page, ` ${owner.email.toUpperCase()} `)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goBack()
  await expect(page, 'Back does not lead to the form').toHaveURL(/\/healthz$/)

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

test('sign-in: a session that lost its right leads to /login with the reason when the live stream ends', async ({ page }) => {
  const owner = await createOwner(page)
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  await page.goto('/sites')
  await expect(page.getByRole('table', { name: 'Locations' })).toContainText('Sandton Rivonia')
  // Without a session, a request that is still under way would end it before the stream does, and so would a later one.
  const expectStreamOnly = () =>
    expect.poll(() => [...open].map((request) => request.url())).toEqual([expect.stringMatching(/\/live\/changes$/)])
  await expectStreamOnly()
  await page.route('**/api/rpc/**', (route) => route.abort())
  await expectStreamOnly()
  await sql(
    `with demoted as (update business_users set role = 'employee' where user_id = $1) delete from auth.session where "userId" = $1`,
    [owner.user_id],
  )
  await expect(banner(page)).toHaveText('Your access has ended. Ask an owner of the business.')
  await expect(page).toHaveURL(/\/login$/)
  await page.unroute('**/api/rpc/**')
  await page.reload()
  await expect(heading(page, 'Welcome back')).toBeVisible()
  await expect(banner(page)).toBeHidden()
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
      `If ${owner.email} has a login, we sent a link to choose a new password.`,
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
