import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerWith, getInputs, hold, loseConnection } from '../../testing/fake-server.ts'
import { createFigures } from '../../testing/figures.ts'
import { DESK, PHONE, renderScreen, SITE } from '../../testing/render-screen.tsx'
import {
  alert,
  box,
  button,
  expectCells,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectUrl,
  plain,
  readCells,
} from '../../testing/screen.ts'
import { watchShifts } from '../../testing/shifts.ts'
import { setToday, TODAY } from '../../testing/today.ts'

type Range = { from: string; to: string }

const group = (name: string) => page.getByRole('group', { name })
const region = (name: string) => page.getByRole('region', { name })
const quick = (name: string) => group('Quick ranges').getByRole('button', { name })
const figure = (name: string) => page.getByRole('figure', { name })
const picker = () => button(/^Date range/)
const serveRevenue = (revenue: number, orders: number) => ({
  figures: ({ input }: { input: { from: string; to: string } }) => createFigures(input, { [input.to]: { revenue, orders } }),
})
const expectRevenue = (revenue: string, orders: string) =>
  expect.poll(() => plain(group('Revenue').query()?.textContent ?? '')).toBe(`Revenue${revenue}${orders}`)

async function openDashboard(url = '/dashboard', dashboard = {}, size: readonly [number, number] = DESK, tickets = {}) {
  setToday()
  await renderScreen(url, { dashboard: { ...serveRevenue(100, 1), ...dashboard }, tickets }, size)
}

describe('dashboard', () => {
  test('shows the figures when the tickets fail, which are counted at the next try (2.4.7)', async () => {
    await openDashboard('/dashboard', {}, DESK, { count: loseConnection })
    await expectRevenue('R 100', '1 order')
    const support = region('Support')
    await expect.element(support.getByRole('alert')).toHaveTextContent('Error: Failed to load support tickets')
    expect(alert().elements()).toHaveLength(1)
    answerWith({ tickets: { count: () => ({ open: 4, new_answers: 0 }) } })
    await support.getByRole('button', { name: 'Try again' }).click()
    await expect.element(support).toHaveTextContent('SupportOpen tickets4')
  })

  test('shows an empty state in every card (2.4.5, 2.4.9, 2.4.11, 2.4.13, 2.4.15)', async () => {
    await openDashboard('/dashboard', { figures: ({ input }: { input: Range }) => createFigures(input) })
    await expectRevenue('R 0', '0 orders')
    const card = (name: string) => plain(group(name).element().textContent)
    expect(['Avg Sale', 'Payment Types', 'Low Stock'].map(card)).toEqual([
      'Avg SaleR 0,00Average transaction value',
      'Payment Types0Active methods',
      'Low Stock0< 50 units',
    ])
    await expectContains(region('Top Sites'), 'No site data for this range.')
    for (const sentence of [
      'No top products in the selected period.',
      'No employee revenue in range.',
      'All good. No items under threshold.',
    ])
      await expect.element(page.getByText(sentence, { exact: true })).toBeVisible()
    await expectContains(figure('Orders (daily)'), 'No orders in this range.')
    expect(readCells('Orders (daily)')).toHaveLength(30)
    await expectContains(figure('Payment Mix'), 'No payments in this range.')
    const [mix, nothing] = [box(figure('Payment Mix')), box(page.getByText('No payments in this range.'))]
    expect(nothing.left + nothing.width / 2, 'in the middle').toBeCloseTo(mix.left + mix.width / 2, -1)
    await expectAccessible()
  })

  test.for([DESK, PHONE])('lists products with a low stock in the colours of their stock: %j (2.4.14)', async (size) => {
    const stocks = [-3, 0, 1, 19.5, 20, 48]
    const low_stock_items = stocks.map((stock, index) => ({
      ...{ productid: index + 1, productname: `Rusks ${index}`, sitename: SITE.sitename, stock },
      supplier: stock === 1 ? 'Overberg Bakery' : '',
    }))
    await openDashboard(
      '/dashboard',
      { figures: ({ input }: { input: Range }) => createFigures(input, {}, { low_stock: 10, low_stock_items }) },
      size,
    )
    await expectContains(group('Low Stock'), 'Low Stock10< 50 units')
    const written = ['-3', '0', '1', '19,5', '20', '48']
    await expectCells(
      'Low Stock Items',
      low_stock_items.map(({ productname, sitename, supplier }, index) =>
        size === PHONE
          ? [`${productname} ${[sitename, supplier].filter(Boolean).join(' · ')}`, written[index] ?? '']
          : [productname, sitename, supplier || '–', written[index] ?? ''],
      ),
    )
    const badges = page.getByRole('table', { name: 'Low Stock Items' }).element().querySelectorAll('tbody td:last-child > span')
    const hues = [...badges].map((badge) => getComputedStyle(badge).backgroundColor)
    const [red, , amber, , yellow] = hues
    expect(new Set([red, amber, yellow]).size).toBe(3)
    expect(hues).toEqual([red, red, amber, amber, yellow, yellow])
  })

  test('keeps the width of the columns beside a long name without blanks', async () => {
    const long = 'Wholewheat'.repeat(10)
    const sitename = 'Main road of Stellenbosch'
    const low_stock_items = [{ productid: 1, productname: long, sitename, supplier: long, stock: 1 }]
    await openDashboard('/dashboard', {
      figures: ({ input }: { input: Range }) => createFigures(input, {}, { low_stock: 1, low_stock_items }),
    })
    await expect.poll(() => box(page.getByRole('cell', { name: sitename })).width).toBeGreaterThan(120)
    expectNoOverflow()
  })

  test('fits on a tablet and on the smallest phone: no words leave their card or run into its icon', async () => {
    await openDashboard('/dashboard', {}, [768, 1024])
    await expectRevenue('R 100', '1 order')
    expectNoOverflow()
    await expect.poll(() => box(picker()).right).toBeLessThanOrEqual(box(page.getByRole('main')).right - 32)
    await page.viewport(320, 640)
    await expect.element(button(/^Range and filters/)).toBeVisible()
    const outside = page
      .getByRole('group')
      .elements()
      .flatMap((card) => {
        const icon = card.querySelector(':scope > [aria-hidden]')?.getBoundingClientRect()
        return [...card.querySelectorAll('p')]
          .filter((words) => {
            const range = document.createRange()
            range.selectNodeContents(words)
            const { top, right } = range.getBoundingClientRect()
            return right > card.getBoundingClientRect().right - 8 || (icon && top < icon.bottom && right > icon.left)
          })
          .map(({ textContent }) => textContent)
      })
    expect(outside).toEqual([])
    await button(/^Range and filters/).click()
    await picker().click()
    const saturday = page.getByRole('button', { name: '30 May 2026', exact: true })
    await expect.poll(() => box(saturday).right).toBeLessThan(320)
    expectNoOverflow()
  })

  test('says how much was sold without an employee, also where nobody is named', async () => {
    const line = page.getByText('R 1 235 sold without an employee'.replaceAll(/ (?=\d)/g, '\u00a0'))
    const serve = (more: object) => ({
      figures: ({ input }: { input: { from: string; to: string } }) => createFigures(input, {}, more),
    })
    await openDashboard('/dashboard', serve({ without_employee: 1234.5 }))
    await expect.element(line).toBeVisible()
    await expect.element(page.getByText('No employee revenue in range.')).toBeVisible()
    answerWith({ dashboard: serve({ without_employee: 0 }) })
    window.dispatchEvent(new Event('online')) // reopens the stream, which counts as a change
    await expectGone(line)
  })

  test('reserves no space for announcements, and shows when they could not be loaded (4.11)', async () => {
    const announcements = hold(loseConnection)
    await openDashboard('/dashboard', { announcements: announcements.handler })
    await expectRevenue('R 100', '1 order')
    await expectGone(region('Announcements'))
    announcements.release()
    await expect.element(region('Announcements').getByRole('alert')).toHaveTextContent('Error: Failed to load announcements')
    await expect.element(region('Announcements').getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test('shows that the figures could not be loaded, and keeps the last ones when a refresh fails', async () => {
    await openDashboard('/dashboard', { figures: loseConnection })
    await expect.element(alert()).toHaveTextContent('Error: Failed to load dashboard')
    await expectContains(region('Support'), 'Open tickets')
    await expectAccessible()
    answerWith({ dashboard: serveRevenue(100, 1) })
    await button('Try again').click()
    await expectRevenue('R 100', '1 order')
    await expectGone(alert())

    answerWith({ dashboard: { figures: loseConnection } })
    window.dispatchEvent(new Event('online')) // reopens the stream, which counts as a change
    await expect.element(page.getByText(/Figures updated \d\d:\d\d\./)).toBeVisible()
    await expectRevenue('R 100', '1 order')
    answerWith({ dashboard: serveRevenue(111, 2) })
    await expectRevenue('R 111', '2 orders')
  })

  test('says nothing of figures that agreed with the sales', async () => {
    const checked_at = new Date('2026-06-18T03:10:00+02:00')
    await openDashboard('/dashboard', { figuresCheck: () => ({ checked_at, differences: 0 }) })
    await expect.poll(() => getInputs('dashboard.figuresCheck').length).toBe(1)
    await expectGone(page.getByText(/differed from the sales/))
  })

  test('warns when the figures differed from the sales', async () => {
    const checked_at = new Date('2026-06-17T03:10:00+02:00')
    await openDashboard('/dashboard', { figuresCheck: () => ({ checked_at, differences: 2 }) })
    const warning = 'Some figures differed from the sales on 17 Jun at 03:10. Ask support to repair them.'
    await expect.element(page.getByText(warning, { exact: true })).toBeVisible()
  })

  test.each([DESK, PHONE])('says to when it was restored, and which tills have not sent again: %j', async (...size) => {
    const restored = {
      restored_at: new Date('2026-06-17T14:05:00+02:00'),
      restored_to: new Date('2026-06-17T02:00:00+02:00'),
      tills: 14,
      waiting: ['Till 2', 'Till 3'].map((name, index) => ({ tillid: index + 1, name, sitename: 'Rosebank' })),
    }
    const serve = (more: object) => ({
      figuresCheck: () => ({ checked_at: null, differences: 0, restored: { ...restored, ...more } }),
    })
    await openDashboard('/dashboard', serve({}), size as unknown as typeof DESK)
    const notice = region('Restored data')
    await expectContains(notice, 'Restored on 17 Jun 2026, 14:05 to 17 Jun 2026, 02:00; 12 of 14 tills sent sales again.')
    await expectContains(notice, 'Sales may be missing from Till 2 (Rosebank), Till 3 (Rosebank).')
    expectNoOverflow()
    await expectAccessible()
  })

  test('opens the live stream again when the connection is lost', async () => {
    setToday()
    await renderScreen('/dashboard', { dashboard: serveRevenue(0, 0), live: { changes: loseConnection } })
    await expectContains(page.getByRole('main'), 'Connection lost.')
    answerWith({
      dashboard: serveRevenue(100, 1),
      live: {
        async *changes({ signal }) {
          yield { changed: 'sales' }
          await new Promise((resolve) => signal?.addEventListener('abort', resolve))
        },
      },
    })
    await expectRevenue('R 100', '1 order')
    await expect.poll(() => page.getByRole('main').element().textContent).not.toContain('Connection lost.')
  })

  for (const [size, what] of [
    [DESK, 'desk'],
    [PHONE, 'phone'],
  ] as const)
    for (const orders of [1, 0])
      test(`has a skeleton while loading, without a layout shift: ${what}, ${orders} orders (4.11)`, async () => {
        const figures = hold(serveRevenue(orders * 100, orders).figures)
        const tickets = hold(() => ({ open: 0, new_answers: 0 }))
        await document.fonts.load('14px "Inter Variable"')
        const last_sale_date = orders > 0 ? TODAY : null
        const firstSteps = () => ({
          has_products: false,
          has_employees: false,
          has_tills: false,
          last_sale_date,
          is_hidden: false,
        })
        await openDashboard('/dashboard', { figures: figures.handler, firstSteps }, size, { count: tickets.handler })
        for (const name of ['Revenue', 'Avg Sale', 'Payment Types', 'Low Stock'])
          await expect.element(group(name)).toHaveAttribute('aria-busy', 'true')
        const rows = (name: string) => page.getByRole('table', { name }).element().querySelectorAll('tbody tr')
        expect(rows('Top Products')).toHaveLength(5)
        expect(rows('Low Stock Items')).toHaveLength(8)
        await expect.element(region('Support')).toHaveAttribute('aria-busy', 'true')
        const expectNoShift = watchShifts()
        figures.release()
        await expectRevenue(`R ${orders * 100}`, orders === 1 ? '1 order' : '0 orders')
        await expect
          .element(region('Support'), { message: 'the figures do not wait for the tickets' })
          .toHaveAttribute('aria-busy', 'true')
        tickets.release()
        await expectContains(region('Support'), 'Open tickets0')
        await expectNoShift()
      })

  test('keeps the old figures, dimmed, while another range loads', async () => {
    await openDashboard()
    await expectRevenue('R 100', '1 order')
    const figures = hold(serveRevenue(7, 1).figures)
    answerWith({ dashboard: { figures: figures.handler } })
    await quick('7D').click()
    await expect.element(group('Revenue')).toHaveAttribute('aria-busy', 'true')
    await expectRevenue('R 100', '1 order')
    figures.release()
    await expectRevenue('R 7', '1 order')
    await expect.element(group('Revenue')).toHaveAttribute('aria-busy', 'false')
  })

  test.for([
    'range=90D',
    'from=2026-06-01',
    'from=yesterday&to=today',
    'from=2026-02-30&to=2026-03-01',
    'from=1066-10-14&to=2026-06-18',
    'from[a]=1&to=%00',
    'range=%22%3E%3Cscript%3E',
  ])('shows the last 30 days for an invalid range in the URL: %s', async (nonsense) => {
    await openDashboard(`/dashboard?${nonsense}`)
    await expect.element(quick('30D')).toHaveAttribute('aria-pressed', 'true')
    await expect.element(picker()).toHaveTextContent('20 May 2026 – 18 Jun 2026')
    await expectUrl('/dashboard')
    await expect.poll(() => getInputs('dashboard.figures').at(-1)).toMatchObject({ from: '2026-05-20', to: '2026-06-18' })
  })

  test('accepts a reversed range', async () => {
    await openDashboard('/dashboard?from=2026-06-01&to=2026-05-20')
    await expect.element(picker()).toHaveTextContent('20 May 2026 – 1 Jun 2026')
  })

  test('shows the last ten years of a range that is longer', async () => {
    await openDashboard('/dashboard?from=2001-01-01&to=2026-06-18')
    await expect.element(picker()).toHaveTextContent('19 Jun 2016 – 18 Jun 2026')
    await expectUrl('/dashboard?from=2016-06-19&to=2026-06-18')
  })
})
