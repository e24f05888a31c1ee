import { expect, test } from './fixtures.ts'
import { readMail } from './mails.ts'

test('notices: are turned on, one is mailed at once, and its link ends it without signing in', async ({
  owner,
  page,
  browser,
}) => {
  await owner.addProduct({ productname: 'Braai wood', price: 115, stock: 3 })
  await page.goto('/settings/notices')
  await page.getByRole('button', { name: 'Turn on: Daily summary' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const card = page.getByRole('region', { name: 'Notices by e-mail' })
  await expect(card).toContainText('Each day at 07:00 · All sites')

  await page.getByRole('button', { name: 'Send a test: Daily summary' }).click()
  await expect(page.getByText(`Sent to ${owner.email}`)).toBeVisible()
  await expect.poll(() => readMail(owner.email)).toContain('- Braai wood: 3')
  const mail = await readMail(owner.email)
  const url = /To stop it: (\S+)/.exec(mail)?.[1] ?? ''
  expect(mail).toContain(`list-unsubscribe: <${url}>`)

  const stranger = await browser.newContext()
  const link = await stranger.newPage()
  await link.goto(new URL(url).pathname + new URL(url).search)
  await expect(link.getByRole('heading', { name: 'Stop this notice?' })).toBeVisible()
  await page.reload()
  await expect(card).toContainText('Each day at 07:00')
  await link.getByRole('button', { name: 'Stop this notice' }).click()
  await expect(link.getByRole('heading', { name: 'The notice is off' })).toBeVisible()
  await stranger.close()
  await page.reload()
  await expect(card).toContainText('Daily summaryOff')
})
