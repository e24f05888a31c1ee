import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { createNaledi } from '../../testing/employees.ts'
import { type Answers, answerWith, getInputs, hold, loseConnection } from '../../testing/fake-server.ts'
import { toPage, toSalesPage } from '../../testing/pages.ts'
import { AMASI, createProduct, createShelf, serveProducts } from '../../testing/products.ts'
import { PHONE, renderScreen, SITE } from '../../testing/render-screen.tsx'
import {
  button,
  dialog,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTexts,
  expectUrl,
  field,
  goBack,
  heading,
} from '../../testing/screen.ts'
import { RIVONIA } from '../../testing/sites.ts'
import { OVERBERG } from '../../testing/suppliers.ts'

const open = () => button('Find anything')
const palette = () => page.getByRole('dialog', { name: 'Find anything' })
const input = () => page.getByRole('combobox', { name: 'Find anything' })
const results = (group: string) => palette().getByRole('group', { name: group }).getByRole('option')
const status = () => palette().getByRole('status')

const SALE = {
  ...{ saleid: 42, saledate: new Date('2021-11-15T07:42:00Z'), ...SITE, employeeid: 1, firstname: 'Lerato', lastname: 'Mokoena' },
  reference: null,
  finalamount: 249,
}

/** A shop whose lists answer each search with what matches it. */
function serveShop(...products: Parameters<typeof serveProducts>): Answers {
  const rows = products.length > 0 ? products : createShelf()
  const shop = serveProducts(...rows)
  return {
    ...shop,
    products: {
      ...shop.products,
      list: ({ input: { q, barcode } }) =>
        toPage(
          rows.filter((row) =>
            barcode ? row.barcode === barcode : `${row.productname} ${row.barcode}`.toLowerCase().includes(q.toLowerCase()),
          ),
        ),
    },
    sales: { list: ({ input: { q } }) => ({ ...toSalesPage([]), exact_matches: q === '42' ? [SALE] : [] }) },
    employees: {
      list: ({ input: { q } }) =>
        toPage([createNaledi()].filter(({ firstname }) => firstname.toLowerCase().includes(q.toLowerCase()))),
    },
    sites: {
      list: ({ input: { q } }) => toPage([RIVONIA].filter(({ sitename }) => sitename.toLowerCase().includes(q.toLowerCase()))),
      options: () => [SITE],
    },
    suppliers: { list: ({ input: { q } }) => toPage(q === 'overberg' ? [OVERBERG] : []) },
    reports: { saved: { list: () => [{ reportid: 7, name: 'Dairy by week', search: 'by=week&categories=Dairy' }] } },
  }
}

async function openPalette(answers = serveShop()) {
  await renderScreen('/sites', answers)
  await open().click()
  await expect.element(input()).toHaveFocus()
}

describe('palette', () => {
  test('opens with the button and Ctrl+K, is accessible, and gives the focus back', async () => {
    await openPalette()
    await expectTexts(results('Screens'), [
      'Dashboard g d',
      'Reports g r',
      'Sales g s',
      'Cash-ups g c',
      'Accounting g a',
      'Products g p',
      'Stock g k',
      'Suppliers g u',
      'Reorder list g o',
      'Employees g e',
      'Sites g i',
      'Settings g t',
      'Business',
      'Stock & VAT',
      'Notices',
      'Connections',
      'Activity',
      'Data',
    ])
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expectGone(palette())
    await expect.element(open()).toHaveFocus()
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(input()).toHaveFocus()
    await goBack()
    await expectGone(palette())
    await expect.element(heading('Sites')).toBeVisible()
  })

  test('moves with the arrow keys, and says which result is selected', async () => {
    await openPalette({ ...serveShop(), stockReports: { reorder: loseConnection } })
    await userEvent.keyboard('reor')
    await expectTexts(results('Screens'), ['Reorder list g o'])
    await expect.element(results('Screens').first()).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowDown}')
    const second = results('Reports').first()
    await expect.element(second).toHaveAttribute('aria-selected', 'true')
    expect(input().element().getAttribute('aria-activedescendant')).toBe(second.element().id)
    await userEvent.keyboard('{ArrowUp}{Enter}')
    await expectGone(palette())
    await expectUrl('/reports/reorder')
  })

  test.each([
    ['amasi', 'Products', /^Amasi/, /^\/products\?product=\d+$/, 'Edit product'],
    ['42', 'Sales', 'Sale #42 15 Nov 2021', /^\/sales\?sale=42$/, 'Sale #42'],
  ])('finds %s in %s and opens its dialog', async (typed, group, name, url, title) => {
    await openPalette({ ...serveShop(), sales: { ...serveShop().sales, get: loseConnection } })
    await userEvent.keyboard(typed)
    await results(group)
      .filter({ hasText: typeof name === 'string' ? 'Sale #42' : name })
      .click()
    await expect.poll(() => location.pathname + location.search).toMatch(url)
    await expect.element(page.getByRole('dialog', { name: title })).toBeVisible()
  })

  test.each([
    ['naledi', 'Employees', '/employees?q=Naledi+Dlamini'],
    ['rivonia', 'Sites', '/sites?q=Sandton+Rivonia'],
    ['overberg', 'Suppliers', '/stock/suppliers?q=Overberg+Bakery'],
    [
      'returns',
      'Reports',
      '/reports?by=employee&columns=refunds%2Crefunded%2Crevenue%2Corders&sort=refunded&dir=asc&compare=previous',
    ],
    ['gift', 'Reports', '/reports/gift-cards'],
    ['dáiry by', 'Reports', '/reports?by=week&categories=Dairy'],
  ])('finds %s in %s and opens the list or the report', async (typed, group, url) => {
    await openPalette({ ...serveShop(), saleReports: { get: loseConnection }, stockReports: { reorder: loseConnection } })
    await userEvent.keyboard(typed)
    await results(group).first().click()
    await expectUrl(url)
  })

  test('finds a screen also by other words, and a part of one', async () => {
    await openPalette()
    for (const [typed, names] of [
      ['cash up', ['Cash-ups g c']],
      ['password', ['Settings g t']],
      ['log out', ['Sign out']],
      ['of today', ['Sales of today']],
      ['history', ['Activity']],
      ['theme', ['Theme']],
      ['webhook', ['Connections', 'Webhooks']],
      ['invoice', ['Sales g s', 'Stock g k']],
      ['dark theme', ['Theme']],
      ['who changed', ['Activity']],
      ['logout', ['Sign out']],
      ['help', ['Support tickets', 'New ticket', 'Keyboard shortcuts ?']],
      ['plan', ['Business', 'Plan']],
      ['add prod', ['Products g p']],
      ['low st', ['Low stock']],
    ] as const) {
      await userEvent.fill(input(), typed)
      await expectTexts(results('Screens'), [...names])
    }
    await results('Screens').first().click()
    await expectUrl('/products?low=true&sort=stock')
  })

  test('says that nothing is found, and shows names as text', async () => {
    await openPalette(serveShop(createProduct('<img src=x onerror=alert(1)>')))
    await userEvent.keyboard('<img')
    await expectContains(results('Products'), '<img src=x onerror=alert(1)>')
    await userEvent.keyboard('xqz')
    await expect.element(status()).toHaveTextContent('No results')
    await expectGone(palette().getByRole('option'))
  })

  test('names the part that failed and shows the others', async () => {
    await openPalette({ ...serveShop(), employees: { list: loseConnection } })
    await userEvent.keyboard('amasi')
    await expectContains(results('Products'), 'Amasi')
    await expect.element(status()).toHaveTextContent('Employees: the search failed. It is tried again.')
  })

  test('ignores the answer to an earlier text that comes late', async () => {
    const late = hold(() => toPage([createProduct('Amasi', AMASI)]))
    await openPalette({ ...serveShop(), products: { ...serveShop().products, list: late.handler } })
    await userEvent.keyboard('amasi')
    await expect.poll(() => getInputs('products.list').length).toBeGreaterThan(0)
    answerWith(serveShop())
    await userEvent.fill(input(), 'chutney')
    await expectContains(results('Products'), 'Chutney')
    late.release()
    await expectTexts(results('Products'), ['Chutney Sandton Rivonia'])
  })

  test('opens the product of a scanned barcode at once, and offers to add one that no product has', async () => {
    await openPalette()
    await userEvent.keyboard(`${AMASI.barcode}{Enter}`)
    await expect.element(page.getByRole('dialog', { name: 'Edit product' })).toBeVisible()
    await expect.element(field('Barcode (optional)')).toHaveValue(AMASI.barcode)
    await userEvent.keyboard('{Escape}')
    await expectGone(dialog())

    await open().click()
    await expect.element(input()).toHaveFocus()
    await userEvent.keyboard('6009999999999{Enter}')
    await expect.element(input()).toHaveValue('6009999999999')
    const add = palette().getByRole('option', { name: /^Add product/ })
    await expectContains(add, 'No product has the barcode 6009999999999.')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('dialog', { name: 'Add product' })).toBeVisible()
    await expect.element(field('Barcode (optional)')).toHaveValue('6009999999999')
    await button('Cancel').click()
    await expectUrl('/products')
  })

  test('fits a phone', async () => {
    await renderScreen('/sites', serveShop(createProduct(`Amasi ${'x'.repeat(150)}`)), PHONE)
    await open().click()
    await expect.element(input()).toHaveFocus()
    await userEvent.keyboard('amasi')
    await expectContains(results('Products'), 'Amasi')
    expectNoOverflow()
    expect(results('Products').element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    expect(palette().element().scrollWidth).toBeLessThanOrEqual(390)
  })
})
