import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  createBusiness,
  expect,
  expectAccessible,
  expectAccessibleByDayAndNight,
  faultsOf,
  makeUser,
  PASSWORD,
  sql,
  test,
  uniqueEmail,
} from './fixtures.ts'

const email = (page: Page) => page.getByLabel('Email')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const signIn = (page: Page) => page.getByRole('button', { name: 'Sign In' })
const banner = (page: Page) => page.getByRole('alert')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function logIn(page: Page, who: string, secret = PASSWORD) {
  await email(page).fill(who)
  await password(page).fill(secret)
  await signIn(page).click()
}

/** Founds a business whose owner has left again. */
async function createAndSignOut(page: Page, options?: Parameters<typeof createBusiness>[1]) {
  const owner = await createBusiness(page, options)
  await page.context().clearCookies()
  return owner
}

const sessionsOf = async (userId: string) =>
  Number((await sql<{ count: string }>('select count(*) from auth.session where "userId" = $1', [userId]))[0]?.count)

test('somebody without a session is led to /login from everywhere, and Back leads out of it (2.1.1, 2.1.3, 2.1.5, 8.2.11)', async ({
  page,
}) => {
  await page.goto('/healthz')
  for (const path of ['/dashboard', '/', '/nowhere', '/a%2', '/a%2/b', '/%E0%A4%A']) {
    await page.goto(path)
    await expect(heading(page, 'Welcome back')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page).toHaveTitle('Login · Winkel')
    await page.goBack()
    await expect(page).toHaveURL(/\/healthz$/)
  }
})

test('an owner signs in once, however often it is pressed, and Back does not lead to the form (1.1, 2.2.2, 2.2.7, 4.7, 4.28)', async ({
  page,
}) => {
  const owner = await createAndSignOut(page)
  const answer = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/api/rpc/session/signIn', async (route) => {
    sent += 1
    await answer.promise
    await route.continue()
  })
  await page.goto('/healthz')
  await page.goto('/login')
  await logIn(page, ` ${owner.email.toUpperCase()} `)
  const busy = page.getByRole('button', { name: 'Signing in…' })
  await expect(busy).toBeDisabled()
  await busy.click({ force: true })
  await password(page).press('Enter')
  await expectAccessibleByDayAndNight(page)
  answer.resolve()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page).toHaveTitle('Dashboard · Winkel')
  expect(sent).toBe(1)

  await page.goBack()
  await expect(page).toHaveURL(/\/healthz$/)
})

test('a session survives a reload; /login tells who is signed in and leads on (2.1.1, 2.1.3, 2.1.5)', async ({ page }) => {
  const owner = await createBusiness(page)
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
  await page.reload()
  await expect(heading(page, 'Dashboard')).toBeVisible()

  for (const path of ['/', '/nowhere', '/login']) {
    await page.goto(path)
    await expect(heading(page, 'Welcome back')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
  }
  const card = page.getByRole('complementary', { name: 'Signed in' })
  await expect(card).toContainText(`You are signed in as ${owner.email}`)
  await expect(signIn(page)).toBeInViewport({ ratio: 1 })
  await expectAccessibleByDayAndNight(page)
  await card.getByRole('button', { name: 'Go to dashboard' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
})

test('somebody else can sign in over a session, which is ended', async ({ page }) => {
  const first = await createBusiness(page)
  const second = await createAndSignOut(page)
  await page.goto('/login')
  await logIn(page, first.email)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.goto('/login')
  await logIn(page, second.email)
  await expect(page.getByRole('banner')).toContainText(second.email.slice(0, 30))
  await expect(page.getByText(second.name).first()).toBeAttached()
  await expect(page.getByText(first.name)).toHaveCount(0)
  // The one the sign-up began with, which the browser lost its cookie of; the other one was ended.
  expect(await sessionsOf(first.user_id)).toBe(0)
})

test.describe('a right password is not enough', () => {
  const refused = [
    [
      'somebody with another role',
      'Only business owners/admins may log in.',
      async (owner: { businessid: string }, userId: string) => {
        await sql(`insert into business_users (businessid, user_id, role) values ($1, $2, 'employee')`, [
          owner.businessid,
          userId,
        ])
      },
    ],
    [
      'an employee without a role',
      'Employees cannot log in to the dashboard.',
      async (owner: { businessid: string; siteid: number }, userId: string) => {
        await sql(
          `insert into employee (businessid, siteid, firstname, lastname, user_id) values ($1, $2, 'Thandi', 'Nkosi', $3)`,
          [owner.businessid, owner.siteid, userId],
        )
      },
    ],
    ['somebody who is neither', 'Unauthorized account.', async () => {}],
  ] as const
  for (const [who, message, become] of refused)
    test(`${who} reads '${message}' and has no session (1.2, 4.7, 5.1.2, 5.1.3, 5.1.4, 6.1, 7.2.2)`, async ({ page }) => {
      const owner = await createAndSignOut(page)
      const address = uniqueEmail()
      const { user } = await makeUser(page.request, address)
      await become(owner, user.id)
      await page.goto('/login')
      await logIn(page, address)
      await expect(banner(page)).toHaveText(message)
      await expect(signIn(page)).toBeEnabled()
      await expect(email(page)).toHaveValue(address)
      await expectAccessible(page)
      expect(await sessionsOf(user.id)).toBe(0)
      await page.goto('/dashboard')
      await expect(heading(page, 'Welcome back')).toBeVisible()
    })
})

test('an admin may sign in (2.3.3, 5.1.1, 6.1, 6.5, 7.2.1)', async ({ page }) => {
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

test('a wrong password and an unknown e-mail read alike, and what was typed stays (2.2.4)', async ({ page }) => {
  const owner = await createAndSignOut(page)
  await page.goto('/login')
  for (const address of [owner.email, uniqueEmail()]) {
    await logIn(page, address, 'not the password')
    await expect(banner(page)).toHaveText('Login failed. Check your email and password.')
    await expect(email(page)).toHaveValue(address)
    await expect(password(page)).toHaveValue('not the password')
    await expect(banner(page)).toBeInViewport({ ratio: 1 })
    await expect(signIn(page)).toBeInViewport({ ratio: 1 })
  }
  const [red = 0, green = 0, blue = 0] = await banner(page).evaluate((notice) =>
    (getComputedStyle(notice).backgroundColor.match(/[\d.]+/g) ?? []).map(Number),
  )
  expect(red, 'the banner is red').toBeGreaterThan(Math.max(green, blue))
  const bottom = await banner(page).evaluate((notice) => notice.getBoundingClientRect().bottom)
  expect((await email(page).boundingBox())?.y, 'and stands above the form').toBeGreaterThan(bottom)
  await expectAccessibleByDayAndNight(page)
  await password(page).fill(PASSWORD)
  await email(page).fill(owner.email)
  await password(page).press('Enter')
  await expect(heading(page, 'Dashboard')).toBeVisible()
})

test.describe('when something is broken', () => {
  test("a session that cannot be stored reads 'Login failed' (8.1.1)", async ({ page }) => {
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

  const STANDING =
    'table (role text, businessid uuid, business_name text, timezone text, is_employee boolean, is_disabled boolean, signup_step smallint)'
  for (const [message, name, returns, answer, steps, otherwise] of [
    ['Unable to check role.', 'account_status', STANDING, 'query select * from account_status_all(person)', 5, 'Dashboard'],
    ['Unable to check employee status.', 'is_employed', 'boolean', 'is_employed_all(person)', 1, 'Unauthorized account.'],
  ] as const)
    test(`what cannot be read is told: '${message}' (8.1.3, 8.1.4)`, async ({ page }) => {
      const owner = await createAndSignOut(page, { steps })
      // A place for one person that cannot be read; everybody else's goes on as it is. Both statements are one transaction.
      await sql(`alter function ${name}(uuid) rename to ${name}_all;
        create function ${name}(person uuid) returns ${returns}
          language plpgsql stable security definer set search_path = public, pg_temp as $$
          begin
            if person = '${owner.user_id}' then raise exception 'unreadable'; end if;
            return ${answer};
          end $$;
        grant execute on function ${name}(uuid) to winkel_auth`)
      try {
        await page.goto('/login')
        await logIn(page, owner.email)
        await expect(banner(page)).toHaveText(message)
        expect(await sessionsOf(owner.user_id)).toBe(1) // the sign-up's own, of which this browser knows nothing
      } finally {
        await sql(`drop function ${name}(uuid); alter function ${name}_all(uuid) rename to ${name}`)
      }
      await signIn(page).click()
      await expect(page.getByText(otherwise, { exact: true }).first()).toBeVisible()
    })
})

test.describe('a session that has lost its right', () => {
  test('of somebody who is only an employee now is ended, with the reason (6.8)', async ({ page }) => {
    const owner = await createBusiness(page)
    await page.goto('/sites')
    await expect(page.getByRole('table', { name: 'Locations' })).toContainText('Sandton Rivonia')
    await sql(`update business_users set role = 'employee' where user_id = $1`, [owner.user_id])
    await page.getByRole('searchbox').fill('sand')
    await expect(banner(page)).toHaveText('Your access has ended. Ask an owner of the business.')
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('complementary', { name: 'Signed in' })).toBeHidden()
    await expect.poll(() => sessionsOf(owner.user_id)).toBe(0)
  })

  test('finds no way in by an address either', async ({ page }) => {
    const owner = await createBusiness(page)
    await sql(`update business_users set role = 'employee' where user_id = $1`, [owner.user_id])
    await page.goto('/products')
    await expect(banner(page)).toHaveText('Your access has ended. Ask an owner of the business.')
    await expect(page).toHaveURL(/\/login$/)
    await expect.poll(() => sessionsOf(owner.user_id)).toBe(0)
  })

  test('and was ended with it says why, as soon as the screen hears of it', async ({ page }) => {
    const owner = await createBusiness(page)
    await page.goto('/sites')
    await expect(page.getByRole('table', { name: 'Locations' })).toContainText('Sandton Rivonia')
    await sql(
      `with demoted as (update business_users set role = 'employee' where user_id = $1) delete from auth.session where "userId" = $1`,
      [owner.user_id],
    )
    await expect(banner(page)).toHaveText('Your access has ended. Ask an owner of the business.')
    await expect(page).toHaveURL(/\/login$/)
    await expectAccessible(page)
    await page.reload()
    await expect(heading(page, 'Welcome back')).toBeVisible()
    await expect(banner(page)).toBeHidden()
  })

  test('that was ended elsewhere leads to /login at the next call (6.7, 8.2.11)', async ({ page }) => {
    const owner = await createBusiness(page)
    await page.goto('/sites')
    await expect(page.getByRole('table', { name: 'Locations' })).toContainText('Sandton Rivonia')
    await sql('delete from auth.session where "userId" = $1', [owner.user_id])
    await page.getByRole('searchbox').fill('sand')
    await expect(heading(page, 'Welcome back')).toBeVisible()
    await expect(banner(page)).toHaveText('Your session has ended. Please log in again.')
    await expect(page).toHaveURL(/\/login$/)
  })

  test('of somebody without a business reads what is missing, and never hangs (8.2.1)', async ({ page }) => {
    const owner = await createBusiness(page)
    await sql('delete from business_users where user_id = $1', [owner.user_id])
    await page.goto('/sites')
    await expect(page.getByText('Error: Business not found')).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByRole('alert').filter({ hasText: 'Business not found' }).first()).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('a forgotten password', () => {
  const outbox = () => join(process.env['E2E_DATA_DIR'] ?? '', 'outbox')
  const mailTo = (address: string) =>
    readdirSync(outbox())
      .map((file) => readFileSync(join(outbox(), file), 'utf8'))
      .filter((mail) => mail.includes(`To: ${address}\n`))

  test('is replaced through a mailed link, once, and every session ends', async ({ page, browser, baseURL }) => {
    const owner = await createBusiness(page)
    const other = await browser.newContext()
    const faults = faultsOf(other)
    const elsewhere = await other.newPage()
    await elsewhere.goto(`${baseURL}/login`)
    await elsewhere.getByLabel('Email').fill(owner.email)
    await elsewhere.getByRole('button', { name: 'Forgot password?' }).click()
    await expect(heading(elsewhere, 'Forgot your password?')).toBeVisible()
    await expect(email(elsewhere)).toHaveValue(owner.email)
    await expect(email(elsewhere)).toBeFocused()
    await elsewhere.getByRole('button', { name: 'Back to login' }).click()
    await elsewhere.getByRole('button', { name: 'Forgot password?' }).click()
    await email(elsewhere).fill('nobody')
    await elsewhere.getByRole('button', { name: 'Send link' }).click()
    await expect(banner(elsewhere)).toHaveText('Please enter a valid email address.')
    await expect(email(elsewhere)).toHaveAttribute('aria-invalid', 'true')
    await expectAccessibleByDayAndNight(elsewhere)
    await email(elsewhere).fill(owner.email)
    await elsewhere.getByRole('button', { name: 'Send link' }).click()
    await expect(elsewhere.getByRole('status')).toHaveText(
      `If ${owner.email} belongs to an account, we have sent a link to choose a new password.`,
    )
    await expectAccessibleByDayAndNight(elsewhere)

    await expect.poll(() => mailTo(owner.email).length).toBe(1)
    const link = mailTo(owner.email)[0]?.match(/http\S+/)?.[0] ?? ''
    const token = new URL(link).searchParams.get('token') ?? ''
    expect(token.length).toBeGreaterThan(15)
    await elsewhere.goto(`${baseURL}/healthz`)
    await elsewhere.goto(link)
    await expect(heading(elsewhere, 'Choose a new password')).toBeVisible()
    await expect(elsewhere).toHaveURL(`${baseURL}/login`)
    await elsewhere.getByRole('button', { name: 'Save password' }).click()
    await expect(banner(elsewhere)).toHaveText('Please enter a password.')
    await expect(elsewhere.getByLabel('New password')).toBeFocused()
    await expectAccessibleByDayAndNight(elsewhere)
    await elsewhere.getByLabel('New password').fill('a quite new password')
    await elsewhere.getByLabel('New password').press('Enter')
    await expect(elsewhere.getByRole('status')).toHaveText('Your new password is saved. Please log in with it.')
    expect(await sessionsOf(owner.user_id)).toBe(0)

    // The signed-in browser finds out with its next call.
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
    await expectAccessibleByDayAndNight(page)
    await page.getByRole('button', { name: 'Ask for a new link' }).click()
    await expect(heading(page, 'Forgot your password?')).toBeVisible()
    await expect(email(page)).toBeFocused()
    expect(faults).toEqual([])
    await other.close()
  })

  test('of an e-mail that nobody has reads the same and mails nothing', async ({ page }) => {
    const nobody = uniqueEmail()
    const somebody = await createAndSignOut(page)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    for (const address of [nobody, somebody.email]) {
      await email(page).fill(address)
      await page.getByRole('button', { name: 'Send link' }).click()
      await expect(page.getByRole('status')).toHaveText(
        `If ${address} belongs to an account, we have sent a link to choose a new password.`,
      )
    }
    await expect.poll(() => mailTo(somebody.email).length).toBe(1)
    expect(mailTo(nobody)).toEqual([])
  })
})
