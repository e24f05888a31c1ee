import type { Page } from '@playwright/test'
import { createAppCode } from '../db/testing/app-code.ts'
import { expect, expectAccessible, openOtherBrowser, PASSWORD, test, uniqueEmail } from './fixtures.ts'
import { readMail } from './mails.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function choose(page: Page, name: string, option: string) {
  await dialog(page).getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option }).click()
}

test('invitation: a person is invited, chooses a password by the mail, and sees what the right allows', async ({
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
  await choose(page, 'How they sign in', 'Invite by e-mail')
  await dialog(page).getByLabel('Email', { exact: true }).fill(email)
  await dialog(page).getByRole('radio', { name: 'Stock keeper' }).check()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('Invited', { exact: true })).toBeVisible()

  await expect.poll(() => readMail(email)).toContain(`You are invited to ${owner.name} on Winkel`)
  const link = /http\S+\/invitation#\S+/.exec(await readMail(email))?.[0] ?? ''
  const lerato = await openOtherBrowser(browser, page)
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
  await lerato.context.close()

  const again = await openOtherBrowser(browser, page)
  await again.page.goto(path)
  await expect(again.page.getByRole('alert')).toHaveText(
    'This invitation has expired. Ask the person who invited you for a new one.',
  )
  await expectAccessible(again.page)
  await again.page.getByRole('button', { name: 'Go to login' }).click()
  await expect(heading(again.page, 'Welcome back')).toBeVisible()
  await again.context.close()
})

test('required two-step: the owner requires it, turns it on in place of the screen, and goes on there', async ({
  owner,
  page,
}) => {
  await page.goto('/settings/business')
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

  await page.goto('/settings/business')
  await expect(page.getByText('Owners, Stock keepers')).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByText('Your business requires it')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn off two-step sign-in' })).toBeHidden()
})
