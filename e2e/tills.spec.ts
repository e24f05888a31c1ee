import type { Page } from '@playwright/test'
import { expect, expectAccessible, OWN_CONNECTION, test } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Tills' })
const WARNING = 'It will not be shown again.'

const reopenTills = (page: Page) => page.getByRole('button', { name: 'Tills Sandton Rivonia' }).click()

async function createKey(page: Page, name: string) {
  await dialog(page).getByLabel('Till name').fill(name)
  await dialog(page).getByRole('button', { name: 'Create key' }).click()
  await expect(dialog(page)).toContainText(WARNING)
}

/** Sends what the shown command would send. */
async function runCommand(page: Page, command: string) {
  const [, url] = /^curl (\S+)/.exec(command) ?? []
  const [, authorization] = /-H 'Authorization: (.*?)'/.exec(command) ?? []
  const [, data] = /-d '(.*)'/.exec(command) ?? []
  if (!url || !authorization || !data) throw new Error(`Not a command: ${command}`)
  const headers = { ...OWN_CONNECTION, authorization, 'content-type': 'application/json', cookie: '' }
  return page.request.post(url, { headers, data })
}

test('tills: a key is created, brings the first sale in, and is revoked', async ({ owner: _owner, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Connect a till' }).click()
  await expect(dialog(page)).toHaveAccessibleDescription(/Sandton Rivonia/)
  await expect(dialog(page)).toContainText('No till keys yet.')
  await dialog(page).getByRole('button', { name: 'Create key' }).click()
  await expect(dialog(page)).toContainText('Till name is required.')

  await createKey(page, 'Front counter')
  const email = dialog(page).getByRole('link', { name: 'E-mail instructions to my till supplier' })
  const key = (await dialog(page).getByRole('region', { name: 'Key', exact: true }).textContent()) ?? ''
  expect(key).toMatch(/^wk_[\w-]{20,}$/)
  await expect(dialog(page).getByRole('button', { name: 'Copy key' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(clipboard).toBe(key)
  expect(await email.getAttribute('href')).not.toContain(key)
  await dialog(page).getByLabel('Include the key').check()
  expect(await email.getAttribute('href')).toContain(key)
  await dialog(page).getByText('For developers').click()
  const command = (await dialog(page).getByRole('region', { name: 'Command' }).textContent()) ?? ''
  expect(command).toContain(key)
  expect(command).toContain(new URL(page.url()).origin)
  await dialog(page).getByRole('button', { name: 'Copy command' }).click()
  await expect.poll(clipboard).toBe(command)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toContainText('The new key will not be shown again.')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog(page)).toContainText(WARNING)

  const till = dialog(page).getByRole('listitem').filter({ hasText: 'Front counter' })
  await expect(till).toContainText(`${key.slice(0, 9)}…`)
  await expect(till).toContainText('Last used: Never')
  await expect(till).toContainText('Waiting for the first sale …')
  const answer = await runCommand(page, command)
  const { sales } = await answer.json()
  expect(sales).toMatchObject([{ status: 'created' }])
  await expect(till).toContainText(/First sale received: R\s49,90/)

  await dialog(page).getByRole('button', { name: "I've saved the key" }).click()
  await expect(dialog(page).getByLabel('Till name')).toBeFocused()
  expect(await page.content()).not.toContain(key)
  await till.getByRole('link', { name: `Sale #${sales[0].saleid}` }).click()
  await expect(page.getByRole('dialog')).toHaveAccessibleName(`Sale #${sales[0].saleid}`)
  await page.goBack()
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(dialog(page)).toBeHidden()

  await reopenTills(page)
  await expect(dialog(page)).not.toContainText(WARNING)
  await expect(till).toContainText(/Created \d+ \w{3} \d{4}, \d\d:\d\d\s*Last used: \d+ \w{3} \d{4}, \d\d:\d\d/)

  await till.getByRole('button', { name: 'Revoke Front counter' }).click()
  await expect(till).toContainText('Revoke Front counter? It stops working at once.')
  await till.getByRole('button', { name: 'Cancel' }).click()
  await expect(till.getByRole('button', { name: 'Revoke Front counter' })).toBeFocused()
  await till.getByRole('button', { name: 'Revoke Front counter' }).click()
  await expectAccessible(page)
  await till.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(dialog(page)).toContainText('No till keys yet.')
  expect((await runCommand(page, command)).status()).toBe(401)
})
