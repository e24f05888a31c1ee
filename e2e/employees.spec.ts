import type { Page } from '@playwright/test'
import { call, expect, type Owner, openOtherBrowser, PASSWORD, test, uniqueEmail } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })

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
