import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ProductListChoice } from '../../../contract/search/products.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerWith, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { createProduct, serveProducts } from '../../testing/products.ts'
import { closePage, PHONE, renderScreen, SESSION } from '../../testing/render-screen.tsx'
import { button, column, expectCells, expectContains, expectNoOverflow, expectTexts, row } from '../../testing/screen.ts'

const USUAL = ['', 'Product', 'Barcode', 'Category', 'Supplier', 'Price', 'Stock', 'Actions']
const item = (name: string) => page.getByRole('menuitemcheckbox', { name })
const headers = () => page.getByRole('columnheader')
const pictures = () => [...document.querySelectorAll<HTMLImageElement>('main img')].filter(({ naturalWidth }) => naturalWidth > 0)

const PICTURE = 'a'.repeat(32)
const rows = () => [
  createProduct('Amasi', { price: 115, purchaseprice: 75, stock: 3, picture: PICTURE }),
  createProduct('Bag', { price: 0, purchaseprice: 1 }),
  createProduct('Gift', { price: 10, is_free: true }),
  createProduct('Milk', { price: 10 }),
  createProduct('Rusks', { price: 11.5, purchaseprice: 12, vat_rate: 'exempt' }),
]

/** `saved` is what the server keeps for the person. */
async function openProducts(saved: ProductListChoice, size?: typeof PHONE) {
  await renderScreen(
    '/products',
    {
      ...serveProducts(...rows()),
      session: { get: () => ({ ...SESSION, product_list: saved }) },
      account: { saveProductList: ({ input }) => void Object.assign(saved, input) },
    },
    size,
  )
}

describe('products columns', () => {
  test('are turned on and off, and the person finds them at the next visit', async () => {
    const saved: ProductListChoice = { per_page: 5, columns: ['picture'] }
    await openProducts(saved)
    await expectTexts(headers(), USUAL)
    await expect.poll(() => pictures().length).toBe(1)
    await button('Columns').click()
    await expect.element(item('Picture')).toHaveAttribute('aria-checked', 'true')
    for (const name of ['Margin', 'Cost', 'Picture']) await item(name).click()
    await expectTexts(headers(), USUAL.toSpliced(6, 0, 'Cost', 'Margin'))
    expect(pictures()).toHaveLength(0)
    await expectCells('Inventory', [
      ['', 'Amasi', '–', '–', '–', 'R 115,00', 'R 75,00', '25,0 %', '3', ''],
      ['', 'Bag', '–', '–', '–', 'R 0,00', 'R 1,00', '–', '0', ''],
      ['', 'Gift', '–', '–', '–', 'R 10,00', 'R 0,00', '100,0 %', '0', ''],
      ['', 'Milk', '–', '–', '–', 'R 10,00', '–', '–', '0', ''],
      ['', 'Rusks', '–', '–', '–', 'R 11,50', 'R 12,00', '-4,3 %', '0', ''],
    ])
    await expect.element(column('Margin')).toHaveAttribute('title', expect.stringContaining('excl. VAT'))
    await expectAccessible()
    await expect.poll(() => saved).toEqual({ per_page: 5, columns: ['cost', 'margin'] })
    await closePage()
    await openProducts(saved)
    await expectTexts(headers(), USUAL.toSpliced(6, 0, 'Cost', 'Margin'))
    await button('Columns').click()
    await page.getByRole('menuitem', { name: 'Usual columns' }).click()
    await expectTexts(headers(), USUAL)
    await expect.poll(() => saved.columns).toEqual(['picture'])
  })

  test('are facts of the cards on a phone, and in the menu that sorts them', async () => {
    await openProducts({ per_page: 5, columns: [] }, PHONE)
    await button('Sort: Product, ascending').click()
    await expectAccessible()
    await item('Margin').click()
    await expectContains(row('Amasi'), 'Margin 25,0 %')
    await item('Cost').click()
    await expectContains(row('Amasi'), 'Cost R 75,00 • Margin 25,0 %')
    expectNoOverflow()
  })

  test('stay on screen when they cannot be saved, with a message', async () => {
    await openProducts({ per_page: 5, columns: [] })
    answerWith({ account: { saveProductList: loseConnection } })
    await button('Columns').click()
    await item('Cost').click()
    await expect.element(page.getByText('Could not save your choice for next time.')).toBeVisible()
    await expect.element(column('Cost')).toBeVisible()
    expect(getInputs('account.saveProductList')).toEqual([{ per_page: 5, columns: ['cost'] }])
  })

  test('scroll below the name where there is no space for them', async () => {
    await openProducts({ per_page: 5, columns: ['cost', 'margin'] })
    await page.viewport(1280, 720)
    const name = row('Amasi').getByText('Amasi')
    await expect.element(name).toBeVisible()
    const { left } = name.element().getBoundingClientRect()
    const table = page.getByRole('table', { name: 'Inventory' }).element()
    table.parentElement?.scrollBy({ left: 100 })
    await expect.poll(() => table.getBoundingClientRect().left).toBeLessThan(250)
    expect(name.element().getBoundingClientRect().left).toBe(left)
    expectNoOverflow()
  })
})
