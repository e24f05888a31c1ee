import type { Page } from '@playwright/test'
import { expect, expectAccessible, push, test } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Tills' })
const WARNING = 'It will not be shown again.'

async function openTills(page: Page, isMobile: boolean) {
  await page.goto('/sites')
  await reopenTills(page, isMobile)
}

async function reopenTills(page: Page, isMobile: boolean) {
  if (isMobile) {
    await page.getByRole('button', { name: 'Actions for Sandton Rivonia' }).click()
    await page.getByRole('menuitem', { name: 'Tills Sandton Rivonia' }).click()
  } else await page.getByRole('button', { name: 'Tills Sandton Rivonia' }).click()
}

async function makeKey(page: Page, name: string) {
  await dialog(page).getByLabel('Till name').fill(name)
  await dialog(page).getByRole('button', { name: 'Make key' }).click()
  await expect(dialog(page)).toContainText(WARNING)
}

/** Sends what the shown command would send. */
async function runCommand(page: Page, command: string) {
  const [, url] = /^curl (\S+)/.exec(command) ?? []
  const [, authorization] = /-H 'Authorization: (.*?)'/.exec(command) ?? []
  const [, data] = /-d '(.*)'/.exec(command) ?? []
  if (!url || !authorization || !data) throw new Error(`Not a command: ${command}`)
  return page.request.post(url, { headers: { authorization, 'content-type': 'application/json', cookie: '' }, data })
}

test('tills: a key is created, shown once, used and revoked @phone', async ({ owner: _owner, page, isMobile }) => {
  await openTills(page, isMobile)
  await expect(dialog(page)).toHaveAccessibleDescription(/Sandton Rivonia/)
  await expect(dialog(page)).toContainText('No till keys yet.')
  await dialog(page).getByRole('button', { name: 'Make key' }).click()
  await expect(dialog(page)).toContainText('Till name is required.')
  await expectAccessible(page)

  await makeKey(page, 'Front counter')
  await expectAccessible(page)
  const key = (await dialog(page).getByRole('region', { name: 'Key', exact: true }).textContent()) ?? ''
  const command = (await dialog(page).getByRole('region', { name: 'Command' }).textContent()) ?? ''
  expect(key).toMatch(/^wk_[\w-]{20,}$/)
  expect(command).toContain(key)
  expect(command).toContain(new URL(page.url()).origin)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toContainText(WARNING)

  const till = dialog(page).getByRole('listitem').filter({ hasText: 'Front counter' })
  await expect(till).toContainText(`${key.slice(0, 9)}…`)
  await expect(till).toContainText('Last used: Never')
  const answer = await runCommand(page, command)
  expect(await answer.json()).toMatchObject({ sales: [{ status: 'created' }] })

  await dialog(page).getByRole('button', { name: 'I have stored the key' }).click()
  await expect(dialog(page).getByLabel('Till name')).toBeFocused()
  expect(await page.content()).not.toContain(key)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(dialog(page)).toBeHidden()

  await reopenTills(page, isMobile)
  await expect(dialog(page)).not.toContainText(WARNING)
  await expect(till).toContainText(/Created \d+ \w{3} \d{4}\s*Last used: \d+ \w{3} \d{4}, \d\d:\d\d/)

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

test('tills: a key whose answer was lost is in the list', async ({ owner: _owner, page }) => {
  await openTills(page, false)
  await expect(dialog(page)).toContainText('No till keys yet.')
  await page.route('**/api/rpc/tills/create', async (route) => {
    expect((await route.fetch()).ok()).toBe(true)
    await route.abort('connectionreset')
  })
  await dialog(page).getByLabel('Till name').fill('Front counter')
  await dialog(page).getByRole('button', { name: 'Make key' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Could not make the key. Please try again.')
  await expect(dialog(page).getByRole('listitem')).toContainText('Front counter')
})

test('tills: buttons copy the key and the command', async ({ owner: _owner, page, context, isMobile }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await openTills(page, isMobile)
  await makeKey(page, 'Front counter')
  await expect(dialog(page).getByRole('button', { name: 'Copy key' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(clipboard).toMatch(/^wk_[\w-]+$/)
  await dialog(page).getByRole('button', { name: 'Copy command' }).click()
  await expect.poll(clipboard).toMatch(/^curl http/)
})

test('tills: a till counts as an employee of its site after a sale without an employee', async ({ owner, page }) => {
  const employees = page
    .getByRole('row', { name: /Sandton Rivonia/ })
    .getByRole('cell')
    .nth(2)
  const { key } = await owner.addTill()
  await page.goto('/sites')
  await expect(employees).toHaveText('1')
  await push(page.request, key, [{ reference: 'slip 1', saledate: '2026-11-20T09:00:00Z', finalamount: 10 }])
  await page.reload()
  await expect(employees).toHaveText('2')
})
