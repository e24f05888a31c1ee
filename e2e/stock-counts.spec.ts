import type { Page } from '@playwright/test'
import { readPageDatabase } from '../tools/read-page-database.ts'
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

test('stock: a count opens without a network, sends later what was counted, and leaves nothing on the device after the sign-out', async ({
  owner,
  page,
  context,
}) => {
  const { bread } = await stockShelf(owner, page)
  await newDocument(page, 'Count')
  const site = page.getByRole('combobox', { name: 'Site' })
  if ((await site.inputValue()) === '') await choose(page, 'Site', 'Sandton Rivonia')
  await button(page, 'Begin count').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Count 1' })).toBeVisible()
  await expect.poll(() => listKept(page)).toMatchObject({ page: 1, names: 4 })
  // The lists of files are equal when all have come.
  await expect.poll(async () => (await listKept(page)).lacking).toEqual([])

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Count 1' })).toBeVisible()
  await expect(field(page, 'Scan a barcode, or type a name')).toBeFocused()
  // Before its products are there, a scan is of an unknown barcode.
  await expect(page.getByRole('region', { name: 'Enter what you counted' })).not.toHaveAttribute('aria-busy')
  await page.keyboard.type('6001')
  await page.keyboard.press('Enter')
  await expect(main(page)).toContainText('Brown bread — 1 counted')
  await expect(main(page)).toContainText('1 entry waits for a connection')
  await page.reload()
  await expect(main(page)).toContainText('1 entry waits for a connection')
  await context.setOffline(false)
  await expect(main(page).getByText('All saved')).toBeVisible()
  expect(await readStock(bread)).toBe(10)

  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(async () => (await listKept(page)).names).toBe(0)
})

/** How many pages and answers the browser keeps for counts, and which scripts and styles of this page it does not. */
const listKept = async (page: Page) => ({
  names: (await readPageDatabase(page, 'winkel-copies', 'answers')).length,
  ...(await page.evaluate(async () => {
    const listUrls = async (name: string) => (await (await caches.open(name)).keys()).map(({ url }) => url)
    const files = new Set(await listUrls('count-files'))
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    return {
      page: (await listUrls('count-page')).length,
      lacking: loaded.filter((url) => url.startsWith(`${location.origin}/assets/`) && !files.has(url)),
    }
  })),
})
