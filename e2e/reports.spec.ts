import { dateBefore, openOn, written } from './figures.ts'
import { expect, push, test } from './fixtures.ts'

test('reports: lead from a card of the dashboard to a site, its products, a product’s days and its sale @phone-only', async ({
  owner,
  page,
}) => {
  const wood = await owner.addProduct({ productname: 'Braai wood', price: 89, stock: 500 })
  const tea = await owner.addProduct({ productname: 'Rooibos tea', price: 60, stock: 500 })
  const { key } = await owner.addTill(owner.siteid)
  const at = (days: number) => `${dateBefore(days)}T12:00:00+02:00`
  await push(page.request, key, [
    { reference: 'R-1', saledate: at(1), payment_method: 'card', items: [{ productid: wood, quantity: 2 }] },
    { reference: 'R-2', saledate: at(2), payment_method: 'cash', items: [{ productid: tea, quantity: 1 }] },
  ])

  await openOn(page, '/dashboard')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Report by site' }).click()
  await expect(page).toHaveURL(/\/reports\?by=site$/)
  await expect(page).toHaveTitle('Sales by site · Winkel')
  await expect(main.getByText('Agrees with 2 sales')).toBeVisible()

  const rows = page.getByRole('list', { name: 'Report' })
  await expect(rows).toContainText('R\u00a0238,00')
  await rows.getByRole('link').first().click()
  await expect(page).toHaveURL(/by=product/)
  await expect(rows).toContainText('R\u00a0178,00')
  await rows.getByRole('link', { name: 'Braai wood' }).click()
  await expect(page).toHaveURL(/products=\d+/)
  await expect(main.getByText('Agrees with 1 sale', { exact: true })).toBeVisible()
  await rows.getByRole('link', { name: written(dateBefore(1)) }).click()
  await expect(page).toHaveURL(new RegExp(`/sales\\?products=${wood}&from=${dateBefore(1)}&to=${dateBefore(1)}`))
  await expect(main.getByText(/^Only sales with: Braai wood\./)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Sales', exact: true })).toContainText('R\u00a0178,00')

  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/by=product/)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'By site' }).click()
  await expect(page).toHaveURL(/\/reports\?by=site$/)
})
