import type { Page } from '@playwright/test'
import { expectNoOverflow } from './figures.ts'
import { expect, plain, row, sql, test } from './fixtures.ts'
import { AMASI, add, dialog, pager } from './products-page.ts'

const lines = async (page: Page) =>
  (await dialog(page).locator('tbody tr').allInnerTexts()).map((text) => plain(text.replaceAll('\t', ' | ')))

test('product import: previews new, changed and refused lines, and writes only what is confirmed @phone-only', async ({
  owner,
  page,
}) => {
  const file = dialog(page).getByLabel('CSV or Excel file')
  await add(owner, page, AMASI)
  await add(owner, page, { productname: 'Boerewors 1 kg', price: 129.99 })
  await page.goto('/products')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Import products')
  await expect(file).toBeFocused()
  await expectNoOverflow(page)
  await file.setInputFiles({
    name: 'mine.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Product;Barcode;Price;Stock;Shelf\n' +
        `Amasi, full cream 2 L;${AMASI.barcode};45,50;20;A\n` +
        'Boerewors 1 kg;;129,99;0;B\n' +
        'Chutney;;39,5;12,75;C\n' +
        'Jam;;minus;1;D\n' +
        'Tea;600;1,99995;1;E\n',
    ),
  })
  await expect(dialog(page)).toContainText('1 new, 1 changed, 2 not imported')
  await expect(dialog(page)).toContainText('mine.csv • 1 unchanged')
  await expect(dialog(page)).toContainText('Ignored columns: Shelf.')
  const toggle = (name: string) => dialog(page).getByRole('button', { name })
  await expect(toggle('Not imported 2')).toHaveAttribute('aria-pressed', 'true')
  expect(await lines(page)).toEqual([
    '5 | Jam | Not imported: Price is required. “minus” is not a number.',
    '6 | Tea | Not imported: A price has at most four decimals.',
  ])
  await expectNoOverflow(page)
  await toggle('Not imported 2').click()
  expect(await lines(page)).toEqual([
    '2 | Amasi, full cream 2 L | Price: R 42,99 → R 45,50',
    '4 | Chutney | New: price R 39,50, stock 12,75',
    '5 | Jam | Not imported: Price is required. “minus” is not a number.',
    '6 | Tea | Not imported: A price has at most four decimals.',
  ])
  await expect(dialog(page)).toContainText('The stock of 1 product differs from the file and stays the same unless you set it.')
  await dialog(page).getByRole('checkbox', { name: 'Set their stock to the value in the file' }).check()
  expect((await lines(page))[0]).toBe('2 | Amasi, full cream 2 L | Price: R 42,99 → R 45,50 Stock: 18 → 20')
  await expectNoOverflow(page)
  await toggle('New 1').click()
  expect(await lines(page)).toEqual(['4 | Chutney | New: price R 39,50, stock 12,75'])
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Keep editing' }).click()
  await expect(toggle('New 1')).toBeFocused()
  const before = 'select productname, price::float, stock::float from product where businessid = $1 order by productname'
  expect(await sql(before, [owner.businessid])).toHaveLength(2)

  await dialog(page).getByRole('button', { name: 'Import 2 products' }).click()
  await expect(dialog(page).getByRole('status')).toHaveText('Imported: 1 new, 1 changed.')
  await expect(dialog(page)).toContainText('2 lines were not imported.')
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(dialog(page)).toBeHidden()
  await pager(page, 'Page 1 / 1 • 3 results')
  await expect(row(page, 'Amasi')).toContainText('45,50')
  expect(await sql(before, [owner.businessid])).toEqual([
    { productname: AMASI.productname, price: 45.5, stock: 20 },
    { productname: 'Boerewors 1 kg', price: 129.99, stock: 0 },
    { productname: 'Chutney', price: 39.5, stock: 12.75 },
  ])
})
