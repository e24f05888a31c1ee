import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerRoute, answerWith, getInputs, hold, loseConnection } from '../../testing/fake-server.ts'
import { createProduct, createShelf, serveProducts } from '../../testing/products.ts'
import { DESK, PHONE, renderScreen, SITE } from '../../testing/render-screen.tsx'
import {
  alert,
  box,
  button,
  choose,
  column,
  dialog,
  expectCells,
  expectColumn,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectPager,
  expectTexts,
  expectUrl,
  goBack,
  heading,
  row,
  tabTo,
} from '../../testing/screen.ts'
import { watchShifts } from '../../testing/shifts.ts'
import { serveStock } from '../../testing/stock.ts'

const KLOOF = { siteid: 2, sitename: 'Cape Town Kloof' }
const search = () => page.getByRole('searchbox', { name: 'Search by name, barcode, category, supplier…' })
const low = () => button('Low stock < 50')
const filter = (name: string) => page.getByRole('main').getByRole('combobox', { name })
const tick = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
const selectAll = () => page.getByRole('checkbox', { name: 'Select all on this page' })
const selected = () => page.getByText(/^\d+ selected$/)

const openProducts = (url = '/products', rows = createShelf(), size: typeof DESK | typeof PHONE = DESK) =>
  renderScreen(url, serveProducts(...rows), size)

describe('products list', () => {
  test('shows all fields of a product (2.5.1, 2.5.2, 2.5.8)', async () => {
    await openProducts()
    await expect.element(heading('Products')).toBeVisible()
    await expect.element(page.getByText('Catalog management')).toBeVisible()
    await expect.element(button('Add product')).toBeVisible()
    await expect.element(button('Export CSV')).toBeVisible()
    await expectTexts(page.getByRole('columnheader'), [
      ...['', 'Product', 'Barcode', 'Category', 'Supplier', 'Price', 'Stock', 'Actions'],
    ])
    await expectCells('Inventory', [
      [
        '',
        'Amasi, full cream 2 L Cultured milk, keep below 5 °C',
        ...['6001482104372', 'Dairy', 'Umgeni Dairy', 'R 42,99', '18', ''],
      ],
      ['', 'Apricot jam 900 g', '–', 'Preserves', 'Montagu Fruit Co.', 'R 58,95', '64', ''],
      ['', 'beef biltong 250 g', '600731', 'Snacks', 'Karoo Biltong', 'R 139,90', '0', ''],
      ['', 'Boerewors 1 kg', '–', 'Butchery', 'Winelands Meats', 'R 129,99', '34', ''],
      ['', 'Buttermilk rusks', '–', 'Bakery', 'Overberg Bakery', 'R 1 074,50', '212', ''],
    ])
    for (const [number, colour] of [
      ['18', 'amber'],
      ['64', 'green'],
      ['0', 'red'],
      ['34', 'yellow'],
      ['212', 'green'],
    ] as const)
      await expect.element(page.getByText(number)).toHaveAttribute('data-colour', colour)
    await expectAccessible()
    await button('Next').click()
    await expect.element(page.getByText('12,75')).toHaveAttribute('data-colour', 'amber')
    await expect.element(page.getByText('-3')).toHaveAttribute('data-colour', 'red')
  })

  test('has cards on a phone (2.5.10)', async () => {
    await openProducts('/products', createShelf().slice(0, 2), PHONE)
    await expectTexts(page.getByRole('list', { name: 'Inventory' }).getByRole('listitem'), [
      'Amasi, full cream 2 L Dairy • Umgeni Dairy R 42,99 Stock 18',
      'Apricot jam 900 g Preserves • Montagu Fruit Co. R 58,95 Stock 64',
    ])
    expectNoOverflow()
    await expectAccessible()
  })

  test.for([DESK, PHONE])('shows the site of each product when there are several sites', async (size) => {
    await renderScreen(
      '/products',
      {
        ...serveProducts(createProduct('Milk', { description: 'Fresh' }), createProduct('Milk', KLOOF)),
        sites: { options: () => [KLOOF, SITE] },
      },
      size,
    )
    await expectContains(row('Sandton Rivonia'), 'Milk')
    await expectContains(row('Cape Town Kloof'), 'Milk')
  })

  test('is searched and sorted from page 1, and the URL has both (2.5.4, 2.5.9, 4.12)', async () => {
    await openProducts('/products?page=2')
    await expectPager('Page 2 / 2 • 7 results')
    await search().fill('WORS')
    await expectColumn('Inventory', 1, ['Boerewors 1 kg', 'Droëwors'])
    await expectUrl('/products?q=WORS')
    await button('Clear search').click()
    await expect.element(search()).toHaveFocus()
    await expectUrl('/products')
    await column('Product').getByRole('button').click()
    await expect.poll(() => getInputs('products.list').at(-1)).toMatchObject({ sort: 'productname', dir: 'desc', page: 1 })
    for (const [name, sort] of [
      ['Barcode', 'barcode'],
      ['Category', 'category'],
      ['Supplier', 'supplier'],
      ['Price', 'price'],
      ['Stock', 'stock'],
    ] as const)
      for (const dir of ['asc', 'desc'] as const) {
        await column(name).getByRole('button').click()
        await expect.element(column(name)).toHaveAttribute('aria-sort', `${dir}ending`)
        await expect.poll(() => getInputs('products.list').at(-1)).toMatchObject({ sort, dir, page: 1 })
      }
  })

  test('names the filter of products without a purchase price, and removes it', async () => {
    await openProducts('/products?no_cost=true')
    await expect.poll(() => getInputs('products.list').at(-1)).toMatchObject({ no_cost: true })
    await expectContains(page.getByRole('group', { name: 'Active filters' }), 'Without purchase price')
    await button('Remove filter Without purchase price').click()
    await expectUrl('/products')
    await expect.element(low()).toHaveFocus()
    await expect.poll(() => getInputs('products.list').at(-1)).toMatchObject({ no_cost: false })
  })

  test('is filtered by low stock, category and supplier, and the URL has the filters (2.5.6, 2.5.7, 4.12)', async () => {
    await openProducts('/products?page=2')
    await low().click()
    await expect.element(low()).toHaveAttribute('aria-pressed', 'true')
    await expectPager('Page 1 / 1 • 5 results')
    await expectUrl('/products?low=true')
    await filter('Category').click()
    await expectTexts(page.getByRole('option'), ['All', 'Bakery', 'Butchery', 'Dairy', 'Preserves', 'Snacks'])
    await page.getByRole('option', { name: 'Preserves' }).click()
    await expectColumn('Inventory', 1, ['Chutney'])
    await low().click()
    await expectPager('Page 1 / 1 • 2 results')
    await choose(filter('Supplier'), 'Montagu Fruit Co.')
    await expectColumn('Inventory', 1, ['Apricot jam 900 g'])
    await choose(filter('Category'), 'All')
    await expectUrl('/products?supplier=Montagu+Fruit+Co.')
    await choose(filter('Supplier'), 'All')
    await expectPager('Page 1 / 2 • 7 results')
    await expectUrl('/products')
    await goBack()
    await expect.element(filter('Supplier')).toHaveValue('Montagu Fruit Co.')
  })

  test('shows a filter value that no product has any more, and clears it', async () => {
    await openProducts('/products?category=Gone')
    await expect.element(filter('Category')).toHaveValue('Gone')
    await expect.element(page.getByText('No products found.')).toBeVisible()
    await button('Clear filters').click()
    await expectPager('Page 1 / 2 • 7 results')
  })

  test('has a searchable menu when there are many suppliers', async () => {
    const rows = Array.from({ length: 9 }, (_, index) => createProduct(`Product ${index}`, { supplier: `Supplier ${index}` }))
    // The focus passes the link to the stock, which loads what it leads to.
    await renderScreen('/products', { ...serveProducts(...rows), stock: serveStock().stock })
    await tabTo(filter('Supplier'))
    await userEvent.tab()
    await expect.element(button('Bulk change'), { message: 'Tab passes the menu without opening it' }).toHaveFocus()
    await tabTo(filter('Supplier'), { shift: true })
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => page.getByRole('option').elements().length).toBe(10)
    await userEvent.tab()
    await expect.element(button('Bulk change'), { message: 'Tab passes the open menu' }).toHaveFocus()
    await filter('Supplier').click()
    await expect.poll(() => page.getByRole('option').elements().length).toBe(10)
    await userEvent.keyboard('r 7')
    await expectTexts(page.getByRole('option'), ['Supplier 7'])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expectColumn('Inventory', 1, ['Product 7'])
  })

  test.for([1440, 320])('has room for the longest numbers and for its buttons: %d px', async (width) => {
    await openProducts('/products', [
      createProduct('Sand', { price: 1_234_567.89, stock: -999_999_999.999 }),
      createProduct('Water', { price: 42.99, stock: 1_234.567 }),
    ])
    await page.viewport(width, 844)
    await expect.element(row('Sand')).toBeVisible()
    for (const [name, stock] of [
      ['Sand', '-999\u00a0999\u00a0999,999'],
      ['Water', '1\u00a0234,567'],
    ] as const) {
      const figure = box(row(name).getByText(stock))
      const around = box(width === 1440 ? row(name).getByRole('cell').nth(6) : row(name))
      expect(figure.left).toBeGreaterThanOrEqual(around.left + 12)
      expect(figure.right).toBeLessThanOrEqual(around.right - 12)
    }
    const price = row('Sand').getByText('R\u00a01\u00a0234\u00a0567,89')
    expect(price.element().getClientRects(), 'on one line').toHaveLength(1)
    expectNoOverflow()
    // On a phone they are in a menu.
    for (const name of width === 1440 ? ['Import CSV', 'Export CSV'] : []) {
      const { scrollWidth, clientWidth } = page.getByText(name).element()
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    }
  })

  test('links to the first product when it is empty (2.5.16)', async () => {
    await openProducts('/products', [])
    await expect.element(page.getByText('No products found.')).toBeVisible()
    await expectPager('Page 1 / 1 • 0 results')
    await expectAccessible()
    await button('Add your first product').click()
    await expect.element(dialog()).toHaveAccessibleName('Add product')
  })

  test('shows why it could not be loaded, and loads at the next try (2.5.17, 8.2.2)', async () => {
    await openProducts()
    await expectPager('Page 1 / 2 • 7 results')
    answerWith({ products: { list: loseConnection } })
    await button('Next').click()
    await expect.element(alert()).toHaveTextContent('Error: Failed to load products')
    answerWith({
      products: {
        list: ({ errors }) => {
          throw errors.NO_BUSINESS()
        },
      },
    })
    await button('Try again').click()
    await expect.element(alert()).toHaveTextContent('Error: Business not found')
    answerWith(serveProducts(...createShelf()))
    await button('Try again').click()
    await expectPager('Page 2 / 2 • 7 results')
    await expectGone(alert())
  })

  test.for([DESK, PHONE])('has a skeleton while loading, without a layout shift: %j', async (size) => {
    const { products } = serveProducts(...createShelf())
    const list = hold(products?.list ?? loseConnection)
    await document.fonts.load('14px "Inter Variable"')
    await renderScreen('/products', { products: { ...products, list: list.handler } }, size)
    const rows = page.getByRole(size === DESK ? 'table' : 'list', { name: 'Inventory' })
    await expect.element(rows).toHaveAttribute('aria-busy', 'true')
    expect(rows.element().querySelectorAll(size === DESK ? 'tbody tr' : 'li')).toHaveLength(size === DESK ? 6 : 5)
    const expectNoShift = watchShifts()
    list.release()
    await expectPager('Page 1 / 2 • 7 results')
    await expect.element(rows).toHaveAttribute('aria-busy', 'false')
    await expectNoShift()
  })

  test('is sorted by a menu on a phone, from page 1', async () => {
    await openProducts('/products?page=2', createShelf(), PHONE)
    await button('Sort: Product, ascending').click()
    await expectTexts(page.getByRole('menuitemradio'), ['Product', 'Barcode', 'Category', 'Supplier', 'Price', 'Stock'])
    await page.getByRole('menuitemradio', { name: 'Stock' }).click()
    await expect.poll(() => getInputs('products.list').at(-1)).toMatchObject({ sort: 'stock', dir: 'asc', page: 1 })
    await expectUrl('/products?sort=stock')
  })

  test('exports the selected products on a phone', async () => {
    const [amasi, , biltong, ...others] = createShelf()
    if (!amasi || !biltong) throw new Error('Two products are missing.')
    const exported: (string | null)[] = []
    await openProducts('/products', [amasi, biltong, ...others], PHONE)
    answerRoute('GET /api/v1/products.csv', ({ url }) => {
      exported.push(new URL(url).searchParams.get('ids'))
      return new Response('Product\n', { headers: { 'content-disposition': 'attachment; filename="products.csv"' } })
    })
    await tick('Amasi, full cream 2 L').click()
    await tick('beef biltong 250 g').click()
    await expect.element(selected()).toHaveTextContent('2 selected')
    await expectAccessible()
    await button('Export selected').click()
    await expect.poll(() => exported).toEqual([`${amasi.productid},${biltong.productid}`])
    await button('Clear selection').click()
    await expect.element(tick('Amasi, full cream 2 L')).not.toBeChecked()
  })

  test('counts the selected products over all pages, and clears the selection with another search (2.5.8, 2.5.11, 2.5.12, 4.12)', async () => {
    await openProducts()
    await expectGone(selected())
    await expectPager('Page 1 / 2 • 7 results')
    await expect.element(button('Previous')).toBeDisabled()
    await tick('Boerewors 1 kg').click()
    await button('Next').click()
    await expectPager('Page 2 / 2 • 7 results')
    await expect.element(button('Next')).toBeDisabled()
    await expect.element(tick('Droëwors')).toBeVisible()
    await selectAll().click()
    await expect.element(selected()).toHaveTextContent('3 selected')
    await tick('Chutney').click()
    await expect.element(selected()).toHaveTextContent('2 selected')
    await button('Previous').click()
    await expect.element(tick('Boerewors 1 kg')).toBeChecked()
    await button('Delete Boerewors 1 kg').click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await expect.element(selected()).toHaveTextContent('1 selected')
    const endsWith = async (change: () => Promise<unknown>) => {
      await selectAll().click()
      await expect.element(selected()).toBeVisible()
      await change()
      await expectGone(selected())
    }
    await button('Clear selection').click()
    await endsWith(() => low().click())
    await endsWith(() => search().fill('t'))
    await endsWith(() => column('Price').getByRole('button').click())
    await endsWith(() => choose(filter('Category'), 'Preserves'))
    await endsWith(() => choose(filter('Supplier'), 'Montagu Fruit Co.'))
  })
})

test('products: a delete asks first, and shows in its dialog why it failed (2.5.15, 4.24, 7.3.12)', async () => {
  const rows = [createProduct('Amasi'), createProduct('Boerewors')]
  await openProducts('/products', rows)
  await button('Delete Amasi').click()
  await expect.element(dialog()).toHaveAccessibleName('Confirm delete')
  await expectContains(dialog(), 'Are you sure you want to delete Amasi?')
  answerWith({ products: { remove: loseConnection } })
  const confirm = dialog().getByRole('button', { name: 'Delete' })
  await confirm.click()
  await expect.element(alert()).toHaveTextContent('Something went wrong. Please try again.')
  answerWith(serveProducts(...rows))
  await confirm.click()
  await expectGone(dialog())
  await expectPager('Page 1 / 1 • 1 results')
})
