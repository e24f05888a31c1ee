import type { Page } from '@playwright/test'
import { createOwner, expect, PASSWORD, plain, sql, test, unique, uniqueEmail } from './fixtures.ts'

const STEPS = ['Account', 'Business', 'Site', 'Plan', 'Review']
const BULLETS = ['Unlimited sites', 'Owner & staff roles', 'Sales, stock & cashups', 'Priority support']

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const _banner = (page: Page) => page.getByRole('alert')
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

async function _createAccount(page: Page, person = account()) {
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

test('sign-up: creates a business in five steps, and going back creates nothing twice (1.8, 2.2.1, 2.2.3, 2.2.8, 2.2.9, 2.2.10, 2.2.11, 2.2.12, 2.2.13, 2.2.14, 2.2.15, 2.2.16, 2.2.17, 2.2.18, 2.2.19, 2.2.20, 2.2.21, 2.2.22, 3.11, 4.1, 4.3, 4.4, 4.6, 4.8, 5.2.2, 7.2.9, 9.3, 9.4, 9.6)', async ({
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

  const [standing] = await sql<{ role: string; position: string; status: string; trial_days: number }>(
    `select m.role, e.position, s.status, extract(day from s.trial_ends_at - s.created_at)::int as trial_days
       from auth."user" u join business_users m on m.user_id = u.id join employee e on e.user_id = u.id
       join business_subscriptions s on s.businessid = m.businessid where u.email = $1`,
    [person.email],
  )
  expect(standing).toEqual({ role: 'owner', position: 'Owner', status: 'active', trial_days: 7 })

  // Going back and saving again updates what was saved, and creates nothing twice.
  for (const step of [4, 3, 2, 1]) {
    await button(page, 'Back').click()
    await expectStep(page, step)
  }
  await expect(page.getByRole('status').filter({ hasText: `The account ${person.email} has been created.` })).toBeVisible()
  await expect(field(page, 'Email')).toHaveValue(person.email)
  await button(page, 'Create account').click()
  await expectStep(page, 2)
  await expect(field(page, 'Registration number')).toHaveValue('2019/123456/07')
  const renamed = await saveBusiness(page, unique('Overberg Pantry'))
  await expect(field(page, 'Location')).toHaveValue('112 Rivonia Road, Sandton 2196')
  await saveSite(page)
  await expect(page.getByRole('radio', { name: 'Corner' })).toBeChecked()
  await savePlan(page, 'Mall')
  await expect(fact(page, 'Business', 'Name')).toHaveText(renamed)
  await expect(fact(page, 'Plan', 'Name')).toHaveText('Mall')
  await expect(page.getByRole('region', { name: 'Plan' }).getByText('7-day Trial')).toBeHidden()
  expect(await readSignUp(person.email)).toEqual(saved)
  expect(saved).toMatchObject({ businesses: '1', sites: '1', employees: '1', plans: '1' })

  await button(page, 'Finish & Go to Dashboard').click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('region', { name: 'Finish setting up' })).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/healthz$/)
})

test('sign-up: an owner with a business logs in before the sign-up is finished, and the dashboard leads to what is missing', async ({
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
