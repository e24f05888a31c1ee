import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerWith, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { createFigures } from '../../testing/figures.ts'
import { DESK, PHONE, renderScreen } from '../../testing/render-screen.tsx'
import { button, dialog, expectContains, expectGone, expectNoOverflow, expectUrl, heading, plain } from '../../testing/screen.ts'
import { setToday, TODAY } from '../../testing/today.ts'

const region = (name: string) => page.getByRole('region', { name })
const steps = () => region('No sales yet')
const NO_SALES = { has_products: true, has_employees: false, has_tills: false, last_sale_date: null, is_hidden: false }
const DONE = { has_products: true, has_employees: true, has_tills: true, is_hidden: false }

type Range = { from: string; to: string }
const serveOrders = (orders: number) => ({
  figures: ({ input }: { input: Range }) => createFigures(input, { [TODAY]: { revenue: 100 * orders, orders } }),
})

async function openDashboard(dashboard = {}, size: typeof DESK | typeof PHONE = DESK) {
  setToday()
  await renderScreen('/dashboard', { dashboard: { ...serveOrders(0), firstSteps: () => NO_SALES, ...dashboard } }, size)
  await expect.element(heading('Dashboard')).toBeVisible()
}

test.each([
  ['desk', DESK],
  ['phone', PHONE],
] as const)(
  'dashboard first steps: come first, lead to products, team, till and import, and mark what is done: %s',
  async (_what, size) => {
    await openDashboard({}, size)
    await expect.poll(() => steps().getByRole('listitem').elements()).toHaveLength(3)
    expect(
      steps()
        .getByRole('link')
        .elements()
        .map((step) => [step.textContent, step.getAttribute('href')]),
    ).toEqual([
      ['Add what you sell', '/products'],
      ['Add your team', '/employees'],
      ['Connect a till', '/sites?tills=connect'],
    ])
    expect(steps().getByRole('img', { name: 'Done' }).elements()).toHaveLength(1)
    await expectContains(steps(), '1 of 3 steps done.')
    const revenue = page.getByRole('group', { name: 'Revenue' })
    await expectContains(revenue, 'R 0')
    expect(steps().element().compareDocumentPosition(revenue.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await expectContains(page.getByRole('figure', { name: 'Revenue (daily)' }), 'No revenue in this range.')
    await expectContains(page.getByRole('main'), 'No top products in the selected period.')
    expectNoOverflow()
    await expectAccessible()
    await button('Import sales').click()
    await expectUrl('/sales?import=true')
  },
)

test('dashboard first steps: are there when the page appears, so that they move nothing', async () => {
  const isFirst = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!heading('Dashboard').query()) return
      observer.disconnect()
      resolve(steps().query() !== null)
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  await openDashboard()
  expect(await isFirst).toBe(true)
})

test('dashboard first steps: do not appear for a business with sales, whose latest month is one click away', async () => {
  await openDashboard({
    firstSteps: () => ({ ...DONE, last_sale_date: '2011-12-09' }),
  })
  await expectContains(page.getByRole('figure', { name: 'Revenue (daily)' }), 'No revenue in this range.')
  await expectGone(steps())
  await page.getByRole('link', { name: 'Show Dec 2011' }).click()
  await expectUrl('/dashboard?from=2011-12-01&to=2011-12-09')
})

test('dashboard first steps: end with the first sale when they are done, after which they are not asked for again', async () => {
  await openDashboard()
  await expect.element(steps()).toBeVisible()
  answerWith({ dashboard: { ...serveOrders(1), firstSteps: () => ({ ...DONE, last_sale_date: TODAY }) } })
  window.dispatchEvent(new Event('online')) // reopens the stream, which counts as a change
  await expectGone(steps())
  await page.getByRole('link', { name: 'Sites', exact: true }).click()
  await expect.element(heading('Sites')).toBeVisible()
  const asked = getInputs('dashboard.firstSteps').length
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expectContains(page.getByRole('group', { name: 'Revenue' }), 'R 100')
  expect(getInputs('dashboard.firstSteps')).toHaveLength(asked)
})

const stay = () => region('First steps')

test('dashboard first steps: stay after an import of sales until the till is connected', async () => {
  const imported = { ...NO_SALES, has_employees: true, last_sale_date: TODAY }
  await openDashboard({ ...serveOrders(2), firstSteps: () => imported })
  await expectContains(stay(), '2 of 3 steps done.')
  expect(stay().element().textContent).not.toContain('first sale')
  await expect.element(stay().getByRole('link', { name: 'Connect a till' })).toBeVisible()
  await expectAccessible()
  answerWith({ dashboard: { firstSteps: () => ({ ...imported, has_tills: true }) } })
  window.dispatchEvent(new Event('online'))
  await expectGone(stay())
})

test.each([
  ['desk', DESK],
  ['phone', PHONE],
] as const)('dashboard first steps: are hidden by a person, once the server has stored it: %s', async (_what, size) => {
  await openDashboard({ hideFirstSteps: loseConnection }, size)
  await button('Hide these steps').click()
  await expect.element(steps().getByRole('alert')).toBeVisible()
  expectNoOverflow()
  answerWith({ dashboard: { hideFirstSteps: () => {} } })
  await button('Hide these steps').click()
  await expectGone(steps())
})

test.each([
  ['desk', DESK],
  ['phone', PHONE],
] as const)(
  'dashboard imported sales: leads to the days that the range does not show, until it is put away: %s',
  async (_what, size) => {
    const found = { importid: 7, sales: 123, first_day: '2025-09-01', last_day: '2025-10-30' }
    await openDashboard(
      { firstSteps: () => ({ ...DONE, last_sale_date: TODAY }), importedSales: () => found, hideImports: () => {} },
      size,
    )
    const notice = () => region('Imported sales')
    await expectContains(notice(), '123 sales of 1 Sep – 30 Oct 2025 were imported. Show them')
    expectNoOverflow()
    await expectAccessible()
    await notice().getByRole('link', { name: 'Show them' }).click()
    await expectUrl('/dashboard?from=2025-09-01&to=2025-10-30')
    await expectGone(notice())
    history.back()
    await expect.element(notice()).toBeVisible()
    await button('Dismiss imported sales').click()
    await expectGone(notice())
    expect(getInputs('dashboard.hideImports')).toEqual([{ importid: 7 }])
  },
)

test('dashboard low stock: says that there are no sales to judge by, beside its number, only before the first sale', async () => {
  const figures = ({ input }: { input: Range }) => ({ ...createFigures(input, {}), low_stock: 55 })
  const card = page.getByRole('group', { name: 'Low Stock' })
  await openDashboard({ figures })
  for (const text of ['55', '< 50 units', 'No sales yet to compare']) await expectContains(card, text)
  answerWith({ dashboard: { firstSteps: () => ({ ...DONE, last_sale_date: '2011-12-09' }) } })
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => card.element().textContent).not.toContain('judge')
})

const readStored = () => JSON.stringify({ ...localStorage, ...sessionStorage, cookie: document.cookie })

test.each([
  ['desk', DESK],
  ['phone', PHONE],
] as const)(
  'dashboard first steps: a sample business is shown without a call, and nothing is stored: %s',
  async (_what, size) => {
    await openDashboard({}, size)
    await expect.element(steps()).toBeVisible()
    await expectContains(region('Support'), 'Open tickets0')
    await expectContains(page.getByRole('group', { name: 'Revenue' }), 'R 0')
    // The last call of the page itself.
    await expect.poll(() => getInputs('dashboard.figuresCheck')).toHaveLength(1)
    const stored = readStored()
    const fetched = vi.spyOn(window, 'fetch')
    onTestFinished(() => fetched.mockRestore())
    await button('See a sample business').click()
    await expectContains(dialog(), 'A made-up shop. None of this is your data.')
    const text = () => plain(dialog().element().textContent)
    for (const part of ['Sample', 'Rooibos tea, 80 bags', 'Long Street', 'Thembi Khumalo', 'at 3 sites, 21 May – 17 Jun 2026'])
      expect(text()).toContain(part)
    const links = dialog().getByRole('link').elements()
    expect(links.filter((link) => !link.closest('[inert]'))).toEqual([])
    await expectAccessible()
    expectNoOverflow()
    for (let tab = 0; tab < 4; tab++) await userEvent.keyboard('{Tab}')
    expect(dialog().element().contains(document.activeElement)).toBe(true)
    await button('Close the sample').click()
    await expectGone(dialog())
    await expect.element(button('See a sample business')).toHaveFocus()
    expect(fetched.mock.calls.map(([request]) => (request as Request).url)).toEqual([])
    expect(readStored()).toBe(stored)
  },
)
