import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Compared } from '../../../contract/figures.ts'
import { addDays } from '../../lib/format/dates.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { getInputs } from '../../testing/fake-server.ts'
import { createFigures } from '../../testing/figures.ts'
import { DESK, PHONE, renderScreen } from '../../testing/render-screen.tsx'
import {
  button,
  expectCells,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTexts,
  expectUrl,
  plain,
} from '../../testing/screen.ts'
import { setToday, TODAY } from '../../testing/today.ts'

const card = (name: string) => page.getByRole('group', { name, exact: true })
const chart = (name: string) => page.getByRole('figure', { name })

const SOLD = { [TODAY]: { revenue: 300, orders: 2 } }

/** The three days before, until this time. */
const createCompared = (more: Partial<Compared> = {}): Compared => ({
  ...{ from: addDays(TODAY, -5), to: addDays(TODAY, -3), until: new Date('2026-06-15T14:05:00+02:00') },
  ...{ revenue: 200, orders: 1, average: 200 },
  daily: [-5, -4, -3].map((days) => ({ day: addDays(TODAY, days), revenue: days === -3 ? 200 : 0, orders: days === -3 ? 1 : 0 })),
  ...more,
})

const THREE_DAYS = `/dashboard?from=${addDays(TODAY, -2)}&to=${TODAY}`

async function open(url = THREE_DAYS, compared: Compared | null = createCompared(), size: typeof DESK | typeof PHONE = DESK) {
  setToday()
  await renderScreen(
    url,
    {
      dashboard: {
        figures: ({ input }) =>
          createFigures(input, SOLD, {
            compared: input.compare === 'off' ? null : compared,
            ...(input.compare !== 'off' && !compared && { first_sale_date: '2026-05-11' }),
          }),
      },
      sales: {
        options: () => ({
          sites: [
            { siteid: 1, sitename: 'Sandton Rivonia' },
            { siteid: 2, sitename: 'Zeerust' },
          ],
          payment_methods: [],
          vat_rates: [15, 0],
        }),
      },
    },
    size,
  )
  await expectContains(card('Revenue'), 'R 300')
}

describe('dashboard comparison', () => {
  test.for([DESK, PHONE])(
    'shows the change beside the note, its days in the tooltip and in words for screen readers: %j',
    async (size) => {
      await open(THREE_DAYS, createCompared(), size)
      await expectContains(card('Revenue'), '2 orders▲ 50,0 %50,0 % more than')
      expect(plain(card('Revenue').element().querySelector('[title^=vs]')?.getAttribute('title') ?? '')).toBe(
        'vs 13 Jun – 15 Jun until 14:05. The days before.',
      )
      await expectContains(card('Revenue'), '50,0 % more than 13 Jun – 15 Jun until 14:05')
      await expectContains(card('Avg Sale'), '25,0 % less than 13 Jun – 15 Jun until 14:05')
      expect(card('Low Stock').element().textContent).not.toContain('vs')
      expect(card('Payment Types').element().textContent).not.toContain('vs')
      await expectAccessible()
      expectNoOverflow()
    },
  )

  test('shows nothing where there is nothing to compare with', async () => {
    await open(THREE_DAYS, createCompared({ revenue: 0, orders: 0, average: 0 }))
    expect(card('Revenue').element().textContent).not.toContain('vs')
  })

  test.for([DESK, PHONE])('says since when there is something to compare with, unless it is off: %j', async (size) => {
    await open(THREE_DAYS, null, size)
    const note = chart('Revenue (daily)').getByText('No sales before 11 May 2026 to compare with')
    await expect.element(note).toBeVisible()
    expectNoOverflow()
    if (size === PHONE) return
    await button('Off').click()
    await expectGone(note)
  })

  test('draws the earlier period dashed, and has both values in table and point', async () => {
    await open()
    await expectCells('Earlier revenue', [
      ['13 Jun 2026', 'R 0,00'],
      ['14 Jun 2026', 'R 0,00'],
      ['15 Jun 2026', 'R 200,00'],
    ])
    for (const name of ['Revenue (daily)', 'Orders (daily)'])
      await expect.poll(() => chart(name).element().querySelectorAll('g[data-shape]'), { message: name }).toHaveLength(1)
    await expect
      .element(chart('Orders (daily)').getByRole('slider'))
      .toHaveAttribute('aria-valuetext', 'Thu, 18 Jun 2026: 2 orders, 1 order on Mon, 15 Jun 2026')
  })

  test.for(['Revenue (daily)', 'Orders (daily)'])('is named once, in the legend of each chart: %s', async (name) => {
    await open()
    await expectTexts(chart(name).getByRole('listitem'), ['16 Jun – 18 Jun', 'vs 13 Jun – 15 Jun until 14:05'])
  })

  test('is chosen beside the range, and kept in the URL', async () => {
    await open('/dashboard?range=7D')
    await expect.poll(() => getInputs('dashboard.figures').at(-1)).toMatchObject({ compare: 'previous' })
    await button('Last year').click()
    await expectUrl('/dashboard?range=7D&compare=year')
    await expect.poll(() => getInputs('dashboard.figures').at(-1)).toMatchObject({ compare: 'year' })
    await button('Off').click()
    await expect.element(button('Off')).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => card('Revenue').element().textContent).not.toContain('vs')
    await button('30D').click()
    await expectUrl('/dashboard?compare=off')
  })
})

const sites = (chosen: string) => page.getByRole('combobox', { name: `Sites: ${chosen}` })

describe('dashboard filters', () => {
  test('narrow all figures to some sites, stay with the range, and lead to the sales of these sites', async () => {
    await open('/dashboard?range=7D')
    await sites('All sites').click()
    await page.getByRole('option', { name: 'Zeerust' }).click()
    await expectUrl('/dashboard?range=7D&sites=2')
    await expect.poll(() => getInputs('dashboard.figures').at(-1)).toMatchObject({ sites: [2], employees: [] })
    await userEvent.keyboard('{Escape}')
    await expect.element(sites('Zeerust')).toHaveFocus()
    await button('30D').click()
    await expectUrl('/dashboard?sites=2')
    await expect.element(page.getByRole('link', { name: 'Sales', exact: true })).toHaveAttribute('href', '/sales?sites=2')
  })

  test('that are not valid in the URL are left out', async () => {
    await open('/dashboard?sites=1;drop&employees=-1&compare=perhaps')
    await expect.element(sites('All sites')).toBeVisible()
    await expect
      .poll(() => getInputs('dashboard.figures').at(-1))
      .toMatchObject({ sites: [], employees: [], compare: 'previous' })
    await expectGone(sites('unknown'))
  })
})
