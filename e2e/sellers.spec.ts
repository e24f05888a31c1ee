import { dateBefore, openOn } from './figures.ts'
import { expect, expectAccessibleByDayAndNight, plain, push, test } from './fixtures.ts'

test('sellers: a code that nobody has is given to an employee, and the report by employee shows the past sale and later ones', async ({
  owner,
  page,
}) => {
  await owner.addEmployee('Zanele', 'Khumalo')
  const { key } = await owner.addTill()
  const saledate = `${dateBefore(2)}T12:00:00+02:00`
  const seller = { employee_code: 'K 7', employee_name: 'Zanele' }
  await push(page.request, key, [{ reference: 'S-1', saledate, finalamount: 80, ...seller }])

  await page.goto('/employees')
  const notice = page.getByRole('region', { name: 'Sellers' })
  await expect(notice).toContainText('1 sale has an unknown seller.')
  await notice.getByRole('button', { name: 'Match sellers' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessibleByDayAndNight(page)
  await dialog.getByRole('combobox', { name: 'Employee who is Code K 7 · Zanele' }).fill('khum')
  await page.getByRole('option', { name: 'Zanele Khumalo' }).click()
  await expect(dialog.getByText('Is Zanele Khumalo')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(notice).toContainText('Every seller from your tills is an employee.')

  await push(page.request, key, [{ reference: 'S-2', saledate, finalamount: 20, employee_code: 'k7' }])
  await openOn(page, '/reports?by=employee')
  const row = page.getByRole('row', { name: /Zanele Khumalo/ })
  await expect.poll(async () => plain(await row.textContent())).toContain('R 100,00')
  await page.goto('/sales')
  await page
    .getByRole('button', { name: /^View sale/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toContainText('Zanele Khumalo')
  await expect(page.getByRole('dialog')).toContainText('Seller as sent')
})
