import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getInputs } from '../../testing/fake-server.ts'
import { DESK, PHONE, renderScreen, SITE, serveRight } from '../../testing/render-screen.tsx'
import { createReportRow, serveReport } from '../../testing/reports.ts'
import { button, expectContains, expectGone } from '../../testing/screen.ts'
import { serveStockReports } from '../../testing/stock-reports.ts'
import { setToday } from '../../testing/today.ts'

const MANAGER = serveRight({ name: 'manager', siteids: [SITE.siteid], sees_costs: false })
const COSTS = /cost|profit|margin|purchase price|money|^each$/i

/** Texts of the screen that speak of costs. */
const findCosts = () =>
  [...document.querySelectorAll('main *')]
    .filter(({ childElementCount }) => childElementCount === 0)
    .map(({ textContent }) => textContent.trim())
    .filter((text) => COSTS.test(text))

/** The sums of a person who sees no costs: none is known. */
const ROWS = [createReportRow('Bakery', 3000, { name: 'Bakery' })].map((row) => ({
  ...row,
  sums: { ...row.sums, cost: 0, costed_net: 0 },
}))

describe('a person who sees no costs', () => {
  test('is offered no report of costs', async () => {
    await renderScreen('/reports', MANAGER)
    await expect.element(page.getByRole('heading', { name: 'Refunds and VAT' })).toBeVisible()
    expect(findCosts()).toEqual([])
  })

  test.for([DESK, PHONE])('has a report without columns of costs, whatever the link asks for: %j', async (size) => {
    setToday()
    await renderScreen(
      '/reports?by=category&columns=revenue,cost,profit,margin,share&sort=margin',
      { ...MANAGER, ...serveReport(ROWS) },
      size,
    )
    await expectContains(page.getByText('Bakery').last(), 'Bakery')
    await expectContains(page.getByRole('main'), 'Share')
    expect(findCosts()).toEqual([])
    expect(getInputs('reports.get').at(-1)).toMatchObject({ by: 'category', sort: 'revenue' })
    // On a phone the button that sorts has the columns.
    await button(size === DESK ? 'Columns' : /^Sort/).click()
    await expectGone(page.getByRole('menuitemcheckbox', { name: /Cost|profit|Margin/ }))
  })

  test.for(
    ['reorder', 'slow-sellers', 'stock-value', 'in-transit', 'shrinkage'].flatMap((report) =>
      [DESK, PHONE].map((size) => ({ report, size })),
    ),
  )('has no costs in the report of stock %j', async ({ report, size }) => {
    setToday()
    await renderScreen(`/reports/${report}`, { ...MANAGER, ...serveStockReports() }, size)
    await expect.element(page.getByText(/Bread|In transit|Damaged/).last()).toBeVisible()
    expect(findCosts()).toEqual([])
  })
})
