import type { Browser, Page } from '@playwright/test'
import { call, collectFaults, expect, type Owner, PASSWORD, row, sql, test, uniqueEmail } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })
const names = (page: Page) => page.getByRole('table', { name: 'Team' }).locator('tbody tr td:nth-child(2)')

const choose = async (page: Page, label: string, option: string) => {
  await dialog(page).getByRole('combobox', { name: label }).click()
  await dialog(page).getByRole('option', { name: option, exact: true }).click()
}

/** An owner with a login, whom the signed-in owner adds. */
async function addOwner(page: Page, { siteid }: Owner) {
  const email = uniqueEmail()
  await call(page.request, 'POST', '/api/v1/employees', {
    ...{ firstname: 'Xolani', lastname: 'Zulu', position: 'Owner', siteid, isenabled: true, hiredate: null },
    ...{ email, password: PASSWORD, request_id: crypto.randomUUID() },
  })
  return email
}

/** The browser of another user. Its faults fail the test too. */
async function openOtherBrowser(browser: Browser, page: Page) {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, reducedMotion: 'reduce' })
  const faults = collectFaults(context)
  return { context, page: await context.newPage(), faults }
}

test('employees list: is searched, filtered, sorted and paged by the server (2.7.14, 9.17)', async ({ owner, page }) => {
  await sql(
    `insert into employee (businessid, siteid, firstname, lastname, hiredate)
     select $1, $2, 'Sipho', 'Dube ' || lpad(n::text, 2, '0'), date '2024-01-01' + n from generate_series(1, 11) n`,
    [owner.businessid, owner.siteid],
  )
  await page.goto('/employees')
  await expect(names(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 / 2 • 12 results')).toBeVisible()
  await expect(names(page)).toHaveText([/Sipho Dube 10/, /Sipho Dube 11/])
  await page.getByRole('columnheader', { name: 'Hired' }).getByRole('button').click()
  await expect(names(page).first()).toContainText('Sipho Dube 01')
  await page.getByRole('searchbox').fill('owner')
  await expect(names(page)).toHaveText([/Naledi Dlamini/])
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Disabled', exact: true }).click()
  await expect(page.getByText('No employees found.')).toBeVisible()
})

test('employees: a new owner gets a login and signs in with it (2.7.16, 4.22, 7.3.17)', async ({ owner, page, browser }) => {
  const email = uniqueEmail()
  await page.goto('/employees')
  await page.getByRole('button', { name: 'Add employee' }).click()
  await field(page, 'First name').fill('Thandeka')
  await field(page, 'Last name').fill('Mkhize')
  await choose(page, 'Role', 'Owner')
  await field(page, 'Email (new account)').fill(email)
  await field(page, 'Password (new account)').fill('12345678')
  await save(page).click()
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, 'Thandeka')).toContainText('Linked user')

  const theirs = await openOtherBrowser(browser, page)
  await theirs.page.goto('/login')
  await theirs.page.getByLabel('Email').fill(email)
  await theirs.page.getByLabel('Password', { exact: true }).fill('12345678')
  await theirs.page.getByRole('button', { name: 'Sign In' }).click()
  await expect(theirs.page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await theirs.context.close()
  expect(theirs.faults).toEqual([])
  await page.reload()
  await expect(page.getByTitle(owner.email), 'the owner who added them is still signed in').toBeVisible()
})

test('employees: every window of an employee who is disabled leads to /login, also windows without a live stream', async ({
  owner,
  page,
  browser,
}) => {
  const email = await addOwner(page, owner)
  await page.goto('/employees')
  const theirs = await openOtherBrowser(browser, page)
  await call(theirs.page.request, 'POST', '/api/v1/session', { email, password: PASSWORD })
  const windows = [theirs.page, ...(await Promise.all([1, 2, 3].map(() => theirs.context.newPage())))]
  for (const window of windows) await Promise.all([window.waitForResponse('**/api/rpc/live/changes'), window.goto('/sites')])
  await page.getByRole('button', { name: 'Edit Xolani Zulu' }).click()
  await choose(page, 'Status', 'Disabled')
  await field(page, 'Disable reason').fill('Took the till home')
  await save(page).click()
  for (const window of windows) await expect(window).toHaveURL(/\/login$/)
  await theirs.context.close()
  expect(theirs.faults).toEqual([])
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/employees$/)
})
