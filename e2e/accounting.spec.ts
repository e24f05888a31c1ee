import { dateBefore } from './figures.ts'
import { expect, push, test } from './fixtures.ts'

test('sales for accounting: lead from the VAT report to a file with own accounts, whose journals balance', async ({
  owner,
  page,
}) => {
  const wood = await owner.addProduct({ productname: 'Braai wood', price: 115, stock: 500 })
  const { key } = await owner.addTill(owner.siteid)
  const day = dateBefore(1)
  await push(page.request, key, [
    { reference: 'A-1', saledate: `${day}T12:00:00+02:00`, payment_method: 'card', items: [{ productid: wood, quantity: 2 }] },
    { reference: 'A-2', saledate: `${day}T13:00:00+02:00`, payment_method: 'cash', items: [{ productid: wood, quantity: -1 }] },
  ])

  await page.goto(`/reports/accounting?from=${day}&to=${day}`)
  await expect(page).toHaveTitle('Sales for accounting · Winkel')
  const table = page.getByRole('table', { name: 'Accounts' })
  await expect(table).toContainText('Standard Rate Sales')
  await expect(table).toContainText('R\u00a0115,00')

  await page.getByRole('button', { name: 'Edit account codes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Sales at 15 % VAT', { exact: true }).fill('210')
  await dialog.getByLabel('Paid by Cash').fill('856')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(table).toContainText('856')

  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe(`xero_journals_${day}_${day}.csv`)
  const stream = await download.createReadStream()
  const lines = Buffer.concat(await stream.toArray())
    .toString()
    .trim()
    .split('\r\n')
  const [year, month, date] = day.split('-')
  const reference = `Daily sales ${day} (WK${year}${month}${date}),${date}/${month}/${year}`
  expect(lines.slice(1).sort()).toEqual([
    `${reference},Paid by Card,855,No VAT,230.00,,,,`,
    `${reference},Paid by Cash,856,No VAT,-115.00,,,,`,
    `${reference},Sales at 15% VAT,210,Standard Rate Sales,-115.00,,,,`,
  ])

  await push(page.request, key, [{ reference: 'A-3', saledate: `${day}T14:00:00+02:00`, finalamount: 23 }])
  await expect(page.getByRole('main')).toContainText('came after your export for Xero')
})
