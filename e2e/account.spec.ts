import { createAppCode } from '../db/testing/app-code.ts'
import { expect, PASSWORD, test } from './fixtures.ts'

test('account: an owner turns two-step sign-in on and signs in with a code of the app and with a recovery code', async ({
  owner,
  page,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })

  await page.goto('/settings')
  await expect(heading('You')).toBeVisible()
  await button('Turn on two-step sign-in').click()
  await page.getByLabel('Current password').fill(PASSWORD)
  await button('Continue').click()
  const uri = (await dialog.getByRole('link', { name: 'open the app' }).getAttribute('href')) ?? ''
  await page.getByLabel('Code', { exact: true }).fill(createAppCode(uri))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = (await dialog.getByLabel('Recovery codes').innerText()).trim().split('\n')
  expect(codes).toHaveLength(10)
  await button("I've saved the codes").click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()

  const logIn = async (...code: [label: string, text: string]) => {
    await button('Sign out everywhere').click()
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(heading('Welcome back')).toBeVisible()
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await button('Sign In').click()
    await expect(heading('Enter your code')).toBeVisible()
    const [label, text] = code
    if (label === 'Recovery code') await button('Use a recovery code').click()
    await page.getByLabel(label, { exact: true }).fill(text)
    await button('Continue').click()
    await expect(heading('Dashboard')).toBeVisible()
    await page.goto('/settings')
  }
  // The code of the next half minute is accepted for longest.
  await logIn('Code', createAppCode(uri, 1))
  await logIn('Recovery code', codes[0] ?? '')
  await expect(page.getByText('9 recovery codes left')).toBeVisible()

  await button('Turn off two-step sign-in').click()
  await page.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(button('Turn on two-step sign-in')).toBeVisible()
})
