import { CLOSED_DAY, written } from './figures.ts'
import { expect, plain, push, test } from './fixtures.ts'

test('a split sale: from the till to the dashboard, its dialog, the filter of Sales and the cash-up of its day @phone', async ({
  owner,
  page,
}) => {
  const { key } = await owner.addTill()
  const sale = {
    ...{ reference: 'T1-1', saledate: `${CLOSED_DAY}T12:00:00+02:00`, finalamount: 100 },
    items: [{ productname: 'Brown bread', price: 100, quantity: 1 }],
    extras: [{ kind: 'tip' as const, amount: 15 }],
    payments: [
      { method: 'card', amount: 65 },
      { method: 'cash', amount: 50, tendered: 100 },
    ],
  }
  await push(page.request, key, [sale, { reference: 'T1-2', saledate: sale.saledate, finalamount: 40, payment_method: 'cash' }])
  const main = page.getByRole('main')
  const text = async (locator: typeof main) => plain(await locator.textContent())
  const range = `from=${CLOSED_DAY}&to=${CLOSED_DAY}`

  await page.goto(`/dashboard?${range}`)
  await expect.poll(() => text(main)).toContain('1 sale with split payments, counted under each method.')
  expect(await text(main)).toContain('R 15,00 of tips')

  await page.goto(`/sales?${range}&payment_method=card`)
  await expect.poll(() => text(main)).toContain('R 100,00')
  await page.getByRole('button', { name: /^View/ }).click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => text(dialog)).toContain('R 50,00')
  for (const part of ['Tip', 'R 15,00', 'R 65,00', 'change']) expect(await text(dialog)).toContain(part)

  await page.goto(`/cash-ups?month=${CLOSED_DAY.slice(0, 7)}`)
  const day = main.locator('tr, li').filter({ hasText: written(CLOSED_DAY) })
  await day.getByRole('button', { name: 'Cash up Sandton Rivonia' }).click()
  await expect.poll(() => text(dialog)).toContain('R 90,00 expected from 2 sales')
  expect(await text(dialog)).toContain('R 65,00 expected from 1 sale, R 15,00 of it tips')
  for (const same of await dialog.getByRole('button', { name: 'Same as expected' }).all()) await same.click()
  await expect.poll(() => text(dialog)).toContain('CountedR 155,00ExpectedR 155,00DifferenceAgrees')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(day).not.toContainText('Not cashed up')
})
