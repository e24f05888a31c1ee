import { readFile, writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import type { ProductInput } from '../contract/products.ts'
import { cells, expectCard, expectCells, expectNoOverflow, expectNoShift, hold, table, watchShifts } from './figures.ts'
import {
  call,
  createBusiness,
  expect,
  expectAccessible,
  expectAccessibleByDayAndNight,
  faultsOf,
  type Owner,
  plain,
  push,
  row,
  saveUnanswered,
  searchesOf,
  sql,
  test,
} from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true })
const choice = (page: Page, name: string) => dialog(page).getByRole('combobox', { name, exact: true })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by name, barcode, category, supplier…' })
const low = (page: Page) => page.getByRole('button', { name: 'Low stock < 50', exact: true })
const filter = (page: Page, name: 'Category' | 'Supplier') => page.getByRole('main').getByRole('combobox', { name, exact: true })
const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true })
const header = (page: Page, name: string) => table(page, 'Inventory').getByRole('columnheader', { name })
const cards = (page: Page) => page.getByRole('list', { name: 'Inventory', exact: true }).getByRole('listitem')
const pager = (page: Page, text: string) => expect(page.getByRole('status').filter({ hasText: 'Page' })).toHaveText(text)
const next = (page: Page) => page.getByRole('button', { name: 'Next' })
const previous = (page: Page) => page.getByRole('button', { name: 'Previous' })
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const whole = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' })
const pill = (page: Page) => page.getByText(/^\d+ selected$/)

/** One column of the list, top down; without a second line. */
const column = async (page: Page, index: number) => {
  const first = await table(page, 'Inventory').locator(`tbody tr td:nth-child(${index})`).allInnerTexts()
  return first.map((text) => plain(text.split('\n')[0] ?? ''))
}
const expectNames = (page: Page, names: string[]) => expect.poll(() => column(page, 2)).toEqual(names)

const add = async (owner: Owner, page: Page, product: Partial<ProductInput> & { productname: string }) => {
  const { productid } = await call<{ productid: number }>(page.request, 'POST', '/api/v1/products', {
    siteid: owner.siteid,
    price: 0,
    purchaseprice: 0,
    stock: 0,
    ...product,
  })
  return productid
}

const AMASI = {
  productname: 'Amasi, full cream 2 L',
  description: 'Cultured milk, keep below 5 °C',
  barcode: '6001482104372',
  category: 'Dairy',
  supplier: 'Umgeni Dairy',
  price: 42.99,
  purchaseprice: 30,
  stock: 18,
}
const SHELF = [
  AMASI,
  { productname: 'Apricot jam 900 g', category: 'Preserves', supplier: 'Montagu Fruit Co.', price: 58.95, stock: 64 },
  { productname: 'beef biltong 250 g', barcode: '600731', category: 'Snacks', supplier: 'Karoo Biltong', price: 139.9, stock: 0 },
  { productname: 'Boerewors 1 kg', category: 'Butchery', supplier: 'Winelands Meats', price: 129.99, stock: 34 },
  { productname: 'Buttermilk rusks', category: 'Bakery', supplier: 'Overberg Bakery', price: 1_074.5, stock: 212 },
  { productname: 'Chutney', category: 'Preserves', supplier: '', price: 39.5, stock: 12.75 },
  { productname: 'Droëwors', category: '', supplier: 'Karoo Biltong', price: 5, stock: -3 },
]
const NAMES = SHELF.map(({ productname }) => productname)

/** Seven products: two pages. */
async function stock(owner: Owner, page: Page) {
  const ids: Record<string, number> = {}
  for (const product of SHELF) ids[product.productname] = await add(owner, page, product)
  return (name: string) => ids[name] ?? 0
}

const stockOf = async (productid: number) => {
  const [product] = await sql<{ stock: string }>('select stock from product where productid = $1', [productid])
  return Number(product?.stock)
}

async function sell(owner: Owner, page: Page, productid: number, quantity: number) {
  const { key } = await owner.addTill()
  await push(page.request, key, [
    { reference: `${productid}-${Math.random()}`, saledate: new Date().toISOString(), items: [{ productid, quantity }] },
  ])
}

test.describe('the catalogue', () => {
  test('is listed with everything a product has (2.5.1, 2.5.2, 2.5.8, 2.5.10) @phone', async ({ owner, page, isMobile }) => {
    await stock(owner, page)
    await page.goto('/products')
    await expect(page).toHaveTitle('Products · Winkel')
    await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
    await expect(page.getByText('Catalog management')).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'Inventory' })).toBeVisible()
    await pager(page, 'Page 1 / 2 • 7 results')
    if (isMobile)
      await expect
        .poll(async () => (await cards(page).allInnerTexts()).map(plain))
        .toEqual([
          'Amasi, full cream 2 L Dairy • Umgeni Dairy R 42,99 Stock 18',
          'Apricot jam 900 g Preserves • Montagu Fruit Co. R 58,95 Stock 64',
          'beef biltong 250 g Snacks • Karoo Biltong R 139,90 Stock 0',
          'Boerewors 1 kg Butchery • Winelands Meats R 129,99 Stock 34',
          'Buttermilk rusks Bakery • Overberg Bakery R 1 074,50 Stock 212',
        ])
    else {
      await expect(table(page, 'Inventory').getByRole('columnheader')).toHaveText([
        '',
        'Product',
        'Barcode',
        'Category',
        'Supplier',
        'Price',
        'Stock',
        'Actions',
      ])
      await expectCells(page, 'Inventory', [
        [
          '',
          'Amasi, full cream 2 L Cultured milk, keep below 5 °C',
          '6001482104372',
          'Dairy',
          'Umgeni Dairy',
          'R 42,99',
          '18',
          '',
        ],
        ['', 'Apricot jam 900 g', '–', 'Preserves', 'Montagu Fruit Co.', 'R 58,95', '64', ''],
        ['', 'beef biltong 250 g', '600731', 'Snacks', 'Karoo Biltong', 'R 139,90', '0', ''],
        ['', 'Boerewors 1 kg', '–', 'Butchery', 'Winelands Meats', 'R 129,99', '34', ''],
        ['', 'Buttermilk rusks', '–', 'Bakery', 'Overberg Bakery', 'R 1 074,50', '212', ''],
      ])
    }
    for (const [number, colour] of [
      ['18', 'amber'],
      ['64', 'green'],
      ['0', 'red'],
      ['34', 'yellow'],
      ['212', 'green'],
    ] as const)
      await expect(page.getByText(number, { exact: true })).toHaveAttribute('data-colour', colour)
    await expectNoOverflow(page)
    await expectAccessibleByDayAndNight(page)

    await next(page).click()
    await expect(page.getByText('12,75', { exact: true })).toHaveAttribute('data-colour', 'amber')
    await expect(page.getByText('-3', { exact: true })).toHaveAttribute('data-colour', 'red')
  })

  test('names the site of each product where there are several @phone', async ({ owner, page }) => {
    const { siteid } = await owner.addSite('Cape Town Kloof')
    await add(owner, page, { productname: 'Milk', description: 'Fresh' })
    await add(owner, page, { productname: 'Milk', siteid })
    await page.goto('/products')
    await expect(row(page, 'Milk').filter({ hasText: 'Sandton Rivonia' })).toHaveCount(1)
    await expect(row(page, 'Milk').filter({ hasText: 'Cape Town Kloof' })).toHaveCount(1)
  })

  test('is found by name, barcode, category and supplier, once the typing ends (2.5.4, 4.12)', async ({ owner, page }) => {
    await stock(owner, page)
    await add(owner, page, { productname: '100% juice' })
    await page.goto('/products?page=2')
    await pager(page, 'Page 2 / 2 • 8 results')
    const asked = searchesOf(page, 'products')
    await search(page).pressSequentially('BILTONG', { delay: 20 })
    await expectNames(page, ['beef biltong 250 g', 'Droëwors'])
    await pager(page, 'Page 1 / 1 • 2 results')
    expect(asked).toHaveLength(1)
    await expect(page).toHaveURL(/\/products\?q=BILTONG$/)

    await search(page).fill('1482')
    await expectNames(page, ['Amasi, full cream 2 L'])
    await search(page).fill('preser')
    await expectNames(page, ['Apricot jam 900 g', 'Chutney'])
    await search(page).fill('montagu')
    await expectNames(page, ['Apricot jam 900 g'])
    await search(page).fill('DROË')
    await expectNames(page, ['Droëwors'])
    await search(page).fill('%')
    await expectNames(page, ['100% juice'])
    await page.reload()
    await expect(search(page)).toHaveValue('%')
    await expectNames(page, ['100% juice'])

    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(search(page)).toBeFocused()
    await pager(page, 'Page 1 / 2 • 8 results')
    await expect(page).toHaveURL(/\/products$/)
    await page.goBack()
    await pager(page, 'Page 2 / 2 • 8 results')
  })

  test('is narrowed by low stock, category and supplier; the address keeps it (2.5.6, 2.5.7, 4.12) @phone', async ({
    owner,
    page,
  }) => {
    await stock(owner, page)
    await page.goto('/products?page=2')
    await low(page).click()
    await expect(low(page)).toHaveAttribute('aria-pressed', 'true')
    await pager(page, 'Page 1 / 1 • 5 results')
    await expect(page).toHaveURL(/\/products\?low=true$/)

    await filter(page, 'Category').click()
    await expect(page.getByRole('option')).toHaveText(['All', 'Bakery', 'Butchery', 'Dairy', 'Preserves', 'Snacks'])
    await expectAccessible(page)
    await option(page, 'Preserves').click()
    await pager(page, 'Page 1 / 1 • 1 results')
    await expect(row(page, 'Chutney')).toHaveCount(1)
    await expect(page).toHaveURL(/category=Preserves/)
    await low(page).click()
    await pager(page, 'Page 1 / 1 • 2 results')

    await filter(page, 'Supplier').click()
    await expect(page.getByRole('option')).toHaveText([
      'All',
      'Karoo Biltong',
      'Montagu Fruit Co.',
      'Overberg Bakery',
      'Umgeni Dairy',
      'Winelands Meats',
    ])
    await option(page, 'Montagu Fruit Co.').click()
    await pager(page, 'Page 1 / 1 • 1 results')
    await expect(row(page, 'Apricot jam')).toHaveCount(1)
    await expectNoOverflow(page)
    await expectAccessibleByDayAndNight(page)

    await page.reload()
    await pager(page, 'Page 1 / 1 • 1 results')
    await expect(filter(page, 'Supplier')).toHaveValue('Montagu Fruit Co.')
    await expect(filter(page, 'Category')).toHaveValue('Preserves')
    await filter(page, 'Category').click()
    await option(page, 'All').click()
    await expect(page).toHaveURL(/\/products\?supplier=Montagu/)
    await filter(page, 'Supplier').click()
    await option(page, 'All').click()
    await pager(page, 'Page 1 / 2 • 7 results')
    await expect(page).toHaveURL(/\/products$/)
    await page.goBack()
    await expect(filter(page, 'Supplier')).toHaveValue('Montagu Fruit Co.')

    await page.goto('/products?category=Gone')
    await expect(filter(page, 'Category')).toHaveValue('Gone')
    await expect(page.getByText('No products found.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await pager(page, 'Page 1 / 2 • 7 results')
  })

  test('has a menu of suppliers to type into where there are many', async ({ owner, page }) => {
    for (let one = 1; one <= 9; one++) await add(owner, page, { productname: `Product ${one}`, supplier: `Supplier ${one}` })
    await page.goto('/products')
    await filter(page, 'Supplier').click()
    await expect(page.getByRole('option')).toHaveCount(10)
    await page.keyboard.type('r 7')
    await expect(page.getByRole('option')).toHaveText(['Supplier 7'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expectNames(page, ['Product 7'])
  })

  test('is in the order of any column, both ways, from page 1 (2.5.9, 4.12)', async ({ owner, page }) => {
    await stock(owner, page)
    await page.goto('/products?page=2')
    await expectNames(page, NAMES.slice(5))
    await expect(header(page, 'Product')).toHaveAttribute('aria-sort', 'ascending')
    const sortBy = (name: string) => header(page, name).getByRole('button').click()
    const top = async (index: number) => (await column(page, index)).slice(0, 3)

    await sortBy('Product')
    await expect(header(page, 'Product')).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(() => top(2)).toEqual(['Droëwors', 'Chutney', 'Buttermilk rusks'])
    await pager(page, 'Page 1 / 2 • 7 results')
    await expect(page).toHaveURL(/\?dir=desc$/)
    for (const [name, index, up, down] of [
      ['Barcode', 3, ['6001482104372', '600731', '–'], ['600731', '6001482104372', '–']],
      ['Category', 4, ['Bakery', 'Butchery', 'Dairy'], ['Snacks', 'Preserves', 'Preserves']],
      [
        'Supplier',
        5,
        ['Karoo Biltong', 'Karoo Biltong', 'Montagu Fruit Co.'],
        ['Winelands Meats', 'Umgeni Dairy', 'Overberg Bakery'],
      ],
      ['Price', 6, ['R 5,00', 'R 39,50', 'R 42,99'], ['R 1 074,50', 'R 139,90', 'R 129,99']],
      ['Stock', 7, ['-3', '0', '12,75'], ['212', '64', '34']],
    ] as const) {
      await sortBy(name)
      await expect(header(page, name)).toHaveAttribute('aria-sort', 'ascending')
      await expect.poll(() => top(index), name).toEqual(up)
      await sortBy(name)
      await expect(header(page, name)).toHaveAttribute('aria-sort', 'descending')
      await expect.poll(() => top(index), name).toEqual(down)
    }
    await sortBy('Product')
    await expectNames(page, NAMES.slice(0, 5))
    await expect(page).toHaveURL(/\/products$/)
  })

  test('is put in order from a menu on a phone @phone', async ({ owner, page, isMobile }) => {
    test.skip(!isMobile, 'the desk has its headers')
    await stock(owner, page)
    await page.goto('/products?page=2')
    await page.getByRole('button', { name: 'Sort: Product, ascending' }).click()
    await expect(page.getByRole('menuitemradio')).toHaveText(['Product', 'Barcode', 'Category', 'Supplier', 'Price', 'Stock'])
    await page.getByRole('menuitemradio', { name: 'Stock' }).click()
    await expect(cards(page).first()).toContainText('Droëwors')
    await pager(page, 'Page 1 / 2 • 7 results')
    await expect(page).toHaveURL(/\?sort=stock$/)
  })

  test('comes in pages of five; nonsense in the address is ignored (2.5.11) @phone', async ({ owner, page }) => {
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
    await page.goto('/products?page=-1&sort=colour&dir=up&low=perhaps&siteid=1')
    await pager(page, 'Page 1 / 2 • 7 results')
  })

  test('has room for the longest figures, and for its buttons on the smallest phone @phone', async ({
    owner,
    page,
    isMobile,
  }) => {
    const long = { price: 9_999_999.99, stock: -999_999_999.999 }
    await add(owner, page, { productname: 'Sand', ...long, price: 1_234_567.89 })
    await add(owner, page, { productname: 'Water', price: 42.99, stock: 1_234.567 })
    for (const width of isMobile ? [320, 390] : [1440]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/products')
      for (const [name, stock] of [
        ['Sand', '-999\u00a0999\u00a0999,999'],
        ['Water', '1\u00a0234,567'],
      ] as const) {
        const figure = await row(page, name).getByText(stock, { exact: true }).boundingBox()
        const around = await (isMobile ? row(page, name) : row(page, name).getByRole('cell').nth(6)).boundingBox()
        expect(
          figure && around && { left: figure.x >= around.x + 12, right: figure.x + figure.width <= around.x + around.width - 12 },
        ).toEqual({
          left: true,
          right: true,
        })
      }
      const price = row(page, 'Sand').getByText('R\u00a01\u00a0234\u00a0567,89')
      expect(await price.evaluate((one) => one.getClientRects().length), 'on one line').toBe(1)
      await expectNoOverflow(page)
      for (const name of ['Import CSV', 'Export CSV'])
        expect(
          await page.getByText(name, { exact: true }).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
        ).toBeLessThanOrEqual(0)
    }
  })

  test('follows the tills, and leaves an open dialog alone', async ({ owner, page }) => {
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
    expect(await stockOf(productid)).toBe(20)
  })
})

test.describe('nothing', () => {
  test('in the catalogue leads to the first product (2.5.16) @phone', async ({ owner: _owner, page }) => {
    await page.goto('/products')
    await expect(page.getByText('No products found.')).toBeVisible()
    await pager(page, 'Page 1 / 1 • 0 results')
    await expectAccessibleByDayAndNight(page)
    await page.getByRole('button', { name: 'Add your first product' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Add product')
  })

  test('comes: the shape of the list, then the reason and another try (2.5.17, 8.2.2) @phone', async ({
    owner,
    page,
    isMobile,
  }) => {
    await stock(owner, page)
    await watchShifts(page)
    const letGo = await hold(page, 'products/list*')
    await page.goto('/products')
    const list = isMobile ? page.getByRole('list', { name: 'Inventory' }) : table(page, 'Inventory')
    await expect(list).toHaveAttribute('aria-busy', 'true')
    await expect(isMobile ? list.locator('li') : list.locator('tbody tr')).toHaveCount(isMobile ? 5 : 6)
    letGo()
    await pager(page, 'Page 1 / 2 • 7 results')
    await page.unroute('**/api/rpc/products/list*')

    await page.route('**/api/rpc/products/list*', (route) => route.abort())
    await next(page).click()
    await expect(page.getByRole('alert')).toHaveText('Error: Failed to load products')
    await expectAccessibleByDayAndNight(page)
    await page.unroute('**/api/rpc/products/list*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await pager(page, 'Page 2 / 2 • 7 results')
    await expect(page.getByRole('alert')).toBeHidden()
  })

  test('jumps when the list comes @phone', async ({ owner, page }) => {
    await stock(owner, page)
    await watchShifts(page)
    await page.goto('/products')
    await pager(page, 'Page 1 / 2 • 7 results')
    await expectNoShift(page)
  })

  test('but the reason of the server is shown when it gives one (2.5.17, 8.2.2)', async ({ owner, page }) => {
    await page.goto('/products')
    await expect(page.getByText('No products found.')).toBeVisible()
    // Somebody takes the business away from under an open page.
    await sql('delete from business_users where businessid = $1', [owner.businessid])
    await low(page).click()
    await expect(page.getByRole('alert')).toHaveText('Error: Business not found')
  })
})

test.describe('a selection', () => {
  test('is counted, kept from page to page, and exported (2.5.8, 2.5.12) @phone', async ({ owner, page }) => {
    await stock(owner, page)
    await page.goto('/products')
    await expect(pill(page)).toBeHidden()
    await tick(page, 'Boerewors 1 kg').check()
    await expect(pill(page)).toHaveText('1 selected')
    await next(page).click()
    await expect(tick(page, 'Droëwors')).toBeVisible()
    await expect(pill(page)).toHaveText('1 selected')
    await whole(page).check()
    await expect(pill(page)).toHaveText('3 selected')
    await expect(tick(page, 'Droëwors')).toBeChecked()
    await tick(page, 'Chutney').uncheck()
    await expect(pill(page)).toHaveText('2 selected')
    await expectAccessibleByDayAndNight(page)

    const { rows, name } = await saved(page, 'Export selected')
    expect(name).toBe('products.csv')
    expect(rows.map(([, product]) => product)).toEqual(['Product', 'Boerewors 1 kg', 'Droëwors'])
    await previous(page).click()
    await expect(tick(page, 'Boerewors 1 kg')).toBeChecked()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await expect(pill(page)).toBeHidden()
    await expect(tick(page, 'Boerewors 1 kg')).not.toBeChecked()
  })

  test('ends with another filter, search or order (4.12)', async ({ owner, page }) => {
    await stock(owner, page)
    await page.goto('/products')
    const chosen = async () => {
      await whole(page).check()
      await expect(pill(page)).toBeVisible()
    }
    await chosen()
    await low(page).click()
    await expect(pill(page)).toBeHidden()
    await chosen()
    await search(page).fill('wors')
    await expect(pill(page)).toBeHidden()
    await chosen()
    await header(page, 'Price').getByRole('button').click()
    await expect(pill(page)).toBeHidden()
    await chosen()
    await filter(page, 'Category').click()
    await option(page, 'Butchery').click()
    await expect(pill(page)).toBeHidden()
    await chosen()
    await filter(page, 'Supplier').click()
    await option(page, 'Winelands Meats').click()
    await expect(pill(page)).toBeHidden()
  })

  test('does not count what was deleted', async ({ owner, page }) => {
    await stock(owner, page)
    await page.goto('/products')
    await tick(page, 'Boerewors 1 kg').check()
    await tick(page, 'Apricot jam 900 g').check()
    await page.getByRole('button', { name: 'Delete Boerewors 1 kg' }).click()
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(pill(page)).toHaveText('1 selected')
  })
})

async function saved(page: Page, button: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  const bytes = await readFile(await file.path())
  return { name: file.suggestedFilename(), bytes, rows: parse(bytes, { bom: true }) as string[][] }
}

test('Export CSV saves all filtered products in the order of the list (2.5.1, 2.5.2, 2.5.3) @phone', async ({ owner, page }) => {
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
  ])
  expect(all.rows).toContainEqual(['Sandton Rivonia', `'=1+1;"Formula"`, '', '', '', 'Two\nlines', '0.50', '0.00', '1.125'])

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

test.describe('adding a product', () => {
  test('begins with the first site and noughts, and says what is missing (2.5.13, 2.5.14, 4.19, 5.3.1, 5.3.2, 5.3.3, 5.3.4, 5.3.7) @phone', async ({
    owner,
    page,
    isMobile,
  }) => {
    await owner.addSite('Aliwal North')
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Add product')
    await expect(dialog(page)).toHaveAccessibleDescription('Fill in the product details below')
    await expect(choice(page, 'Site')).toBeFocused()
    await expect(choice(page, 'Site')).toHaveValue('Aliwal North')
    for (const name of ['Product name', 'Barcode (optional)', 'Description']) await expect(field(page, name)).toHaveValue('')
    for (const name of ['Category', 'Supplier']) await expect(choice(page, name)).toHaveValue('')
    for (const name of ['Price (ZAR)', 'Purchase price (ZAR)', 'Stock']) await expect(field(page, name)).toHaveValue('0')
    await expectAccessibleByDayAndNight(page)
    if (isMobile) await expectNoOverflow(page)

    await field(page, 'Product name').fill('   ')
    for (const name of ['Price (ZAR)', 'Purchase price (ZAR)', 'Stock']) await field(page, name).fill('')
    await save(page).click()
    for (const message of [
      'Product name is required.',
      'Price is required.',
      'Purchase price is required.',
      'Stock is required.',
    ])
      await expect(dialog(page).getByText(message, { exact: true })).toBeVisible()
    await expect(field(page, 'Product name')).toBeFocused()
    await expect(field(page, 'Product name')).toHaveAccessibleDescription('Product name is required.')
    await expectAccessibleByDayAndNight(page)

    await field(page, 'Product name').fill('Rooibos 80 bags')
    await field(page, 'Price (ZAR)').fill('twelve')
    await field(page, 'Purchase price (ZAR)').fill('-1')
    await field(page, 'Stock').fill('1,2345')
    await save(page).click()
    await expect(dialog(page)).not.toContainText('Product name is required.')
    await expect(dialog(page)).toContainText('Price is required.')
    await expect(dialog(page)).toContainText('A price is not negative.')
    await expect(dialog(page)).toContainText('Stock has at most three decimals.')
    await field(page, 'Price (ZAR)').fill('1,999')
    await save(page).click()
    await expect(field(page, 'Price (ZAR)')).toHaveAccessibleDescription('A price has at most two decimals.')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('No products found.')).toBeVisible()
  })

  test('takes a comma or a dot, and names typed freely or picked (4.22, 7.3.9, 7.3.12) @phone', async ({
    owner,
    page,
    isMobile,
  }) => {
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
    if (isMobile) return
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expectCard(page, 'Low Stock', '2', '< 50 units')
  })

  test('says at the barcode when another product of the site has it', async ({ owner, page }) => {
    await add(owner, page, AMASI)
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill('Amasi again')
    await field(page, 'Barcode (optional)').fill(AMASI.barcode)
    await save(page).click()
    await expect(field(page, 'Barcode (optional)')).toHaveAccessibleDescription(
      'Another product at this site already has this barcode.',
    )
    await expect(field(page, 'Barcode (optional)')).toBeFocused()
    await expect(field(page, 'Product name')).toHaveValue('Amasi again')
    await expectAccessibleByDayAndNight(page)
    await field(page, 'Barcode (optional)').fill('6002')
    await save(page).click()
    await expectNames(page, ['Amasi again', 'Amasi, full cream 2 L'])
  })

  test('goes on after a scanned barcode, which ends with Enter', async ({ owner: _owner, page }) => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill('Scanned')
    await field(page, 'Barcode (optional)').focus()
    await page.keyboard.type('6001482104372')
    await page.keyboard.press('Enter')
    await expect(choice(page, 'Category')).toBeFocused()
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeHidden()
    await expectNames(page, ['Scanned'])
  })

  test('needs a site first, and says where to get one (5.3.5)', async ({ page }) => {
    await createBusiness(page, { steps: 2 })
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill('Nowhere')
    await save(page).click()
    await expect(dialog(page)).toContainText('Select a site.')
    await expect(dialog(page).getByRole('link', { name: 'Add your first site' })).toBeVisible()
    await expectAccessible(page)
    await dialog(page).getByRole('link', { name: 'Add your first site' }).click()
    await expect(page).toHaveURL(/\/sites$/)
  })

  test('says when the sites do not come, and goes on when they do', async ({ owner: _owner, page }) => {
    await page.route('**/api/rpc/sites/options*', (route) => route.abort())
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Error: Failed to load sites')
    await expectAccessible(page)
    await page.unroute('**/api/rpc/sites/options*')
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect(choice(page, 'Site')).toHaveValue('Sandton Rivonia')
  })

  test('keeps the dialog and what was typed when it fails (4.23)', async ({ owner: _owner, page }) => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill('Rooibos')
    await page.context().setOffline(true)
    await save(page).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Something went wrong. Please try again.')
    await expect(field(page, 'Product name')).toHaveValue('Rooibos')
    await page.context().setOffline(false)
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expectNames(page, ['Rooibos'])
  })

  test('whose answer is lost is the same product when it is saved again, and gets its picture', async ({ owner, page }) => {
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

  test('that is refused says so in view, however far the form was scrolled @phone', async ({ owner, page }) => {
    await add(owner, page, AMASI)
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill('Rooibos')
    await page.route('**/api/rpc/products/create', (route) => route.abort())
    await field(page, 'Stock').fill('5')
    await page.keyboard.press('Enter')
    const alert = dialog(page).getByRole('alert')
    const top = async () => (await alert.boundingBox())?.y ?? 0
    for (const name of ['Stock', 'Product name']) {
      if (name !== 'Stock') await field(page, name).focus()
      await expect(alert).toBeInViewport({ ratio: 1 })
      const box = await field(page, name).boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0), `${name} is not under it`).toBeLessThan(await top())
    }
    await expectAccessibleByDayAndNight(page)
  })

  test('sends it once, however often Save is pressed, and a delete too (4.21, 4.28)', async ({ owner: _owner, page }) => {
    const sent: string[] = []
    const pressTwice = async (name: string, call: string) => {
      const answer = Promise.withResolvers<void>()
      await page.route(`**/api/rpc/products/${call}`, async (route) => {
        sent.push(call)
        await answer.promise
        await route.continue()
      })
      const button = dialog(page).getByRole('button', { name, exact: true })
      await button.click()
      await expect(button).toBeDisabled()
      await button.click({ force: true })
      if (name === 'Save') await field(page, 'Product name').press('Enter')
      answer.resolve()
      await expect(dialog(page)).toBeHidden()
    }
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill('Rooibos')
    await pressTwice('Save', 'create')
    await expectNames(page, ['Rooibos'])
    await page.getByRole('button', { name: 'Delete Rooibos' }).click()
    await pressTwice('Delete', 'remove')
    await expect(page.getByText('No products found.')).toBeVisible()
    expect(sent).toEqual(['create', 'remove'])
  })
})

test.describe('editing a product', () => {
  test('shows what it is, and saves what was changed; Cancel and Escape change nothing (2.5.13, 2.5.14, 4.20, 4.22, 7.3.12) @phone', async ({
    owner,
    page,
    isMobile,
  }) => {
    await add(owner, page, { ...AMASI, stock: 1.5 })
    await page.goto('/products')
    const edit = async () => {
      if (isMobile) await page.getByRole('button', { name: 'Actions for Amasi' }).click()
      await page.getByRole(isMobile ? 'menuitem' : 'button', { name: 'Edit Amasi' }).click()
    }
    await edit()
    await expect(dialog(page)).toHaveAccessibleName('Edit product')
    await expect(dialog(page)).toHaveAccessibleDescription('Fill in the product details below')
    await expect(choice(page, 'Site')).toHaveValue('Sandton Rivonia')
    await expect(field(page, 'Product name')).toHaveValue(AMASI.productname)
    await expect(field(page, 'Barcode (optional)')).toHaveValue(AMASI.barcode)
    await expect(choice(page, 'Category')).toHaveValue('Dairy')
    await expect(choice(page, 'Supplier')).toHaveValue('Umgeni Dairy')
    await expect(field(page, 'Description')).toHaveValue(AMASI.description)
    await expect(field(page, 'Price (ZAR)')).toHaveValue('42,99')
    await expect(field(page, 'Purchase price (ZAR)')).toHaveValue('30,00')
    await expect(field(page, 'Stock')).toHaveValue('1,5')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()

    await edit()
    await field(page, 'Product name').fill('Maas')
    await page.keyboard.press('Escape')
    await expect(field(page, 'Product name')).toHaveValue('Maas')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(row(page, 'Amasi')).toHaveCount(1)

    await edit()
    await field(page, 'Product name').fill('Maas')
    await field(page, 'Price (ZAR)').fill('45')
    await choice(page, 'Supplier').fill('')
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(row(page, 'Maas')).toContainText('45,00')
    await expect(row(page, 'Maas')).not.toContainText('Umgeni')
    const moves = await sql('select reason from stock_movements where businessid = $1', [owner.businessid])
    expect(moves, 'the stock was left alone').toHaveLength(1)
  })

  test('by two while a till sells: no sale is lost, the later save is told so, and nothing typed is lost', async ({
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
    const faults = faultsOf(second)
    const other = await second.newPage()
    for (const one of [page, other]) {
      await one.goto('/products')
      await one.getByRole('button', { name: 'Edit Amasi' }).click()
      await expect(field(one, 'Stock')).toHaveValue('100')
    }
    await field(page, 'Stock').fill('95') // five were broken
    await field(page, 'Description').fill('Mine')
    await field(page, 'Price (ZAR)').fill('49,50')
    await field(other, 'Stock').fill('150') // fifty came in
    await field(other, 'Price (ZAR)').fill('45')
    await choice(other, 'Category').fill('Milk')
    await sell(owner, page, productid, 7)
    await save(other).click()
    await expect(dialog(other)).toBeHidden()
    expect(await stockOf(productid)).toBe(143)
    await sell(owner, page, productid, 3)

    await save(page).click()
    const alert = dialog(page).getByRole('alert')
    await expect(alert).toContainText('Somebody else changed this product. Reload to see the latest version.')
    await expect(field(page, 'Price (ZAR)')).toHaveValue('49,50')
    await expectAccessibleByDayAndNight(page)
    await save(page).click()
    await expect(alert, 'again, for nothing was reloaded').toBeVisible()
    expect(await stockOf(productid)).toBe(140)

    await alert.getByRole('button', { name: 'Reload' }).click()
    await expect(alert).toBeHidden()
    await expect(save(page)).toBeFocused()
    expect(plain(await dialog(page).getByRole('status').innerText())).toBe(
      'Changed by someone else: Category Dairy → Milk Price R 42,99 → R 45,00 (your change is kept) Stock 100 → 140 (your change is kept)',
    )
    await expect(choice(page, 'Category')).toHaveValue('Milk')
    await expect(field(page, 'Price (ZAR)')).toHaveValue('49,50')
    await expect(field(page, 'Description')).toHaveValue('Mine')
    await expect(field(page, 'Stock')).toHaveValue('95')
    await expectAccessibleByDayAndNight(page)
    await field(page, 'Stock').fill('135')
    await sell(owner, page, productid, 1)
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    expect(await stockOf(productid)).toBe(134)
    await expect(row(page, 'Amasi')).toContainText('49,50')
    await sell(owner, page, productid, 4)
    for (const one of [page, other]) await expect(row(one, 'Amasi')).toContainText('130')
    expect(faults).toEqual([])
    await second.close()
  })

  test('whose answer is lost is saved once, and not taken for the edit of somebody else', async ({ owner, page }) => {
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
    expect(await stockOf(productid)).toBe(90)

    await page.getByRole('button', { name: 'Edit Amasi' }).click()
    await field(page, 'Price (ZAR)').fill('46')
    await saveUnanswered(page, 'products/update')
    await sell(owner, page, productid, 7)
    await save(page).click()
    await expect(dialog(page), 'a stock that nobody typed may have been sold from').toBeHidden()
    await expect(row(page, 'Amasi 1 L')).toContainText('46,00')
    expect(await stockOf(productid)).toBe(83)
  })

  test('whose answer is lost is refused when a sale hides whether its stock was saved', async ({ owner, page }) => {
    const productid = await add(owner, page, { ...AMASI, stock: 100 })
    await page.goto('/products')
    await page.getByRole('button', { name: 'Edit Amasi' }).click()
    await field(page, 'Stock').fill('90')
    await saveUnanswered(page, 'products/update')
    await sell(owner, page, productid, 7)
    await save(page).click()
    await expect(dialog(page).getByRole('alert')).toContainText('Somebody else changed this product.')
    expect(await stockOf(productid)).toBe(83)
  })

  test('that somebody deleted says so', async ({ owner, page }) => {
    const productid = await add(owner, page, AMASI)
    await page.goto('/products')
    await page.getByRole('button', { name: 'Edit Amasi' }).click()
    await call(page.request, 'DELETE', `/api/v1/products/${productid}`)
    await field(page, 'Price (ZAR)').fill('1')
    await save(page).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('This no longer exists.')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('No products found.')).toBeVisible()
  })
})

test.describe('deleting a product', () => {
  const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Delete', exact: true })

  test('asks first; one that was never sold is gone (2.5.15, 7.3.12) @phone', async ({ owner, page, isMobile }) => {
    await add(owner, page, AMASI)
    await add(owner, page, { productname: 'Boerewors 1 kg' })
    await page.goto('/products')
    const askToDelete = async () => {
      if (isMobile) await page.getByRole('button', { name: 'Actions for Amasi' }).click()
      if (isMobile) await expectAccessible(page)
      await page.getByRole(isMobile ? 'menuitem' : 'button', { name: 'Delete Amasi' }).click()
    }
    await askToDelete()
    await expect(dialog(page)).toHaveAccessibleName('Confirm delete')
    await expect(dialog(page)).toHaveAccessibleDescription('This action cannot be undone.')
    await expect(dialog(page)).toContainText('Are you sure you want to delete Amasi, full cream 2 L?')
    await expectAccessibleByDayAndNight(page)
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(row(page, 'Amasi')).toHaveCount(1)

    await askToDelete()
    await confirm(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(row(page, 'Amasi')).toHaveCount(0)
    await pager(page, 'Page 1 / 1 • 1 results')
    expect(await sql('select 1 from product where businessid = $1', [owner.businessid])).toHaveLength(1)
  })

  test('that was sold takes it out of every list and leaves it on its sales', async ({ owner, page }) => {
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

  test('shows inside the dialog why it failed (4.24)', async ({ owner, page }) => {
    const productid = await add(owner, page, AMASI)
    await page.goto('/products')
    await page.getByRole('button', { name: 'Delete Amasi' }).click()
    await page.context().setOffline(true)
    await confirm(page).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Something went wrong. Please try again.')
    await page.context().setOffline(false)
    await call(page.request, 'DELETE', `/api/v1/products/${productid}`)
    await confirm(page).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('This no longer exists.')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('No products found.')).toBeVisible()
  })
})

test.describe('a picture', () => {
  const input = (page: Page) => dialog(page).getByLabel('Picture (optional)')
  const shown = (page: Page) => dialog(page).getByRole('img', { name: 'Product preview' })
  const image = (kind: 'jpeg' | 'png' | 'webp', background: string) =>
    sharp({ create: { width: 640, height: 480, channels: 3, background } })
      .toFormat(kind)
      .toBuffer()
  const jpeg = async (background = 'teal') => ({
    name: 'milk.jpg',
    mimeType: 'image/jpeg',
    buffer: await image('jpeg', background),
  })
  const thumbnails = (page: Page) => page.getByRole('main').locator('img')
  const edit = async (page: Page, isMobile: boolean) => {
    if (isMobile) await page.getByRole('button', { name: 'Actions for Amasi' }).click()
    await page.getByRole(isMobile ? 'menuitem' : 'button', { name: 'Edit Amasi' }).click()
  }

  const drop = async (page: Page, path: string, on: Locator) => {
    const box = await on.boundingBox()
    const at = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 10 }
    const devtools = await page.context().newCDPSession(page)
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', {
        type,
        ...at,
        data: { items: [], files: [path], dragOperationsMask: 1 },
      })
  }

  test('comes with a new product, and is replaced and taken away again @phone', async ({ owner, page, isMobile }) => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill(AMASI.productname)
    await input(page).setInputFiles(await jpeg())
    await expect(shown(page)).toBeVisible()
    await expectAccessibleByDayAndNight(page)
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(thumbnails(page)).toHaveCount(1)
    await expect.poll(() => thumbnails(page).evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(160)
    await expectAccessibleByDayAndNight(page)
    await expectNoOverflow(page)
    const first = await thumbnails(page).getAttribute('src')

    await edit(page, isMobile)
    await expect(shown(page)).toBeVisible()
    await input(page).setInputFiles({ name: 'a.webp', mimeType: 'image/webp', buffer: await image('webp', 'orange') })
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(thumbnails(page)).not.toHaveAttribute('src', first ?? '')

    await edit(page, isMobile)
    await dialog(page).getByRole('button', { name: 'Remove picture' }).click()
    await expect(shown(page)).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(dialog(page), 'something was changed').toBeVisible()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(thumbnails(page)).toHaveCount(1)
    await edit(page, isMobile)
    await dialog(page).getByRole('button', { name: 'Remove picture' }).click()
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(thumbnails(page)).toHaveCount(0)
    expect(await sql('select picture from product where businessid = $1', [owner.businessid])).toEqual([{ picture: null }])
  })

  test('is refused in words for its kind, its size and what is in it; nothing is added twice for it', async ({ owner, page }) => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill('Milk')
    const refused = (words: string) => expect(input(page)).toHaveAccessibleDescription(words)
    await input(page).setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await refused('Use a JPEG, PNG or WebP picture.')
    await expectAccessibleByDayAndNight(page)
    const large = Buffer.concat([await image('png', 'red'), Buffer.alloc(5 * 1024 * 1024)])
    await input(page).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: large })
    await refused('A picture is at most 5 MB.')
    await input(page).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await refused('This picture cannot be read. Use another one.')
    await expect(shown(page)).toBeHidden()

    // A browser draws what is there of a picture; the server wants all of it.
    const whole = await jpeg()
    await input(page).setInputFiles({ ...whole, buffer: whole.buffer.subarray(0, whole.buffer.length - 200) })
    await expect(shown(page)).toBeVisible()
    await save(page).click()
    await refused('The product is saved, its picture is not. This picture cannot be read. Use another one.')
    await expect(field(page, 'Product name')).toHaveValue('Milk')
    await input(page).setInputFiles(whole)
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(thumbnails(page)).toHaveCount(1)
    expect(await sql('select 1 from product where businessid = $1', [owner.businessid])).toHaveLength(1)
  })

  test('that is none leaves the one there is, and Save waits until that is settled @phone', async ({
    owner: _owner,
    page,
    isMobile,
  }) => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill(AMASI.productname)
    await input(page).setInputFiles(await jpeg())
    await save(page).click()
    await expect(thumbnails(page)).toHaveCount(1)
    const picture = await thumbnails(page).getAttribute('src')

    await edit(page, isMobile)
    for (const [file, words] of [
      [{ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }, 'Use a JPEG, PNG or WebP picture.'],
      [
        { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') },
        'This picture cannot be read. Use another one.',
      ],
      [{ name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) }, 'This picture cannot be read. Use another one.'],
    ] as const) {
      await input(page).setInputFiles(file)
      await expect(input(page)).toHaveAccessibleDescription(words)
      await expect(shown(page)).toHaveAttribute('src', /^\/api\//)
      await field(page, 'Description').fill(words)
      await save(page).click()
      await expect(input(page)).toBeFocused()
      await expect(input(page)).toHaveAccessibleDescription(words)
    }
    await expectAccessibleByDayAndNight(page)
    await dialog(page).getByRole('button', { name: 'Keep this picture' }).click()
    await expect(input(page)).toBeFocused()
    await expect(input(page)).toHaveAccessibleDescription('')
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(thumbnails(page)).toHaveAttribute('src', picture ?? '')

    await edit(page, isMobile)
    await dialog(page).getByRole('button', { name: 'Remove picture' }).focus()
    await page.keyboard.press('Enter')
    await expect(input(page)).toBeFocused()
    await input(page).setInputFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
    await expect(shown(page)).toBeHidden()
    await dialog(page).getByRole('button', { name: 'Skip' }).click()
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(thumbnails(page)).toHaveCount(0)
  })

  test('that does not arrive is told from the product, which does, and sent again', async ({ owner, page }) => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill(AMASI.productname)
    await input(page).setInputFiles(await jpeg())
    await page.route('**/api/v1/products/*/picture', (route) => route.abort())
    await save(page).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('The product is saved, its picture is not. Please try again.')
    await expect(dialog(page)).toHaveAccessibleName('Edit product')
    await expect(shown(page)).toBeVisible()
    await page.unroute('**/api/v1/products/*/picture')
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(thumbnails(page)).toHaveCount(1)
    expect(await sql('select 1 from product where businessid = $1', [owner.businessid])).toHaveLength(1)
  })

  test('that does not arrive leaves a save of one’s own, on top of which somebody else’s is reloaded', async ({
    owner,
    page,
  }) => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill(AMASI.productname)
    await field(page, 'Price (ZAR)').fill('42.9')
    await input(page).setInputFiles(await jpeg())
    await page.route('**/api/v1/products/*/picture', (route) => route.abort())
    const alert = dialog(page).getByRole('alert')
    const reload = alert.getByRole('button', { name: 'Reload' })
    const notice = async () => plain(await dialog(page).getByRole('status').innerText())
    await save(page).click()
    await expect(alert).toContainText('The product is saved, its picture is not.')

    const [made] = await sql<{ productid: string }>('select productid from product where businessid = $1', [owner.businessid])
    const { siteid } = owner
    const theirs = { ...AMASI, siteid, category: 'Milk', price: 44, stock: 0, description: '', barcode: '', purchaseprice: 0 }
    await call(page.request, 'PUT', `/api/v1/products/${made?.productid}`, { ...theirs, opened: { version: 1, stock: 0 } })
    await save(page).click()
    await expect(alert).toContainText('Somebody else changed this product.')
    await reload.click()
    expect(await notice()).toBe(
      'Changed by someone else: Category (empty) → Milk Supplier (empty) → Umgeni Dairy Price R 42,90 → R 44,00',
    )
    await expect(field(page, 'Price (ZAR)')).toHaveValue('44,00')

    await field(page, 'Price (ZAR)').fill('45')
    await save(page).click()
    await expect(alert).toContainText('The product is saved, its picture is not.')
    await call(page.request, 'PUT', `/api/v1/products/${made?.productid}`, {
      ...{ ...theirs, category: 'Dairy', price: 45 },
      opened: { version: 3, stock: 0 },
    })
    await save(page).click()
    await reload.click()
    expect(await notice()).toBe('Changed by someone else: Category Milk → Dairy')
    await page.unroute('**/api/v1/products/*/picture')
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(thumbnails(page)).toHaveCount(1)
    await expect(row(page, 'Amasi')).toContainText('45,00')
  })

  test('whose answer is lost shows in the list all the same', async ({ owner, page }) => {
    await add(owner, page, AMASI)
    await page.goto('/products')
    await edit(page, false)
    await input(page).setInputFiles(await jpeg())
    await page.route('**/api/v1/products/*/picture', async (route) => {
      expect((await route.fetch()).ok()).toBe(true)
      await route.abort('connectionreset')
    })
    await save(page).click()
    await expect(dialog(page).getByRole('alert')).toContainText('The product is saved, its picture is not.')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(thumbnails(page)).toHaveCount(1)
  })

  test('that is dropped beside its place is not opened in place of the form', async ({ owner: _owner, page }, info) => {
    const path = info.outputPath('milk.jpg')
    await writeFile(path, (await jpeg()).buffer)
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill('Milk')
    for (const beside of [field(page, 'Product name'), dialog(page).getByRole('heading')]) await drop(page, path, beside)
    await drop(page, path, input(page))
    await expect(shown(page)).toBeVisible()
    await expect(field(page, 'Product name')).toHaveValue('Milk')
    expect(page.context().pages()).toHaveLength(1)
  })

  test('is dropped on its place', async ({ owner: _owner, page }, info) => {
    const path = info.outputPath('milk.jpg')
    await writeFile(path, (await jpeg()).buffer)
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await drop(page, path, input(page))
    await expect(shown(page)).toBeVisible()
  })
})

test.describe('Back', () => {
  test('closes what is open and leaves the page alone, and the next Back leads back @phone', async ({
    owner,
    page,
    isMobile,
  }) => {
    await stock(owner, page)
    await page.goto('/products')
    await next(page).click()
    await pager(page, 'Page 2 / 2 • 7 results')
    const entries = await page.evaluate(() => history.length)
    const act = async (verb: string) => {
      if (isMobile) await page.getByRole('button', { name: 'Actions for Chutney' }).click()
      await page.getByRole(isMobile ? 'menuitem' : 'button', { name: `${verb} Chutney` }).click()
    }
    for (const open of [
      () => page.getByRole('button', { name: 'Import CSV' }).click(),
      () => page.getByRole('button', { name: 'Add product' }).click(),
      () => act('Delete'),
      () => act('Edit'),
    ]) {
      await open()
      await expect(dialog(page)).toBeVisible()
      await page.evaluate(() => history.back())
      await expect(dialog(page)).toBeHidden()
      await expect(page).toHaveURL(/page=2$/)
      await pager(page, 'Page 2 / 2 • 7 results')
    }
    expect(await page.evaluate(() => history.length)).toBe(entries)
    await page.goBack()
    await pager(page, 'Page 1 / 2 • 7 results')
    await page.goForward()
    await pager(page, 'Page 2 / 2 • 7 results')
  })

  test('loses nothing typed, as little as Escape does; links and the end of the session lead on @phone', async ({
    owner: _owner,
    page,
  }) => {
    await page.goto('/products?low=true')
    await low(page).click()
    await expect(page).toHaveURL(/\/products$/)
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill('Rooibos')
    for (let times = 0; times < 3; times++) {
      await page.evaluate(async () => {
        const moved = () => new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
        history.back()
        await moved()
        await moved()
      })
      await expect(page).toHaveURL(/\/products$/)
      await expect(field(page, 'Product name')).toHaveValue('Rooibos')
    }
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const question = await asked
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

test.describe('Import CSV', () => {
  test('whose dialog does not come says so, and comes with a second try', async ({ owner, page }) => {
    await stock(owner, page)
    await page.goto('/products')
    await page.route('**/assets/import-dialog-*.js', (route) => route.abort())
    await page.getByRole('button', { name: 'Import CSV' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Error: Failed to load the import')
    await expectAccessible(page)
    await page.unroute('**/assets/import-dialog-*.js')
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect(dialog(page)).toContainText('Preview a CSV file before it is saved')
  })

  const file = (page: Page) => dialog(page).getByLabel('CSV file')
  const csv = (text: string | Buffer, name = 'mine.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  const open = async (page: Page) => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Import CSV' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Import products')
  }
  const lines = async (page: Page) =>
    (await dialog(page).locator('tbody tr').allInnerTexts()).map((text) => plain(text.replaceAll('\t', ' | ')))

  test('shows what is new, changed and refused, and writes only what is confirmed @phone', async ({ owner, page }) => {
    await add(owner, page, AMASI)
    await add(owner, page, { productname: 'Boerewors 1 kg', price: 129.99 })
    await open(page)
    await expect(file(page)).toBeFocused()
    await expectAccessibleByDayAndNight(page)
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
    await expect(dialog(page)).toContainText('1 new, 1 changed, 2 refused')
    await expect(dialog(page)).toContainText('mine.csv • 1 line unchanged')
    await expect(dialog(page)).toContainText('Ignored columns: Shelf.')
    const toggle = (name: string) => dialog(page).getByRole('button', { name })
    await expect(toggle('Refused 2')).toHaveAttribute('aria-pressed', 'true')
    expect(await lines(page)).toEqual([
      '5 | Jam | Refused: Price is required. “minus” is not a number.',
      '6 | Tea | Refused: A price has at most two decimals.',
    ])
    await expectAccessibleByDayAndNight(page)
    await expectNoOverflow(page)
    await toggle('Refused 2').click()
    expect(await lines(page)).toEqual([
      '2 | Amasi, full cream 2 L | Price: R 42,99 → R 45,50',
      '4 | Chutney | New: price R 39,50, stock 12,75',
      '5 | Jam | Refused: Price is required. “minus” is not a number.',
      '6 | Tea | Refused: A price has at most two decimals.',
    ])
    await expect(dialog(page)).toContainText('The stock of 1 product differs from the file.')
    await dialog(page).getByRole('checkbox', { name: 'Set their stock to the value in the file' }).check()
    expect((await lines(page))[0]).toBe('2 | Amasi, full cream 2 L | Price: R 42,99 → R 45,50 Stock: 18 → 20')
    await expectAccessibleByDayAndNight(page)
    await expectNoOverflow(page)
    await toggle('New 1').click()
    expect(await lines(page)).toEqual(['4 | Chutney | New: price R 39,50, stock 12,75'])
    await page.keyboard.press('Escape')
    await expect(dialog(page), 'a preview is not lost by a slip').toBeVisible()
    const before = 'select productname, price::float, stock::float from product where businessid = $1 order by productname'
    expect(await sql(before, [owner.businessid])).toHaveLength(2)

    await dialog(page).getByRole('button', { name: 'Import 2 products' }).click()
    await expect(dialog(page).getByRole('status')).toHaveText('Imported: 1 new, 1 changed.')
    await expect(dialog(page)).toContainText('2 lines were refused.')
    await expectAccessibleByDayAndNight(page)
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

  test('brings a saved file back without undoing the sales since', async ({ owner, page }) => {
    const productid = await add(owner, page, AMASI)
    await add(owner, page, { productname: 'Boerewors 1 kg', price: 129.99, stock: 3 })
    await open(page)
    await file(page).setInputFiles(csv(`Product,Price,Stock\n"${AMASI.productname}",45.50,100\nBoerewors 1 kg,129.99,5\n`))
    await expect(dialog(page)).toContainText('0 new, 1 changed, 0 refused')
    await expect(dialog(page)).toContainText('The stock of 2 products differs from the file.')
    const box = dialog(page).getByRole('checkbox', { name: 'Set their stock to the value in the file' })
    await box.check()
    await expect(dialog(page)).toContainText('0 new, 2 changed, 0 refused')
    await expect(box).toBeFocused()
    await box.uncheck()
    await expect(dialog(page)).toContainText('mine.csv • 1 line unchanged')
    await dialog(page).getByRole('button', { name: 'Import 1 product' }).click()
    await expect(dialog(page)).toContainText('Imported: 0 new, 1 changed.')
    expect(await stockOf(productid)).toBe(18)
  })

  test('is a matter of the keyboard alone', async ({ owner: _owner, page }) => {
    await open(page)
    await file(page).setInputFiles(csv('Product,Price\nChutney,39.50\nJam,\n'))
    await expect(dialog(page)).toContainText('1 new, 0 changed, 1 refused')
    const go = dialog(page).getByRole('button', { name: 'Import 1 product' })
    for (let tabs = 0; tabs < 6 && !(await go.evaluate((one) => one === document.activeElement)); tabs++)
      await page.keyboard.press('Tab')
    await expect(go).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('Imported: 1 new, 0 changed.')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Import CSV' })).toBeFocused()
    await expectNames(page, ['Chutney'])
  })

  test('leaves all as it was when it is cancelled, and goes on with another file', async ({ owner, page }) => {
    await open(page)
    await file(page).setInputFiles(csv('Product,Price\nChutney,39.50\n'))
    await expect(dialog(page)).toContainText('1 new, 0 changed, 0 refused')
    await dialog(page).getByRole('button', { name: 'Back' }).click()
    await file(page).setInputFiles(csv('Product,Price\n'))
    await expect(dialog(page)).toContainText('0 new, 0 changed, 0 refused')
    await expect(dialog(page).getByRole('button', { name: 'Nothing to import' })).toBeDisabled()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('No products found.')).toBeVisible()
    expect(await sql('select 1 from product where businessid = $1', [owner.businessid])).toEqual([])
  })

  test('asks for the site of lines that name none', async ({ owner, page }) => {
    await owner.addSite('Zeerust')
    await open(page)
    await choice(page, 'Site for lines without a site').click()
    await option(page, 'Zeerust').click()
    await file(page).setInputFiles(csv('Product,Price,Site\nChutney,39.50,\nJam,12,Sandton Rivonia\nTea,1,Nowhere\n'))
    await expect(dialog(page)).toContainText('2 new, 0 changed, 1 refused')
    expect(await lines(page)).toEqual(['4 | Tea | Refused: There is no site called Nowhere.'])
    await dialog(page).getByRole('button', { name: 'Import 2 products' }).click()
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await expect(row(page, 'Chutney')).toContainText('Zeerust')
    await expect(row(page, 'Jam')).toContainText('Sandton Rivonia')
  })

  test('offers a template, and takes back what Export CSV saved', async ({ owner, page }) => {
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
    await expect(dialog(page)).toContainText('0 new, 0 changed, 0 refused')
    await expect(dialog(page)).toContainText('7 lines unchanged')
  })

  test('reads what a Windows program wrote', async ({ owner: _owner, page }) => {
    await open(page)
    await file(page).setInputFiles(csv(Buffer.from('Product;Price\r\nDroëwors;12,50\r\n', 'latin1')))
    await expect(dialog(page)).toContainText('1 new, 0 changed, 0 refused')
    expect(await lines(page)).toEqual(['2 | Droëwors | New: price R 12,50, stock 0'])
  })

  test('pages through thousands of lines and writes them all', async ({ owner, page }) => {
    test.slow()
    const many = Array.from({ length: 20_000 }, (_, index) => `Product ${index},${index % 10 === 0 ? '' : '1.50'}`)
    await open(page)
    await file(page).setInputFiles(csv(`Product,Price\n${many.join('\n')}\n`))
    await expect.poll(async () => plain(await dialog(page).innerText())).toContain('18 000 new, 0 changed, 2 000 refused')
    await expect(dialog(page).getByRole('status')).toHaveText('Page 1 / 40 • 2\u00a0000 lines')
    await dialog(page).getByRole('button', { name: 'Next lines' }).click()
    expect((await lines(page))[0]).toBe('502 | Product 500 | Refused: Price is required.')
    await dialog(page)
      .getByRole('button', { name: /^Import 18/ })
      .click()
    await expect(dialog(page).getByRole('progressbar', { name: 'Import' })).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeDisabled()
    await expect(dialog(page)).toContainText('Imported: 18\u00a0000 new, 0 changed.', { timeout: 30_000 })
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await pager(page, 'Page 1 / 3600 • 18000 results')
    expect(await sql('select 1 from product where businessid = $1', [owner.businessid])).toHaveLength(18_000)
  })

  test('says in words why a file is refused, and when nothing answers', async ({ owner: _owner, page }) => {
    await open(page)
    await file(page).setInputFiles(csv('Colour,Shape\nred,round\n'))
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'The first line must name the columns and include Product or Barcode. See the template.',
    )
    await expectAccessibleByDayAndNight(page)
    await file(page).setInputFiles(csv(''))
    await expect(dialog(page).getByRole('alert')).toHaveText('This file is empty.')
    await page.context().setOffline(true)
    await file(page).setInputFiles(csv('Product,Price\nTea,1\n'))
    await expect(dialog(page).getByRole('alert')).toHaveText('The file could not be uploaded. Please try again.')
    await page.context().setOffline(false)
    await file(page).setInputFiles(csv('Product,Price\nTea,1\n'))
    await expect(dialog(page)).toContainText('1 new')
    await page.context().setOffline(true)
    await dialog(page).getByRole('button', { name: 'Import 1 product' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'The connection was lost. Check the list to see whether the file was imported.',
    )
    await page.context().setOffline(false)
  })

  test('writes nothing when products were changed since the preview', async ({ owner, page }) => {
    const productid = await add(owner, page, AMASI)
    await open(page)
    await file(page).setInputFiles(csv(`Barcode,Price\n${AMASI.barcode},50\n`))
    await expect(dialog(page)).toContainText('0 new, 1 changed, 0 refused')
    await sql('update product set price = 44, version = version + 1 where productid = $1', [productid])
    await dialog(page).getByRole('button', { name: 'Import 1 product' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'Products changed after this preview, so nothing was imported. Upload the file again.',
    )
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(row(page, 'Amasi')).toContainText('44,00')
  })
})

test('the keyboard alone adds, finds, filters, pages, chooses, edits and deletes', async ({ owner, page }) => {
  await stock(owner, page)
  await page.goto('/products')
  await pager(page, 'Page 1 / 2 • 7 results')
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

  await tabTo(page.getByRole('button', { name: 'Add product' }))
  await press('Enter')
  await expect(choice(page, 'Site')).toBeFocused()
  await press('Tab')
  await page.keyboard.type('Zebra biscuits')
  await press('Tab', 'Tab')
  await page.keyboard.type('Bak')
  await press('ArrowDown', 'Enter')
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
  await expect(option(page, 'Bakery')).toBeVisible()
  await expect(async () => {
    await press('ArrowDown') // one that comes with the menu itself may go no further than its first line
    await expect(option(page, 'Bakery')).toHaveAttribute('data-combobox-selected', { timeout: 200 })
  }).toPass()
  await press('Enter')
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
  await press('Tab', 'Enter')
  await expectNames(page, ['Buttermilk rusks'])
})
