import { expect, expectAccessible, test } from './fixtures.ts'
import { readStock } from './products-page.ts'
import { button, choose, confirm, dialog, field, main, newDocument, stockShelf } from './stock-page.ts'

test('stock: a count is scanned with and without a network, reviewed and approved @phone-only', async ({
  owner,
  page,
  context,
}) => {
  const { bread, milk } = await stockShelf(owner, page)
  await newDocument(page, 'Count')
  await expect(page).toHaveTitle('New count · Winkel')
  const site = page.getByRole('combobox', { name: 'Site' })
  if ((await site.inputValue()) === '') await choose(page, 'Site', 'Sandton Rivonia')
  await button(page, 'Begin count').click()
  await expect(page).toHaveURL(/\/stock\/count\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Count 1' })).toBeVisible()
  await expect(main(page)).toContainText('0 of 2 products counted')
  await expectAccessible(page)

  // A scanner types wherever the focus is.
  const scan = async (barcode: string) => {
    await page.keyboard.type(barcode)
    await page.keyboard.press('Enter')
  }
  const saved = main(page).getByText('All saved')
  await expect(field(page, 'Scan a barcode, or type a name')).toBeFocused()
  await scan('6001')
  await scan('6001')
  await expect(main(page)).toContainText('Brown bread — 2 counted')
  await expect(saved).toBeVisible()

  await context.setOffline(true)
  await field(page, 'Units').fill('6')
  await field(page, 'Units').press('Enter')
  await scan('6001')
  await scan('6002')
  await scan('7009')
  await expect(main(page)).toContainText('3 entries wait for a connection')
  await context.setOffline(false)
  await expect(saved).toBeVisible()
  await expect(main(page)).toContainText('No product at Sandton Rivonia has the barcode 7009.')
  await expect(main(page)).toContainText('2 of 2 products counted')
  await button(page, 'Dismiss').click()

  await button(page, 'Review').click()
  await expect(main(page)).toContainText('5 units')
  await expect(page.locator('[data-stale=true]')).toHaveCount(0)
  await expectAccessible(page)
  await button(page, 'Approve count').click()
  await expect(dialog(page)).toContainText('Stock of 2 products changes: 5 units short.')
  await confirm(page, 'Approve count')
  await expect(main(page)).toContainText('Approved')
  expect([await readStock(bread), await readStock(milk)]).toEqual([8, 1])
})
