import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../lib/api/api.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerWith, getInputs } from '../../testing/fake-server.ts'
import { DESK, PHONE, renderScreen } from '../../testing/render-screen.tsx'
import {
  button,
  choose,
  dialog,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTapTargets,
  expectUrl,
  row,
} from '../../testing/screen.ts'
import { serveStockReports, serveStockValue } from '../../testing/stock-reports.ts'
import { setToday } from '../../testing/today.ts'

const NOTICE = /because past prices are not kept/
const stockOf = () => page.getByRole('combobox', { name: 'Stock of' })
const day = () => page.getByLabelText('Day', { exact: true })

describe('stock value', () => {
  test('of a past day says which day, that prices are those of today, and what sales that came later do', async () => {
    setToday()
    await renderScreen('/reports/stock-value', serveStockReports())
    await expect.element(page.getByText('Stock now; selling prices include VAT')).toBeVisible()
    await expectGone(page.getByText(NOTICE))
    await choose(stockOf(), 'A past day')
    await expectUrl('/reports/stock-value?day=2026-05-31')
    await expect.element(page.getByText('Stock at the end of 31 May 2026, at today’s prices')).toBeVisible()
    await expectContains(page.getByText(NOTICE), 'Late sales count from when they arrived.')
    await expect.poll(() => getInputs('stockReports.stockValue').at(-1)).toMatchObject({ day: '2026-05-31' })
    await day().fill('2026-06-01')
    await expectUrl('/reports/stock-value?day=2026-06-01')
    await expect.element(day()).toHaveAttribute('max', '2026-06-17')
    await day().fill('2026-06-18')
    await expect.element(page.getByText('Choose a day before today.')).toBeVisible()
    await expectUrl('/reports/stock-value?day=2026-06-01')
    await choose(stockOf(), 'Now')
    await expectUrl('/reports/stock-value')
    await expectGone(day())
  })

  test('a day that is not over is the stock as it is now', async () => {
    setToday()
    await renderScreen('/reports/stock-value?day=2026-06-18', serveStockReports())
    await expect.element(page.getByText('Stock now; selling prices include VAT')).toBeVisible()
    await expect.element(stockOf()).toHaveValue('Now')
  })

  test.for([DESK, PHONE])('what is in transit stands before the total, and leads to its report: %j', async (size) => {
    setToday()
    await renderScreen('/reports/stock-value', serveStockReports(), size)
    const links = page.getByRole('main').getByRole('link', { name: 'In transit' })
    await expectContains(row('In transit').last(), 'R 60,00')
    await expectContains(row('Total').last(), 'R 480,00')
    await expectNoOverflow()
    await expectAccessible()
    if (size === PHONE) expectTapTargets(page.getByRole('main'))
    await links.last().click()
    await expectUrl('/reports/in-transit')
    await expectContains(row('Bread').last(), 'R 60,00')
  })

  test('says as at when it comes from a replica, and only then, on a phone', async () => {
    setToday()
    const replica_as_at = new Date('2026-06-18T12:32:00Z')
    const stockReports = { stockValue: () => serveStockValue({ replica_as_at }) }
    await renderScreen('/reports/stock-value', { ...serveStockReports(), stockReports }, PHONE)
    await expect.element(page.getByText('Updated 14:32', { exact: true })).toBeVisible()
    await expectNoOverflow()
    answerWith({ stockReports: { stockValue: () => serveStockValue() } })
    await queryClient.invalidateQueries()
    await expectGone(page.getByText(/^Updated/))
  })

  test('a past day can be typed over another one', async () => {
    setToday()
    await renderScreen('/reports/stock-value?day=2026-05-31', serveStockReports())
    await expect.element(page.getByLabelText('Day', { exact: true })).toHaveValue('2026-05-31')
    const day = page.getByLabelText('Day', { exact: true }).element() as HTMLInputElement
    day.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}2') // the year is the last part
    expect(day.value).toBe('0002-05-31')
    await userEvent.keyboard('025')
    await expectUrl('/reports/stock-value?day=2025-05-31')
    await userEvent.keyboard('{Backspace}')
    expect(day.validity.badInput).toBe(true)
    await expectUrl('/reports/stock-value?day=2025-05-31')
  })

  test('what was in transit on a past day leads nowhere', async () => {
    setToday()
    const in_transit = { products: 1, units: 6, cost: 60, value: 90, unknown_costs: 0 }
    await renderScreen('/reports/stock-value?day=2026-05-31', {
      stockReports: { stockValue: () => serveStockValue({ in_transit }) },
    })
    await expectContains(row('In transit').last(), 'R 60,00')
    expect(row('In transit').last().element().querySelector('a')).toBeNull()
  })

  test('says when a past day had no stock', async () => {
    const none = { products: 0, units: 0, cost: 0, value: 0, unknown_costs: 0 }
    await renderScreen('/reports/stock-value?day=2020-01-01', {
      stockReports: { stockValue: () => serveStockValue({ total: none }) },
    })
    await expect.element(page.getByText(/^No product was in stock at the end of this day\./)).toBeVisible()
  })

  test('explains its figures', async () => {
    await renderScreen('/reports/stock-value', serveStockReports())
    await button('About these figures').click()
    await expectContains(dialog(), 'A sale that arrived late changed the stock when it arrived.')
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expectGone(dialog())
  })
})
