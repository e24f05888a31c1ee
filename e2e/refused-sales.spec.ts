import { expect, OWN_CONNECTION, plain, test } from './fixtures.ts'

test('refused sales: a sale without a product is named on the dashboard, becomes a sale of a product, and the till learns of it @phone-only', async ({
  owner,
  page,
}) => {
  await owner.addProduct({ productname: 'Long life milk', price: 20.99 })
  const { key } = await owner.addTill()
  const sale = {
    ...{ reference: 'TILL1-000042', saledate: new Date().toISOString(), finalamount: 41.98, payment_method: 'cash' },
    items: [{ barcode: '6001234567895', quantity: 2 }],
  }
  const send = async () => {
    const headers = { ...OWN_CONNECTION, authorization: `Bearer ${key}`, cookie: '' }
    const answer = await page.request.post('/api/v1/sales', { data: { sales: [sale] }, headers })
    return (await answer.json()).sales[0].status
  }
  expect(await send()).toBe('rejected')

  await page.goto('/dashboard')
  const banner = page.getByRole('region', { name: 'Refused sales' })
  await expect
    .poll(async () => plain(await banner.textContent()))
    .toContain('1 sale from your tills could not be stored: R 41,98')
  await banner.getByRole('link').click()
  await page.getByRole('button', { name: 'Open TILL1-000042' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'It is a product of this site' }).check()
  await dialog.getByRole('combobox').fill('milk')
  await page.getByRole('option', { name: 'Long life milk' }).click()
  await dialog.getByRole('button', { name: 'Store sale' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main')).toContainText('No refused sales.')
  await page.goto('/sales')
  await expect(page.getByRole('list', { name: 'Sales' }).getByRole('listitem')).toContainText(['41,98'])
  expect(await send()).toBe('duplicate')
})
