import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { cells, expectCard, table } from './figures.ts'
import { call, collectFaults, expect, row, saveUnanswered, sql, test } from './fixtures.ts'
import {
  AMASI,
  add,
  choice,
  dialog,
  expectNames,
  field,
  filter,
  low,
  next,
  option,
  pager,
  pill,
  previous,
  readStock,
  save,
  saved,
  sell,
  stock,
  tick,
} from './products-page.ts'

test.describe('products list', () => {
  test('has five products a page, and ignores invalid values in the URL (2.5.11)', async ({ owner, page }) => {
    await stock(owner, page)
    await page.goto('/products')
    await pager(page, 'Page 1 / 2 • 7 results')
    await expect(previous(page)).toBeDisabled()
    await next(page).click()
    await pager(page, 'Page 2 / 2 • 7 results')
    await expect(row(page, 'Droëwors')).toHaveCount(1)
    await expect(next(page)).toBeDisabled()
    await page.reload()
    await pager(page, 'Page 2 / 2 • 7 results')
    await previous(page).click()
    await pager(page, 'Page 1 / 2 • 7 results')
    await page.goto('/products?page=99')
    await pager(page, 'Page 2 / 2 • 7 results')
    await page.goto('/products?page=-1&sort=colour&dir=up&low=perhaps&per_page=7&employeeid=1')
    await pager(page, 'Page 1 / 2 • 7 results')
  })

  test('follows the tills, and does not change an open dialog', async ({ owner, page }) => {
    const productid = await add(owner, page, AMASI)
    await Promise.all([page.waitForResponse('**/api/rpc/live/changes'), page.goto('/products')])
    await expect(row(page, 'Amasi')).toContainText('18')
    await sell(owner, page, productid, 5)
    await expect(row(page, 'Amasi')).toContainText('13')

    await page.getByRole('button', { name: 'Edit Amasi' }).click()
    await field(page, 'Stock').fill('23') // ten more than the thirteen that were there
    await sell(owner, page, productid, 3)
    await expect(row(page, 'Amasi')).toContainText('10')
    await expect(field(page, 'Stock')).toHaveValue('23')
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(row(page, 'Amasi')).toContainText('20')
    expect(await readStock(productid)).toBe(20)
  })
})

test('products: Export CSV saves all filtered products in the order of the list (2.5.1, 2.5.2, 2.5.3)', async ({
  owner,
  page,
}) => {
  await stock(owner, page)
  await add(owner, page, { productname: '=1+1;"Formula"', description: 'Two\nlines', price: 0.5, stock: 1.125 })
  await page.goto('/products')
  await pager(page, 'Page 1 / 2 • 8 results')
  const all = await saved(page, 'Export CSV')
  expect(all.name).toBe('products.csv')
  expect([...all.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(all.rows[0]).toEqual([
    'Site',
    'Product',
    'Barcode',
    'Category',
    'Supplier',
    'Description',
    'Price',
    'Purchase price',
    'Stock',
    'VAT',
    'Reorder level',
    'Order quantity',
  ])
  expect(all.rows).toHaveLength(9)
  expect(all.rows).toContainEqual([
    'Sandton Rivonia',
    AMASI.productname,
    AMASI.barcode,
    'Dairy',
    'Umgeni Dairy',
    AMASI.description,
    '42.99',
    '30.00',
    '18',
    '15',
    '',
    '',
  ])
  expect(all.rows).toContainEqual([
    'Sandton Rivonia',
    `'=1+1;"Formula"`,
    '',
    '',
    '',
    'Two\nlines',
    '0.50',
    '0.00',
    '1.125',
    '15',
    '',
    '',
  ])

  await page.goto('/products?low=true&sort=price&dir=desc&page=2')
  await pager(page, 'Page 2 / 2 • 6 results')
  const some = await saved(page, 'Export CSV')
  expect(some.rows.slice(1).map(([, product]) => product)).toEqual([
    'beef biltong 250 g',
    'Boerewors 1 kg',
    'Amasi, full cream 2 L',
    'Chutney',
    'Droëwors',
    `'=1+1;"Formula"`,
  ])
})

test.describe('product dialog for a new product', () => {
  test('accepts a comma or a dot, and names that are typed or picked (4.22, 7.3.9, 7.3.12)', async ({ owner, page }) => {
    await add(owner, page, { productname: 'Milk', category: 'Dairy', supplier: 'Umgeni Dairy' })
    const kloof = (await owner.addSite('Cape Town Kloof')).siteid
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await choice(page, 'Site').click()
    await option(page, 'Sandton Rivonia').click()
    await expect(choice(page, 'Site')).toHaveValue('Sandton Rivonia')
    await choice(page, 'Site').click()
    await option(page, 'Cape Town Kloof').click()
    await field(page, 'Product name').fill('  Maas 1 L ')
    await field(page, 'Barcode (optional)').fill('6001')
    await choice(page, 'Category').pressSequentially('da')
    await option(page, 'Dairy').click()
    await expect(choice(page, 'Category')).toHaveValue('Dairy')
    await choice(page, 'Supplier').fill('Kleinfontein')
    await field(page, 'Description').fill('Thick\nand sour')
    await field(page, 'Price (ZAR)').fill('1 234,5')
    await field(page, 'Purchase price (ZAR)').fill('1200.05')
    await field(page, 'Stock').fill('2,5')
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(row(page, 'Maas 1 L')).toContainText('Kleinfontein')
    await expect(row(page, 'Maas 1 L')).toContainText('2,5')
    const [made] = await sql(
      'select siteid, barcode, category, supplier, description, price, purchaseprice, stock from product where businessid = $1 and productname = $2',
      [owner.businessid, 'Maas 1 L'],
    )
    expect(made).toEqual({
      siteid: String(kloof),
      barcode: '6001',
      category: 'Dairy',
      supplier: 'Kleinfontein',
      description: 'Thick\nand sour',
      price: '1234.50',
      purchaseprice: '1200.05',
      stock: '2.500',
    })

    await filter(page, 'Supplier').click()
    await expect(page.getByRole('option')).toHaveText(['All', 'Kleinfontein', 'Umgeni Dairy'])
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expectCard(page, 'Low Stock', '2', '< 50 units')
  })

  test('keeps what was typed when the save fails (4.23)', async ({ owner: _owner, page }) => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill('Rooibos')
    await page.context().setOffline(true)
    await save(page).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('No connection. Nothing was saved; your text is still here.')
    await expect(field(page, 'Product name')).toHaveValue('Rooibos')
    await page.context().setOffline(false)
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expectNames(page, ['Rooibos'])
  })

  test('creates one product with its picture when it is saved again after a lost answer', async ({ owner, page }) => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill('Rooibos')
    const tea = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'brown' } })
      .jpeg()
      .toBuffer()
    await dialog(page).getByLabel('Picture (optional)').setInputFiles({ name: 'tea.jpg', mimeType: 'image/jpeg', buffer: tea })
    await saveUnanswered(page, 'products/create')
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expectNames(page, ['Rooibos'])
    expect(await sql('select picture is not null as has_picture from product where businessid = $1', [owner.businessid])).toEqual(
      [{ has_picture: true }],
    )
  })
})

test.describe('product dialog for an existing product', () => {
  test('reports a version conflict to the later of two users, and loses neither a sale nor what was typed', async ({
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
    await field(page, 'Stock').fill('95') // five were failWrites
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
    await expect(alert).toContainText('Someone else changed this product. Your text is kept.')
    expect(await readStock(productid)).toBe(140)

    await alert.getByRole('button', { name: 'Show changes' }).click()
    await expect(alert).toBeHidden()
    expect(await cells(page, 'Changed by someone else')).toEqual([
      ['Category', 'Milk', 'Not changed'],
      ['Price', '45,00', '49,50'],
      ['Stock', '140', '95'],
    ])
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

  test('saves once after a lost answer, without a version conflict', async ({ owner, page }) => {
    const productid = await add(owner, page, { ...AMASI, stock: 100 })
    await page.goto('/products')
    await page.getByRole('button', { name: 'Edit Amasi' }).click()
    await field(page, 'Product name').fill('  Amasi 1 L ')
    await field(page, 'Price (ZAR)').fill('45')
    await field(page, 'Stock').fill('90')
    await saveUnanswered(page, 'products/update')
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(row(page, 'Amasi 1 L')).toContainText('45,00')
    expect(await readStock(productid)).toBe(90)

    await page.getByRole('button', { name: 'Edit Amasi' }).click()
    await field(page, 'Price (ZAR)').fill('46')
    await saveUnanswered(page, 'products/update')
    await sell(owner, page, productid, 7)
    await save(page).click()
    await expect(dialog(page), 'a stock that nobody typed may have been sold from').toBeHidden()
    await expect(row(page, 'Amasi 1 L')).toContainText('46,00')
    expect(await readStock(productid)).toBe(83)
  })

  test('reports a version conflict after a lost answer when a sale hides whether the stock was saved', async ({
    owner,
    page,
  }) => {
    const productid = await add(owner, page, { ...AMASI, stock: 100 })
    await page.goto('/products')
    await page.getByRole('button', { name: 'Edit Amasi' }).click()
    await field(page, 'Stock').fill('90')
    await saveUnanswered(page, 'products/update')
    await sell(owner, page, productid, 7)
    await save(page).click()
    await expect(dialog(page).getByRole('alert')).toContainText('Someone else changed this product.')
    expect(await readStock(productid)).toBe(83)
  })
})

test.describe('product delete', () => {
  const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Delete', exact: true })

  test('removes a sold product from every list and keeps it on its sales', async ({ owner, page }) => {
    const productid = await add(owner, page, AMASI)
    await sell(owner, page, productid, 2)
    await page.goto('/products')
    await page.getByRole('button', { name: 'Delete Amasi' }).click()
    await confirm(page).click()
    await expect(page.getByText('No products found.')).toBeVisible()
    await filter(page, 'Category').click()
    await expect(page.getByRole('option')).toHaveText(['All'])
    await page.keyboard.press('Escape')
    const { rows } = await saved(page, 'Export CSV')
    expect(rows).toHaveLength(1)

    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expectCard(page, 'Low Stock', '0', '< 50 units')
    await expect.poll(async () => (await cells(page, 'Top Products'))[0]?.[1]).toContain('Amasi')
    await page.getByRole('link', { name: 'Sales' }).click()
    await page.getByRole('button', { name: /^View sale/ }).click()
    await expect(table(page, 'Items')).toContainText('Amasi, full cream 2 L')
  })
})

test.describe('product dialog and Back', () => {
  test('keep what was typed; the end of the session closes the dialog', async ({ owner: _owner, page }) => {
    await page.goto('/products?low=true')
    await low(page).click()
    await expect(page).toHaveURL(/\/products$/)
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill('Rooibos')
    for (let times = 0; times < 2; times++) {
      await page.evaluate(async () => {
        const moved = () => new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
        history.back()
        await moved()
        await moved()
      })
      await expect(page).toHaveURL(/\/products$/)
      await page.getByRole('button', { name: 'Keep editing' }).click()
      await expect(field(page, 'Product name')).toHaveValue('Rooibos')
    }
    const requests = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const question = await requests
    expect(question.type(), 'where the next page is not ours, the browser asks').toBe('beforeunload')
    await question.dismiss()
    await save(page).click()
    await expect(row(page, 'Rooibos')).toHaveCount(1)

    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill('Tea')
    const other = await page.context().newPage()
    await other.goto('/dashboard')
    await call(other.request, 'DELETE', '/api/v1/session')
    await expect(page).toHaveURL(/\/login$/)
    await expect(dialog(page)).toBeHidden()
  })
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

  await press('Tab', 'Enter')
  await expect(dialog(page)).toContainText('Are you sure you want to delete Zebra biscuits?')
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press('Tab', 'Enter')
  await expectNames(page, ['Buttermilk rusks'])
})
