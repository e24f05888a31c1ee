import { describe, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import type { SalesEmployees, SalesEmployeesSearch } from '../../../contract/sales.ts'
import { OPTIONS_SHOWN } from '../../../contract/shared/constants.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { type Answers, getInputs } from '../../testing/fake-server.ts'
import { createSalesSummary } from '../../testing/figures.ts'
import { toSalesPage } from '../../testing/pages.ts'
import { createProduct } from '../../testing/products.ts'
import { DESK, PHONE, renderScreen } from '../../testing/render-screen.tsx'
import { createSale, serveSales } from '../../testing/sales.ts'
import {
  box,
  button,
  choose,
  dialog,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectPager,
  expectUrl,
} from '../../testing/screen.ts'
import { setToday } from '../../testing/today.ts'

const chips = () => page.getByRole('group', { name: 'Active filters' })
const search = () => page.getByRole('searchbox', { name: /sale ID/ })
const select = (name: string) => page.getByRole('combobox', { name }).or(page.getByRole('textbox', { name }))

const sites = () => page.getByRole('combobox', { name: /^Sites:/ })
const employees = () => page.getByRole('combobox', { name: /^Employees:/ })
const option = (name: string) => page.getByRole('option', { name })

const LERATO = { employeeid: 7, firstname: 'Lerato', lastname: 'Mokoena' }

function findEmployees(all: SalesEmployees['employees'], { q, employees }: SalesEmployeesSearch): SalesEmployees {
  const found = all.filter((employee) => getFullName(employee).toLowerCase().includes(q.toLowerCase()))
  const chosen = all.filter(({ employeeid }) => employees.includes(employeeid))
  return { employees: found.slice(0, OPTIONS_SHOWN), has_more: found.length > OPTIONS_SHOWN, chosen }
}

const serveFilters = (): Answers => ({
  sales: {
    ...serveSales().sales,
    options: () => ({
      sites: [
        { siteid: 1, sitename: 'Sandton Rivonia' },
        { siteid: 2, sitename: 'Zeerust' },
      ],
      payment_methods: ['card', 'cash', 'unknown'],
      vat_rates: [15, 0],
    }),
    employees: ({ input }) => findEmployees([LERATO], input),
  },
})

async function open(url = '/sales', answers = serveFilters(), size: typeof DESK | typeof PHONE = DESK) {
  setToday()
  await renderScreen(url, answers, size)
}

describe('sales filters', () => {
  test('say which sales a report led to, and show all sales again', async () => {
    const products = { get: () => createProduct('Braai wood') }
    await open('/sales?products=5&categories=&vat_rates=0', { ...serveFilters(), products })
    await expectContains(
      page.getByRole('main'),
      'Only sales with: Braai wood, no category, VAT rate 0 %. Amounts are for whole sales.',
    )
    const filter = { products: [5], categories: [''], vat_rates: [0] }
    for (const call of ['sales.list', 'sales.figures']) expect(getInputs(call).at(-1)).toMatchObject(filter)
    await button('Show all').click()
    await expectUrl('/sales')
    await expectGone(page.getByText(/Only sales with/))
  })

  test.for([DESK, PHONE])('are hidden until they are asked for, and go to list, figures, URL and chips: %j', async (size) => {
    await open('/sales?page=2', serveFilters(), size)
    await expectPager('Page 2 / 2 • 12 results')
    await expectGone(button('Only refunds'))
    // A phone has them in the sheet of the range.
    const filters = button(size === DESK ? 'Filters' : /^Range and filters/)
    await filters.click()
    await button('Only refunds').click()
    await expectUrl('/sales?refunds=true')
    await choose(select('Payment method'), 'Unknown')
    await expectUrl('/sales?refunds=true&payment_method=unknown')
    const filter = { refunds: true, payment_method: 'unknown' }
    await expect.poll(() => getInputs('sales.list').at(-1)).toMatchObject({ ...filter, page: 1 })
    await expect.poll(() => getInputs('sales.figures').at(-1)).toMatchObject(filter)
    if (size === PHONE) await button('Done').click()
    await expect.element(chips()).toHaveTextContent('RefundsPayment: Unknown')
    await expectAccessible()
    expectNoOverflow()
    for (const chip of ['Payment: Unknown', 'Refunds']) await button(`Remove filter ${chip}`).click()
    await expectUrl('/sales')
    await expectGone(chips())
    if (size === DESK) await filters.click()
    await expectGone(button('Only refunds'))
  })

  test('narrow everything to some sites and employees on a phone', async () => {
    await open('/sales?page=2', serveFilters(), PHONE)
    await expectPager('Page 2 / 2 • 12 results')
    await button('Range and filters: 30D, All sites, vs previous').click()
    await sites().click()
    await option('Sandton Rivonia').click()
    await option('Zeerust').click()
    await expect.element(sites()).toHaveAccessibleName('Sites: 2 sites')
    await userEvent.keyboard('{Escape}')
    await expect.element(sites()).toHaveFocus()
    await employees().click()
    await option('Lerato Mokoena').click()
    await expect.poll(() => new URLSearchParams(location.search).toString()).toBe('sites=1%2C2&employees=7')
    const filter = { sites: [1, 2], employees: [7] }
    await expect.poll(() => getInputs('sales.list').at(-1)).toMatchObject({ ...filter, page: 1 })
    await expect.poll(() => getInputs('sales.figures').at(-1)).toMatchObject(filter)
    await button('Show all employees').click()
    await expectUrl('/sales?sites=1%2C2')
    await button('Done').click()
    await expectGone(sites())
    await expect.element(button('Range and filters: 30D · 1, 2 sites, vs previous')).toHaveFocus()
    expectNoOverflow()
  })

  test('of an old link have names, also for a site that the business does not have', async () => {
    await open('/sales?siteid=99&employeeid=7&payment_method=EFT&range=7D')
    await expect.element(chips()).toHaveTextContent('Payment: EFT')
    await expect.element(sites()).toHaveAccessibleName('Sites: unknown')
    await expect.element(employees()).toHaveAccessibleName('Employees: Lerato Mokoena')
    await expect.poll(() => getInputs('sales.list').at(-1)).toMatchObject({ sites: [99], employees: [7] })
    await sites().click()
    await option('unknown').click()
    await expect.element(sites()).toHaveAccessibleName('Sites: All sites')
  })
})

test('sales employee filter: has the first employees, and finds the others by name', async () => {
  const thousand = Array.from({ length: 1000 }, (_, index) => ({
    employeeid: index + 8,
    firstname: 'Zola',
    lastname: `No. ${index}`,
  }))
  const { sales } = serveFilters()
  await open('/sales', { sales: { ...sales, employees: ({ input }) => findEmployees([LERATO, ...thousand], input) } })
  await employees().click()
  await expectContains(page.getByRole('listbox'), 'Type a name to find more')
  expect(page.getByRole('option').elements().length).toBeGreaterThanOrEqual(OPTIONS_SHOWN)
  await employees().fill('no. 999')
  await option('Zola No. 999').click()
  await expectUrl('/sales?employees=1007')
  await expect.element(employees()).toHaveAccessibleName('Employees: Zola No. 999')
})

test('sales screen: is printed with its filters, without their buttons', async () => {
  await open('/sales?refunds=true&sites=1')
  await expectContains(chips(), 'Refunds')
  await commands.emulateMedia({ media: 'print' })
  await expect.element(chips()).toBeVisible()
  await expect.element(sites()).toBeVisible()
  await expect.element(search()).not.toBeInTheDocument()
  await expect.element(button('Remove filter Refunds')).not.toBeInTheDocument()
  await expect.element(employees()).not.toBeInTheDocument()
  await commands.emulateMedia({ media: null })
})

describe('sales search without a result', () => {
  const serveNothing = (): Answers => ({
    sales: {
      ...serveFilters().sales,
      figures: ({ input }) => createSalesSummary(input),
      list: ({ input }) => toSalesPage(input.from < '2020' ? [createSale(7)] : []),
    },
  })

  test('offers all dates, with the same search', async () => {
    await open('/sales?q=lerato&range=7D', serveNothing())
    await button('Search all dates').click()
    await expectPager('Page 1 / 1 • 1 results')
    await expectUrl('/sales?q=lerato&from=2016-06-20&to=2026-06-18')
    await expectGone(button('Search all dates'))
  })

  test('does not offer all dates when it has searched them', async () => {
    const { sales } = serveNothing()
    await open('/sales?q=nobody&from=2016-06-19&to=2026-06-18', { sales: { ...sales, list: () => toSalesPage([]) } })
    await expect.element(button('Clear filters')).toBeVisible()
    await expectGone(button('Search all dates'))
  })
})

describe('sales search for a whole number', () => {
  const serveMatch = (): Answers => ({
    sales: {
      ...serveFilters().sales,
      list: () => toSalesPage([], 1, [createSale(7, { saledate: new Date('2026-01-05T10:00:00Z') })]),
    },
  })

  test('offers the sale when the page does not have it, on a phone', async () => {
    await open('/sales?q=7', serveMatch(), PHONE)
    const match = page.getByRole('region', { name: 'Sale with this number' })
    await expectContains(match, '#7 5 Jan 2026, 12:00, Sandton Rivonia, R 70,00')
    await expectAccessible()
    expectNoOverflow()
    await match.getByRole('button', { name: 'Open this sale' }).click()
    await expect.element(dialog()).toHaveAccessibleName('Sale #7')
    await expectUrl('/sales?q=7&sale=7')
  })
})

test('sales cards: have the exact amount of a rounded figure as tooltip and description', async () => {
  await open('/sales', serveSales(undefined, { '2026-06-18': { revenue: 2553.33, orders: 12 } }))
  const card = page.getByRole('group', { name: 'Total Revenue' })
  await expect.element(card.getByTitle('R\u00a02\u00a0553,33')).toHaveTextContent('R 2 553')
  await expect.element(card).toHaveAttribute('aria-description', 'R\u00a02\u00a0553,33')
})

test('sales screen: has the search before the charts on a phone, and after them on a desk', async () => {
  const figure = () => page.getByRole('figure', { name: 'Revenue Over Time' })
  await open('/sales', serveFilters(), PHONE)
  await expect.element(figure()).toBeInTheDocument()
  expect(box(search()).bottom).toBeLessThan(844)
  expect(box(search()).bottom).toBeLessThan(box(page.getByRole('list', { name: 'Sales' })).top)
  expect(box(page.getByRole('list', { name: 'Sales' })).bottom).toBeLessThan(box(figure()).top)
  await search().fill('lerato')
  await page.viewport(...DESK)
  await expect.poll(() => box(search()).top > box(figure()).bottom).toBe(true)
  await expect.element(search()).toHaveValue('lerato')
})
