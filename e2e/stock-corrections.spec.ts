import { createOwner, expect, row, test } from './fixtures.ts'
import { readStock } from './products-page.ts'
import { button, confirm, dialog, field, main, newDocument, scan, stockShelf } from './stock-page.ts'

test('stock: a draft is kept over a reload, received, and corrected; another business sees nothing of it', async ({
  owner,
  page,
  browser,
}) => {
  const { bread } = await stockShelf(owner, page)
  await newDocument(page, 'Delivery')
  await scan(page, '6001')
  await field(page, 'Accepted of Brown bread').fill('12')
  page.on('dialog', (question) => question.accept())
  await page.reload()
  await expect(field(page, 'Accepted of Brown bread')).toHaveValue('12')
  await expect(main(page)).toContainText('Your unsaved text is back.')
  await button(page, 'Save draft').click()
  await expect(page).toHaveURL(/\/stock\/\d+$/)
  await expect(main(page)).not.toContainText('Your unsaved text is back.')
  await button(page, 'Receive delivery').click()
  await confirm(page, 'Receive delivery')
  await button(page, 'Correct').click()
  await field(page, 'Received of Brown bread').fill('10')
  await expect(dialog(page)).toContainText('12 before · stock -2')
  await confirm(page, 'Save correction')
  await expect(dialog(page)).toBeHidden()
  expect(await readStock(bread)).toBe(20)
  await expect(main(page).getByRole('link', { name: 'Delivery 2' })).toBeVisible()
  await expect(row(page, 'Brown bread')).toContainText('10')
  const url = page.url()

  const context = await browser.newContext({ baseURL: new URL(url).origin })
  const stranger = await context.newPage()
  await createOwner(stranger)
  await stranger.goto(url)
  await expect(stranger.getByRole('main')).toContainText('Document not found')
  await context.close()
})
