import { createOwner, expect, push, row, test } from './fixtures.ts'
import { add, dialog, field, option, save, saved } from './products-page.ts'

const DAY_MS = 86_400_000

test('stock reports: suggest what to order from levels and sales, as email and file, and show stock that does not sell, to the own business', async ({
  owner,
  page,
}) => {
  const bread = await add(owner, page, {
    ...{ productname: 'Brown bread', supplier: 'Overberg Bakery', price: 20, purchaseprice: 15, stock: 30 },
  })
  await add(owner, page, { productname: 'Candles', price: 60, purchaseprice: 40, stock: 5 })
  const { key } = await owner.addTill()
  const saledate = new Date(Date.now() - 5 * DAY_MS).toISOString()
  await push(page.request, key, [{ reference: 'S-1', saledate, items: [{ productid: bread, quantity: 10 }] }])

  await page.goto(`/products?product=${bread}`)
  await field(page, 'Reorder level (optional)').fill('24')
  await field(page, 'Order quantity (optional)').fill('12')
  await save(page).click()
  await expect(dialog(page)).toBeHidden()

  await page.goto('/reports')
  await page.getByRole('link', { name: 'Reorder list' }).click()
  await expect(page).toHaveTitle('Reorder list · Winkel')
  // 2 a day: 24 and 14 days of sales less a stock of 20 are 32 units.
  await expect(row(page, 'Brown bread')).toContainText('R\u00a0540,00')
  await page.getByRole('combobox', { name: 'Order for' }).click()
  await option(page, '28 days').click()
  await expect(row(page, 'Brown bread')).toContainText('R\u00a0900,00')
  await page.getByRole('button', { name: 'Write order for Overberg Bakery' }).click()
  await expect(dialog(page)).toContainText('60 x Brown bread')
  await dialog(page).getByRole('button', { name: 'Copy as email text' }).click()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  const { name, rows } = await saved(page, 'Export CSV')
  expect(name).toBe('reorder-list.csv')
  expect(rows.slice(1)).toEqual([
    ['Overberg Bakery', 'Brown bread', '', 'Sandton Rivonia', '20', '24', '12', '2', '10', '60', '15.00', '900.00'],
  ])

  await page.getByRole('link', { name: 'Slow sellers' }).click()
  await expect(row(page, 'Candles')).toContainText('R\u00a0200,00')
  await expect(row(page, 'Brown bread')).toBeHidden()
  await page.getByRole('link', { name: 'Stock value by site' }).click()
  await expect(row(page, 'Sandton Rivonia')).toContainText('R\u00a0500,00')

  await createOwner(page)
  await page.goto('/reports/reorder')
  await expect(page.getByText('Nothing to order.')).toBeVisible()
  await page.getByRole('link', { name: 'Slow sellers' }).click()
  await expect(page.getByText('Every product with stock was sold.')).toBeVisible()
})
