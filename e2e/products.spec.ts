import type { Page } from '@playwright/test'
import { collectFaults, expect, row, saveUnanswered, test } from './fixtures.ts'
import {
  AMASI,
  add,
  choice,
  dialog,
  expectNames,
  field,
  filter,
  next,
  option,
  pager,
  pill,
  readStock,
  save,
  sell,
  stock,
  tick,
} from './products-page.ts'

test('products: the later of two users gets a version conflict, and loses neither a sale nor what was typed', async ({
  owner,
  page,
  browser,
}) => {
  test.slow() // two browsers
  const productid = await add(owner, page, { ...AMASI, stock: 100 })
  const second = await browser.newContext({
    storageState: await page.context().storageState(),
    reducedMotion: 'reduce',
    locale: 'en-ZA',
  })
  const faults = collectFaults(second)
  const other = await second.newPage()
  for (const window of [page, other]) {
    await window.goto('/products')
    await window.getByRole('button', { name: 'Edit Amasi' }).click()
    await expect(field(window, 'Stock')).toHaveValue('100')
  }
  await field(page, 'Stock').fill('95') // five were spoilt
  await field(page, 'Description').fill('Mine')
  await field(page, 'Price (ZAR)').fill('49,50')
  await field(other, 'Stock').fill('150') // fifty came in
  await field(other, 'Price (ZAR)').fill('45')
  await choice(other, 'Category').fill('Milk')
  await sell(owner, page, productid, 7)
  await save(other).click()
  await expect(dialog(other)).toBeHidden()
  expect(await readStock(productid)).toBe(143)
  await sell(owner, page, productid, 3)

  await save(page).click()
  const alert = dialog(page).getByRole('alert')
  await expect(alert).toContainText('Someone else changed this product. Load theirs, or save yours.')
  await expect(alert.getByRole('listitem')).toHaveText([
    'Category: Milk',
    'Price: 45,00 (yours: 49,50)',
    'Stock: 140 (yours: 95)',
  ])
  expect(await readStock(productid)).toBe(140)

  await expect(choice(page, 'Category')).toHaveValue('Milk')
  await expect(field(page, 'Price (ZAR)')).toHaveValue('49,50')
  await expect(field(page, 'Description')).toHaveValue('Mine')
  await expect(field(page, 'Stock')).toHaveValue('95')
  await field(page, 'Stock').fill('135')
  await sell(owner, page, productid, 1)
  await save(page).click()
  await expect(dialog(page)).toBeHidden()
  expect(await readStock(productid)).toBe(134)
  await expect(row(page, 'Amasi')).toContainText('49,50')
  await sell(owner, page, productid, 4)
  for (const window of [page, other]) await expect(row(window, 'Amasi')).toContainText('130')
  expect(faults).toEqual([])
  await second.close()
})

test('products: a save whose answer was lost is saved once, and is a version conflict only when a sale hides whether the stock was saved', async ({
  owner,
  page,
}) => {
  const productid = await add(owner, page, { ...AMASI, stock: 100 })
  const editUnanswered = async (fields: Record<string, string>) => {
    await page.getByRole('button', { name: 'Edit Amasi' }).click()
    for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text)
    await saveUnanswered(page, 'products/update')
  }
  await page.goto('/products')
  await editUnanswered({ 'Product name': '  Amasi 1 L ', 'Price (ZAR)': '45', Stock: '90' })
  await save(page).click()
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, 'Amasi 1 L')).toContainText('45,00')
  expect(await readStock(productid)).toBe(90)

  await editUnanswered({ 'Price (ZAR)': '46' })
  await sell(owner, page, productid, 7)
  await save(page).click()
  await expect(dialog(page), 'a stock that nobody typed may have been sold from').toBeHidden()
  await expect(row(page, 'Amasi 1 L')).toContainText('46,00')
  expect(await readStock(productid)).toBe(83)

  await editUnanswered({ Stock: '70' })
  await sell(owner, page, productid, 7)
  await save(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Someone else changed this product.')
  expect(await readStock(productid)).toBe(63)
})

function createKeyboard(page: Page) {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const tabTo = async (target: ReturnType<Page['locator']>) => {
    for (let tabs = 0; tabs < 60; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await press('Tab')
    }
    throw new Error('The keyboard does not reach it.')
  }
  const chooseByKeyboard = async (name: string) => {
    await expect(option(page, name)).toBeVisible()
    await expect(async () => {
      // A key that arrives while the menu opens may only select its first entry.
      const isSelected = async () => (await option(page, name).getAttribute('data-combobox-selected')) !== null
      if (!(await isSelected())) await press('ArrowDown')
      expect(await isSelected()).toBe(true)
    }).toPass()
    await press('Enter')
  }
  return { press, tabTo, chooseByKeyboard }
}

test('products: work by keyboard alone', async ({ owner, page }) => {
  await stock(owner, page)
  await page.goto('/products')
  await pager(page, 'Page 1 / 2 • 7 results')
  const { press, tabTo, chooseByKeyboard } = createKeyboard(page)
  await tabTo(page.getByRole('button', { name: 'Add product' }))
  await press('Enter')
  await expect(choice(page, 'Site')).toBeFocused()
  await tabTo(field(page, 'Product name'))
  await page.keyboard.type('Zebra biscuits')
  await tabTo(choice(page, 'Category'))
  await page.keyboard.type('Bak')
  await chooseByKeyboard('Bakery')
  await expect(choice(page, 'Category')).toHaveValue('Bakery')
  await tabTo(field(page, 'Price (ZAR)'))
  await page.keyboard.type('12,5')
  await press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add product' })).toBeFocused()
  await pager(page, 'Page 1 / 2 • 8 results')

  await tabTo(next(page))
  await press('Enter')
  await pager(page, 'Page 2 / 2 • 8 results')
  await tabTo(filter(page, 'Category'))
  await press('Enter')
  await chooseByKeyboard('Bakery')
  await expectNames(page, ['Buttermilk rusks', 'Zebra biscuits'])
  await expect(filter(page, 'Category')).toBeFocused()

  await tabTo(tick(page, 'Zebra biscuits'))
  await press('Space')
  await expect(pill(page)).toHaveText('1 selected')
  const edit = page.getByRole('button', { name: 'Edit Zebra biscuits' })
  await tabTo(edit)
  await press('Enter')
  await tabTo(field(page, 'Stock'))
  await page.keyboard.type('60')
  await press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(edit).toBeFocused()
  await expect(row(page, 'Zebra biscuits')).toContainText('R 12,50'.replace(' ', '\u00a0'))
  await expect(row(page, 'Zebra biscuits')).toContainText('60')

  // Adjust stock stands between them.
  await press('Tab', 'Tab', 'Enter')
  await expect(dialog(page)).toContainText('Are you sure you want to delete Zebra biscuits?')
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press('Tab', 'Enter')
  await expectNames(page, ['Buttermilk rusks'])
})
