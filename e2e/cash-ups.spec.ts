import { CLOSED_DAY, written } from './figures.ts'
import { call, createOwner, expect, OWN_CONNECTION, push, row, test } from './fixtures.ts'

test('cash-ups: an owner counts a day, learns of a late sale, and corrects without overwriting', async ({
  owner,
  page,
  browser,
}) => {
  const { key } = await owner.addTill()
  const sell = (reference: string, payment_method: string, finalamount: number) =>
    push(page.request, key, [{ reference, saledate: `${CLOSED_DAY}T12:00:00+02:00`, payment_method, finalamount }])
  await sell('C-1', 'cash', 130.35)
  await sell('C-2', 'card', 4310)

  await page.goto('/sales')
  await page.getByRole('link', { name: 'Cash-ups' }).click()
  await expect(page).toHaveTitle('Cash-ups · Winkel')
  await page.goto(`/cash-ups?month=${CLOSED_DAY.slice(0, 7)}`)

  const day = row(page, written(CLOSED_DAY))
  const dialog = page.getByRole('dialog')
  const open = () => day.getByRole('button', { name: 'Cash up Sandton Rivonia' }).click()
  const save = async () => {
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(day).toContainText('Not cashed up')
  await open()
  await expect(dialog).toContainText('R\u00a0130,35 expected from 1 sale')
  await dialog.getByLabel('Cash in the drawer').fill('110,35')
  await dialog.getByLabel('Card').fill('R 4 310.00')
  await save()
  const difference = day.getByText('R\u00a020,00 short')
  const cell = page.getByRole('table', { name: 'Month at a glance' }).getByRole('button', { name: 'R\u00a020,00 short' })
  await expect(cell).toHaveText('short')
  await expect(difference).toHaveCSS('color', 'rgb(166, 43, 31)')

  await sell('C-3', 'card', 310)
  await expect(day).toContainText('1 sale for R\u00a0310,00 arrived later')
  await expect(difference).toBeVisible()

  await open()
  await dialog.getByRole('button', { name: 'Correct' }).click()
  // The form may begin with what was expected when the day was opened before.
  await expect(dialog).toContainText('R\u00a04\u00a0620,00 expected from 2 sales')
  await dialog.getByLabel('Card').fill('4620')
  await dialog.getByLabel('Note').fill('R 20 for stamps')
  await save()
  await expect(day).not.toContainText('arrived later')
  await open()
  await expect(dialog).toContainText('R 20 for stamps')
  await dialog.getByText('Earlier entries (1)').click()
  await expect(dialog.getByRole('row', { name: 'Card' })).toContainText(['R\u00a04\u00a0620,00', 'R\u00a04\u00a0310,00'])

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const stranger = await context.newPage()
  await createOwner(stranger)
  const path = `/api/v1/cash-ups/day?siteid=${owner.siteid}&day=${CLOSED_DAY}`
  const refused = await stranger.request.get(path, { headers: OWN_CONNECTION })
  expect(refused.status()).toBe(404)
  expect(await call(stranger.request, 'GET', `/api/v1/cash-ups?month=${CLOSED_DAY.slice(0, 7)}`)).toMatchObject({
    totals: { days: 0 },
  })
})
