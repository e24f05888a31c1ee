import { expect, expectAccessibleByDayAndNight, push, test } from './fixtures.ts'

const DAY_MS = 86_400_000

test('sale reports: a reason of discounts leads to the employee and the sale, and a refund to the sale that it gives back', async ({
  owner,
  page,
}) => {
  const { key } = await owner.addTill()
  const saledate = new Date(Date.now() - 2 * DAY_MS).toISOString()
  const line = { productname: 'Brown bread', price: 100, quantity: 1, discount: 10, discount_reason: 'Loyalty' }
  await push(page.request, key, [
    {
      reference: 'T1-1',
      saledate,
      finalamount: 85,
      items: [line],
      extras: [{ kind: 'tip', amount: 15 }],
      payment_method: 'card',
    },
    { reference: 'T1-2', saledate, finalamount: -100, refund_of: 'T1-1' },
  ])
  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })

  await page.goto('/reports')
  await link('Discounts').click()
  await expect(page).toHaveTitle('Discounts · Winkel')
  await expect(page.getByRole('row', { name: /On the whole sale/ })).toContainText('R\u00a05,00')
  await expectAccessibleByDayAndNight(page)
  await link('Loyalty').click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Without an employee,/ })
    .click()
  await link('T1-1').click()
  await expect(page.getByRole('dialog')).toContainText('Loyalty')

  await page.goto('/reports/refunds')
  await expect(page.getByRole('row', { name: /T1-2/ })).toContainText('R\u00a0100,00 refunded')
  await link('T1-1').click()
  await expect(page.getByRole('dialog')).toContainText('Refunded by')
})
