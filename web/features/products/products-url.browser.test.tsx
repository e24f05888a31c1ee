import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ProductListChoice } from '../../../contract/search/products.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { createProduct, serveProducts } from '../../testing/products.ts'
import { closePage, DESK, PHONE, renderScreen, SESSION, SITE } from '../../testing/render-screen.tsx'
import {
  button,
  choose,
  dialog,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectPager,
  expectUrl,
  field,
  row,
} from '../../testing/screen.ts'

const KLOOF = { siteid: 2, sitename: 'Cape Town Kloof' }
const filter = (name: string) => page.getByRole('main').getByRole('combobox', { name })
const tick = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
const cancel = () => dialog().getByRole('button', { name: 'Cancel' })

const createShelf = () => [
  createProduct('Amasi', { price: 42.99, stock: 18 }),
  createProduct('Apricot jam 900 g', { price: 58.95 }),
]

const openProducts = (url = '/products', rows = createShelf(), size: typeof DESK | typeof PHONE = DESK) =>
  renderScreen(url, serveProducts(...rows), size)

test('products list: is filtered by site when there are several sites, and the URL has the site', async () => {
  const rows = [createProduct('Milk'), createProduct('Bread', KLOOF)]
  await renderScreen('/products', { ...serveProducts(...rows), sites: { options: () => [KLOOF, SITE] } })
  await choose(filter('Location'), 'Cape Town Kloof')
  await expectPager('Page 1 / 1 • 1 results')
  await expectContains(row('Cape Town Kloof'), 'Bread')
  await expectUrl('/products?siteid=2')
  await button('Clear filters').query()
  await choose(filter('Location'), 'All sites')
  await expectPager('Page 1 / 1 • 2 results')
  await expectUrl('/products')
})

test('products list: has more rows a page on request, and remembers that', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => createProduct(`Product ${index}`))
  await openProducts('/products?page=3', rows)
  await expectPager('Page 3 / 12 • 60 results')
  await choose(page.getByRole('combobox', { name: 'Rows per page' }), '25')
  await expectPager('Page 1 / 3 • 60 results')
  await expectUrl('/products?per_page=25')
  await page.getByRole('link', { name: 'Sites' }).click()
  await page.getByRole('link', { name: 'Products' }).click()
  await expectUrl('/products?per_page=25')
  await choose(page.getByRole('combobox', { name: 'Rows per page' }), '5')
  await expectPager('Page 1 / 12 • 60 results')
  await expectUrl('/products')
})

/** A person whose choices are kept, and who opens the list again. */
async function reopen(saved: ProductListChoice, url = '/products') {
  await closePage()
  const rows = Array.from({ length: 60 }, (_, index) => createProduct(`Product ${index}`))
  const session = { get: () => ({ ...SESSION, product_list: saved }) }
  await renderScreen(url, {
    ...serveProducts(...rows),
    session,
    account: { saveProductList: ({ input }) => void Object.assign(saved, input) },
  })
}

test('products list: has the size that the person chose last, and a link with another size wins', async () => {
  const saved: ProductListChoice = { per_page: 25, columns: [] }
  await reopen(saved, '/products?page=2')
  await expectPager('Page 2 / 3 • 60 results')
  await expectUrl('/products?page=2&per_page=25')
  await reopen(saved, '/products?per_page=5')
  await expectPager('Page 1 / 12 • 60 results')
  await button('Next').click()
  await expectPager('Page 2 / 12 • 60 results')
  await expectUrl('/products?page=2&per_page=5')
  await choose(page.getByRole('combobox', { name: 'Rows per page' }), '100')
  await expectPager('Page 1 / 1 • 60 results')
  await expect.poll(() => saved).toEqual({ per_page: 100, columns: [] })
  await reopen(saved)
  await expectPager('Page 1 / 1 • 60 results')
})

test('products list: leads to a page by its number on a phone', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => createProduct(`Product ${index}`))
  await openProducts('/products', rows, PHONE)
  const goTo = page.getByRole('textbox', { name: 'Go to page' })
  await goTo.click()
  await userEvent.keyboard('7{Enter}')
  await expectPager('Page 7 / 12 • 60 results')
  await expectUrl('/products?page=7')
  await expect.element(goTo).toHaveValue('7')
  await goTo.click()
  await userEvent.keyboard('1 0{Enter}')
  await expectPager('Page 10 / 12 • 60 results')
  await goTo.click()
  await userEvent.keyboard('99{Enter}')
  await expectPager('Page 12 / 12 • 60 results')
  expectNoOverflow()
  await expectAccessible()
})

test.for([DESK, PHONE])(
  'products list: opens a product by a click on its row, and not by a click on its checkbox: %j',
  async (size) => {
    await openProducts('/products', createShelf().slice(0, 2), size)
    await tick('Apricot jam 900 g').click()
    await expectGone(dialog())
    await row('Apricot jam 900 g').getByText('R\u00a058,95').click()
    await expect.element(dialog()).toHaveAccessibleName('Edit product')
    await expect.element(field('Product name')).toHaveValue('Apricot jam 900 g')
    await cancel().click()
    await expectGone(dialog())
    const opener = size === DESK ? 'Edit Apricot jam 900 g' : 'Actions for Apricot jam 900 g'
    await expect.element(button(opener)).toHaveFocus()
  },
)

test('products list: opens the product of a link', async () => {
  const [amasi] = createShelf()
  if (!amasi) throw new Error('A product is missing.')
  await openProducts(`/products?low=true&product=${amasi.productid}`, [amasi])
  await expect.element(field('Product name')).toHaveValue(amasi.productname)
  await cancel().click()
  await expectGone(dialog())
  await expectUrl('/products?low=true')
})

test('products list: says that the product of a link no longer exists', async () => {
  await openProducts('/products?product=999999')
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('Error: This was deleted or never existed.')
  await dialog().getByRole('button', { name: 'Close' }).click()
  await expectUrl('/products')
})
