import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../lib/api/api.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerRoute, answerWith, getInputs, hold, loseConnection, removeRoute } from '../../testing/fake-server.ts'
import { createSalesSummary } from '../../testing/figures.ts'
import { toSalesPage } from '../../testing/pages.ts'
import { DESK, PHONE, renderScreen } from '../../testing/render-screen.tsx'
import { createSale, type SOLD, serveSales, TWELVE } from '../../testing/sales.ts'
import {
  alert,
  button,
  column,
  dialog,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectPager,
  expectTexts,
  expectUrl,
  goBack,
  plain,
} from '../../testing/screen.ts'
import { watchShifts } from '../../testing/shifts.ts'
import { RIVONIA, serveSites } from '../../testing/sites.ts'
import { setToday } from '../../testing/today.ts'

const CSV = 'GET /api/v1/sales.csv'
const search = () => page.getByRole('searchbox', { name: 'Search sale ID, employee, or site…' })
const small = () => button('Only below R100')
const chips = () => page.getByRole('group', { name: 'Active filters' })
const group = (name: string) => page.getByRole('group', { name })
const figure = (name: string) => page.getByRole('figure', { name })
const table = () => page.getByRole('table', { name: 'Sales' })
const exportButton = () => button(/^Export/)
const pill = () => button(/^\S+ new sales?$/)

async function openSales(url = '/sales', answers = serveSales(), size: typeof DESK | typeof PHONE = DESK) {
  setToday()
  await renderScreen(url, answers, size)
}

const expectCard = (name: string, figure: string) =>
  expect.poll(() => plain(group(name).query()?.textContent ?? ''), { message: name }).toBe(name + figure)

describe('sales list', () => {
  test('has cards on a phone', async () => {
    await openSales('/sales', serveSales([createSale(45), createSale(1, { finalamount: -129.99 })]), PHONE)
    await expectTexts(page.getByRole('list', { name: 'Sales' }).getByRole('listitem'), [
      '18 Jun 2026, 09:42 Lerato Mokoena • Sandton Rivonia R 450,00',
      '18 Jun 2026, 09:42 Lerato Mokoena • Sandton Rivonia Refund -R 129,99',
    ])
    expectNoOverflow()
    await expectAccessible()
  })

  test('says since when there are sales to compare with', async () => {
    const figures = { first_sale_date: '2026-05-11' }
    await openSales('/sales', {
      ...serveSales(),
      sales: { ...serveSales().sales, figures: ({ input }) => ({ ...createSalesSummary(input), ...figures }) },
    })
    await expect.element(figure('Revenue Over Time').getByText('No sales before 11 May 2026 to compare with')).toBeVisible()
  })

  test('says as at when the figures come from a replica, on a phone', async () => {
    const answers = serveSales()
    const replica_as_at = new Date('2026-06-18T12:32:00Z')
    const figures: typeof answers = { sales: { figures: ({ input }) => ({ ...createSalesSummary(input), replica_as_at }) } }
    await openSales('/sales?range=year', { sales: { ...answers.sales, ...figures.sales } }, PHONE)
    await expect.element(page.getByText('Updated 14:32', { exact: true })).toBeVisible()
    expectNoOverflow()
    answerWith(serveSales())
    await queryClient.invalidateQueries()
    await expectGone(page.getByText(/^Updated/))
  })

  test('opens the pressed sale when the answer of a search moves its row before the press ends', async () => {
    await openSales('/sales', serveSales([createSale(41), createSale(42), createSale(43)]))
    const eye = button('View sale 43')
    await expect.element(eye).toBeVisible()
    const found = hold(() => toSalesPage([createSale(43), createSale(44), createSale(45)]))
    answerWith({ sales: { list: found.handler } })
    await search().fill('43')
    await expect.element(table()).toHaveAttribute('aria-busy', 'true')
    const pressed = eye.element()
    pressed.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = pressed.getBoundingClientRect()
    const findUnderPointer = () => document.elementFromPoint(x + width / 2, y + height / 2)?.closest('button')
    pressed.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    found.release()
    await expect.poll(() => queryClient.isFetching()).toBe(0)
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame) // the answer is rendered
    expect(findUnderPointer()).toBe(pressed)
    pressed.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
    pressed.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await expect.element(dialog()).toHaveAccessibleName('Sale #43')
    await expect.poll(() => document.querySelector('[data-list] [data-main]')).toBe(pressed)
  })

  test('shows search and toggle as chips, each with a button to remove it (2.6.5, 2.6.10, 4.14, 9.19)', async () => {
    await openSales('/sales?page=2')
    await expectPager('Page 2 / 2 • 12 results')
    await expect.element(small()).toHaveAttribute('aria-pressed', 'false')
    await expectGone(chips())
    await small().click()
    await expect.element(small()).toHaveAttribute('aria-pressed', 'true')
    await expectUrl('/sales?small=true')
    await expect.poll(() => getInputs('sales.list').at(-1)).toMatchObject({ small: true, page: 1 })
    await expect.poll(() => getInputs('sales.figures').at(-1)).toMatchObject({ small: true })
    await search().fill('rivonia')
    await expect.element(chips()).toHaveTextContent('rivonia< R100')
    await expect.element(group('Total Revenue')).toHaveAttribute('aria-busy', 'false')
    await expect.element(table()).toHaveAttribute('aria-busy', 'false')
    await expectAccessible()

    await button('Remove filter rivonia').click()
    await expect.element(search()).toHaveValue('')
    await expect.element(small()).toHaveFocus()
    await button('Remove filter < R100').click()
    await expectGone(chips())
    await expect.element(small()).toHaveAttribute('aria-pressed', 'false')
    await goBack()
    await expect.element(small()).toHaveAttribute('aria-pressed', 'true')
  })

  test('sorts by every column in both directions, newest first by default, from page 1 (2.6.9, 4.14, 4.17)', async () => {
    await openSales('/sales?page=2')
    await expectPager('Page 2 / 2 • 12 results')
    await expect.element(column('SALE DATE/TIME')).toHaveAttribute('aria-sort', 'descending')
    const sortBy = async (name: string, sort: string, dir: 'asc' | 'desc') => {
      await column(name).getByRole('button').click()
      await expect.element(column(name)).toHaveAttribute('aria-sort', `${dir}ending`)
      await expect.poll(() => getInputs('sales.list').at(-1)).toMatchObject({ sort, dir, page: 1 })
    }
    await sortBy('SALE DATE/TIME', 'saledate', 'asc')
    await sortBy('AMOUNT', 'finalamount', 'asc')
    await expect.element(column('SALE DATE/TIME')).not.toHaveAttribute('aria-sort')
    await sortBy('AMOUNT', 'finalamount', 'desc')
    await expectUrl('/sales?sort=finalamount')
    await sortBy('EMPLOYEE', 'employee', 'asc')
    await sortBy('EMPLOYEE', 'employee', 'desc')
    await sortBy('SITE', 'site', 'asc')
    await sortBy('SITE', 'site', 'desc')
    await sortBy('SALE DATE/TIME', 'saledate', 'desc')
    await expectUrl('/sales')
  })

  test('keeps page, filters and range in the URL, and shows another range from page 1 (2.6.2, 2.6.11, 4.14)', async () => {
    await openSales()
    await expectPager('Page 1 / 2 • 12 results')
    await expect.element(button('Previous')).toBeDisabled()
    await button('Next').click()
    await expectPager('Page 2 / 2 • 12 results')
    await expectUrl('/sales?page=2')
    await expect.element(button('Next')).toBeDisabled()
    await expect.element(button('Previous')).toHaveFocus()
    await group('Quick ranges').getByRole('button', { name: '7D' }).click()
    await expectUrl('/sales?range=7D')
    await expect.poll(() => getInputs('sales.list').at(-1)).toMatchObject({ page: 1, from: '2026-06-12', to: '2026-06-18' })
    await goBack()
    await expectPager('Page 2 / 2 • 12 results')
  })

  test('opens with the search of a pasted link, and a quick range keeps its filters', async () => {
    await openSales('/sales?q=mokoena&sort=finalamount&dir=asc&small=true&from=2026-06-12&to=2026-06-17')
    await expect.element(search()).toHaveValue('mokoena')
    await expect.element(small()).toHaveAttribute('aria-pressed', 'true')
    await expect.element(button(/^Date range/)).toHaveTextContent('12 Jun 2026 – 17 Jun 2026')
    await expect
      .poll(() => getInputs('sales.list').at(-1))
      .toMatchObject({ q: 'mokoena', sort: 'finalamount', dir: 'asc', small: true })
    await group('Quick ranges').getByRole('button', { name: '7D' }).click()
    await expect.poll(() => location.search).toContain('q=mokoena')
    expect(location.search).not.toContain('from=')
  })

  test('ignores invalid values in the URL', async () => {
    await openSales('/sales?page=-1&sort=colour&dir=up&small=maybe&range=90D&from=x&utm_source=mail')
    await expectPager('Page 1 / 2 • 12 results')
    await expect.element(group('Quick ranges').getByRole('button', { name: '30D' })).toHaveAttribute('aria-pressed', 'true')
  })

  test('shows that nothing was found, and clears the filters (2.6.16)', async () => {
    await openSales('/sales?q=nowhere&small=true', serveSales([], {} as typeof SOLD))
    await expect.element(page.getByText('No sales found.')).toBeVisible()
    await expectPager('Page 1 / 1 • 0 results')
    await expectCard('Total Revenue', 'R 0')
    await expectCard('Avg. per Sale', 'R 0,00')
    await expectContains(figure('Revenue Over Time'), 'No revenue for these filters.')
    await expectContains(figure('Sales Count Per Day'), 'No sales for these filters.')
    await button('Clear filters').click()
    await expectUrl('/sales')
  })

  test('links to the latest sales when the range has none', async () => {
    const { sales } = serveSales()
    await openSales('/sales', {
      sales: {
        ...sales,
        figures: ({ input }) => createSalesSummary(input),
        list: ({ input }) => toSalesPage(input.from < '2020' ? [createSale(1, { saledate: new Date('2026-03-10T10:00Z') })] : []),
      },
    })
    await expectContains(figure('Revenue Over Time'), 'No revenue in this range.')
    await button('Show the latest sales').click()
    await expect.element(button(/^Date range/)).toHaveTextContent('9 Feb 2026 – 10 Mar 2026')
  })

  test('links to the tills when there is no sale at all', async () => {
    await openSales('/sales', { ...serveSites(RIVONIA), tills: { list: () => [] } })
    await expect.element(page.getByText('Sales come from your tills. Create a till key to see them here.')).toBeVisible()
    await page.getByRole('link', { name: 'Connect a till' }).click()
    await expect.element(dialog()).toHaveAccessibleName('Tills')
    await expect.element(dialog()).toHaveAccessibleDescription('Keys for tills to send sales of Sandton Rivonia')
    await dialog().getByRole('button', { name: 'Done' }).click()
    await expectUrl('/sites')
  })

  test('shows its error beside the figures, and loads at the next try (8.2.3)', async () => {
    await openSales('/sales', { sales: { ...serveSales().sales, list: loseConnection } })
    await expect.element(alert()).toHaveTextContent('Error: Failed to load sales')
    await expectCard('Number of Sales', '12')
    answerWith(serveSales())
    await button('Try again').click()
    await expectPager('Page 1 / 2 • 12 results')
    await expectGone(alert())
  })

  test('is shown when the figures fail, which load at the next try', async () => {
    await openSales('/sales', { sales: { ...serveSales().sales, figures: loseConnection } })
    await expect.element(alert()).toHaveTextContent('Error: Failed to load figures')
    await expectPager('Page 1 / 2 • 12 results')
    await expectAccessible()
    answerWith(serveSales())
    await button('Try again').click()
    await expectCard('Number of Sales', '12')
  })

  for (const [size, what] of [
    [DESK, 'desk'],
    [PHONE, 'phone'],
  ] as const)
    test.for([
      ['with sales', serveSales()],
      ['without sales', serveSales([], {} as typeof SOLD)],
    ] as const)(`has a skeleton while loading, without a layout shift: ${what}, %s`, async ([, { sales }]) => {
      const figures = hold(sales?.figures ?? loseConnection)
      const list = hold(sales?.list ?? loseConnection)
      await document.fonts.load('14px "Inter Variable"')
      await openSales('/sales', { sales: { ...sales, figures: figures.handler, list: list.handler } }, size)
      // A phone has the figures below the rows, when these are there.
      if (size === DESK)
        for (const name of ['Total Revenue', 'Number of Sales', 'Avg. per Sale'])
          await expect.element(group(name)).toHaveAttribute('aria-busy', 'true')
      const rows = page.getByRole(size === DESK ? 'table' : 'list', { name: 'Sales' })
      await expect.element(rows).toHaveAttribute('aria-busy', 'true')
      const expectNoShift = watchShifts()
      if (size === DESK) {
        figures.release()
        await expect.element(group('Number of Sales')).toHaveAttribute('aria-busy', 'false')
      }
      list.release()
      await expect.element(rows).toHaveAttribute('aria-busy', 'false')
      figures.release()
      await expect.element(group('Number of Sales')).toHaveAttribute('aria-busy', 'false')
      await expectNoShift()
    })

  test('keeps the old rows and figures, dimmed, while others load', async () => {
    await openSales()
    await expectPager('Page 1 / 2 • 12 results')
    const { sales } = serveSales([createSale(1)])
    const figures = hold(sales?.figures ?? loseConnection)
    const list = hold(sales?.list ?? loseConnection)
    answerWith({ sales: { figures: figures.handler, list: list.handler } })
    await small().click()
    await expect.element(table()).toHaveAttribute('aria-busy', 'true')
    await expect.element(group('Total Revenue')).toHaveAttribute('aria-busy', 'true')
    expect(table().element().querySelectorAll('tbody tr')).toHaveLength(10)
    figures.release()
    list.release()
    await expectPager('Page 1 / 1 • 1 results')
    await expect.element(table()).toHaveAttribute('aria-busy', 'false')
  })

  test.for([DESK, PHONE])(
    'keeps list and figures with a notice while the connection is lost, and catches up: %j',
    async (size) => {
      const list = page.getByRole(size === DESK ? 'table' : 'list', { name: 'Sales' })
      const countSales = () => list.query()?.querySelectorAll(size === DESK ? 'tbody tr' : 'li').length
      const notice = page.getByText(/^Connection lost\. Figures updated \d\d:\d\d\.$/)
      await openSales('/sales', serveSales(TWELVE.slice(0, 2), { '2026-06-18': { revenue: 30, orders: 2 } }), size)
      await expectCard('Number of Sales', '2')
      await expect.poll(countSales).toBe(2)
      answerWith({ sales: { list: loseConnection, figures: loseConnection }, live: { changes: loseConnection } })
      window.dispatchEvent(new Event('online')) // reopens the live stream
      await expect.element(notice).toBeVisible()
      await expectCard('Number of Sales', '2')
      expect(countSales()).toBe(2)
      await expectGone(alert())
      if (size === PHONE) await expectAccessible()
      expectNoOverflow()
      answerWith({
        ...serveSales(TWELVE.slice(0, 3), { '2026-06-18': { revenue: 60, orders: 3 } }),
        live: {
          async *changes({ signal }) {
            yield { changed: 'sales' }
            await new Promise((resolve) => signal?.addEventListener('abort', resolve))
          },
        },
      })
      await expectCard('Number of Sales', '3')
      await expect.poll(countSales).toBe(3)
      await expectGone(notice)
    },
  )

  test('is sorted by a menu on a phone', async () => {
    await openSales('/sales', serveSales(), PHONE)
    await button('Sort: SALE DATE/TIME, descending').click()
    await page.getByRole('menuitemradio', { name: 'AMOUNT' }).click()
    await expect.poll(() => getInputs('sales.list').at(-1)).toMatchObject({ sort: 'finalamount', dir: 'asc' })
    await expect.element(button('Sort: AMOUNT, ascending')).toBeVisible()
  })

  test('has the values of each day in its charts', async () => {
    await openSales('/sales?range=7D')
    for (const [name, value] of [
      ['Revenue Over Time, day by day', 'Thu, 18 Jun 2026: R 780,00'],
      ['Sales Count Per Day, day by day', 'Thu, 18 Jun 2026: 12 sales'],
    ] as const)
      await expect.poll(() => plain(page.getByRole('slider', { name }).query()?.getAttribute('aria-valuetext') ?? '')).toBe(value)
  })

  test('counts new sales in a pill on pages where they would move the rows', async () => {
    await openSales('/sales?page=2&q=rivonia')
    await expectPager('Page 2 / 2 • 12 results')
    await expectGone(pill())
    answerWith({ sales: { figures: ({ input }) => createSalesSummary(input, { '2026-06-18': { revenue: 1, orders: 15 } }) } })
    await group('Quick ranges').getByRole('button', { name: '30D' }).hover()
    window.dispatchEvent(new Event('online')) // reopens the stream, which counts as a change
    await expect.element(pill()).toHaveTextContent('3 new sales')
    await expectPager('Page 2 / 2 • 12 results')
    await expectAccessible()
    expectNoOverflow()
    await pill().click()
    await expectUrl('/sales?q=rivonia')
    await expect.element(page.getByRole('main')).toHaveFocus()
  })
})

describe('sales export', () => {
  /** A file of 100 rows of which so many have come. */
  function serveFile(rows: number) {
    const parts = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
    const encoder = new TextEncoder()
    answerRoute(
      CSV,
      () =>
        new Response(
          new ReadableStream({
            start(controller) {
              controller.enqueue(encoder.encode(`Sale ID\n${'1\n'.repeat(rows)}`))
              parts.resolve(controller)
            },
          }),
          { headers: { 'x-total-rows': '100', 'content-disposition': 'attachment; filename="sales_1.csv"' } },
        ),
    )
    return parts.promise
  }

  test('shows its progress, cannot be started twice, and can be cancelled', async () => {
    await openSales()
    void serveFile(40)
    await exportButton().click()
    await expectContains(exportButton(), 'Exporting… 40 %')
    await expect.element(exportButton()).toBeDisabled()
    await button('Cancel export').click()
    await expect.element(exportButton()).toHaveTextContent('Export CSV')
    await expectGone(alert())
  })

  test('shows an error when the response is aborted, saves nothing, and works at the next try', async () => {
    await openSales('/sales', serveSales(), PHONE)
    await button('More actions').click()
    const file = serveFile(40)
    await exportButton().click()
    await expectContains(exportButton(), 'Exporting… 40 %')
    ;(await file).error(new TypeError('network error'))
    await expectContains(alert(), 'Export failed. Connection lost before the file was complete. Nothing was saved.')
    expectNoOverflow()
    const second = serveFile(100)
    await alert().getByRole('button', { name: 'Try again' }).click()
    ;(await second).close()
    await expect.element(page.getByText('Export finished.')).toBeInTheDocument()
    await expectGone(alert())
  })

  test('shows the message of the server when another export runs', async () => {
    await openSales()
    answerRoute(CSV, () =>
      Response.json({ code: 'EXPORT_RUNNING', status: 409, message: 'An export is already running.' }, { status: 409 }),
    )
    await exportButton().click()
    await expectContains(alert(), 'Export failed. An export is already running.')
    await button('Dismiss').click()
    await expectGone(alert())
    removeRoute(CSV)
  })

  test('leads to the login without a session', async () => {
    await openSales()
    await expectPager('Page 1 / 2 • 12 results')
    answerWith({ session: { get: () => null } })
    answerRoute(CSV, () => Response.json({ code: 'UNAUTHORIZED', status: 401, message: 'Please log in.' }, { status: 401 }))
    await exportButton().click()
    await expectUrl('/login')
  })
})
