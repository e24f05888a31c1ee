import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { expectNoOverflow } from './figures.ts'
import { expect, expectAccessible, plain, row, sql, test } from './fixtures.ts'
import { AMASI, add, choice, dialog, expectNames, option, pager, readStock, saved, stock } from './products-page.ts'

test.describe('product import', () => {
  test('says that its dialog could not be loaded, and loads it at the next try', async ({ owner, page }) => {
    await stock(owner, page)
    await page.goto('/products')
    await page.route('**/assets/import-dialog-*.js', (route) => route.abort())
    await page.getByRole('button', { name: 'Import CSV' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Error: This could not be loaded.')
    await expectAccessible(page)
    await page.unroute('**/assets/import-dialog-*.js')
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect(dialog(page)).toContainText('You can check everything before it is saved')
  })

  const file = (page: Page) => dialog(page).getByLabel('CSV or Excel file')
  const csv = (text: string | Buffer, name = 'mine.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  const open = async (page: Page) => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Import CSV' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Import products')
  }
  const lines = async (page: Page) =>
    (await dialog(page).locator('tbody tr').allInnerTexts()).map((text) => plain(text.replaceAll('\t', ' | ')))

  test('previews new, changed and refused lines, and writes only what is confirmed @phone-only', async ({ owner, page }) => {
    await add(owner, page, AMASI)
    await add(owner, page, { productname: 'Boerewors 1 kg', price: 129.99 })
    await open(page)
    await expect(file(page)).toBeFocused()
    await expectNoOverflow(page)
    await file(page).setInputFiles(
      csv(
        'Product;Barcode;Price;Stock;Shelf\n' +
          `Amasi, full cream 2 L;${AMASI.barcode};45,50;20;A\n` +
          'Boerewors 1 kg;;129,99;0;B\n' +
          'Chutney;;39,5;12,75;C\n' +
          'Jam;;minus;1;D\n' +
          'Tea;600;1,999;1;E\n',
      ),
    )
    await expect(dialog(page)).toContainText('1 new, 1 changed, 2 not imported')
    await expect(dialog(page)).toContainText('mine.csv • 1 unchanged')
    await expect(dialog(page)).toContainText('Ignored columns: Shelf.')
    const toggle = (name: string) => dialog(page).getByRole('button', { name })
    await expect(toggle('Not imported 2')).toHaveAttribute('aria-pressed', 'true')
    expect(await lines(page)).toEqual([
      '5 | Jam | Not imported: Price is required. “minus” is not a number.',
      '6 | Tea | Not imported: A price has at most two decimals.',
    ])
    await expectNoOverflow(page)
    await toggle('Not imported 2').click()
    expect(await lines(page)).toEqual([
      '2 | Amasi, full cream 2 L | Price: R 42,99 → R 45,50',
      '4 | Chutney | New: price R 39,50, stock 12,75',
      '5 | Jam | Not imported: Price is required. “minus” is not a number.',
      '6 | Tea | Not imported: A price has at most two decimals.',
    ])
    await expect(dialog(page)).toContainText('The stock of 1 product differs from the file.')
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

  test('takes back a saved file without undoing sales made in between', async ({ owner, page }) => {
    const productid = await add(owner, page, AMASI)
    await add(owner, page, { productname: 'Boerewors 1 kg', price: 129.99, stock: 3 })
    await open(page)
    await file(page).setInputFiles(csv(`Product,Price,Stock\n"${AMASI.productname}",45.50,100\nBoerewors 1 kg,129.99,5\n`))
    await expect(dialog(page)).toContainText('0 new, 1 changed, 0 not imported')
    await expect(dialog(page)).toContainText('The stock of 2 products differs from the file.')
    const box = dialog(page).getByRole('checkbox', { name: 'Set their stock to the value in the file' })
    await box.check()
    await expect(dialog(page)).toContainText('0 new, 2 changed, 0 not imported')
    await expect(box).toBeFocused()
    await box.uncheck()
    await expect(dialog(page)).toContainText('mine.csv • 1 unchanged')
    await dialog(page).getByRole('button', { name: 'Import 1 product' }).click()
    await expect(dialog(page)).toContainText('Imported: 0 new, 1 changed.')
    expect(await readStock(productid)).toBe(18)
  })

  test('works by keyboard alone', async ({ owner: _owner, page }) => {
    await open(page)
    await file(page).setInputFiles(csv('Product,Price\nChutney,39.50\nJam,\n'))
    await expect(dialog(page)).toContainText('1 new, 0 changed, 1 not imported')
    const go = dialog(page).getByRole('button', { name: 'Import 1 product' })
    for (let tabs = 0; tabs < 10 && !(await go.evaluate((element) => element === document.activeElement)); tabs++)
      await page.keyboard.press('Tab')
    await expect(go).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('Imported: 1 new, 0 changed.')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Import CSV' })).toBeFocused()
    await expectNames(page, ['Chutney'])
  })

  test('writes nothing when it is cancelled, and can continue with another file', async ({ owner, page }) => {
    await open(page)
    await file(page).setInputFiles(csv('Product,Price\nChutney,39.50\n'))
    await expect(dialog(page)).toContainText('1 new, 0 changed, 0 not imported')
    await dialog(page).getByRole('button', { name: 'Back' }).click()
    await file(page).setInputFiles(csv('Product,Price\n'))
    await expect(dialog(page)).toContainText('0 new, 0 changed, 0 not imported')
    await expect(dialog(page).getByRole('button', { name: 'Nothing to import' })).toBeDisabled()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('No products found.')).toBeVisible()
    expect(await sql('select 1 from product where businessid = $1', [owner.businessid])).toEqual([])
  })

  test('asks for the site of lines without a site', async ({ owner, page }) => {
    await owner.addSite('Zeerust')
    await open(page)
    await choice(page, 'Site for lines without a site').click()
    await option(page, 'Zeerust').click()
    await file(page).setInputFiles(csv('Product,Price,Site\nChutney,39.50,\nJam,12,Sandton Rivonia\nTea,1,Nowhere\n'))
    await expect(dialog(page)).toContainText('2 new, 0 changed, 1 not imported')
    expect(await lines(page)).toEqual(['4 | Tea | Not imported: There is no site called Nowhere.'])
    await dialog(page).getByRole('button', { name: 'Import 2 products' }).click()
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await expect(row(page, 'Chutney')).toContainText('Zeerust')
    await expect(row(page, 'Jam')).toContainText('Sandton Rivonia')
  })

  test('offers a template, and finds no change in an exported file', async ({ owner, page }) => {
    await stock(owner, page)
    await page.goto('/products')
    await pager(page, 'Page 1 / 2 • 7 results')
    const { bytes, rows } = await saved(page, 'Export CSV')
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('link', { name: 'Download the template' }).click(),
    ])
    expect(template.suggestedFilename()).toBe('products-template.csv')
    expect(parse(await readFile(await template.path()), { bom: true })).toEqual([rows[0]])

    await file(page).setInputFiles(csv(bytes))
    await expect(dialog(page)).toContainText('0 new, 0 changed, 0 not imported')
    await expect(dialog(page)).toContainText('7 unchanged')
  })

  test('matches the columns of an unknown file, and imports the lines that were fixed', async ({ owner, page }) => {
    await open(page)
    const first = 'Ding;Verkoopprys;Koste\r\nDroëwors;R 12,50;8\r\nBiltong;duur;9,5\r\n'
    await file(page).setInputFiles(csv(Buffer.from(first, 'latin1')))
    await expect(dialog(page)).toContainText('Choose the column with the product name, or the one with the barcode.')
    await dialog(page).getByRole('combobox', { name: 'Column Ding' }).selectOption('Product name')
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    await expect(dialog(page)).toContainText('1 new, 0 changed, 1 not imported')
    const [rejected] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('button', { name: 'Download 1 line to fix' }).click(),
    ])
    expect(rejected.suggestedFilename()).toBe('products-not-imported.csv')
    const toFix = await readFile(await rejected.path(), 'utf8')
    expect(parse(toFix, { bom: true, delimiter: ';' })).toEqual([
      ['Ding', 'Verkoopprys', 'Koste', 'Not imported because'],
      ['Biltong', 'duur', '9,5', 'Price is required. “duur” is not a number.'],
    ])
    await dialog(page).getByRole('button', { name: 'Import 1 product' }).click()
    await expect(dialog(page)).toContainText('Imported: 1 new, 0 changed.')

    await dialog(page).getByRole('button', { name: 'Import another file' }).click()
    await file(page).setInputFiles(csv(toFix.replace('duur', 'R 50')))
    await expect(dialog(page), 'the columns are known now').toContainText('1 new, 0 changed, 0 not imported')
    await dialog(page).getByRole('button', { name: 'Import 1 product' }).click()
    await expect(dialog(page)).toContainText('Imported: 1 new, 0 changed.')
    const saved = 'select productname, price::float, purchaseprice::float from product where businessid = $1 order by productid'
    expect(await sql(saved, [owner.businessid])).toEqual([
      { productname: 'Droëwors', price: 12.5, purchaseprice: 8 },
      { productname: 'Biltong', price: 50, purchaseprice: 9.5 },
    ])
  })

  test('pages through 20,000 lines and writes them all', async ({ owner, page }) => {
    test.slow()
    const many = Array.from({ length: 20_000 }, (_, index) => `Product ${index},${index % 10 === 0 ? '' : '1.50'}`)
    await open(page)
    await file(page).setInputFiles(csv(`Product,Price\n${many.join('\n')}\n`))
    await expect.poll(async () => plain(await dialog(page).innerText())).toContain('18 000 new, 0 changed, 2 000 not imported')
    await expect(dialog(page).getByRole('status')).toHaveText('Page 1 / 40 • 2\u00a0000 lines')
    await dialog(page).getByRole('button', { name: 'Next lines' }).click()
    expect((await lines(page))[0]).toBe('502 | Product 500 | Not imported: Price is required.')
    await dialog(page)
      .getByRole('button', { name: /^Import 18/ })
      .click()
    await expect(dialog(page).getByRole('progressbar', { name: 'Import' })).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeDisabled()
    await expect(dialog(page)).toContainText('Imported: 18\u00a0000 new, 0 changed.', { timeout: 0 }) // as long as the test may take
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await pager(page, 'Page 1 / 3 600 • 18 000 results')
    expect(await sql('select 1 from product where businessid = $1', [owner.businessid])).toHaveLength(18_000)
  })

  test('says why a file is refused, and when the connection is lost', async ({ owner: _owner, page }) => {
    await open(page)
    await file(page).setInputFiles(csv('%PDF-1.7\n'))
    await expect(dialog(page).getByRole('alert')).toHaveText('This is a PDF. Export the data as CSV instead.')
    await file(page).setInputFiles(csv(''))
    await expect(dialog(page).getByRole('alert')).toHaveText('This file is empty.')
    await page.context().setOffline(true)
    await file(page).setInputFiles(csv('Product,Price\nTea,1\n'))
    await expect(dialog(page).getByRole('alert')).toContainText('The file could not be uploaded. Please try again.')
    await page.context().setOffline(false)
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect(dialog(page)).toContainText('1 new')
    await page.context().setOffline(true)
    await dialog(page).getByRole('button', { name: 'Import 1 product' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'The connection was lost. Check the list to see whether the file was imported.',
    )
    await page.context().setOffline(false)
  })

  test('writes nothing when products changed after the preview', async ({ owner, page }) => {
    const productid = await add(owner, page, AMASI)
    await open(page)
    await file(page).setInputFiles(csv(`Barcode,Price\n${AMASI.barcode},50\n`))
    await expect(dialog(page)).toContainText('0 new, 1 changed, 0 not imported')
    await sql('update product set price = 44, version = version + 1 where productid = $1', [productid])
    await dialog(page).getByRole('button', { name: 'Import 1 product' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'Products changed after this preview, so nothing was imported. Upload the file again.',
    )
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(row(page, 'Amasi')).toContainText('44,00')
  })
})
