import { expect, row, test } from './fixtures.ts'
import { readStock } from './products-page.ts'
import { button, confirm, dialog, main, newDocument, scan, stockShelf } from './stock-page.ts'

test('stock: an adjustment takes away what is damaged and adds what was found', async ({ owner, page }) => {
  const { bread, milk } = await stockShelf(owner, page)
  await newDocument(page, 'Adjustment')
  await scan(page, '6001')
  await scan(page, '6001')
  await scan(page, '6002')
  await page.getByRole('combobox', { name: 'Reason for all lines' }).selectOption('Damaged')
  await page.getByRole('combobox', { name: 'Reason of Milk 2 L' }).selectOption('Found')
  await button(page, 'Book adjustment').click()
  await expect(dialog(page)).toContainText('2 units less and 1 unit more from now on.')
  await confirm(page, 'Book adjustment')
  await expect(row(page, 'Brown bread')).toContainText('Damaged')
  await expect(main(page)).toContainText('Booked')
  expect([await readStock(bread), await readStock(milk)]).toEqual([8, 5])
})
