import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { expect, expectAccessible, PASSWORD, push, sql, test } from './fixtures.ts'

/** Answers 500 to sales while it is broken. */
async function startReceiver() {
  const state = { isBroken: true, received: [] as { headers: Record<string, string>; body: string }[] }
  const http = createServer(async (request, response) => {
    const body = await text(request)
    state.received.push({ headers: request.headers as Record<string, string>, body })
    response.writeHead(state.isBroken && body.includes('sale.created') ? 500 : 200).end('The books are closed')
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const { port } = http.address() as AddressInfo
  return { state, url: `http://127.0.0.1:${port}/winkel`, host: `127.0.0.1:${port}`, close: () => http.close() }
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const deliveries = (page: Page) => page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')

test('webhooks: an owner adds one, tests it, sees what failed and sends it again', async ({ owner, page }) => {
  const receiver = await startReceiver()
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Connections' }).click()
  await expect(page).toHaveTitle('Connections · Winkel')
  await page.getByRole('button', { name: 'Add your first webhook' }).click()
  await dialog(page, 'Add webhook').getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page, 'Add webhook')).toContainText('Enter an address that begins with https://.')
  await dialog(page, 'Add webhook').getByLabel('Address').fill(receiver.url)
  await dialog(page, 'Add webhook').getByLabel('To reorder').check()
  await dialog(page, 'Add webhook').getByLabel('Current password').fill(PASSWORD)
  await expectAccessible(page)
  await dialog(page, 'Add webhook').getByRole('button', { name: 'Save' }).click()

  const added = dialog(page, 'Webhook added')
  const secret = (await added.getByRole('region', { name: 'Secret' }).textContent()) ?? ''
  expect(secret).toMatch(/^whsec_/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toContainText('The secret will not be shown again.')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await added.getByRole('button', { name: "I've saved the secret" }).click()
  await expect(page.getByRole('main')).toContainText('Sales, To reorder · All sites')
  await page.getByRole('link', { name: receiver.url }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(receiver.host)

  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(deliveries(page)).toContainText(['Delivered'])
  const [message] = receiver.state.received
  expect(message && new Webhook(secret).verify(message.body, message.headers)).toMatchObject({ type: 'test' })

  const { key } = await owner.addTill()
  await push(page.request, key, [{ reference: 'W-1', saledate: new Date().toISOString(), finalamount: 10 }])
  await page.reload()
  await page.getByRole('button', { name: 'Failed only' }).click()
  await expect(page).toHaveURL(/failed=true/)
  await expect(deliveries(page)).toHaveCount(1)
  await expect(deliveries(page)).toContainText(['It answered with 500.'])
  await expect(deliveries(page)).toContainText(['Answer: The books are closed'])
  await expectAccessible(page)
  // The next attempt by itself would come first on a slow machine.
  await sql(
    `update webhook_deliveries set next_attempt_at = now() + interval '1 day' where businessid = $1 and state = 'waiting'`,
    [owner.businessid],
  )
  receiver.state.isBroken = false
  await deliveries(page)
    .getByRole('button', { name: /^Send again: Sales/ })
    .click()
  await expect(page.getByText('No delivery failed.')).toBeVisible()
  await page.getByRole('button', { name: 'Failed only' }).click()
  await expect(deliveries(page)).toHaveCount(2)
  const sent = receiver.state.received.filter(({ body }) => body.includes('sale.created'))
  expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1)

  await page.getByRole('button', { name: 'New secret' }).click()
  await dialog(page, 'New secret').getByLabel('Current password').fill(PASSWORD)
  await dialog(page, 'New secret').getByRole('button', { name: 'Create secret' }).click()
  await expect(dialog(page, 'New secret').getByRole('region', { name: 'Secret' })).toContainText('whsec_')
  await dialog(page, 'New secret').getByRole('button', { name: "I've saved the secret" }).click()
  await expect(page.getByRole('main')).toContainText('The old secret is valid until')
  await page.getByRole('button', { name: 'Pause' }).click()
  await dialog(page, 'Pause webhook').getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('main')).toContainText('Paused')
  await expect(page.getByRole('button', { name: 'Send a test' })).toBeDisabled()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Delete webhook' }).click()
  await dialog(page, 'Confirm delete').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
  receiver.close()
})
