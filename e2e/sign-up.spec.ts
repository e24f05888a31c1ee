import type { Page } from '@playwright/test'
import { collectFaults, createOwner, expect, PASSWORD, plain, sql, test, unique, uniqueEmail } from './fixtures.ts'

const STEPS = ['Account', 'Business', 'Site', 'Plan', 'Review']
const BULLETS = ['Unlimited sites', 'Owner & staff roles', 'Sales, stock & cashups', 'Priority support']

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const banner = (page: Page) => page.getByRole('alert')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const cards = (page: Page) => page.getByRole('radiogroup', { name: 'Plan' }).locator('> *')
const fact = (page: Page, card: string, name: string) =>
  page.getByRole('region', { name: card }).getByRole('term').filter({ hasText: name }).locator('..').getByRole('definition')

async function openSignUp(page: Page) {
  await page.goto('/login')
  await page.getByRole('tab', { name: 'Sign up' }).click()
  await expectStep(page, 1)
}

async function expectStep(page: Page, step: number) {
  await expect(heading(page, 'Let’s build your workspace')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', String(step * 20))
  await expect(page.getByRole('listitem').filter({ hasText: STEPS[step - 1] })).toHaveAttribute('aria-current', 'step')
}

const account = () => ({ email: uniqueEmail(), firstname: 'Naledi', lastname: unique('Dlamini') })

async function fillAccount(page: Page, { email, firstname, lastname }: ReturnType<typeof account>, password = PASSWORD) {
  await field(page, 'Email').fill(email)
  await field(page, 'First name').fill(firstname)
  await field(page, 'Last name').fill(lastname)
  await field(page, 'Password').fill(password)
  await field(page, 'Confirm password').fill(password)
}

async function createAccount(page: Page, person = account()) {
  await fillAccount(page, person)
  await button(page, 'Create account').click()
  await expectStep(page, 2)
  return person
}

async function saveBusiness(page: Page, name = unique('Karoo Pantry')) {
  await field(page, 'Business name').fill(name)
  await field(page, 'Registration number').fill('2019/123456/07')
  await button(page, 'Save & Continue').click()
  await expectStep(page, 3)
  return name
}

async function saveSite(page: Page) {
  await field(page, 'Primary site name').fill('Sandton Rivonia')
  await field(page, 'Location').fill('112 Rivonia Road, Sandton 2196')
  await button(page, 'Save & Continue').click()
  await expectStep(page, 4)
}

async function savePlan(page: Page, name = 'Corner') {
  await page.getByRole('radio', { name }).check()
  await button(page, 'Save & Continue').click()
  await expectStep(page, 5)
}

/** What the database has of a sign-up. */
const readSignUp = async (email: string) =>
  (
    await sql<{
      businessid: string
      businesses: string
      sites: string
      employees: string
      plans: string
      subscription: string
      siteid: string
      employeeid: string
    }>(
      `select b.id as businessid,
              (select count(*) from business_users where user_id = u.id) as businesses,
              (select count(*) from site where businessid = b.id) as sites,
              (select count(*) from employee where businessid = b.id) as employees,
              (select count(*) from business_subscriptions where businessid = b.id) as plans,
              (select id from business_subscriptions where businessid = b.id) as subscription,
              (select siteid from site where businessid = b.id) as siteid,
              (select employeeid from employee where businessid = b.id) as employeeid
         from auth."user" u join business_users m on m.user_id = u.id join business b on b.id = m.businessid where u.email = $1`,
      [email],
    )
  )[0]

/** The buttons of a step are visible without scrolling. */
async function expectInReach(page: Page, ...names: string[]) {
  for (const name of names) await expect(button(page, name)).toBeInViewport({ ratio: 1 })
}

test('sign-up: creates a business in five steps (1.8, 2.2.1, 2.2.3, 2.2.8, 2.2.9, 2.2.10, 2.2.11, 2.2.12, 2.2.13, 2.2.14, 2.2.15, 2.2.16, 2.2.17, 2.2.18, 2.2.19, 2.2.20, 2.2.21, 2.2.22, 3.11, 4.1, 4.3, 4.8, 5.2.2, 7.2.9, 9.3, 9.4, 9.6)', async ({
  page,
}) => {
  await page.goto('/healthz')
  await openSignUp(page)
  await expect(page.getByRole('tab', { name: 'Sign up' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveText(STEPS)
  await expect(field(page, 'Password')).toHaveAttribute('placeholder', 'At least 6 characters')
  await expect(field(page, 'Email')).toHaveAttribute('type', 'email')
  await expectInReach(page, 'Cancel', 'Create account')

  // Six characters are recommended, not required.
  const person = account()
  await fillAccount(page, person, 'x')
  await expect(page.getByText('Weak: shorter than 6 characters')).toBeVisible()
  await expectInReach(page, 'Cancel', 'Create account')
  await button(page, 'Create account').click()

  await expectStep(page, 2)
  await expect(field(page, 'Business name')).toBeFocused()
  await expectInReach(page, 'Back', 'Save & Continue')
  const name = await saveBusiness(page)

  await expect(field(page, 'Primary site name')).toBeFocused()
  await expectInReach(page, 'Back', 'Save & Continue')
  await saveSite(page)

  await expect(cards(page)).toHaveCount(3)
  expect((await cards(page).allTextContents()).map(plain)).toEqual([
    'Corner7-day TrialMonthlyZAR 249,00incl. taxes where applicable',
    'High StreetMonthlyZAR 549,00incl. taxes where applicable',
    'MallMonthlyZAR 1 149,00incl. taxes where applicable',
  ])
  await expect(page.getByText('7-day Trial')).toHaveCount(1)
  await expect(button(page, 'Save & Continue')).toBeDisabled()
  await expectInReach(page, 'Back', 'Save & Continue')
  await page.getByText('High Street').click()
  await expect(cards(page).nth(1)).toContainText('For a business with a few shops and one set of books.')
  await expect(cards(page).nth(1).getByRole('listitem')).toHaveText(BULLETS)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: 'Corner' })).toBeChecked()
  await expect(cards(page).nth(0)).toContainText('For one shop, and for trying Winkel out.')
  await expect(cards(page).getByRole('listitem')).toHaveText(BULLETS)
  await expect(button(page, 'Save & Continue')).toBeEnabled()
  await expectInReach(page, 'Back', 'Save & Continue')
  await button(page, 'Save & Continue').click()

  await expectStep(page, 5)
  const saved = await readSignUp(person.email)
  await expect(fact(page, 'Business', 'Name')).toHaveText(name)
  await expect(fact(page, 'Business', 'Registration number')).toHaveText('2019/123456/07')
  await expect(fact(page, 'Business', 'ID')).toHaveText(saved?.businessid.slice(0, 8) ?? '')
  await expect(fact(page, 'Owner', 'Name')).toHaveText(`Naledi ${person.lastname}`)
  await expect(fact(page, 'Owner', 'Employee number')).toHaveText(saved?.employeeid ?? '')
  await expect(fact(page, 'Owner', 'Site number')).toHaveText(saved?.siteid ?? '')
  await expect(fact(page, 'Primary Site', 'Name')).toHaveText('Sandton Rivonia')
  await expect(fact(page, 'Primary Site', 'Location')).toHaveText('112 Rivonia Road, Sandton 2196')
  await expect(fact(page, 'Plan', 'Name')).toHaveText('Corner')
  await expect(fact(page, 'Plan', 'Monthly')).toHaveText(/^ZAR.249,00$/)
  await expect(fact(page, 'Plan', 'Subscription ID')).toHaveText(saved?.subscription.slice(0, 8) ?? '')
  await expect(page.getByRole('region', { name: 'Plan' }).getByText('7-day Trial')).toBeVisible()
  await expectInReach(page, 'Back', 'Finish & Go to Dashboard')

  await button(page, 'Finish & Go to Dashboard').click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('region', { name: 'Finish setting up' })).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/healthz$/)

  const [standing] = await sql<{ role: string; position: string; status: string; trial_days: number }>(
    `select m.role, e.position, s.status, extract(day from s.trial_ends_at - s.created_at)::int as trial_days
       from auth."user" u join business_users m on m.user_id = u.id join employee e on e.user_id = u.id
       join business_subscriptions s on s.businessid = m.businessid where u.email = $1`,
    [person.email],
  )
  expect(standing).toEqual({ role: 'owner', position: 'Owner', status: 'active', trial_days: 7 })
})

test('sign-up: shows the reason when the server refuses an account', async ({ page }) => {
  await openSignUp(page)
  const person = account()
  await fillAccount(page, person)
  await field(page, 'Email').fill('naledi')
  await button(page, 'Create account').click()
  await expect(banner(page)).toHaveText('Please enter a valid email address.')
  await fillAccount(page, person, 'x'.repeat(129))
  await button(page, 'Create account').click()
  await expect(banner(page)).toHaveText('A password has at most 128 characters.')
})

test('sign-up: going back and saving again updates what was saved and creates nothing twice (2.2.12, 2.2.13, 2.2.21, 2.2.22, 4.4, 4.6)', async ({
  page,
}) => {
  await openSignUp(page)
  const person = await createAccount(page)
  await saveBusiness(page)
  await saveSite(page)
  await savePlan(page)
  const first = await readSignUp(person.email)
  const shown = await fact(page, 'Business', 'ID').textContent()

  for (const step of [4, 3, 2, 1]) {
    await button(page, 'Back').click()
    await expectStep(page, step)
  }
  await expect(page.getByRole('status').filter({ hasText: `The account ${person.email} has been created.` })).toBeVisible()
  await expect(field(page, 'Email')).toHaveValue(person.email)
  await button(page, 'Create account').click()
  await expectStep(page, 2)
  await expect(field(page, 'Registration number')).toHaveValue('2019/123456/07')
  const name = await saveBusiness(page, unique('Overberg Pantry'))
  await expect(field(page, 'Location')).toHaveValue('112 Rivonia Road, Sandton 2196')
  await saveSite(page)
  await expect(page.getByRole('radio', { name: 'Corner' })).toBeChecked()
  await savePlan(page, 'Mall')

  await expect(fact(page, 'Business', 'Name')).toHaveText(name)
  await expect(fact(page, 'Business', 'ID')).toHaveText(shown ?? '')
  await expect(fact(page, 'Plan', 'Name')).toHaveText('Mall')
  await expect(page.getByRole('region', { name: 'Plan' }).getByText('7-day Trial')).toBeHidden()
  expect(await readSignUp(person.email)).toEqual(first)
  expect(first).toMatchObject({ businesses: '1', sites: '1', employees: '1', plans: '1' })
})

test('sign-up: a name corrected after the business was saved is stored, also after a reload (4.6)', async ({ page }) => {
  await openSignUp(page)
  const person = await createAccount(page)
  await saveBusiness(page)
  await button(page, 'Back').click()
  await button(page, 'Back').click()
  await field(page, 'First name').fill('Nomsa')
  await button(page, 'Create account').click()
  await expectStep(page, 2)
  const name = async () => (await sql('select firstname from employee where lastname = $1', [person.lastname]))[0]
  expect(await name()).toEqual({ firstname: 'Nomsa' })

  await page.reload()
  await expectStep(page, 3)
  await button(page, 'Back').click()
  await button(page, 'Back').click()
  await expect(field(page, 'First name')).toHaveValue('Nomsa')
  await expect(field(page, 'Password')).toHaveValue('')
  await field(page, 'First name').fill('Nombulelo')
  await button(page, 'Create account').click()
  await expect(banner(page)).toHaveText('Please complete all fields and ensure passwords match.')
  await field(page, 'Password').fill(PASSWORD)
  await field(page, 'Confirm password').fill(PASSWORD)
  await button(page, 'Create account').click()
  await expectStep(page, 2)
  expect(await name()).toEqual({ firstname: 'Nombulelo' })
})

test('sign-up: reload, Back and Forward continue at the current step, and the Login tab leaves it', async ({ page }) => {
  await page.goto('/healthz')
  await openSignUp(page)
  await createAccount(page)
  await page.reload()
  await expectStep(page, 2)
  await expect(field(page, 'Business name')).toBeFocused()
  await saveBusiness(page)
  await saveSite(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/healthz$/)
  await page.goForward()
  await expectStep(page, 4)

  await page.getByRole('tab', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.reload()
  await expect(heading(page, 'Welcome back')).toBeVisible()
  await expect(banner(page)).toBeHidden()
})

test('sign-up: a refused account keeps the current session', async ({ page }) => {
  const finished = await createOwner(page)
  await page.context().clearCookies()
  const unfinished = await createOwner(page, { steps: 2 })
  await openSignUp(page)
  await expect(field(page, 'Email')).toHaveValue(unfinished.email)
  await fillAccount(page, { ...account(), email: finished.email })
  await button(page, 'Create account').click()
  await expect(banner(page)).toHaveText('Could not create account')
  await page.goto('/dashboard')
  await expect(page.getByRole('banner')).toContainText(unfinished.email.slice(0, 30))
})

test('sign-up: switching tabs and Cancel lead back to login, and sign-up begins at its first step (2.2.11, 4.1, 4.2, 4.4)', async ({
  page,
}) => {
  await openSignUp(page)
  await button(page, 'Cancel').click()
  await expect(heading(page, 'Welcome back')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Sign up' }).click()
  await createAccount(page)
  await page.getByRole('tab', { name: 'Sign up' }).click()
  await expectStep(page, 2)
  await page.getByRole('tab', { name: 'Login' }).click()
  await expect(heading(page, 'Welcome back')).toBeVisible()
  await page.getByRole('tab', { name: 'Sign up' }).click()
  await expectStep(page, 1)
  // The account's fields keep their values.
  await expect(field(page, 'First name')).toHaveValue('Naledi')
  await button(page, 'Create account').click()
  await expectStep(page, 2)
})

test('sign-up: sends every step once, however often the button is pressed (4.28)', async ({ page }) => {
  const sent: string[] = []
  await page.route(/createUser|signup\/start|rpc_create_business|createSite|choosePlan|signup\/finish/, async (route) => {
    sent.push(route.request().url().replace(/.*\//, ''))
    // A second click and a second submit while the first request runs.
    await page.locator('button[type=submit]').click({ force: true })
    await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
    await expect(page.locator('button[type=submit]')).toBeDisabled()
    await route.continue()
  })
  await openSignUp(page)
  await createAccount(page)
  await saveBusiness(page)
  await saveSite(page)
  await savePlan(page)
  await button(page, 'Finish & Go to Dashboard').click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  expect(sent).toEqual(['createUser', 'start', 'rpc_create_business', 'createSite', 'choosePlan', 'finish'])
})

test.describe('unfinished sign-up', () => {
  for (const [after, step] of [
    ['the account', 2],
    ['the business', 3],
    ['the site', 4],
  ] as const)
    test(`continues after ${after} in another browser`, async ({ page, browser, baseURL }) => {
      const { email } = await createOwner(page, { steps: step - 1 })
      const person = { email, firstname: 'Naledi', lastname: 'Dlamini' }
      const before = await readSignUp(email)

      const other = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
      const faults = collectFaults(other)
      const elsewhere = await other.newPage()
      await openSignUp(elsewhere)
      await fillAccount(elsewhere, person, 'somebody else’s guess')
      await button(elsewhere, 'Create account').click()
      await expect(banner(elsewhere)).toHaveText('Could not create account')
      await fillAccount(elsewhere, person)
      await button(elsewhere, 'Create account').click()
      await expectStep(elsewhere, step)
      if (step > 2) {
        await button(elsewhere, 'Back').click()
        await expect(elsewhere.getByRole('textbox').first()).not.toHaveValue('')
        await button(elsewhere, 'Save & Continue').click()
        await expectStep(elsewhere, step)
      }
      if (step === 2) await saveBusiness(elsewhere)
      if (step <= 3) await saveSite(elsewhere)
      await savePlan(elsewhere, 'High Street')
      await button(elsewhere, 'Finish & Go to Dashboard').click()
      await expect(heading(elsewhere, 'Dashboard')).toBeVisible()
      if (before) expect((await readSignUp(person.email))?.businessid).toBe(before.businessid)
      expect(await readSignUp(person.email)).toMatchObject({ businesses: '1', sites: '1', employees: '1', plans: '1' })
      expect(faults).toEqual([])
      await other.close()
    })

  test('uses a site that was added on its own screen as the primary site', async ({ page }) => {
    const { email } = await createOwner(page, { steps: 2 })
    const missing = page.getByRole('region', { name: 'Finish setting up' })
    await page.goto('/dashboard')
    await expect(missing).toContainText('a primary site')
    await page.getByRole('link', { name: 'Sites' }).click()
    await button(page, 'Add site').click()
    await field(page, 'Site name').fill('Sandton Rivonia')
    await field(page, 'Location').fill('112 Rivonia Road')
    await button(page, 'Save').click()
    await expect(page.getByRole('row', { name: /Sandton Rivonia/ })).toBeVisible()
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(missing).toContainText('Your workspace still needs a subscription plan.')
    await missing.getByRole('link', { name: 'Choose a plan' }).click()
    await savePlan(page)
    await expect(fact(page, 'Primary Site', 'Name')).toHaveText('Sandton Rivonia')
    await expect(fact(page, 'Owner', 'Site number')).toHaveText((await readSignUp(email))?.siteid ?? '')
  })

  test('lets the owner log in once there is a business, and the dashboard leads to what is missing', async ({
    page,
    context,
  }) => {
    const owner = await createOwner(page, { steps: 2 })
    await context.clearCookies()
    await page.goto('/login')
    await field(page, 'Email').fill(owner.email)
    await field(page, 'Password').fill(PASSWORD)
    await button(page, 'Sign In').click()
    const missing = page.getByRole('region', { name: 'Finish setting up' })
    await expect(missing).toContainText('Your workspace still needs a primary site and a subscription plan.')
    await missing.getByRole('link', { name: 'Add your primary site' }).click()
    await expectStep(page, 3)
    await saveSite(page)

    await page.goto('/dashboard')
    await expect(missing).toContainText('Your workspace still needs a subscription plan.')
    await missing.getByRole('link', { name: 'Choose a plan' }).click()
    await expectStep(page, 4)
    await savePlan(page)

    await page.goto('/dashboard')
    await missing.getByRole('link', { name: 'Finish sign-up' }).click()
    await expectStep(page, 5)
    await button(page, 'Finish & Go to Dashboard').click()
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await expect(missing).toBeHidden()
  })
})

/** Makes the database refuse the writes of this test to a table until the returned function is called. */
async function failWrites(table: string, occasion: string, condition: string) {
  const name = unique('broken').replaceAll('-', '_')
  await sql(`create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
    create trigger ${name} before ${occasion} on ${table} for each row when (${condition}) execute function ${name}()`)
  return () => sql(`drop function ${name}() cascade`)
}

test('sign-up: shows the message of the step when the server fails, and continues at the next try (8.1.11, 8.1.13, 8.1.14)', async ({
  page,
}) => {
  await openSignUp(page)
  const person = await createAccount(page)
  const name = unique('Unlucky')
  await field(page, 'Business name').fill(name)
  await field(page, 'Registration number').fill('2019/123456/07')
  const repair = await failWrites('business', 'insert', `new.name = '${name}'`)
  await button(page, 'Save & Continue').click()
  await expect(banner(page)).toHaveText('Could not create business.')
  await repair()
  await button(page, 'Save & Continue').click()
  await expectStep(page, 3)

  const { businessid } = (await readSignUp(person.email)) ?? {}
  const repairSite = await failWrites('site', 'insert', `new.businessid = '${businessid}'`)
  await field(page, 'Primary site name').fill('Sandton Rivonia')
  await field(page, 'Location').fill('112 Rivonia Road')
  await button(page, 'Save & Continue').click()
  await expect(banner(page)).toHaveText('Could not create site. Try again.')
  await repairSite()
  await button(page, 'Save & Continue').click()
  await expectStep(page, 4)

  const repairPlan = await failWrites('business_subscriptions', 'insert', `new.businessid = '${businessid}'`)
  await page.getByRole('radio', { name: 'Corner' }).check()
  await button(page, 'Save & Continue').click()
  await expect(banner(page)).toHaveText('Could not set up subscription.')
  await repairPlan()
  await button(page, 'Save & Continue').click()
  await expectStep(page, 5)
})

test("sign-up: ignores a failure of the owner's employee record (8.1.16)", async ({ page }) => {
  await openSignUp(page)
  const person = account()
  const repair = await failWrites('employee', 'insert', `new.lastname = '${person.lastname}'`)
  await createAccount(page, person)
  const name = await saveBusiness(page)
  await repair()
  await saveSite(page)
  await savePlan(page)
  await expect(fact(page, 'Business', 'Name')).toHaveText(name)
  await expect(fact(page, 'Owner', 'Name')).toHaveText(`Naledi ${person.lastname}`)
  await expect(fact(page, 'Owner', 'Employee number')).toHaveText('–')
  await button(page, 'Finish & Go to Dashboard').click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
})

test("sign-up: ignores a failure to move the owner's employee record to the site (8.1.17)", async ({ page }) => {
  await openSignUp(page)
  const person = account()
  const repair = await failWrites('employee', 'update', `new.lastname = '${person.lastname}'`)
  await createAccount(page, person)
  await saveBusiness(page)
  await saveSite(page)
  await repair()
  await savePlan(page)
  await expect(fact(page, 'Owner', 'Employee number')).toHaveText((await readSignUp(person.email))?.employeeid ?? '')
  await expect(fact(page, 'Owner', 'Site number')).toHaveText('–')
})
