import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CashUpMonth } from '../../../contract/cash-ups.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { type Answers, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { toPage } from '../../testing/pages.ts'
import { DESK, PHONE, renderScreen, SITE, serveRight } from '../../testing/render-screen.tsx'
import { createReport, createReportRow, createSums } from '../../testing/reports.ts'
import { expectContains, expectNoOverflow, expectTexts } from '../../testing/screen.ts'
import { setToday } from '../../testing/today.ts'

beforeEach(() => void setToday())

const card = () => page.getByRole('region', { name: 'What changed' })
const rows = (column: string) => card().getByRole('region', { name: column }).getByRole('listitem')

const SITES = [
  createReportRow('1', 1200, { name: 'Sandton Rivonia', compared: createSums(1200) }),
  createReportRow('2', 800, { name: 'Durban Florida', compared: null }),
]
const SAME = createReportRow('8', 10, { name: 'Amasi', compared: createSums(10) })
const RISEN = [createReportRow('7', 500, { name: 'Rusks 500 g', compared: createSums(100) }), SAME]
const FALLEN = [createReportRow('9', 0, { name: 'Peach chutney', compared: createSums(300) }), SAME]

const countDay = (day: string, difference: number): CashUpMonth['sites'][number]['days'][number] => ({
  ...{ day, sales: 3, difference, late: null },
})

/** The days are those from the 11th to the 17th. */
const SHOP: Answers = {
  dashboard: {
    silentTills: () => [{ tillid: 1, name: 'Till 1', sitename: SITE.sitename, last_used_at: new Date('2026-06-13T08:00:00Z') }],
  },
  reports: {
    get: ({ input }) => createReport(input.by === 'site' ? SITES : input.dir === 'asc' ? FALLEN : RISEN, input),
  },
  cashUps: {
    month: () => ({
      month: '2026-06',
      today: '2026-06-18',
      sites: [
        {
          ...SITE,
          days: [
            countDay('2026-06-10', -999),
            countDay('2026-06-11', -20.5),
            countDay('2026-06-12', 0),
            countDay('2026-06-17', 5),
          ],
        },
      ],
    }),
  },
  products: { names: () => [] },
  refusedSales: { sums: () => [{ siteid: 1, tillid: 1, sales: 4, amount: 560, without_amount: 0 }] },
  stockReports: {
    reorder: () => ({ ...toPage([]), results: 14, total: { suggested: 90, cost: 5420, unknown_costs: 0 }, suppliers: [] }),
  },
}

describe('what changed', () => {
  test.for([
    [DESK, 'desk'],
    [PHONE, 'phone'],
  ] as const)('names sites, products and what is to be done, and leads to each: %j', async ([size]) => {
    await renderScreen('/dashboard?range=YTD', SHOP, size)
    await expectContains(card(), '11 Jun – 17 Jun, against the 7 days before')
    await expectContains(rows('Sites').nth(0), 'Sandton RivoniaR 1 200')
    await expectContains(rows('Sites').nth(1), 'Durban FloridaR 800')
    await expectContains(rows('Products').nth(0), 'Rusks 500 g+R 400')
    await expectContains(rows('Products').nth(1), 'Peach chutneyGone-R 300')
    await expect.element(rows('Products').nth(2)).not.toBeInTheDocument()
    await expectTexts(rows('To do').getByRole('link'), [
      '1 till stopped sending',
      '4 refused sales',
      '2 cash-ups differ',
      '14 products to order',
    ])
    await expectContains(rows('To do').nth(1), 'R 560,00')
    await expectContains(rows('To do').nth(2), '-R 15,50')
    await expectContains(rows('To do').nth(3), 'R 5 420')
    expectNoOverflow()
    await expectAccessible()
    await card().getByRole('link', { name: 'Peach chutney' }).click()
    await expect
      .poll(() => Object.fromEntries(new URLSearchParams(location.search)))
      .toEqual({ by: 'day', products: '9', from: '2026-06-11', to: '2026-06-17', compare: 'previous' })
  })

  test('is of the chosen sites', async () => {
    await renderScreen('/dashboard?sites=2', {
      ...SHOP,
      sales: { options: () => ({ sites: [SITE], payment_methods: [], vat_rates: [15, 0] }) },
    })
    await expectTexts(rows('To do').getByRole('link'), ['1 till stopped sending', '4 refused sales', '14 products to order'])
    expect(getInputs('reports.get')).toContainEqual(expect.objectContaining({ by: 'site', sites: [2], from: '2026-06-11' }))
    expect(getInputs('stockReports.reorder')).toMatchObject([{ siteid: 2 }])
  })

  test('leaves out what a person may not see, and says where nothing is to be done', async () => {
    await renderScreen('/dashboard', {
      ...serveRight({ name: 'manager', siteids: [SITE.siteid], sees_costs: false }),
      reports: { get: ({ input }) => createReport([], input) },
    })
    await expectContains(card(), 'No sales in these days.')
    await expectContains(card(), 'No product sold more or less.')
    await expectContains(card(), 'Nothing to do.')
  })

  test('shows the other parts when one fails', async () => {
    await renderScreen('/dashboard', { ...SHOP, stockReports: { reorder: loseConnection } })
    await expectContains(card(), 'Failed to load the changes')
    await expectContains(rows('Sites').nth(0), 'Sandton Rivonia')
  })
})
