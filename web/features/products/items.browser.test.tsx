import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Product } from '../../../contract/products.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerWith, getInputs } from '../../testing/fake-server.ts'
import { toPage } from '../../testing/pages.ts'
import { AMASI, createProduct, serveProducts } from '../../testing/products.ts'
import { closePage, DESK, PHONE, renderScreen, SITE } from '../../testing/render-screen.tsx'
import { alert, button, choose, dialog, expectContains, expectGone, expectUrl, field, row, save } from '../../testing/screen.ts'

const KLOOF = { siteid: 2, sitename: 'Cape Town Kloof' }
const DURBAN = { siteid: 3, sitename: 'Durban Florida' }
const box = (name: string | RegExp) => dialog().getByRole('checkbox', { name })
const SITES = { options: () => [SITE, KLOOF, DURBAN] }

let here: Product
let there: Product
beforeEach(() => {
  here = createProduct('Amasi', { ...AMASI, has_own_price: false })
  there = createProduct('Amasi', { ...AMASI, ...KLOOF, price: 45, stock: 7, has_own_price: true })
})

async function openAmasi(rows = [here, there], size: typeof DESK | typeof PHONE = DESK) {
  await renderScreen(`/products?product=${here.productid}`, { ...serveProducts(...rows), sites: SITES }, size)
  await expect.element(dialog()).toHaveAccessibleName('Edit product')
}
const ALL_SITES =
  'Name, barcodes, category, supplier, description, picture, VAT and prices are changed at all 2 sites that sell it.'

describe('product dialog of an item', () => {
  test('has all sites with their stock, and says what is changed at all of them', async () => {
    await openAmasi()
    await expectContains(dialog(), ALL_SITES)
    const cells = () =>
      [...document.querySelectorAll('[role=dialog] tbody tr')].map((line) => line.textContent?.replaceAll('\u00a0', ' '))
    await expect.poll(cells).toEqual(['Sandton Rivonia this oneR 42,9918', 'Cape Town KloofR 45,00 own price7'])
    await expectAccessible()
  })

  test('saves an own price, and without it takes that of the other sites', async () => {
    await openAmasi([there, here])
    await box('Own price at this site').click()
    await expectContains(
      dialog(),
      'VAT and purchase price are changed at all 2 sites that sell it. The price changes at this site only.',
    )
    await field('Price (ZAR)').fill('44')
    await save().click()
    await expectGone(dialog())
    expect(getInputs('products.update')).toMatchObject([{ has_own_price: true, price: 44 }])
    here.price = 40
    await closePage()
    await renderScreen(`/products?product=${there.productid}`, { ...serveProducts(here, there), sites: SITES })
    await box('Own price at this site').click()
    await expect.element(field('Price (ZAR)')).toHaveValue('40,00')
    await save().click()
    await expect.poll(() => getInputs('products.update').at(-1)).toMatchObject({ has_own_price: false, price: 40 })
  })

  test('of a product that is alone has only the action to stock it at another site', async () => {
    const alone = createProduct('Chutney', { stock: 3 })
    await renderScreen(`/products?product=${alone.productid}`, { ...serveProducts(alone), sites: SITES })
    await expectContains(dialog(), 'Stock at another site…')
    await expectGone(dialog().getByText('Stocked at'))
    await expectGone(box('Own price at this site'))
    await field('Product name').fill('Peach chutney')
    await save().click()
    await expectGone(dialog())
    expect(getInputs('products.update')[0]).not.toHaveProperty('has_own_price')
    expect(getInputs('products.item')).toEqual([])
  })

  test('stocks it at another site once, with a level that is checked, and keeps what was typed', async () => {
    await openAmasi()
    answerWith({ products: { addToSite: () => ({ productid: 999 }) } })
    await field('Description').fill('Thick')
    await button('Stock at another site…').click()
    await expect.element(dialog().getByRole('combobox', { name: 'Other site' })).toHaveValue('Durban Florida')
    const levels = dialog().getByLabelText('Reorder level (optional)')
    await levels.last().fill('soon')
    await userEvent.keyboard('{Enter}')
    await expectContains(dialog(), 'Reorder level must be a number.')
    expect(getInputs('products.addToSite')).toEqual([])
    await levels.last().fill('6')
    await expectAccessible()
    await button('Stock it there').click()
    await expect.element(button('Stock it there')).not.toBeInTheDocument()
    expect(getInputs('products.addToSite')).toEqual([
      { productid: here.productid, siteid: 3, reorder_level: 6, order_quantity: null, request_id: expect.any(String) },
    ])
    expect(getInputs('products.update')).toEqual([])
    await expect.element(field('Description')).toHaveValue('Thick')
  })

  test('says why it is not stocked there', async () => {
    await openAmasi()
    answerWith({
      products: {
        addToSite: ({ errors }) => {
          throw errors.BARCODE_TAKEN()
        },
      },
    })
    await button('Stock at another site…').click()
    await button('Stock it there').click()
    await expect.element(alert()).toHaveTextContent('Another product at this site already has this barcode.Join with it')
    const other = createProduct('Amasi 2 l', { siteid: 3, sitename: 'Durban Florida', barcode: here.barcode })
    answerWith({ products: { list: () => toPage([other]), join: () => undefined } })
    await button('Join with it').click()
    await expect.element(button('Stock it there')).not.toBeInTheDocument()
    expect(getInputs('products.join')).toEqual([{ productids: [here.productid, other.productid] }])
    expect(getInputs('products.list')).toContainEqual(expect.objectContaining({ siteid: 3, barcode: here.barcode }))
  })

  test('separates it after a question, and saves what was typed then', async () => {
    await openAmasi()
    answerWith({
      products: {
        separate: () => {
          const { has_own_price: _, ...alone } = here
          answerWith(serveProducts({ ...alone, version: 2 }, there))
        },
      },
    })
    await field('Description').fill('Thick')
    await button('Separate from the other sites').click()
    await page.getByRole('button', { name: 'Separate', exact: true }).click()
    await expectGone(dialog().getByText('Stocked at'))
    expect(getInputs('products.separate')).toEqual([{ productid: here.productid }])
    await expect.element(field('Description')).toHaveValue('Thick')
    await save().click()
    await expectGone(dialog())
    expect(getInputs('products.update')).toMatchObject([{ description: 'Thick', opened: { version: 2 } }])
  })
})

describe('products list per item', () => {
  const items = () => ({
    products: {
      ...serveProducts(here).products,
      list: ({ input }: { input: { per: string } }) =>
        toPage([
          input.per === 'item' ? { ...here, item: { sites: 2, stock: 25, lowest_price: 42.99, highest_price: 45 } } : here,
        ]),
    },
    sites: SITES,
  })

  test('has the sum of the stock, the number of sites and the prices, and its choice is in the URL', async () => {
    await renderScreen('/products', items())
    await expectContains(row('Amasi'), 'Sandton Rivonia')
    await choose(page.getByRole('combobox', { name: 'Rows' }), 'One row per item')
    await expectUrl('/products?per=item')
    await expectContains(row('Amasi'), '2 sites')
    await expectContains(row('Amasi'), 'R 42,99 – R 45,00')
    await expectContains(row('Amasi'), '25')
    await expectGone(button('Delete Amasi'))
    await button('Bulk change').click()
    await expect.element(page.getByRole('menuitem', { name: 'Edit prices and stock in the list' })).toBeDisabled()
  })

  test('shows the same on a phone', async () => {
    await renderScreen('/products?per=item', items(), PHONE)
    await expectContains(row('Amasi'), '2 sites')
    await expectContains(row('Amasi'), 'R 42,99 – R 45,00')
  })
})

describe('products that are probably the same', () => {
  const similar = (productname: string, site: typeof KLOOF, price = 10) => ({
    ...createProduct(productname, { ...site, price, barcode: '6001' }),
  })

  async function openSimilar(groups: ReturnType<typeof similar>[][]) {
    const left = groups.map((products) => ({ alike: 'barcode' as const, products }))
    const take = () => {
      left.shift()
    }
    await renderScreen('/products', {
      products: { ...serveProducts(here).products, probablySame: () => toPage(left), join: take, keepApart: take },
      sites: SITES,
    })
    await button(`Probably the same (${groups.length})`).click()
  }

  test('are joined or kept apart, until none is left', async () => {
    const [a, b] = [similar('Bread', KLOOF), similar('White bread', DURBAN, 12)]
    const [c, d] = [similar('Milk', KLOOF), similar('Milk', DURBAN)]
    await openSimilar([
      [a, b],
      [c, d],
    ])
    await expectContains(dialog(), 'Prices differ. Each site keeps its own.')
    await expectAccessible()
    await button(/^Join/).first().click()
    await expectGone(dialog().getByText('White bread'))
    await button(/^They are different/).click()
    await expectContains(dialog(), 'No similar products left.')
    expect(getInputs('products.join')).toEqual([{ productids: [a.productid, b.productid] }])
    expect(getInputs('products.keepApart')).toEqual([{ productids: [c.productid, d.productid] }])
    await button('Done').click()
    await expectGone(button(/Probably the same/))
  })

  test('begin with one product of each site, and no two of a site are joined', async () => {
    const [a, b, c] = [similar('Bread', KLOOF), similar('Bread 2', KLOOF), similar('Bread 3', DURBAN)]
    await openSimilar([[a, b, c]])
    await expect.element(box(/^Bread 2/)).not.toBeChecked()
    await box(/^Bread 2/).click()
    await expect.element(button(/^Join/)).toBeDisabled()
    await expectContains(dialog(), 'Choose one product per site.')
    await box(/^Bread Cape/).click()
    await button(/^Join/).click()
    await expect.poll(() => getInputs('products.join')).toEqual([{ productids: [b.productid, c.productid] }])
  })

  test('of one site with one barcode are joined into the chosen one or changed, until none is left', async () => {
    const salt = createProduct('Salt', { ...KLOOF, barcode: '036000291452', stock: 3 })
    const old = createProduct('Salt old', { ...KLOOF, barcode: '36000291452', stock: 2 })
    const sugar = createProduct('Sugar', { ...KLOOF, barcode: '6009900000202' })
    const left = [
      { ...KLOOF, products: [salt, old] },
      { ...KLOOF, products: [sugar, createProduct('Sugar brown', { ...KLOOF, barcode: "'6009900000202" })] },
    ]
    const take = () => {
      left.shift()
    }
    const { products } = serveProducts(salt, old, sugar)
    await renderScreen('/products', { products: { ...products, sameBarcode: () => toPage(left), merge: take }, sites: SITES })
    await expectContains(page.getByRole('main'), '2 pairs have the same barcode: join or change')
    await button('Show the pairs').click()
    await expectAccessible()
    await button('Join into this one: Salt old').click()
    await button('Join').click()
    await expectGone(dialog().getByText('036000291452'))
    expect(getInputs('products.merge')).toEqual([{ productid: old.productid, others: [salt.productid] }])
    await expectContains(page.getByRole('main'), '1 pair has the same barcode: join or change')
    await button('Change Sugar').click()
    await expect.element(field('Barcode (optional)')).toHaveValue('6009900000202')
  })

  test('say why they are not joined', async () => {
    await openSimilar([[similar('Bread', KLOOF), similar('Bread', DURBAN)]])
    answerWith({
      products: {
        join: ({ errors }) => {
          throw errors.NOT_FOUND()
        },
      },
    })
    await button(/^Join/).click()
    await expect.element(alert()).toHaveTextContent('This was deleted or never existed.')
  })
})
