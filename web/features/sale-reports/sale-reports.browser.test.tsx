import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SaleReportRow } from '../../../contract/sale-reports.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { getInputs } from '../../testing/fake-server.ts'
import { DESK, PHONE, renderScreen } from '../../testing/render-screen.tsx'
import { createSaleReportRow, serveSaleReport } from '../../testing/sale-reports.ts'
import {
  button,
  dialog,
  expectCells,
  expectContains,
  expectNoOverflow,
  expectTapTargets,
  expectUrl,
  row,
} from '../../testing/screen.ts'
import { setToday } from '../../testing/today.ts'

const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })

const BREADCRUMB = 'Breadcrumb'

const SALE: NonNullable<SaleReportRow['sale']> = {
  ...{
    saleid: 7,
    reference: 'T1-7',
    saledate: new Date('2026-06-10T08:05:00Z'),
    sitename: 'Sandton Rivonia',
    employee: 'Sipho Dube',
  },
  ...{ refund_of: null, refunded: null },
}

describe('reports of the parts of sales', () => {
  test('tips are by employee, lead to the days of the employee, and then to the sales', async () => {
    setToday()
    const rows = [createSaleReportRow('3', 45.5, { name: 'Sipho Dube', sums: { sales: 2 } })]
    const sales = { employees: () => ({ employees: [], chosen: [], has_more: false }) }
    await renderScreen('/reports/tips?compare=off', { ...serveSaleReport(rows), sales })
    await expect.poll(() => document.title).toBe('Tips · Winkel')
    await expectCells('Tips', [['Sipho Dube', 'R 45,50', '2']])
    expect(getInputs('saleReports.get').at(-1)).toMatchObject({
      ...{ kind: 'tips', from: '2026-05-20', to: '2026-06-18', compare: 'off', sort: 'amount', dir: 'desc', page: 1 },
    })
    await expect.element(link('Sipho Dube')).toHaveAttribute('href', '/reports/tips?by=day&compare=off&employees=3')
    await link('Sipho Dube').click()
    await expect.poll(() => getInputs('saleReports.get').at(-1)).toMatchObject({ by: 'day', employees: [3], sort: 'name' })
    await expect.element(page.getByRole('navigation', { name: BREADCRUMB })).toHaveTextContent('ReportsTips')
    await expect.element(page.getByRole('heading', { level: 1, name: 'Tips: by day' })).toBeVisible()
  })

  test('discounts say what is above the lines, and a reason leads to its employees and can be removed', async () => {
    const rows = [createSaleReportRow('loyalty', 10, { name: 'Loyalty', sums: { revenue: 200, above: 0.5 } })]
    await renderScreen('/reports/discounts?compare=off&name=loyalty', serveSaleReport(rows, { of_name: 'Loyalty' }))
    await expectCells('Discounts', [['Loyalty', 'R 10,00', '5,0 %', '1']])
    await expectContains(row('Total').last(), 'R 0,50 above the lines of sales, not a discount')
    await expect.element(link('Loyalty')).toHaveAttribute('href', '/reports/discounts?name=loyalty&by=employee&compare=off')
    await button('Remove filter Reason: Loyalty').click()
    await expectUrl('/reports/discounts?compare=off')
    await button('About these figures').click()
    await expectContains(dialog(), 'An amount above the lines is not a discount.')
  })

  test('gift cards name those that were used and never sold', async () => {
    const rows = [
      createSaleReportRow('g-1', 100, { name: 'G-1', sums: { used: 40, left: 60, loaded: 100 } }),
      createSaleReportRow('g-2', 0, { name: 'G-2', sums: { used: 30, left: -30, loaded: 0 } }),
      createSaleReportRow('g-3', 0, { name: 'G-3', sums: { used: 30, left: -5, loaded: 25 } }),
    ]
    await renderScreen('/reports/gift-cards?compare=off', serveSaleReport(rows))
    await expectCells('Gift cards', [
      ['G-1', 'R 100,00', 'R 40,00', 'R 60,00', '1'],
      ['G-2 Used but never sold here', 'R 0,00', 'R 30,00', '-R 30,00', '1'],
      ['G-3 More used than sold here', 'R 0,00', 'R 30,00', '-R 5,00', '1'],
    ])
    await expect.element(page.getByRole('textbox', { name: 'Employees' })).not.toBeInTheDocument()
  })

  test('refunds have the sale that each gives back, and say when more was given back', async () => {
    const refunded = { saleid: 5, saledate: new Date('2026-06-09T08:00:00Z'), amount: 100, given_back: 150 }
    const rows = [
      createSaleReportRow('7', -90, { name: 'T1-7', sale: { ...SALE, refund_of: 'T1-5', refunded } }),
      createSaleReportRow('8', -10, { name: '', sale: { ...SALE, saleid: 8, reference: null, refund_of: 'OLD-1' } }),
      createSaleReportRow('9', -5, { name: 'T1-9', sale: { ...SALE, saleid: 9 } }),
    ]
    await renderScreen('/reports/refunds', serveSaleReport(rows))
    const place = 'Sandton Rivonia · Sipho Dube'
    await expectCells('Refunds', [
      [`T1-7 ${place}`, '10 Jun 2026, 10:05', 'T1-5 9 Jun 2026, R 100,00 R 150,00 refunded', '-R 90,00'],
      [`Sale 8 ${place}`, '10 Jun 2026, 10:05', 'OLD-1 Not found', '-R 10,00'],
      [`T1-9 ${place}`, '10 Jun 2026, 10:05', 'No original sale', '-R 5,00'],
    ])
    await expect.element(link('T1-7')).toHaveAttribute('href', '/sales?sale=7&from=2026-06-10&to=2026-06-10')
    await expect.element(link('T1-5')).toHaveAttribute('href', '/sales?sale=5&from=2026-06-09&to=2026-06-09')
  })

  test.each([
    ['tips', 'No tips in this range. Tills send them with sales.'],
    ['gift-cards', 'No gift cards yet. Tills send what is loaded and paid.'],
    ['charges', 'No charges in this range, such as deliveries.'],
  ])('says how such data comes: %s', async (kind, text) => {
    await renderScreen(`/reports/${kind}`, serveSaleReport([]))
    await expect.element(page.getByText(text)).toBeVisible()
  })

  test('another address below the reports leads to the list of reports', async () => {
    await renderScreen('/reports/nothing')
    await expectUrl('/reports')
  })

  test.for([DESK, PHONE])('fits the screen and is accessible: %j', async (size) => {
    setToday()
    const rows = [createSaleReportRow('7', -90, { name: 'T1-7', sale: SALE })]
    await renderScreen('/reports/refunds', serveSaleReport(rows), size)
    await expectContains(row('T1-7').last(), '-R 90,00')
    await expectNoOverflow()
    await expectAccessible()
    if (size === PHONE) expectTapTargets(page.getByRole('main'))
  })
})
