import { readFile } from 'node:fs/promises'
import { expect, OWN_CONNECTION, PASSWORD, push, test } from './fixtures.ts'

const SALEDATE = '2026-11-20T09:00:00Z'

test('closing: an owner closes the business, downloads its data, and opens it again; the till sends what it kept', async ({
  owner,
  page,
}) => {
  const { key } = await owner.addTill()
  await push(page.request, key, [{ reference: '1', saledate: SALEDATE, finalamount: 100 }])
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const closed = page.getByRole('heading', { level: 1, name: 'This business is closed' })

  await page.goto('/settings/data')
  await button('Close business').click()
  const dialog = page.getByRole('dialog', { name: 'Close business' })
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Close business' }).click()
  await expect(closed).toBeVisible()

  const refused = await page.request.post('/api/v1/sales', {
    data: { sales: [{ reference: '2', saledate: SALEDATE, finalamount: 50 }] },
    headers: { ...OWN_CONNECTION, authorization: `Bearer ${key}`, cookie: '' },
  })
  expect([refused.status(), refused.headers()['retry-after']]).toEqual([503, '300'])

  await button('Sign out').click()
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button('Sign In').click()
  await expect(closed).toBeVisible()
  await button('Prepare file').click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await readFile(await (await download).path())).subarray(0, 2).toString()).toBe('PK')

  await button('Reopen').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await push(page.request, key, [{ reference: '2', saledate: SALEDATE, finalamount: 50 }])
  await page.goto('/sales?from=2026-11-20&to=2026-11-20')
  await expect(page.getByText('Page 1 / 1 • 2 results')).toBeVisible()
})
