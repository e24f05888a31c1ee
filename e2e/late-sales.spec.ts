import { CLOSED_DAY, expectCard, written } from './figures.ts'
import { createOwner, expect, push, test } from './fixtures.ts'

test('late sales: the dashboard says that a closed day changed, leads to the sale, and not in another business', async ({
  owner,
  page,
}) => {
  const { key } = await owner.addTill()
  const sell = (reference: string, finalamount: number) =>
    push(page.request, key, [{ reference, saledate: `${CLOSED_DAY}T12:00:00+02:00`, finalamount }])
  const markSeen = () => page.waitForResponse('**/api/rpc/dashboard/markSeen')
  const notice = page.getByRole('region', { name: 'Changed since you looked' })

  await sell('L-1', 100)
  await Promise.all([markSeen(), page.goto('/dashboard')])
  await expectCard(page, 'Revenue', 'R 100', '1 order')
  await expect(notice).toBeHidden()
  await sell('L-2', 310)
  await page.goto('/dashboard')
  await expect(notice).toContainText(`1 sale for ${written(CLOSED_DAY).slice(0, -5)} arrived since`)

  await notice.getByRole('link', { name: 'Show it' }).click()
  await expect(page).toHaveURL(new RegExp(`/sales\\?received_after=.+&from=${CLOSED_DAY}&to=${CLOSED_DAY}$`))
  await expectCard(page, 'Total Revenue', 'R 310')
  await expectCard(page, 'Number of Sales', '1')
  const shown = page.url()
  await page.goBack()
  await Promise.all([markSeen(), notice.getByRole('button', { name: 'Dismiss late sales' }).click()])
  await page.reload()
  await expectCard(page, 'Revenue', 'R 410', '2 orders')
  await expect(notice).toBeHidden()

  await createOwner(page)
  await page.goto(shown)
  await expectCard(page, 'Number of Sales', '0')
  await Promise.all([markSeen(), page.goto('/dashboard')])
  await expect(notice).toBeHidden()
})
