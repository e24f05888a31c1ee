import type { Browser, Page } from '@playwright/test'
import { createAppCode } from '../db/testing/app-code.ts'
import {
  call,
  collectFaults,
  createOwner,
  expect,
  expectAccessible,
  expectAccessibleByDayAndNight,
  PASSWORD,
  test,
  uniqueEmail,
} from './fixtures.ts'
import { readMail } from './mails.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** A browser of another person, of the same size. */
async function openBrowser(browser: Browser, page: Page) {
  const context = await browser.newContext({
    ...{ baseURL: new URL(page.url()).origin, reducedMotion: 'reduce', viewport: page.viewportSize() },
  })
  const faults = collectFaults(context)
  return { page: await context.newPage(), faults, close: () => context.close() }
}

async function choose(page: Page, name: string, option: string) {
  await dialog(page).getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option }).click()
}

test('invitation: a person is invited, chooses a password by the mail, and sees what the right allows @phone', async ({
  owner,
  page,
  browser,
}) => {
  await owner.addProduct({ productname: 'Bread' })
  const email = uniqueEmail()
  await page.goto('/employees')
  await page.getByRole('button', { name: 'Add employee' }).click()
  await dialog(page).getByLabel('First name').fill('Lerato')
  await dialog(page).getByLabel('Last name').fill('Mokoena')
  await choose(page, 'Login', 'Invite by email')
  await dialog(page).getByLabel('Email', { exact: true }).fill(email)
  await dialog(page).getByRole('radio', { name: 'Stock keeper' }).check()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('Invited', { exact: true })).toBeVisible()

  await expect.poll(() => readMail(email)).toContain(`You are invited to ${owner.name} on Winkel`)
  const link = /http\S+\/invitation#\S+/.exec(await readMail(email))?.[0] ?? ''
  const lerato = await openBrowser(browser, page)
  const path = link.slice(new URL(link).origin.length)
  await lerato.page.goto(path)
  await expect(heading(lerato.page, `Welcome to ${owner.name}`)).toBeVisible()
  await expect(lerato.page.getByText(email)).toBeVisible()
  await expectAccessible(lerato.page)
  await lerato.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await lerato.page.getByLabel('Confirm password').fill('another one')
  await lerato.page.getByRole('button', { name: 'Save password and sign in' }).click()
  await expect(lerato.page.getByRole('alert')).toHaveText('Please complete all fields and ensure passwords match.')
  await lerato.page.getByLabel('Confirm password').fill(PASSWORD)
  await lerato.page.getByRole('button', { name: 'Save password and sign in' }).click()
  await expect(lerato.page).toHaveURL(/\/products$/)
  await expect(lerato.page.getByText('Bread')).toBeVisible()
  await lerato.page.goto('/sales')
  await expect(lerato.page.getByRole('heading', { name: 'You may not open this page' })).toBeVisible()
  expect(lerato.faults).toEqual([])
  await lerato.close()

  const again = await openBrowser(browser, page)
  await again.page.goto(path)
  await expect(again.page.getByRole('alert')).toHaveText(
    'This invitation is not valid any more. Ask the person who invited you for a new one.',
  )
  await expectAccessible(again.page)
  await again.page.getByRole('button', { name: 'Go to login' }).click()
  await expect(heading(again.page, 'Welcome back')).toBeVisible()
  await again.close()
})

test('invitation: a person whose own email is not confirmed confirms it by the mail first @phone', async ({ page }) => {
  const owner = await createOwner(page, { isProven: false })
  const email = uniqueEmail()
  await page.goto('/employees')
  await page.getByRole('button', { name: 'Add employee' }).click()
  await dialog(page).getByLabel('First name').fill('Lerato')
  await dialog(page).getByLabel('Last name').fill('Mokoena')
  await choose(page, 'Login', 'Invite by email')
  await dialog(page).getByLabel('Email', { exact: true }).fill(email)
  await dialog(page).getByRole('radio', { name: 'Stock keeper' }).check()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Confirm your own email address first, under Account.')
  await dialog(page).getByRole('button', { name: 'Confirm email' }).click()

  const proof = page.getByRole('dialog', { name: 'Confirm your email' })
  await proof.getByRole('button', { name: 'Send code' }).click()
  await expect(proof).toContainText(`We have sent a code to ${owner.email}.`)
  await expectAccessibleByDayAndNight(page)
  await expect.poll(() => readMail(owner.email)).toContain('Confirm your Winkel email address')
  await proof.getByLabel('Code').fill(/^\d{8}$/m.exec(await readMail(owner.email))?.[0] ?? '')
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(proof).toBeHidden()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect.poll(() => readMail(email)).toContain(`You are invited to ${owner.name} on Winkel`)
})

test('required two-step: the owner requires it, turns it on in place of the screen, and goes on there @phone', async ({
  owner,
  page,
}) => {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Change for whom two-step sign-in is required' }).click()
  await dialog(page).getByRole('checkbox', { name: 'Owners' }).check()
  await dialog(page).getByRole('checkbox', { name: 'Stock keepers' }).check()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('You do not have two-step sign-in yet')).toBeVisible()
  await page.getByRole('button', { name: 'Save and turn it on' }).click()

  await expect(heading(page, 'Turn on two-step sign-in')).toBeVisible()
  await page.goto('/sites')
  await expect(heading(page, 'Turn on two-step sign-in')).toBeVisible()
  await expect(page.getByText(owner.name)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  const uri = (await page.getByRole('link', { name: 'open the app' }).getAttribute('href')) ?? ''
  await page.getByLabel('Code', { exact: true }).fill(createAppCode(uri))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByLabel('Recovery codes')).toBeVisible()
  await page.getByRole('button', { name: "I've saved the codes" }).click()
  await expect(heading(page, 'Sites')).toBeVisible()
  await expect(page).toHaveURL(/\/sites$/)

  await page.goto('/account')
  await expect(page.getByText('Owners, Stock keepers')).toBeVisible()
  await expect(page.getByText('Your business requires it')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn off two-step sign-in' })).toBeHidden()
})

test('ending access: a person who leaves is signed out in an open window, and the list says what ended', async ({
  owner,
  page,
  browser,
}) => {
  const email = uniqueEmail()
  const { employeeid } = await call<{ employeeid: number }>(page.request, 'POST', '/api/v1/employees', {
    ...{ firstname: 'Lerato', lastname: 'Mokoena', position: 'Manager', siteid: owner.siteid, isenabled: true, hiredate: null },
    ...{ email, password: PASSWORD },
  })
  await call(page.request, 'PUT', `/api/v1/employees/${employeeid}/right`, {
    right: { name: 'manager', siteids: [owner.siteid] },
  })
  await owner.addTill()
  await page.goto('/employees')
  const lerato = await openBrowser(browser, page)
  await call(lerato.page.request, 'POST', '/api/v1/session', { email, password: PASSWORD })
  await lerato.page.goto('/dashboard')
  await expect(heading(lerato.page, 'Dashboard')).toBeVisible()

  await page.getByRole('button', { name: 'End access Lerato Mokoena' }).click()
  await expect(dialog(page)).toContainText('Signed out in 1 browser.')
  await expect(dialog(page)).toContainText('Till 1')
  await dialog(page).getByLabel('Disable reason').fill('Left in November')
  await dialog(page).getByRole('button', { name: 'End access' }).click()
  await expect(dialog(page)).toContainText('The access has ended')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /Lerato/ })).toContainText('Disabled')
  await expect(heading(lerato.page, 'Welcome back')).toBeVisible()
  await lerato.close()
})
