import { expect, expectAccessible, PASSWORD, push, test } from './fixtures.ts'

test('read keys: an owner creates one, a program reads with it, and after the revocation it does not', async ({
  owner,
  page,
}) => {
  const till = await owner.addTill()
  await push(page.request, till.key, [
    { reference: 'receipt 1', saledate: '2026-11-20T09:00:00Z', finalamount: 37.98, payment_method: 'cash' },
  ])
  await page.goto('/settings/connections')
  await expect(page).toHaveTitle('Connections · Winkel')
  await page.getByRole('button', { name: 'Create key' }).click()
  const form = page.getByRole('dialog', { name: 'Create read key' })
  await form.getByLabel('Name').fill('Accounting software')
  await form.getByLabel('Current password').fill(PASSWORD)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create key' }).click()

  const created = page.getByRole('dialog', { name: 'Read key created' })
  const key = (await created.getByRole('region', { name: 'Key' }).textContent()) ?? ''
  expect(key).toMatch(/^wk_read_/)
  await expectAccessible(page)
  await created.getByRole('button', { name: "I've saved the key" }).click()

  const read = async () => {
    const response = await fetch(new URL('/api/v1/sales/since', page.url()), { headers: { authorization: `Bearer ${key}` } })
    return { status: response.status, body: await response.json() }
  }
  // A sale comes later while a transaction that began before it is under way.
  await expect.poll(read).toMatchObject({ status: 200, body: { rows: [{ reference: 'receipt 1', finalamount: 37.98 }] } })
  await page.reload()
  const row = page.getByRole('list', { name: 'Read keys' }).getByRole('listitem')
  await expect(row).toContainText('Accounting software')
  await expect(row).toContainText('Last used')
  await row.getByRole('button', { name: 'Revoke Accounting software' }).click()
  await page.getByRole('dialog', { name: 'Revoke key' }).getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toContainText('Revoked')
  expect(await read()).toMatchObject({ status: 401 })
})
