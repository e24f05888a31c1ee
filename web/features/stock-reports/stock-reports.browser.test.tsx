import { describe, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import type { ReorderRow, SupplierOrder } from '../../../contract/stock-reports.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { getInputs } from '../../testing/fake-server.ts'
import { toPage } from '../../testing/pages.ts'
import { closePage, DESK, PHONE, renderScreen, SITE } from '../../testing/render-screen.tsx'
import {
  button,
  choose,
  column,
  dialog,
  expectCells,
  expectColumn,
  expectContains,
  expectNoOverflow,
  expectTapTargets,
  expectUrl,
  heading,
  row,
} from '../../testing/screen.ts'

const bread: ReorderRow = {
  ...{ productid: 1, productname: 'Bread', barcode: '6001', ...SITE, supplier: 'Overberg Bakery' },
  ...{ stock: 4, reorder_level: 12, order_quantity: 6, speed: 2.25, days_left: 1.8, suggested: 42, purchaseprice: 10, cost: 420 },
  ...{ lead_time_days: null, on_order: 0, in_transit: 0, in_drafts: 0 },
}
const salt: ReorderRow = {
  ...{ productid: 2, productname: 'Salt', barcode: '', ...SITE, supplier: '' },
  ...{
    stock: -2,
    reorder_level: null,
    order_quantity: null,
    speed: 0,
    days_left: null,
    suggested: 2,
    purchaseprice: null,
    cost: null,
    lead_time_days: null,
    ...{ on_order: 0, in_transit: 0, in_drafts: 0 },
  },
}

const serveReports = () => ({
  stockReports: {
    reorder: () => ({
      ...toPage([bread, salt]),
      total: { suggested: 44, cost: 420, unknown_costs: 1 },
      suppliers: [
        { supplier: 'Overberg Bakery', products: 1, units: 42, cost: 420, unknown_costs: 0 },
        { supplier: '', products: 1, units: 2, cost: 0, unknown_costs: 1 },
      ],
    }),
    slowSellers: () => ({
      ...toPage([
        { ...bread, last_sold: '2026-08-14' },
        { ...salt, last_sold: null },
      ]),
      total: { stock: 2, cost: 420, unknown_costs: 1 },
    }),
    stockValue: () => ({
      ...toPage([{ ...SITE, products: 2, units: 44, cost: 420, value: 860.5, unknown_costs: 1 }]),
      total: { products: 2, units: 44, cost: 420, value: 860.5, unknown_costs: 1 },
    }),
  },
  products: { options: () => ({ categories: [], suppliers: ['Overberg Bakery'], vat_rates: [15, 0] }) },
})

const NONE = { ...toPage([]), suppliers: [], total: { ...{ suggested: 0, stock: 0, cost: 0 }, unknown_costs: 0 } }

describe('stock reports', () => {
  test.for([
    ['reorder', 'Nothing to order.'],
    ['slow-sellers', 'Every product in stock has sold.'],
  ] as const)('say that all is well only without a search and filters: %s', async ([report, text]) => {
    const answers = { ...serveReports(), stockReports: { reorder: () => NONE, slowSellers: () => NONE } }
    await renderScreen(`/reports/${report}?q=rusks&supplier=Overberg+Bakery`, answers)
    const main = page.getByRole('main')
    await expectContains(main, 'No products match “rusks”.')
    expect(main.element().textContent).not.toContain(text)
    await button('Clear filters').click()
    await expectContains(main, text)
    await expectUrl(`/reports/${report}`)
    await expectAccessible()
  })

  test('reorder list: shows what to order, by supplier, for the chosen days', async () => {
    await renderScreen('/reports/reorder', serveReports())
    await expect.element(heading('Reorder list')).toBeVisible()
    await expectCells('To order', [
      ['Bread Sandton Rivonia', 'Overberg Bakery', '4', '12', '2,3', '1', '42', 'R 420,00'],
      ['Salt Sandton Rivonia', '–', '-2', '–', '0', '–', '2', '–'],
    ])
    await expectCells('By supplier', [
      ['Overberg Bakery', '1', '42', 'R 420,00', 'Copy order Create order'],
      ['No supplier', '1', '2', '–', ''],
    ])
    const known = page.getByRole('link', { name: 'Cost known for 1 of 2 products' })
    await expect.element(known).toHaveAttribute('href', '/products?no_cost=true')
    await button('About these figures').click()
    await expectContains(dialog(), 'The reorder level plus sales for 14 days and the lead time, less the stock.')
    await userEvent.keyboard('{Escape}')
    await choose(page.getByRole('combobox', { name: 'Order for' }), '28 days')
    await expectUrl('/reports/reorder?days=28')
    await column('Cost').getByRole('button').click()
    await expectUrl('/reports/reorder?sort=cost&dir=desc&days=28')
    await expect.poll(() => getInputs('stockReports.reorder').at(-1)).toMatchObject({ days: 28, sort: 'cost', dir: 'desc' })
  })

  test('reorder list: has the text of an e-mail for a supplier', async () => {
    await renderScreen('/reports/reorder', serveReports())
    await button('Copy order for Overberg Bakery').click()
    await expectContains(dialog(), '42 x Bread (6001)')
    await expectContains(dialog(), 'Karoo Pantry')
    await expect.element(dialog().getByRole('button', { name: 'Copy as e-mail text' })).toHaveFocus()
    await expectAccessible()
    expect(getInputs('stockReports.reorder').at(-1)).toMatchObject({ supplier: 'Overberg Bakery', page: 1 })
  })

  test('reorder list: says when a supplier needs days, a larger order or an account number', async () => {
    const slow = { ...bread, lead_time_days: 3 }
    const order = { supplier: 'Overberg Bakery', products: 1, units: 42, cost: 420, unknown_costs: 0 }
    const contact = { email: 'orders@overberg.example', phone: '028 555 0101', account_number: 'KP-77' }
    const { stockReports, ...others } = serveReports()
    const list = (suppliers: SupplierOrder[]) => ({ ...stockReports.reorder(), ...toPage([slow, salt]), suppliers })
    const serve = (suppliers: SupplierOrder[]) =>
      renderScreen('/reports/reorder', { ...others, stockReports: { reorder: () => list(suppliers) } })
    await serve([
      { ...order, ...contact, minimum_order: 1000.1 },
      { ...order, supplier: 'Boland Kitchen', minimum_order: 420 },
      { ...order, supplier: 'Karoo Salt', products: 2, unknown_costs: 1, minimum_order: 1000 },
    ])
    await expectContains(page.getByRole('main'), 'What to order to last 14 days plus delivery time, based on the last 28 days')
    await expectColumn('To order', 1, ['Overberg Bakery Lead time 3 days', '–'])
    await expectColumn('By supplier', 3, [
      'R 420,00 R 580,10 below the minimum of R 1 000,10',
      'R 420,00 Minimum R 420,00',
      'R 420,00 for 1 of 2 products Minimum R 1 000,00',
    ])
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    await expect.element(link('orders@overberg.example')).toHaveAttribute('href', 'mailto:orders@overberg.example')
    await expect.element(link('028 555 0101')).toHaveAttribute('href', 'tel:0285550101')
    await expect.element(link('Suppliers')).toHaveAttribute('href', '/stock/suppliers')
    await expectAccessible()
    await button('Copy order for Overberg Bakery').click()
    await expectContains(dialog(), 'Our account number: KP-77')
    const mail = new URL(dialog().getByRole('link', { name: 'Open in e-mail' }).element().getAttribute('href') ?? '')
    expect(decodeURIComponent(mail.pathname)).toBe('orders@overberg.example')
    expect(mail.searchParams.get('subject')).toBe('Order from Karoo Pantry')
    expect(mail.searchParams.get('body')).toContain('42 x Bread (6001)')
    await userEvent.keyboard('{Escape}')
    await page.viewport(...PHONE)
    await expectContains(row('Bread').last(), 'Overberg Bakery • lead time 3 days')
    await expectNoOverflow()
    expectTapTargets(page.getByRole('main'))
  })

  test('reorder list: says that an order is too long for the link of a mail', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      ...bread,
      productid: index + 1,
      productname: `Bread number ${index}`,
    }))
    const order = { supplier: 'Overberg Bakery', products: 60, units: 2520, cost: 420, unknown_costs: 0 }
    const { stockReports, ...others } = serveReports()
    const list = {
      ...stockReports.reorder(),
      ...toPage(many, 1, 100),
      suppliers: [{ ...order, email: 'orders@overberg.example' }],
    }
    await renderScreen('/reports/reorder', { ...others, stockReports: { reorder: () => list } })
    await button('Copy order for Overberg Bakery').click()
    await expectContains(dialog(), 'The order is too long for the link. Copy it first, then paste it into the e-mail.')
    await expect
      .element(dialog().getByRole('link', { name: 'Open in e-mail' }))
      .toHaveAttribute('href', 'mailto:orders@overberg.example?subject=Order%20from%20Karoo%20Pantry')
  })

  test('reorder list: is printed as it is on screen, with the business, the filters and how many of the rows', async () => {
    const items = Array.from({ length: 120 }, (_, index) => ({
      ...bread,
      productid: index + 1,
      productname: `Item ${index + 1}`,
    }))
    const { stockReports, ...others } = serveReports()
    const reorder = ({ input }: { input: { page: number } }) => ({ ...stockReports.reorder(), ...toPage(items, input.page, 50) })
    await renderScreen('/reports/reorder?supplier=Overberg+Bakery&q=item&page=3', { ...others, stockReports: { reorder } })
    await expect.element(page.getByRole('table', { name: 'To order' }).getByText('Item 120', { exact: true })).toBeVisible()
    await commands.emulateMedia({ media: 'print' })
    for (const text of [/^Karoo Pantry · /, 'Rows 101 to 120 of 120. The CSV file has all rows.'])
      await expect.element(page.getByText(text).first()).toBeVisible()
    await expect.element(page.getByRole('combobox', { name: 'Supplier' })).toHaveValue('Overberg Bakery')
    await expect.element(page.getByRole('searchbox')).toHaveValue('item')
    await expect.element(page.getByRole('button', { name: /^(Print|Previous|Next)$/ })).not.toBeInTheDocument()
    await commands.emulateMedia({ media: null })
  })

  test.for([DESK, PHONE])('fit the screen and are accessible: %j', async (size) => {
    await renderScreen('/reports/slow-sellers?days=90', serveReports(), size)
    await expect.element(row('Never sold')).toBeVisible()
    await expectContains(row('Bread'), '14 Aug 2026')
    await expectContains(row('Salt'), '–')
    await expect.element(page.getByRole('link', { name: 'Cost known for 1 of 2 products' })).toBeVisible()
    await expectNoOverflow()
    await expectAccessible()
    const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect.element(breadcrumb.getByRole('link', { name: 'Reports' })).toHaveAttribute('href', '/reports')
    await closePage()
    await renderScreen('/reports/stock-value', serveReports(), size)
    await expectContains(row('Sandton Rivonia'), 'R 860,50')
    await expectContains(row('Sandton Rivonia'), 'for 1 of 2 products')
    await expect.element(page.getByRole('link', { name: 'Cost known for 1 of 2 products' })).toBeVisible()
    await expectNoOverflow()
    await expectAccessible()
    await closePage()
    await renderScreen('/reports/reorder', serveReports(), size)
    await expectContains(row('Bread').last(), 'R 420,00')
    await expectNoOverflow()
    if (size === PHONE) expectTapTargets(page.getByRole('main'))
    await expectAccessible()
  })
})
