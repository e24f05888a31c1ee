import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { getInputs } from '../../testing/fake-server.ts'
import { toPage } from '../../testing/pages.ts'
import { DESK, PHONE, renderScreen } from '../../testing/render-screen.tsx'
import {
  button,
  choose,
  column,
  dialog,
  expectCells,
  expectContains,
  expectNoOverflow,
  expectTapTargets,
  expectUrl,
  row,
} from '../../testing/screen.ts'
import { serveStockReports } from '../../testing/stock-reports.ts'
import { setToday } from '../../testing/today.ts'

describe('in transit', () => {
  test('has the lines of transfers with when they were sent, sorted and filtered, and says which costs are not known', async () => {
    setToday()
    await renderScreen('/reports/in-transit', serveStockReports())
    await expectCells('Products', [
      ['Bread 6001', 'Transfer 4', 'Sandton Rivonia → Rosebank', '14 Jun 2026 4 days ago', '6', 'R 60,00'],
      ['Honey', 'Transfer 4', 'Sandton Rivonia → Rosebank', '18 Jun 2026 Today', '1,5', '–'],
    ])
    await expectContains(row('Total').last(), '1 line without a purchase price, left out of the cost')
    await expectContains(row('Total').last(), 'R 60,00')
    await expect.element(page.getByRole('link', { name: 'Transfer 4' }).first()).toHaveAttribute('href', '/stock/7')
    await expect.element(page.getByRole('link', { name: 'Bread' })).toHaveAttribute('href', '/products?product=1')
    await column('Cost').getByRole('button').click()
    await expectUrl('/reports/in-transit?sort=cost&dir=desc')
    await choose(page.getByRole('combobox', { name: 'Site' }), 'Rosebank')
    await expect.poll(() => getInputs('stockReports.inTransit').at(-1)).toMatchObject({ siteid: 2, sort: 'cost', page: 1 })
    await button('About these figures').click()
    await expectContains(dialog(), 'They are in neither site’s stock')
  })

  test('says that nothing is in transit', async () => {
    await renderScreen('/reports/in-transit', {
      stockReports: { inTransit: () => ({ ...toPage([]), total: { units: 0, cost: 0, unknown_costs: 0 } }) },
    })
    await expect.element(page.getByText('Nothing is in transit.')).toBeVisible()
  })

  test.for([DESK, PHONE])('fits the screen and is accessible: %j', async (size) => {
    setToday()
    await renderScreen('/reports/in-transit', serveStockReports(), size)
    await expectContains(row('Bread').last(), 'Sandton Rivonia → Rosebank')
    await expectContains(row('Bread').last(), '4 days ago')
    await expectNoOverflow()
    await expectAccessible()
    if (size === PHONE) expectTapTargets(page.getByRole('main'))
  })
})
