import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays } from '../../lib/format/dates.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { type Answers, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { createFigures } from '../../testing/figures.ts'
import { DESK, renderScreen } from '../../testing/render-screen.tsx'
import { box, expectCells, expectContains, expectTexts, expectUrl } from '../../testing/screen.ts'
import { setToday, TODAY } from '../../testing/today.ts'

const chart = (name: string) => page.getByRole('figure', { name })
const slider = (name: string) => chart(name).getByRole('slider')
const units = () => page.getByRole('group', { name: 'Show by' })
const lines = () =>
  [...chart('Revenue (daily)').element().querySelectorAll('svg path')].filter((path) => getComputedStyle(path).fill === 'none')

/** R 100 in one order on each of the last three days. */
const SOLD = Object.fromEntries([0, 1, 2].map((days) => [addDays(TODAY, -days), { revenue: 100, orders: 1 }]))
const HOURS = Array.from({ length: 11 }, (_, hour) => ({
  hour: `${String(hour).padStart(2, '0')}:00`,
  revenue: hour === 9 ? 100 : 0,
  orders: hour === 9 ? 1 : 0,
}))

async function openDashboard(url: string, size = DESK, more: Answers['dashboard'] = {}) {
  setToday()
  await renderScreen(url, { dashboard: { figures: ({ input }) => createFigures(input, SOLD), ...more } }, size)
  await expect.element(slider('Revenue (daily)')).toBeVisible()
}

const focus = (name: string) => (slider(name).element() as HTMLElement).focus()

describe('dashboard charts', () => {
  const countDashed = () => lines().filter((line) => getComputedStyle(line).strokeDasharray !== 'none').length

  test('draw the line to today dashed, from where the other one ends', async () => {
    await openDashboard('/dashboard')
    expect([lines().length, countDashed()]).toEqual([2, 1])
    const [solid, dashed] = lines().map((line) => line.getBoundingClientRect())
    expect(dashed?.left).toBeCloseTo(solid?.right ?? 0, 0)
  })

  test('draw a line to another day solid', async () => {
    await openDashboard(`/dashboard?from=${addDays(TODAY, -7)}&to=${addDays(TODAY, -1)}`)
    expect([lines().length, countDashed()]).toEqual([1, 0])
  })

  test('are drawn as a line, a ring and bars (2.4.6)', async () => {
    const methods = ['Card', 'Cash', 'Mobile money', 'Unknown']
    const payments = methods.map((payment_method, index) => ({ payment_method, orders: 4 - index, revenue: 100 }))
    await openDashboard('/dashboard', DESK, { figures: ({ input }) => createFigures(input, SOLD, { payments }) })
    await expectCells('Payment Mix', [
      ['Card', '4', '40,0 %', 'R 100,00'],
      ['Cash', '3', '30,0 %', 'R 100,00'],
      ['Mobile money', '2', '20,0 %', 'R 100,00'],
      ['Unknown', '1', '10,0 %', 'R 100,00'],
    ])
    const shapes = (name: string) =>
      [...chart(name).element().querySelectorAll('svg path, svg circle')].map((shape) => {
        const { fill, stroke } = getComputedStyle(shape)
        const pieces = shape.getAttribute('d')?.match(/M/g)?.length
        return [shape.tagName, fill === 'none' ? '' : 'filled', stroke === 'none' ? '' : 'drawn', pieces ?? '']
          .filter(Boolean)
          .join(' ')
      })
    // The line to today is a path of its own, and a part of the area.
    expect(shapes('Revenue (daily)')).toEqual(['path filled 2', 'path drawn 1', 'path drawn 1'])
    expect(shapes('Payment Mix')).toEqual(['path filled 2', ...Array(4).fill('path filled 1')])
    expect(shapes('Orders (daily)'), 'a bar for each day that sold, today dashed').toEqual([
      'path filled 2',
      'path filled drawn 1',
    ])
  })

  test('say how many sales were paid in parts, and what payments have beside the sales', async () => {
    const payments = [
      { payment_method: 'card', orders: 3, revenue: 115 },
      { payment_method: 'cash', orders: 1, revenue: 40 },
    ]
    await openDashboard('/dashboard', DESK, {
      figures: ({ input }) => createFigures(input, SOLD, { payments, split_sales: 1, extras: 15 }),
    })
    await expectContains(chart('Payment Mix'), '3sales')
    await expectContains(chart('Payment Mix'), '1 sale with split payments, counted under each method.')
    await expectContains(chart('Payment Mix'), 'The amounts include R 15,00 of tips, gift cards, deposits and rounding.')
    await expectContains(page.getByRole('main'), 'Card 74,2 % of payments')
  })

  test('can be read day by day with a mouse or the arrow keys', async () => {
    await openDashboard('/dashboard?range=7D')
    const revenue = slider('Revenue (daily)')
    const expectDay = (text: RegExp) => expect.element(revenue).toHaveAttribute('aria-valuetext', expect.stringMatching(text))
    await expectDay(/^Thu, 18 Jun 2026: R\s100,00$/)
    focus('Revenue (daily)')
    await userEvent.keyboard('{ArrowLeft}')
    await expectDay(/^Wed, 17 Jun 2026: R\s100,00$/)
    await userEvent.keyboard('{Home}')
    await expectDay(/^Fri, 12 Jun 2026: R\s0,00$/)
    await userEvent.keyboard('{Escape}')

    const { width, height } = box(slider('Orders (daily)'))
    await slider('Orders (daily)').hover({ position: { x: width - 5, y: height / 2 } })
    await expect.element(chart('Orders (daily)').getByText('Thu, 18 Jun 2026')).toBeVisible()
  })

  test('show the hours of a range of one day, and the table its total', async () => {
    await openDashboard('/dashboard?range=today', DESK, { hours: () => HOURS })
    await expect.element(slider('Revenue (daily)')).toHaveAttribute('aria-valuemax', '10')
    expect(getInputs('dashboard.hours').at(-1)).toEqual({ day: TODAY, sites: [], employees: [] })
    await userEvent.tab() // the keyboard is in use
    focus('Orders (daily)')
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(slider('Orders (daily)')).toHaveAttribute('aria-valuetext', 'Thu, 18 Jun 2026, 09:00 – 10:00: 1 order')
    await expectCells('Revenue (daily)', [['18 Jun 2026', 'R 100,00']])
    await expectAccessible()
  })

  test('show the day while its hours load and when they fail', async () => {
    await openDashboard('/dashboard?range=today', DESK, { hours: loseConnection })
    await expect.element(slider('Revenue (daily)')).toHaveAttribute('aria-valuetext', expect.stringMatching(/2026: R\s100,00$/))
  })

  test.each([
    [118, 0],
    [119, 2],
  ])('show days, and can show weeks from 120 days on: %d days before today', async (days, switches) => {
    await openDashboard(`/dashboard?from=${addDays(TODAY, -days)}&to=${TODAY}`)
    await expect.element(slider('Revenue (daily)')).toHaveAttribute('aria-valuemax', String(days))
    expect(units().elements()).toHaveLength(switches)
  })

  test('show weeks in both, once chosen', async () => {
    await openDashboard('/dashboard?range=YTD')
    await expectTexts(units().first().getByRole('button'), ['Days', 'Weeks'])
    await units().first().getByRole('button', { name: 'Weeks' }).click()
    for (const name of ['Revenue (daily)', 'Orders (daily)']) {
      await expect.element(slider(name)).toHaveAttribute('aria-valuemax', '24')
      await expect.element(chart(name).getByText('Average day of each week')).toBeVisible()
    }
    await expect
      .element(slider('Revenue (daily)'))
      .toHaveAttribute('aria-valuetext', expect.stringMatching(/^15 Jun – 18 Jun 2026: R\s75,00 a day, R\s300,00 in total$/))
    await units().last().getByRole('button', { name: 'Days' }).click()
    await expect.element(slider('Revenue (daily)')).toHaveAttribute('aria-valuemax', '168')
  })

  test('lead to the sales of a day by a click', async () => {
    await openDashboard('/dashboard?range=7D')
    const { width, height } = box(slider('Orders (daily)'))
    await slider('Orders (daily)').click({ position: { x: width - 5, y: height / 2 } })
    await expectUrl(`/sales?from=${TODAY}&to=${TODAY}`)
  })

  test('lead to the sales of a day by Enter', async () => {
    await openDashboard('/dashboard?range=7D')
    focus('Revenue (daily)')
    await userEvent.keyboard('{ArrowLeft}{Enter}')
    await expectUrl(`/sales?from=${addDays(TODAY, -1)}&to=${addDays(TODAY, -1)}`)
  })
})
