import { expect, test } from './fixtures.ts'
import { button, confirm, dialog, field, main, newDocument, scan, stockShelf } from './stock-page.ts'

test('stock: a delivery takes a product that is added by its unknown barcode @phone-only', async ({ owner, page }) => {
  await stockShelf(owner, page)
  await newDocument(page, 'Delivery')
  await scan(page, '6001')
  await field(page, 'Add a product').fill('6009')
  await field(page, 'Add a product').press('Enter')
  await expect(main(page)).toContainText('No product at Sandton Rivonia has the barcode 6009.')
  await button(page, 'Add it').click()
  await expect(dialog(page).getByRole('textbox', { name: 'Barcode (optional)' })).toHaveValue('6009')
  await dialog(page).getByLabel('Product name').fill('Rooibos tea')
  await dialog(page).getByLabel('Price (ZAR)', { exact: true }).fill('45')
  await confirm(page, 'Save')
  await expect(dialog(page)).toBeHidden()
  await expect(field(page, 'Accepted of Rooibos tea')).toHaveValue('1')
  await field(page, 'Accepted of Rooibos tea').fill('24')
  await button(page, 'Receive delivery').click()
  await confirm(page, 'Receive delivery')
  await expect(main(page)).toContainText('Received')
  await page.goto('/products?q=6009')
  await expect(page.getByRole('listitem').filter({ hasText: 'Rooibos tea' })).toContainText('24')
})
