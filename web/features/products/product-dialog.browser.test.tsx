import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerWith, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { AMASI, createProduct, createShelf, serveProducts } from '../../testing/products.ts'
import { DESK, PHONE, renderScreen, SITE } from '../../testing/render-screen.tsx'
import {
  alert,
  box,
  button,
  choose,
  dialog,
  expectColumn,
  expectContains,
  expectGone,
  expectPager,
  expectUrl,
  field,
  goBack,
  row,
  save,
} from '../../testing/screen.ts'

const KLOOF = { siteid: 2, sitename: 'Cape Town Kloof' }
const choice = (name: string) => dialog().getByRole('combobox', { name })
const cancel = () => dialog().getByRole('button', { name: 'Cancel' })

const openProducts = (url = '/products', rows = createShelf(), size: typeof DESK | typeof PHONE = DESK) =>
  renderScreen(url, serveProducts(...rows), size)

async function openAdd(rows: ReturnType<typeof createShelf> = []) {
  await openProducts('/products', rows)
  await button('Add product').click()
}

async function openAmasi() {
  await openProducts('/products', [createProduct('Amasi', { ...AMASI, stock: 1.5 })])
  await button('Edit Amasi').click()
}

describe('product dialog', () => {
  test('starts with the first site and zeros, and shows what is missing (2.5.13, 2.5.14, 4.19, 5.3.1, 5.3.2, 5.3.3, 5.3.4, 5.3.7)', async () => {
    await renderScreen('/products', { sites: { options: () => [KLOOF, SITE] } })
    await button('Add product').click()
    await expect.element(dialog()).toHaveAccessibleName('Add product')
    await expect.element(dialog()).toHaveAccessibleDescription('Fill in the product details below')
    await expect.element(choice('Site')).toHaveFocus()
    await expect.element(choice('Site')).toHaveValue('Cape Town Kloof')
    for (const name of ['Product name', 'Barcode (optional)', 'Description']) await expect.element(field(name)).toHaveValue('')
    for (const name of ['Category', 'Supplier']) await expect.element(choice(name)).toHaveValue('')
    for (const name of ['Price (ZAR)', 'Purchase price (ZAR)', 'Stock']) await expect.element(field(name)).toHaveValue('0')

    await field('Product name').fill('   ')
    for (const name of ['Price (ZAR)', 'Purchase price (ZAR)', 'Stock']) await field(name).fill('')
    await save().click()
    for (const message of [
      'Product name is required.',
      'Price is required.',
      'Purchase price is required.',
      'Stock is required.',
    ])
      await expect.element(dialog().getByText(message)).toBeVisible()
    await expect.element(field('Product name')).toHaveFocus()
    await expect.element(field('Product name')).toHaveAccessibleDescription('Product name is required.')
    await expectAccessible()

    await field('Product name').fill('Rooibos 80 bags')
    await field('Price (ZAR)').fill('twelve')
    await field('Purchase price (ZAR)').fill('-1')
    await field('Stock').fill('1,2345')
    await save().click()
    await expectContains(dialog(), 'Purchase price cannot be negative.')
    await expectContains(dialog(), 'Stock has at most three decimals.')
    await field('Price (ZAR)').fill('1,99995')
    await save().click()
    await expect.element(field('Price (ZAR)')).toHaveAccessibleDescription('A price has at most four decimals.')
    expect(getInputs('products.create')).toEqual([])
  })

  test('starts with the site of the filter', async () => {
    await renderScreen(`/products?siteid=${SITE.siteid}`, { sites: { options: () => [KLOOF, SITE] } })
    await button('Add product').click()
    await expect.element(choice('Site')).toHaveValue(SITE.sitename)
  })

  test('saves VAT, reorder level and order quantity, and shows a level that is no number', async () => {
    await openAmasi()
    await expect.element(choice('VAT')).toHaveValue('15\u00a0%')
    await expect.element(field('Reorder level (optional)')).toHaveValue('')
    await choose(choice('VAT'), '0\u00a0% zero-rated')
    await field('Reorder level (optional)').fill('soon')
    await field('Order quantity (optional)').fill('6')
    await save().click()
    await expect.element(field('Reorder level (optional)')).toHaveAccessibleDescription('Reorder level must be a number.')
    await field('Reorder level (optional)').fill('12,5')
    await save().click()
    await expectGone(dialog())
    expect(getInputs('products.update')).toMatchObject([{ vat_rate: 0, reorder_level: 12.5, order_quantity: 6 }])
  })

  test('stays open after a scanned barcode, which ends with Enter', async () => {
    await openAdd()
    await field('Product name').fill('Scanned')
    await field('Barcode (optional)').click()
    await userEvent.keyboard('6001482104372{Enter}')
    await expect.element(choice('Category')).toHaveFocus()
    await expect.element(dialog()).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expectGone(dialog())
    await expectColumn('Inventory', 1, ['Scanned'])
  })

  test('shows at the barcode field that another product has it, and keeps what was typed (4.23)', async () => {
    await openAdd()
    const reads = () => getInputs('products.list').length
    const before = reads()
    answerWith({
      products: {
        create: ({ errors }) => {
          throw errors.BARCODE_TAKEN()
        },
      },
    })
    await field('Product name').fill('Amasi again')
    await field('Barcode (optional)').fill('6001')
    await save().click()
    await expect
      .element(field('Barcode (optional)'))
      .toHaveAccessibleDescription('Another product at this site already has this barcode.')
    await expect.element(field('Barcode (optional)')).toHaveFocus()
    await expect.element(field('Product name')).toHaveValue('Amasi again')
    expect(reads(), 'nothing is read again').toBe(before)
  })

  test('requires a site, and links to where to add one (5.3.5)', async () => {
    await renderScreen('/products', { sites: { options: () => [] } })
    await button('Add product').click()
    await field('Product name').fill('Nowhere')
    await save().click()
    await expectContains(dialog(), 'Select a site.')
    const link = dialog().getByRole('link', { name: 'Add your first site' })
    await link.click()
    await expectContains(page.getByRole('alertdialog'), 'Your changes are not saved.')
    await button('Keep editing').click()
    await expectUrl('/products')
    await expect.element(field('Product name')).toHaveValue('Nowhere')
    await link.click()
    await button('Discard').click()
    await expectUrl('/sites')
    await expectGone(dialog())
  })

  test('shows that the sites could not be loaded, and continues when they are', async () => {
    await renderScreen('/products', { sites: { options: loseConnection } })
    await button('Add product').click()
    await expect.element(alert()).toHaveTextContent('Error: Failed to load sites')
    answerWith({ sites: { options: () => [SITE] } })
    await dialog().getByRole('button', { name: 'Try again' }).click()
    await expect.element(choice('Site')).toHaveValue('Sandton Rivonia')
  })

  test.for([DESK, PHONE])('shows an error of the save in view when the form is scrolled', async (size) => {
    await openProducts('/products', [], size)
    await button('Add product').click()
    await field('Product name').fill('Rooibos')
    answerWith({ products: { create: loseConnection } })
    await field('Stock').fill('5')
    await userEvent.keyboard('{Enter}')
    for (const name of ['Stock', 'Product name']) {
      if (name !== 'Stock') await field(name).click()
      await expect.element(alert()).toBeInViewport({ ratio: 1 })
      expect(box(field(name)).bottom, `${name} is not under it`).toBeLessThan(box(alert()).top)
    }
    if (size === PHONE) await expectAccessible()
  })

  test('shows the saved values; Cancel and Escape change nothing, and Save sends the changes (2.5.13, 2.5.14, 4.20, 4.22, 7.3.12)', async () => {
    await openAmasi()
    await expect.element(dialog()).toHaveAccessibleName('Edit product')
    await expect.element(dialog()).toHaveAccessibleDescription('Fill in the product details below')
    await expect.element(choice('Site')).toHaveValue('Sandton Rivonia')
    await expect.element(field('Barcode (optional)')).toHaveValue(AMASI.barcode)
    await expect.element(choice('Category')).toHaveValue('Dairy')
    await expect.element(choice('Supplier')).toHaveValue('Umgeni Dairy')
    await expect.element(field('Description')).toHaveValue(AMASI.description)
    await expect.element(field('Price (ZAR)')).toHaveValue('42,99')
    await expect.element(field('Purchase price (ZAR)')).toHaveValue('30,00')
    await expect.element(field('Stock')).toHaveValue('1,5')
    await userEvent.keyboard('{Escape}')
    await expectGone(dialog())

    await button('Edit Amasi').click()
    await field('Product name').fill('Maas')
    await userEvent.keyboard('{Escape}')
    await button('Keep editing').click()
    await expect.element(field('Product name')).toHaveValue('Maas')
    await cancel().click()
    await expectGone(dialog())
    expect(getInputs('products.update')).toEqual([])

    await button('Edit Amasi').click()
    await field('Product name').fill('Maas')
    await field('Price (ZAR)').fill('45')
    await choice('Supplier').fill('')
    await save().click()
    await expectGone(dialog())
    await expectContains(row('Maas'), '45,00')
    expect(getInputs('products.update')).toMatchObject([
      { productname: 'Maas', price: 45, supplier: '', stock: 1.5, opened: { version: 1, stock: 1.5 } },
    ])
  })

  test('closes by Back, like every dialog of the screen, and the page stays', async () => {
    await openProducts()
    await button('Next').click()
    await expectPager('Page 2 / 2 • 7 results')
    for (const name of ['Import CSV', 'Add product', 'Delete Chutney', 'Edit Chutney']) {
      await button(name).click()
      await expect.element(dialog()).toBeVisible()
      await goBack()
      await expectGone(dialog())
      await expectUrl('/products?page=2')
    }
    await goBack()
    await expectPager('Page 1 / 2 • 7 results')
  })
})
