import { createOwner, expect, sql, test } from './fixtures.ts'
import { AMASI, column, dialog, field, filter, option, pager, readStock, sell, stock } from './products-page.ts'

test('products: the prices of a category are raised and given back, and a stock is counted in the list and explained by its history', async ({
  owner,
  page,
}) => {
  const productOf = await stock(owner, page)
  await page.goto('/products')
  await filter(page, 'Category').click()
  await option(page, 'Preserves').click()
  await expect.poll(() => column(page, 2)).toEqual(['Apricot jam 900 g', 'Chutney'])
  await page.getByRole('button', { name: 'Bulk change' }).click()
  await page.getByRole('menuitem', { name: 'Change all 2 products' }).click()
  await field(page, 'By how much').fill('10')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Price raised by 10 %: 2 products will change.')
  await dialog(page).getByRole('button', { name: 'Change 2 products' }).click()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect.poll(() => column(page, 6)).toEqual(['R 64,85', 'R 43,45'])

  // One of both gets another price in the meantime, so the undo leaves it.
  await sql(`update product set price = 50 where businessid = $1 and productname = 'Chutney'`, [owner.businessid])
  await page.reload()
  await page.getByRole('button', { name: 'Bulk change' }).click()
  await page.getByRole('menuitem', { name: 'Recent bulk changes' }).click()
  await dialog(page).getByRole('button', { name: 'Undo Price raised by 10 %, 2 products' }).click()
  await expect(dialog(page)).toContainText('Undone for 1 product. 1 product was changed or deleted since and stays the same.')
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => column(page, 6)).toEqual(['R 58,95', 'R 50,00'])

  // A stock is counted in the list, and explained by its history.
  const { productname } = AMASI
  const productid = productOf(productname)
  await sell(owner, page, productid, 3)
  await page.goto('/products')
  await page.getByRole('searchbox').fill('2 amasi')
  await pager(page, 'Page 1 / 1 • 1 results')
  await page.getByRole('button', { name: 'Bulk change' }).click()
  await page.getByRole('menuitem', { name: 'Edit prices and stock in the list' }).click()
  const counted = page.getByRole('textbox', { name: `Stock of ${productname}` })
  await expect(counted).toHaveValue('15')
  await counted.fill('20')
  await page.keyboard.press('Enter')
  await expect.poll(() => readStock(productid)).toBe(20)

  await page.goto(`/products?product=${productid}`)
  await dialog(page).getByRole('button', { name: 'Stock history' }).click()
  const history = dialog(page).getByRole('table', { name: 'Changes' })
  await expect(history.getByRole('row', { name: 'Changed by Naledi Dlamini' })).toContainText('20')
  await expect(history.getByRole('row', { name: 'Sold 3 in 1 sale' })).toContainText('15')

  await createOwner(page)
  await page.goto(`/products?product=${productid}`)
  await expect(dialog(page).getByRole('alert')).toContainText('This was deleted or never existed.')
})
