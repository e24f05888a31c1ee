import type { Page } from '@playwright/test'
import { expect, type Owner } from './fixtures.ts'
import { add } from './products-page.ts'

export const main = (page: Page) => page.getByRole('main')
export const dialog = (page: Page) => page.getByRole('dialog')
export const option = (page: Page, name: string) => page.getByRole('listbox').getByRole('option').filter({ hasText: name })
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
export const confirm = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

export async function scan(page: Page, barcode: string) {
  await field(page, 'Add a product').fill(barcode)
  await field(page, 'Add a product').press('Enter')
  await expect(field(page, 'Add a product')).toHaveValue('')
}

export async function choose(page: Page, label: string, name: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await option(page, name).click()
}

/** Bread and milk at the first site, with their supplier. */
export async function stockShelf(owner: Owner, page: Page) {
  const supplier = 'Overberg Bakery'
  const bread = await add(owner, page, { productname: 'Brown bread', barcode: '6001', supplier, purchaseprice: 12, stock: 10 })
  const milk = await add(owner, page, { productname: 'Milk 2 L', barcode: '6002', supplier, stock: 4 })
  return { bread, milk, supplier }
}

export const newDocument = async (page: Page, kind: string) => {
  await page.goto('/stock')
  await button(page, 'New').click()
  await page.getByRole('menuitem').filter({ hasText: kind }).click()
}
