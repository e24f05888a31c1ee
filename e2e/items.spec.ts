import { call, expect, row, test } from './fixtures.ts'
import { AMASI, add, dialog, field, option, pager, save, sell } from './products-page.ts'

test('items: a product is stocked at another site, edited once, found in one row and added up in a report @phone-only', async ({
  owner,
  page,
}) => {
  const { siteid } = await call<{ siteid: number }>(page.request, 'POST', '/api/v1/sites', {
    ...{ sitename: 'Durban Florida', location: 'Florida Road' },
  })
  const productid = await add(owner, page, AMASI)
  await page.goto(`/products?product=${productid}`)
  await dialog(page).getByRole('button', { name: 'Stock at another site…' }).click()
  await dialog(page).getByRole('button', { name: 'Stock it there' }).click()
  await expect(dialog(page).getByRole('table', { name: 'Stocked at' })).toContainText('Durban Florida')
  await field(page, 'Price (ZAR)').fill('44,50')
  await save(page).click()
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, 'Durban Florida')).toContainText('44,50')

  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await dialog(page).getByRole('combobox', { name: 'Rows' }).click()
  await option(page, 'One row per item').click()
  await dialog(page)
    .getByRole('button', { name: /^Show / })
    .click()
  await pager(page, 'Page 1 / 1 • 1 results')
  await expect(row(page, '2 sites')).toContainText('18')
  await page.reload()
  await pager(page, 'Page 1 / 1 • 1 results')
  await page.getByRole('button', { name: 'Edit Amasi' }).click()
  await dialog(page).getByRole('button', { name: 'Separate from the other sites' }).click()
  await page
    .getByRole('dialog', { name: 'Separate from the other sites' })
    .getByRole('button', { name: 'Separate', exact: true })
    .click()
  await expect(dialog(page)).not.toContainText('Stocked at')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await pager(page, 'Page 1 / 1 • 2 results')

  // Typed at two sites under the same name and price, they are offered and joined.
  const rusks = await add(owner, page, { productname: 'Rusks', price: 30 })
  await call(page.request, 'POST', '/api/v1/products', { siteid, productname: 'RUSKS', price: 30, purchaseprice: 0, stock: 2 })
  await page.goto('/products')
  await page.getByRole('button', { name: 'Probably the same (1)' }).click()
  await dialog(page).getByRole('button', { name: 'Join' }).click()
  await expect(dialog(page)).toContainText('No similar products left.')
  await dialog(page).getByRole('button', { name: 'Done' }).click()

  await sell(owner, page, rusks, 2)
  await page.goto('/reports?by=product')
  await expect(row(page, '2 sites')).toContainText('Rusks')
  await row(page, '2 sites').getByRole('link').first().click()
  await expect(page).toHaveURL(/by=site/)
})
