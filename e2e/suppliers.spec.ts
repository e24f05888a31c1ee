import type { Page } from '@playwright/test'
import { createOwner, expect, push, test } from './fixtures.ts'
import { add, dialog, field, save } from './products-page.ts'

const DAY_MS = 86_400_000

const act = (page: Page, action: 'Edit' | 'Delete', supplier: string) =>
  page.getByRole('button', { name: `${action} ${supplier}`, exact: true }).click()

test('suppliers: an owner adds what an order needs, orders for the lead time, renames, merges and deletes, in the own business', async ({
  owner,
  page,
}) => {
  const main = page.getByRole('main')
  const bread = await add(owner, page, {
    ...{ productname: 'Brown bread', supplier: 'Overberg', price: 20, purchaseprice: 15, stock: 46 },
  })
  await add(owner, page, { productname: 'Rusks', supplier: 'Overberg Bakkery', price: 60, purchaseprice: 40, stock: 500 })
  const { key } = await owner.addTill()
  const saledate = new Date(Date.now() - 5 * DAY_MS).toISOString()
  await push(page.request, key, [{ reference: 'S-1', saledate, items: [{ productid: bread, quantity: 10 }] }])

  // 2 a day of a product that was added today: 36 last 18 days.
  await page.goto('/reports/reorder')
  await expect(page.getByText('Nothing to order.')).toBeVisible()
  await page.getByRole('link', { name: 'Suppliers' }).click()
  await expect(page).toHaveTitle('Suppliers · Winkel')
  await act(page, 'Edit', 'Overberg')
  await field(page, 'Supplier name').fill('Overberg Bakery')
  await field(page, 'E-mail (optional)').fill('orders@overberg.example')
  await field(page, 'Account number (optional)').fill('KP-77')
  await field(page, 'Lead time (days, optional)').fill('10')
  await field(page, 'Minimum order (ZAR, optional)').fill('1 000,00')
  await save(page).click()
  await expect(dialog(page)).toBeHidden()
  await expect(main).toContainText('orders@overberg.example')

  await page.goto('/reports/reorder')
  // 24 days are 48 units, less a stock of 36.
  await expect(main).toContainText('R\u00a0820,00 below the minimum of R\u00a01\u00a0000,00')
  await expect(main).toContainText('Lead time 10 days')
  await page.getByRole('button', { name: 'Copy order for Overberg Bakery' }).click()
  await expect(dialog(page)).toContainText('Our account number: KP-77')
  await expect(dialog(page)).toContainText('12 x Brown bread')
  await dialog(page).getByRole('button', { name: 'Done' }).click()

  await page.goto('/stock/suppliers')
  await act(page, 'Edit', 'Overberg Bakkery')
  await field(page, 'Supplier name').fill('Overberg bakery')
  await save(page).click()
  await dialog(page).getByRole('alert').getByRole('button', { name: 'Merge' }).click()
  await dialog(page).getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('link', { name: '2 products of Overberg Bakery' }).click()
  await expect(main).toContainText('Rusks')

  await page.goto('/stock/suppliers')
  await act(page, 'Delete', 'Overberg Bakery')
  await expect(dialog(page)).toContainText('2 products use this supplier. Change or merge them first.')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add supplier' }).click()
  await field(page, 'Supplier name').fill('Boland Kitchen')
  await save(page).click()
  await expect(dialog(page)).toBeHidden()
  await act(page, 'Delete', 'Boland Kitchen')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(main).not.toContainText('Boland Kitchen')

  await createOwner(page)
  await page.goto('/stock/suppliers')
  await expect(page.getByText('No suppliers found.')).toBeVisible()
})
