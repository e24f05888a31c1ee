import { describe, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import type { ReportRow } from '../../../contract/reports.ts'
import { queryClient } from '../../lib/api/api.ts'
import { addDays } from '../../lib/format/dates.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { type Answers, answerWith, getInputs, hold, loseConnection } from '../../testing/fake-server.ts'
import { toPage } from '../../testing/pages.ts'
import { DESK, PHONE, renderScreen } from '../../testing/render-screen.tsx'
import { createReport, createReportRow, createSums, serveReport } from '../../testing/reports.ts'
import {
  alert,
  box,
  button,
  choose,
  column,
  dialog,
  expectColumn,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTexts,
  expectUrl,
  heading,
  plain,
  row,
  tabTo,
} from '../../testing/screen.ts'
import { setToday, TODAY } from '../../testing/today.ts'

const DAYS = Array.from({ length: 30 }, (_, index) => createReportRow(addDays(TODAY, index - 29), 1000 + index * 50))
const SITES = [createReportRow('1', 3000, { name: 'Sandton Rivonia' }), createReportRow('2', 1000, { name: 'Durban North' })]
const HOURS = Array.from({ length: 7 * 10 }, (_, index) => {
  const hour = 8 + (index % 10)
  return createReportRow(`${Math.floor(index / 10) + 1} ${hour}`, 100 * hour)
})

const link = (name: string) => page.getByRole('main').getByRole('link', { name })
const lastInput = () => getInputs('reports.get').at(-1)
const agreement = () => page.getByText('Agrees with 12 345 sales')

async function openReports(url: string, rows: ReportRow[] = DAYS, size: typeof DESK | typeof PHONE = DESK, more: Answers = {}) {
  setToday()
  answerWith(serveReport(rows))
  await renderScreen(url, more, size)
  await expect.element(page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Loading...' })).toBeVisible()
}

describe('reports', () => {
  test.each([
    ['/reports?by=product&columns=revenue,difference,change,units&sort=difference&dir=asc', 'What made the difference'],
    ['/reports?by=week&sites=3', 'Sales by week'],
    ['/reports?by=weekday&compare=off', 'Weekends'],
  ])('have their name as title, in the tab too: %s', async (url, name) => {
    const saved = { list: () => [{ reportid: 1, name: 'Weekends', search: 'by=weekday&compare=off' }] }
    await openReports(url, DAYS, DESK, { reports: { saved } })
    await expect.element(heading(name)).toBeVisible()
    await expect.poll(() => document.title).toBe(`${name} · Winkel`)
    await page.getByRole('link', { name: 'Sites', exact: true }).click()
    await expect.poll(() => document.title).toBe('Sites · Winkel')
  })

  test('show the days of the range with their total, and whether they agree with the sales', async () => {
    await openReports('/reports?by=day')
    await expect.element(agreement()).toBeVisible()
    await expectColumn('Report', 0, [...DAYS.map(() => expect.stringMatching(/ 2026$/)), 'Total'].slice(0, 30))
    await expectContains(page.getByRole('table', { name: 'Report' }), 'TotalR 51 750,00')
    await expectContains(page.getByRole('figure', { name: 'Sales incl. VAT by day' }), 'vs 20 Apr – 19 May')
    expect(lastInput()).toMatchObject({ from: '2026-05-20', to: TODAY, by: 'day', compare: 'previous', sort: 'name', dir: 'asc' })
  })

  test('say as at when they come from a replica, and only then, on a phone', async () => {
    await openReports('/reports?by=day', DAYS, PHONE, serveReport(DAYS, { replica_as_at: new Date('2026-06-18T12:32:00Z') }))
    await expect.element(page.getByText('Updated 14:32', { exact: true })).toBeVisible()
    expectNoOverflow()
    answerWith(serveReport(DAYS))
    await queryClient.invalidateQueries()
    await expectGone(page.getByText(/^Updated/))
  })

  test('have what stopped selling as a row, and rows that add up to the change in rand', async () => {
    const rows = [
      createReportRow('1', 3000, { name: 'Bread', compared: createSums(2000) }),
      createReportRow('2', 0, { name: 'Rusks', compared: createSums(1500) }),
      createReportRow('3', 250, { name: 'Tea', compared: null }),
    ]
    const total = { total: createSums(3250), compared_total: createSums(3500) }
    await openReports(
      '/reports?by=product&columns=revenue,difference,change&sort=difference&dir=asc',
      rows,
      DESK,
      serveReport(rows, total),
    )
    const differences = ['+R 1 000,00', '-R 1 500,00', '+R 250,00', '-R 250,00']
    await expectColumn('Report', 3, differences.slice(0, 3))
    await expectContains(page.getByRole('table', { name: 'Report' }), differences[3] ?? '')
    await expectAccessible()
  })

  test('reads the names of all filtered products in one call, and says when they could not be read', async () => {
    await renderScreen('/reports?by=day&products=7,8,9', { ...serveReport([]), products: { names: loseConnection } })
    const chips = page.getByRole('group', { name: 'Active filters' })
    const names = (text: string) => `Product: ${text}`
    await expectTexts(chips.getByText(/./), Array(3).fill(names('name not loaded')))
    expect(getInputs('products.names').at(-1)).toEqual({ products: [7, 8, 9] })
    answerWith({
      products: {
        names: () => [
          { productid: 9, productname: 'Milk' },
          { productid: 7, productname: 'Bread' },
        ],
      },
    })
    // Names that were not read are read again when the network is back.
    for (const event of ['offline', 'online']) dispatchEvent(new Event(event))
    await expectTexts(chips.getByText(/./), ['Bread', 'unknown', 'Milk'].map(names))
  })

  test('say why nothing is compared, unless the comparison is off', async () => {
    const note = page.getByText('No sales before 11 May 2026 to compare with')
    const missing = { compared_range: null, compared_total: null, first_sale_date: '2026-05-11' }
    await openReports('/reports?by=day', DAYS, DESK, serveReport(DAYS, missing))
    await expect.element(note).toBeVisible()
    await button('Off').click()
    await expectGone(note)
  })

  test('sort by a column, in the URL', async () => {
    await openReports('/reports?by=site', SITES)
    await expect.element(column('Sales incl. VAT')).toHaveAttribute('aria-sort', 'descending')
    await column('Number of sales').getByRole('button').click()
    await expectUrl('/reports?by=site&sort=orders')
    await expect.element(column('Number of sales')).toHaveAttribute('aria-sort', 'descending')
    await column('Number of sales').getByRole('button').click()
    await expectUrl('/reports?by=site&sort=orders&dir=asc')
    await expect.poll(lastInput).toMatchObject({ sort: 'orders', dir: 'asc' })
  })

  test('show the columns that are chosen', async () => {
    await openReports('/reports?by=site', SITES)
    await button('Columns').click()
    await page.getByRole('menuitemcheckbox', { name: 'Average sale' }).click()
    await expect.element(column('Average sale')).toBeVisible()
    await expect.poll(() => new URLSearchParams(location.search).get('columns')).toContain('average')
    for (const name of ['Sales excl. VAT', 'VAT', 'Refunds', 'Refunded', 'Items a sale', 'Cost'])
      await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
    await expect.element(column('Cost')).toBeInTheDocument()
    expectNoOverflow()
    await expectAccessible()
  })

  test.each([
    ['by=nothing', 'what the report groups by'],
    ['columns=revenue,secret', 'the columns'],
    ['compare=never', 'the comparison'],
    ['from=2001-01-01&to=2026-06-18', 'the dates (at most 10 years)'],
    [`sites=${Array.from({ length: 200 }, (_, index) => index + 1)}`, 'a filter (at most 100 values)'],
  ])('say what of the address is not valid: %s', async (query, words) => {
    await openReports(`/reports?${query}`)
    await expectContains(page.getByRole('main'), `Ignored parts of this link: ${words}.`)
    await button('Dismiss').click()
    await expectGone(page.getByText(/Ignored parts of this link/))
    await expect.element(agreement()).toBeVisible()
  })

  test('lead from a site to its products, and back by the breadcrumb', async () => {
    await openReports('/reports?by=site', SITES)
    await link('Sandton Rivonia').click()
    await expectUrl('/reports?by=product&sites=1')
    // The row under the pointer loads its own report in advance.
    await expect.poll(() => getInputs('reports.get')).toContainEqual(expect.objectContaining({ by: 'product', sites: [1] }))
    await expectContains(page.getByRole('group', { name: 'Active filters' }), 'Site: Sandton Rivonia')
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'By site' }).click()
    await expectUrl('/reports?by=site')
  })

  test('lead from a day to its sales', async () => {
    await openReports('/reports?by=day')
    await link('Thu, 18 Jun 2026').click()
    await expectUrl(`/sales?from=${TODAY}&to=${TODAY}`)
  })

  test('are narrowed to several sites, each a chip that removes it, and to VAT rates', async () => {
    await openReports('/reports?by=site', SITES, DESK, {
      sales: {
        options: () => ({
          sites: [
            { siteid: 1, sitename: 'Sandton Rivonia' },
            { siteid: 2, sitename: 'Durban North' },
          ],
          payment_methods: ['card'],
          vat_rates: [15, 0],
        }),
        employees: () => ({ employees: [], has_more: false, chosen: [] }),
      },
    })
    await button('Filters').click()
    await choose(page.getByRole('combobox', { name: 'Sites: All sites' }), 'Durban North')
    await expectUrl('/reports?by=site&sites=2')
    await expect.poll(lastInput).toMatchObject({ sites: [2] })
    await expectAccessible()
    await page.getByRole('button', { name: /^Remove filter Site/ }).click()
    await expectUrl('/reports?by=site')
    await choose(page.getByRole('combobox', { name: 'VAT rates: All VAT rates' }), '15\u00a0%')
    await expect.poll(lastInput).toMatchObject({ vat_rates: [15] })
    await expect.element(page.getByRole('combobox', { name: 'VAT rates: 15\u00a0%' })).toBeVisible()
  })

  test('draw the VAT of every month, and have the total of each month below its rates', async () => {
    const months = [...Array(14).keys()].map((index) => createReportRow(`2025-${index + 1}`, 1150))
    const rows = ['2026-05 0', '2026-05 15', '2026-06 15'].map((key) => createReportRow(key, 575))
    const keys = [...Array(12).keys()].map((index) => `2025-${String(index + 1).padStart(2, '0')}`).concat('2026-05', '2026-06')
    const chart = keys.map((key, index) => ({ key, name: '', value: 10 * index, compared: null }))
    const totals = months.map((month, index) => ({ ...month, key: keys[index] ?? '' }))
    await openReports('/reports?by=vat_rate&columns=revenue,net,vat', rows, DESK, serveReport(rows, { chart, months: totals }))
    await expectContains(page.getByRole('figure', { name: 'VAT by month' }), 'VATR 225,00')
    await expect.element(page.getByRole('slider')).toHaveAttribute('aria-valuemax', '13')
    await expect
      .element(page.getByRole('slider'))
      .toHaveAttribute('aria-valuetext', expect.stringMatching(/^Jun 2026: R\s130,00$/))
    await expectColumn('Report', 0, [
      ...['May 2026, 0 %', 'May 2026, 15 %', 'Total May 2026', 'Jun 2026, 15 %', 'Total Jun 2026'],
    ])
    await link('Total May 2026').click()
    await expectUrl('/reports?by=day&columns=revenue%2Cnet%2Cvat&from=2026-05-20&to=2026-05-31')
  })

  test('say how many names the chart leaves out, and which rows have no value', async () => {
    const many = [...Array(12).keys()].map((index) => createReportRow(String(index + 1), 1000, { name: `Site ${index + 1}` }))
    const chart = many.slice(0, 10).map(({ key, name }, index) => ({ key, name, value: index ? 10 : null, compared: null }))
    await openReports('/reports?by=site&sort=margin', many, DESK, serveReport(many, { chart }))
    await expectContains(page.getByRole('figure'), 'The first 10 of 12. See the table for all. 1 of 10 without Margin.')
  })

  test('show the hours of the week as a map that the arrow keys read', async () => {
    await openReports('/reports?by=weekday_hour', HOURS)
    const map = page.getByRole('grid', { name: 'Sales incl. VAT by weekday and hour' })
    await expect.element(map).toBeVisible()
    const first = map.getByRole('gridcell').first()
    await tabTo(first)
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    await expect.poll(() => plain(document.activeElement?.textContent ?? '')).toBe('R 900,00, R 720,00 before')
    await expectContains(page.getByRole('figure'), 'Tuesday, 09:00 – 10:00: R 900,00')
    await expectAccessible()
  })

  test('are rows of two lines with a chart above them on a phone, and a sheet with all of a row', async () => {
    await openReports('/reports?by=site', SITES, PHONE)
    await expect.element(agreement()).toBeVisible()
    expect(box(row('Durban North').last()).height).toBeLessThan(90)
    await button('Details of Durban North').click()
    for (const text of ['Sales incl. VAT', 'R 1 000,00', 'Profit', 'Margin', 'Share', '25,0 %'])
      await expectContains(dialog(), text)
    await expectAccessible()
    await dialog().getByRole('button', { name: 'Done' }).click()
    await expect.element(button('Details of Durban North')).toHaveFocus()
    expectNoOverflow()
    await expectAccessible()
  })

  test('show the value of a point of the chart above it on a phone, with a link to its sales', async () => {
    await openReports('/reports?by=day', DAYS, PHONE)
    const figure = page.getByRole('figure', { name: 'Sales incl. VAT by day' })
    await tabTo(figure.getByRole('slider'))
    await userEvent.keyboard('{ArrowLeft}')
    await expectContains(figure, 'Wed, 17 Jun 2026 R 2 400,00R 1 920,00 before')
    await expect.element(figure.getByRole('link', { name: 'Wed, 17 Jun 2026 R\u00a02\u00a0400,00' })).toBeVisible()
  })

  test('explain each figure with the numbers of the report', async () => {
    await openReports('/reports?by=site&columns=revenue,profit,margin', SITES)
    await button('About these figures').click()
    await expectContains(dialog(), 'Profit')
    await expectContains(dialog(), 'R 3 478,26 − R 2 000,00 = R 1 478,26')
  })

  test('say for how much of the revenue the cost is known, with the way to the products without one', async () => {
    const known = createSums(1150, { vat: 150, cost: 100, costed_net: 150 })
    const rows = [
      createReportRow('1', 1150, { name: 'Sandton Rivonia', sums: known }),
      createReportRow('2', 1150, { name: 'Durban North', sums: createSums(1150, { vat: 150, cost: 0, costed_net: 0 }) }),
    ]
    const total = createSums(2300, { vat: 300, cost: 100, costed_net: 150 })
    await openReports('/reports?by=site&columns=revenue,profit,margin', rows, DESK, serveReport(rows, { total }))
    const table = page.getByRole('table', { name: 'Report' })
    await expectContains(table, 'Sandton RivoniaCost known for 15 % of revenueR 1 150,00R 50,0033,3 %')
    await expectContains(table, 'Durban NorthR 1 150,00––')
    await expectContains(table, 'TotalCost known for 8 % of revenue')
    await expectContains(page.getByRole('figure', { name: 'Sales incl. VAT by site' }), 'Margin33,3 %')
    await expect.element(link('Cost known for 8 % of revenue').first()).toHaveAttribute('href', '/products?no_cost=true')
    await button('About these figures').click()
    await expectContains(dialog(), 'R 50,00 / R 150,00 = 33,3 % · cost known for 8 % of revenue')
    await expectAccessible()
  })

  test('lead from what is not in the products to adding or linking it', async () => {
    const detail = 'Sandton Rivonia · Not in your products'
    const rows = [createReportRow('7', 500, { name: 'Kettle', detail }), createReportRow('8', 100, { name: 'Tea' })]
    let unknown = ['Kettle', 'Toaster']
    const remove = (names: string[]) => {
      unknown = unknown.filter((name) => !names.includes(name))
    }
    await openReports('/reports?by=product', rows)
    answerWith({
      reports: { get: ({ input }) => createReport(rows, input, { has_unknown_products: unknown.length > 0 }) },
      products: {
        unknown: {
          list: () =>
            toPage(
              unknown.map((productname, index) => ({
                ...{ productid: index + 1, siteid: 1, sitename: 'Sandton Rivonia', barcode: '6001', productname },
                ...{ lines: 3, units: 3, revenue: 500, price: 166.67, similar: null },
              })),
            ),
          add: ({ input: { products } }) => {
            remove(products.map(({ productname }) => productname))
            return { added: products.length }
          },
        },
      },
    })
    window.dispatchEvent(new Event('online')) // reopens the stream, which counts as a change
    await expectContains(page.getByRole('main'), 'Some sales have products missing from your product list.')
    await button('Add or link products').click()
    await expectContains(dialog(), 'Kettle6001 • Sandton Rivonia • 3 lines • R 500,00')
    await expectAccessible()
    const reads = getInputs('reports.get').length
    await button('Add Kettle').click()
    await expectGone(dialog().getByText('Kettle', { exact: true }))
    expect(getInputs('reports.get').length, 'the report is read again').toBeGreaterThan(reads)
    await button('Add this product').click()
    await expectContains(dialog(), 'Every product sold is in your product list.')
    await button('Done').click()
    await expectGone(page.getByText('Some sales have products missing'))
  })

  test('warn when the rows differ from the sales', async () => {
    await openReports('/reports?by=day', DAYS, DESK, { reports: { agreement: () => ({ sales: 3, difference: 12.5 }) } })
    await expectContains(alert(), 'This report differs from its 3 sales by R 12,50.')
    await expect.element(alert().getByRole('link', { name: 'Show the sales' })).toBeVisible()
  })

  test('say why a report is slow', async () => {
    const slow = hold(loseConnection)
    await openReports('/reports?by=product&employees=1', [], DESK, {
      reports: { get: slow.handler },
      sales: { employees: () => ({ employees: [], has_more: false, chosen: [] }) },
    })
    await expect.element(page.getByText('Reading every sale. This takes a second or two.')).toBeVisible()
    slow.release()
    await expect.element(alert()).toHaveTextContent('Error: Failed to load the report')
  })

  test('say that there are no sales', async () => {
    await openReports('/reports?by=site', [])
    await expect.element(page.getByText('No sales in this range.')).toBeVisible()
  })

  test('are printed as they are on screen, with the business, the range, the filters and how many of the rows', async () => {
    const many = Array.from({ length: 120 }, (_, index) =>
      createReportRow(String(index + 1), 1000 - index, { name: `Site ${index + 1}` }),
    )
    await openReports('/reports?by=site&sites=1', many)
    await expect.element(page.getByRole('rowheader', { name: 'Site 50', exact: true })).toBeVisible()
    await commands.emulateMedia({ media: 'print' })
    for (const text of [/^Karoo Pantry · /, '20 May 2026 – 18 Jun 2026', 'Rows 1 to 50 of 120. The CSV file has all rows.'])
      await expect.element(page.getByText(text).first()).toBeVisible()
    await expectContains(page.getByRole('group', { name: 'Active filters' }), 'Site: Sandton Rivonia')
    await expectGone(button('Columns'))
    await expectGone(button('Print'))
    await commands.emulateMedia({ media: null })
  })

  test('are saved under a name', async () => {
    await openReports('/reports?by=site&sort=margin', SITES, DESK, { reports: { saved: { create: () => ({ reportid: 8 }) } } })
    await button('Save report').click()
    await dialog().getByLabelText('Name').fill('Margins')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => getInputs('reports.saved.create'))
      .toEqual([{ name: 'Margins', search: 'by=site&sort=margin&compare=previous' }])
  })

  test('lead back to the list with the range, and the sites from before a step into a row', async () => {
    await openReports('/reports?by=employee&range=MTD&sites=2', SITES, DESK, {
      sales: { employees: () => ({ employees: [], has_more: false, chosen: [] }) },
    })
    await link('Sandton Rivonia').click()
    await expectUrl('/reports?by=day&range=MTD&sites=2&employees=1')
    await expect
      .element(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Reports' }))
      .toHaveAttribute('href', '/reports?range=MTD&sites=2')
  })

  test.each([[PHONE], [[360, 740] as const]])('have their other actions behind one button: %j', async (size) => {
    await openReports('/reports?by=site', SITES, size as typeof PHONE)
    await button('More actions').click()
    for (const name of ['Save report', 'Print', 'Export CSV']) await expect.element(button(name)).toBeVisible()
    expectNoOverflow()
  })
})
