import { readFile } from 'node:fs/promises'
import { expect, row, sql, test } from './fixtures.ts'

test('changes: an owner finds who changed a price, undoes it, and exports the log', async ({ owner, page }) => {
  await sql(
    `insert into product (businessid, siteid, productname, price, stock) select $1, siteid, 'Rooibos 80', 42.5, 9 from site where businessid = $1`,
    [owner.businessid],
  )
  const openProduct = async () => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Edit Rooibos 80' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Edit product' })
  await openProduct()
  await dialog.getByRole('textbox', { name: /^Price/ }).fill('45')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  await openProduct()
  await dialog.getByRole('button', { name: 'History', exact: true }).click()
  const history = dialog.getByRole('list', { name: 'History' })
  await expect(history).toContainText('Product Rooibos 80 changed')
  await expect(history).toContainText(/R\s42,50.*R\s45,00/)
  await expect(history).toContainText(/Chrome on/)
  await history.getByRole('button', { name: /^Undo: Product Rooibos 80 changed/ }).click()
  await page.getByRole('dialog', { name: 'Undo this change' }).getByRole('button', { name: 'Undo' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Rooibos 80')).toContainText(/R\s42,50/)

  await page.goto('/settings')
  await page.getByRole('link', { name: 'Activity' }).click()
  const log = page.getByRole('list', { name: 'Activity' })
  const entries = log
    .getByRole('listitem')
    .filter({ hasText: 'Product Rooibos 80 changed' })
    .filter({ hasText: 'Naledi Dlamini' })
  await expect(entries).toHaveCount(2)
  await expect(entries.first().getByText('By undo')).toBeVisible()
  await expect(entries.nth(1)).toContainText('Undone')
  await page.getByRole('combobox', { name: 'What' }).click()
  await page.getByRole('option', { name: 'Sign-ins' }).click()
  await expect(entries).toHaveCount(0)
  await expect(page).toHaveURL(/noun=sign-in/)

  await page.getByRole('combobox', { name: 'What' }).click()
  await page.getByRole('option', { name: 'Products' }).click()
  await expect(entries).toHaveCount(2)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain('Price: 45 → 42.5')
})
