import { expect, expectAccessible, row, sql, test } from './fixtures.ts'
import { readStock } from './products-page.ts'
import { button, choose, confirm, dialog, field, main, newDocument, scan, stockShelf } from './stock-page.ts'

test('stock: a transfer leaves one site and arrives at the other with one unit stolen and one damaged @phone-only', async ({
  owner,
  page,
}) => {
  const { bread } = await stockShelf(owner, page)
  const { siteid } = await owner.addSite('Cape Town Kloof')
  await newDocument(page, 'Transfer')
  await choose(page, 'From', 'Sandton Rivonia')
  await choose(page, 'To', 'Cape Town Kloof')
  await scan(page, '6001')
  await field(page, 'Quantity of Brown bread').fill('8')
  await button(page, 'Send transfer').click()
  await expect(dialog(page)).toContainText(
    '1 product, 8 units leave Sandton Rivonia now and stay in transit until Cape Town Kloof receives them.',
  )
  await confirm(page, 'Send transfer')
  await expect(main(page)).toContainText('In transit')
  expect(await readStock(bread)).toBe(2)

  await button(page, 'Receive').click()
  await confirm(page, 'All received')
  await field(page, 'Received of Brown bread').fill('6')
  await field(page, 'Missing of Brown bread').fill('1')
  await dialog(page).getByRole('combobox', { name: 'Why Brown bread is missing' }).selectOption('Stolen')
  await dialog(page).getByRole('button', { name: 'Another reason for Brown bread' }).click()
  await field(page, 'Missing of Brown bread, reason 2').fill('1')
  await dialog(page).getByRole('combobox', { name: 'Why Brown bread, reason 2, is missing' }).selectOption('Damaged')
  await expectAccessible(page)
  await confirm(page, 'Receive')
  await expect(dialog(page)).toBeHidden()
  await expect(button(page, 'Receive')).toBeHidden()
  const [there] = await sql<{ stock: string }>('select stock from product where siteid = $1', [siteid])
  expect([await readStock(bread), Number(there?.stock)]).toEqual([2, 6])
  await expect(row(page, 'Brown bread')).toContainText('1 Stolen')
  await expect(row(page, 'Brown bread')).toContainText('1 Damaged')
})
