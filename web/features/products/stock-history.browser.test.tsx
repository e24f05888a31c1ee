import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { StockEntry } from '../../../contract/product-stock.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { type Answers, answerWith, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { createProduct, serveProducts } from '../../testing/products.ts'
import { DESK, PHONE, renderScreen, SITE, serveRight } from '../../testing/render-screen.tsx'
import {
  alert,
  button,
  dialog,
  expectCells,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTexts,
  field,
  save,
} from '../../testing/screen.ts'

const at = (time: string) => new Date(`2026-11-${time}:00+02:00`)
const none = { sold: 0, returned: 0, sales: 0, changed_by: null, note: '', document: null }
const ENTRIES: StockEntry[] = [
  {
    ...none,
    movementid: 9,
    kind: 'sales',
    moved_at: at('20T17:30'),
    stock_before: 50,
    stock_after: 46,
    sold: 5,
    returned: 1,
    sales: 4,
  },
  {
    ...{ ...none, movementid: 5, kind: 'edit', moved_at: at('20T09:05'), stock_before: 20, stock_after: 50 },
    ...{ changed_by: 'Thandi Nkosi', note: 'Delivery' },
  },
]
const OPENING: StockEntry = {
  ...{ ...none, movementid: 1, kind: 'opening', moved_at: at('01T08:00'), stock_before: 0, stock_after: 20 },
  changed_by: 'Thandi Nkosi',
}

async function openHistory(size: typeof DESK | typeof PHONE, session: Answers = {}) {
  const amasi = createProduct('Amasi', { stock: 46 })
  const { products } = serveProducts(amasi)
  const answers = {
    ...products,
    stockHistory: ({ input: { before } }: { input: { before?: number | undefined } }) =>
      before === 5 ? { entries: [OPENING], next: null } : { entries: ENTRIES, next: 5 },
    sales: () => [{ saleid: 1042, saledate: at('20T17:30'), sitename: 'Sandton Rivonia', quantity: 2 }],
  }
  await renderScreen(`/products?product=${amasi.productid}`, { products: answers, ...session }, size)
  return amasi
}

test('stock history: a stock keeper sees no sales in it', async () => {
  await openHistory(DESK, serveRight({ name: 'stock', siteids: [SITE.siteid], sees_costs: true }))
  await button('Stock history').click()
  await expect.element(button('Show earlier changes')).toBeVisible()
  expect(getInputs('products.sales')).toEqual([])
  await expectGone(dialog().getByText(/sales with this product|Failed to load/))
})

test.for([DESK, PHONE])('stock history: is collapsed, and shows what changed the stock: %j', async (size) => {
  await openHistory(size)
  await expect.element(field('Product name')).toHaveValue('Amasi')
  expect(getInputs('products.stockHistory')).toEqual([])
  await button('Stock history').click()
  await button('Show earlier changes').click()
  await expectCells(
    'Changes',
    size === DESK
      ? [
          ['20 Nov 2026', 'Sold 5, returned 1 in 4 sales', '-4', '46'],
          ['20 Nov 2026, 09:05', 'Changed by Thandi Nkosi Delivery', '+30', '50'],
          ['1 Nov 2026, 08:00', 'Opening stock by Thandi Nkosi', '+20', '20'],
        ]
      : [
          ['20 Nov 2026 Sold 5, returned 1 in 4 sales', '-4', '46'],
          ['20 Nov 2026, 09:05 Changed by Thandi Nkosi Delivery', '+30', '50'],
          ['1 Nov 2026, 08:00 Opening stock by Thandi Nkosi', '+20', '20'],
        ],
  )
  await expectTexts(dialog().getByRole('list', { name: 'Latest sales with this product' }).getByRole('listitem'), [
    '#1042 20 Nov 2026, 17:30 • Sandton Rivonia 2',
  ])
  expect(dialog().getByRole('link', { name: '#1042' }).element().getAttribute('href')).toBe('/sales?sale=1042')
  expectNoOverflow()
  if (size === PHONE) await expectAccessible()
})

test('stock history: says why it could not be loaded', async () => {
  await openHistory(DESK)
  answerWith({ products: { stockHistory: loseConnection } })
  await button('Stock history').click()
  await expect.element(alert()).toHaveTextContent('Error: Failed to load the changes')
})

test('product dialog: asks for a reason only when the stock of a product is changed', async () => {
  const amasi = await openHistory(DESK)
  await expect.element(field('Stock')).toHaveValue('46')
  await expectGone(field('Reason (optional)'))
  await field('Stock').fill('40')
  await field('Reason (optional)').fill('Breakage')
  await save().click()
  await expectGone(dialog())
  expect(getInputs('products.update')).toMatchObject([{ productid: amasi.productid, stock: 40, stock_note: 'Breakage' }])
})

test('product dialog: has price and stock above category and description on a phone', async () => {
  await openHistory(PHONE)
  await expect.element(field('Stock')).toBeVisible()
  const labels = dialog().getByRole('textbox').or(dialog().getByRole('combobox')).elements()
  const names = labels.map((input) => (input as HTMLInputElement).labels?.[0]?.textContent ?? '')
  expect(names.indexOf('Stock')).toBeLessThan(names.indexOf('Category'))
  await expectContains(dialog(), 'Price (ZAR)')
  expectNoOverflow()
  expect(page.getByRole('dialog').elements()).toHaveLength(1)
})
