import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { serveAccount } from '../testing/account.ts'
import { serveAccounting } from '../testing/accounting.ts'
import { COUNTED_ROW, serveCashUps } from '../testing/cash-ups.ts'
import { createNaledi, serveEmployees } from '../testing/employees.ts'
import type { Answers } from '../testing/fake-server.ts'
import { createFigures, createSalesSummary } from '../testing/figures.ts'
import { toPage, toSalesPage } from '../testing/pages.ts'
import { createProduct, serveProducts } from '../testing/products.ts'
import { DESK, PHONE, renderScreen, SITE } from '../testing/render-screen.tsx'
import { createSaleReportRow, serveSaleReport } from '../testing/sale-reports.ts'
import { createSaleDetails, createSaleItem } from '../testing/sales.ts'
import { button, choose, dialog, heading } from '../testing/screen.ts'
import { RIVONIA, serveSites } from '../testing/sites.ts'
import { BREAD, createDocument, MILK, ROSEBANK, serveStock } from '../testing/stock.ts'
import { createCount } from '../testing/stock-counts.ts'
import { serveStockReports } from '../testing/stock-reports.ts'
import { BOLAND, OVERBERG, serveSuppliers } from '../testing/suppliers.ts'

// Runs with the development build of React, whose warnings fail a test (web/testing/setup.ts). The other component tests use the
// production build, which is faster.

const SALE = {
  ...{ saleid: 1, saledate: new Date('2026-06-18T07:42:00Z'), ...SITE, employeeid: 1, firstname: 'Lerato', lastname: 'Mokoena' },
  reference: null,
  finalamount: 20,
}
const ITEM = createSaleItem({ productname: 'Chutney', barcode: '6001', quantity: 2, price: 10, total: 20 })
const DAY = '2026-06-18'
const SELLER = {
  ...{ sellerid: 1, code: 'K7', name: 'Zanele', employee: null, similar: null, sales: 2, amount: 20 },
  ...{ first_day: DAY, last_day: DAY, sites: [SITE] },
}
const SOLD = { [DAY]: { revenue: 20, orders: 1 } }

const SHOP: Answers = {
  dashboard: {
    figures: () =>
      createFigures({ from: '2026-06-01', to: DAY }, SOLD, {
        low_stock: 1,
        payments: [{ payment_method: 'card', orders: 1, revenue: 20 }],
        top_sites: [{ ...SITE, revenue: 20 }],
        top_products: [{ productid: 1, productname: 'Chutney', price: 10, sold: 2, total: 20, average_price: 10 }],
        top_employees: [{ employeeid: 1, firstname: 'Lerato', lastname: 'Mokoena', revenue: 20 }],
        low_stock_items: [{ productid: 1, productname: 'Chutney', sitename: SITE.sitename, supplier: '', stock: 3 }],
      }),
    announcements: () => [{ announcementid: 1, message: 'Closed on Friday.', link_title: 'Read more', link_value: '/sales' }],
  },
  sales: {
    list: () => toSalesPage([SALE]),
    figures: () => createSalesSummary({ from: '2026-06-01', to: DAY }, SOLD),
    employees: () => ({ employees: [], has_more: false, chosen: [] }),
    get: () => ({
      ...{ ...SALE, ...createSaleDetails(SALE), payment_method: 'card', reference: 'S-1', items: [ITEM], items_total: 20 },
      related: [{ saleid: 2, saledate: SALE.saledate }],
    }),
  },
  ...serveProducts(createProduct('Chutney', { stock: 3, category: 'Preserves' })),
  ...serveEmployees(createNaledi()),
  ...serveCashUps([COUNTED_ROW]),
  sites: { ...serveSites(RIVONIA).sites, options: () => [SITE] },
  tills: {
    list: () => [
      {
        ...{ tillid: 1, name: 'Front counter', key_start: 'wk_abcdef', created_at: SALE.saledate, last_used_at: SALE.saledate },
        first_sale: { saleid: 1, finalamount: 20 },
      },
    ],
  },
  sellers: { sums: () => ({ sellers: 1, sales: 2, given: 0 }), list: () => [SELLER] },
  ...serveSuppliers(OVERBERG, BOLAND),
  stockReports: { ...serveStockReports().stockReports },
  ...serveSaleReport([createSaleReportRow('loyalty', 10, { name: 'Loyalty' })]),
  ...serveAccount(),
  ...serveAccounting(),
  ...serveDocuments(),
}

function serveDocuments(): Answers {
  const lines = [BREAD, MILK]
  const transfer = { to_siteid: ROSEBANK.siteid, to_sitename: ROSEBANK.sitename }
  const {
    sites: _,
    suppliers: __,
    ...documents
  } = serveStock(
    createDocument({ documentid: 1, lines }),
    createDocument({ documentid: 2, kind: 'order', number: 1, state: 'sent', lines }),
    createDocument({ documentid: 3, kind: 'delivery', number: 2, state: 'received', lines }),
    createDocument({ documentid: 4, kind: 'transfer', number: 1, state: 'sent', ...transfer, lines }),
  )
  return documents
}

const SCREENS = [
  { url: '/dashboard', title: 'Dashboard', dialogs: [] },
  { url: '/sales', title: 'Sales', dialogs: ['View sale 1', 'Import sales'] },
  { url: '/products', title: 'Products', dialogs: ['Add product', 'Import CSV', 'Edit Chutney', 'Delete Chutney'] },
  {
    url: '/employees',
    title: 'Employees',
    dialogs: ['Add employee', 'Edit Naledi Dlamini', 'Delete Naledi Dlamini', 'Set till PIN Naledi Dlamini', 'Match sellers'],
  },
  {
    url: '/settings',
    title: 'You',
    dialogs: ['Edit name', 'Change e-mail', 'Change password', 'Turn on two-step sign-in', 'Sign out everywhere'],
  },
  {
    url: '/settings/business',
    title: 'Business',
    dialogs: ['Edit business', 'Hand over the business', 'Change receipts and till', 'Change plan'],
  },
  { url: '/settings/notices', title: 'Notices', dialogs: ['Turn on: Weekly summary'] },
  { url: '/cash-ups', title: 'Cash-ups', dialogs: ['Cash up today'] },
  { url: '/reports', title: 'Reports', dialogs: [] },
  { url: '/reports/accounting', title: 'Sales for accounting', dialogs: ['Edit account codes', 'Lock May 2026'] },
  { url: '/reports/discounts', title: 'Discounts', dialogs: ['About these figures'] },
  { url: '/reports/reorder', title: 'Reorder list', dialogs: ['About these figures', 'Copy order for Overberg Bakery'] },
  { url: '/reports/stock-value?day=2026-05-31', title: 'Stock value by site', dialogs: ['About these figures'] },
  { url: '/reports/in-transit', title: 'In transit', dialogs: ['About these figures'] },
  { url: '/reports/shrinkage', title: 'Shrinkage', dialogs: ['About these figures'] },
  {
    url: '/stock/suppliers',
    title: 'Suppliers',
    dialogs: ['Add supplier', 'Edit Boland Kitchen', 'Merge Boland Kitchen', 'Delete Boland Kitchen'],
  },
  { url: '/stock', title: 'Stock', dialogs: [] },
  { url: '/stock/new?kind=adjustment&siteid=1', title: 'New adjustment', dialogs: [] },
  { url: '/stock/1', title: 'Delivery 1', dialogs: ['Delete draft', 'Receive delivery'] },
  { url: '/stock/2', title: 'Order 1', dialogs: ['Copy order'] },
  { url: '/stock/3', title: 'Delivery 2', dialogs: ['Correct'] },
  { url: '/stock/4', title: 'Transfer 1', dialogs: ['Receive'] },
  { url: '/sites', title: 'Sites', dialogs: ['Add site', `Tills ${RIVONIA.sitename}`, `Edit ${RIVONIA.sitename}`] },
]

for (const { url, title, dialogs } of SCREENS) {
  test(`react warnings: ${title} and its dialogs cause none`, async () => {
    await renderScreen(url, SHOP, DESK)
    await expect.element(heading(title)).toBeVisible()
    for (const name of dialogs) {
      await button(name).click()
      await expect.element(dialog()).toBeVisible()
      await dialog().getByRole('button', { name: 'Close', exact: true }).click()
      await expect.element(dialog()).not.toBeInTheDocument()
    }
    await page.viewport(...PHONE)
    await expect.element(button('Open menu')).toBeVisible()
  })
}

test('react warnings: the first steps and the sample business cause none', async () => {
  await renderScreen('/dashboard')
  await button('See a sample business').click()
  await expect.element(dialog()).toBeVisible()
  await button('Close the sample').click()
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('react warnings: a product of several sites and products that are probably the same cause none', async () => {
  const KLOOF = { siteid: 2, sitename: 'Kloof' }
  const chutney = createProduct('Chutney', { has_own_price: false })
  const similar = { alike: 'name' as const, products: [createProduct('Tea'), createProduct('Tea', KLOOF)] }
  const { products } = serveProducts(chutney, createProduct('Chutney', { ...KLOOF, has_own_price: true, price: 3 }))
  await renderScreen('/products?per=item', {
    products: { ...products, probablySame: () => toPage([similar]) },
    sites: { options: () => [SITE, KLOOF, { siteid: 3, sitename: 'Durban' }] },
  })
  await button('Probably the same (1)').click()
  await expect.element(button('Join Tea')).toBeVisible()
  await button('Done').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await button('Edit Chutney').first().click()
  await button('Stock at another site…').click()
  await expect.element(button('Stock it there')).toBeVisible()
  await button('Not now').click()
  await button('Separate from the other sites').click()
  await expect.element(page.getByRole('dialog', { name: 'Separate from the other sites' })).toBeVisible()
})

test('react warnings: login and the first step of the sign-up cause none', async () => {
  await renderScreen('/login', { session: { get: () => null } })
  await expect.element(heading('Welcome back')).toBeVisible()
  await button('Forgot password?').click()
  await expect.element(heading('Forgot your password?')).toBeVisible()
  await page.getByRole('tab', { name: 'Sign up' }).click()
  await expect.element(heading('Let’s build your workspace')).toBeVisible()
})

test('react warnings: a count, its dialogs, its review and its sheet cause none', async () => {
  vi.spyOn(window, 'print').mockImplementation(() => dispatchEvent(new Event('afterprint')))
  const count = createCount()
  count.enterAs('Sipho Zulu', 1, 8)
  await renderScreen('/stock/count/new', { ...SHOP, ...count.answers }, DESK)
  await page.getByRole('radio', { name: /^A category/ }).click()
  await button('Begin count').click()
  await page.getByRole('radio', { name: /^All products/ }).click()
  await choose(page.getByRole('combobox', { name: 'Site' }), SITE.sitename)
  await button('Begin count').click()
  await page.getByLabelText('Scan a barcode, or type a name').fill('6002')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('All saved')).toBeVisible()
  await button('Count Bread').click()
  await dialog().getByRole('button', { name: 'Close', exact: true }).click()
  await button('More actions').click()
  await page.getByRole('menuitem', { name: /^Print sheet/ }).click()
  await button('Review').click()
  await button('Approve count').click()
  await dialog().getByRole('button', { name: 'Approve count' }).click()
  await expect.element(button('Export CSV')).toBeVisible()
})
