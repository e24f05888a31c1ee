import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Figures } from '../../../contract/dashboard.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerWith, getInputs, hold, loseConnection } from '../../testing/fake-server.ts'
import { createFigures } from '../../testing/figures.ts'
import { DESK, PHONE, renderScreen, SITE } from '../../testing/render-screen.tsx'
import {
  alert,
  button,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTexts,
  heading,
  plain,
  tabTo,
} from '../../testing/screen.ts'
import { setToday, TODAY } from '../../testing/today.ts'

const region = (name: string) => page.getByRole('region', { name })
const group = (name: string) => page.getByRole('group', { name })
const link = (name: string) => page.getByRole('main').getByRole('link', { name })

const FIGURES: Partial<Figures> = {
  low_stock: 1,
  top_sites: [{ ...SITE, revenue: 17_461.5 }],
  top_products: [{ productid: 7, productname: 'Rusks', price: 20.5, sold: 3, total: 61.5, average_price: 20.5 }],
  top_employees: [{ employeeid: 5, firstname: 'Lerato', lastname: 'Mokoena', revenue: 17_461.5 }],
  low_stock_items: [{ productid: 8, productname: 'Chutney', ...SITE, supplier: '', stock: 3 }],
}

async function openDashboard(dashboard = {}, url = '/dashboard?range=7D', size: typeof DESK | typeof PHONE = DESK) {
  setToday()
  await renderScreen(
    url,
    {
      dashboard: {
        figures: ({ input }) => createFigures(input, { [TODAY]: { revenue: 17_461.5, orders: 11 } }, FIGURES),
        ...dashboard,
      },
    },
    size,
  )
  await expect.element(heading('Dashboard')).toBeVisible()
}

describe('dashboard links', () => {
  test('lead to products and sales, and are reached with Tab from top to bottom', async () => {
    await openDashboard()
    const urls = {
      'Low Stock': '/products?low=true&sort=stock',
      [SITE.sitename]: '/sales?range=7D&sites=1',
      Rusks: '/products?product=7',
      'Lerato Mokoena': '/sales?range=7D&employees=5',
      'See all': '/products?low=true&sort=stock',
      Chutney: '/products?product=8',
    }
    for (const [name, url] of Object.entries(urls)) await expect.element(link(name)).toHaveAttribute('href', url)
    for (const name of Object.keys(urls)) await tabTo(link(name))
  })

  test('are underlined on hover, and the names stay rows of their tables', async () => {
    await openDashboard()
    const rusks = link('Rusks')
    await expect.element(rusks).toBeVisible()
    expect(getComputedStyle(rusks.element()).textDecorationLine).toBe('none')
    await rusks.hover()
    await expect.poll(() => getComputedStyle(rusks.element()).textDecorationLine).toBe('underline')
    await expect.element(page.getByRole('rowheader', { name: 'Rusks' })).toBeVisible()
    await expectAccessible()
  })

  test('rounded amounts have their cents as a tooltip and a description', async () => {
    await openDashboard()
    const card = group('Revenue')
    await expect.element(card).toHaveAttribute('aria-description', expect.stringMatching(/^R\s17\s461,50$/))
    await expect.poll(() => plain(card.getByTitle(/^R\s17\s461,50$/).element().textContent)).toBe('R 17 462')
    expect(page.getByTitle(/^R\s17\s461,50$/).elements()).toHaveLength(3)
  })
})

test('dashboard top products: say the average price where discounts make it another, on a phone', async () => {
  const product = { productid: 7, productname: 'Rusks', price: 100, sold: 4 }
  const top_products = [
    { ...product, total: 382.1, average_price: 95.53 },
    { ...product, productid: 8, productname: 'Biltong', sold: 0.005, total: 0.5, average_price: 100 },
    // Rounded line by line.
    { ...product, productid: 9, productname: 'Droëwors', price: 99.99, sold: 0.005, total: 0.5, average_price: 100 },
    // Rounded to what can be paid in cash.
    { ...product, productid: 11, productname: 'Potjie', price: 749.99, sold: 4, total: 2999.91, average_price: 749.98 },
    { ...product, productid: 10, productname: 'Returned', sold: 0, total: -5, average_price: null },
  ]
  await openDashboard(
    {
      figures: ({ input }: { input: Parameters<typeof createFigures>[0] }) =>
        createFigures(input, { [TODAY]: { revenue: 17_461.5, orders: 11 } }, { top_products }),
    },
    undefined,
    PHONE,
  )
  const rows = page.getByRole('table', { name: 'Top Products' }).getByRole('row')
  await expectContains(rows.filter({ hasText: 'Rusks' }), 'average R 95,53')
  for (const name of ['Biltong', 'Droëwors', 'Potjie', 'Returned'])
    await expect.element(rows.filter({ hasText: name })).not.toHaveTextContent('average')
  await expectNoOverflow()
})

test('dashboard silent tills: are named under the top sites', async () => {
  const till = { tillid: 1, sitename: 'Rosebank', name: 'Till 2', last_used_at: new Date('2026-06-17T16:02:00Z') }
  await openDashboard({ silentTills: () => [till] })
  await expectTexts(region('Top Sites').getByRole('list', { name: 'Silent tills' }).getByRole('listitem'), [
    'Rosebank: Till 2 has sent nothing since 17 Jun 2026, 18:02',
  ])
})

test('dashboard clocks of tills: those that are ahead are named under the top sites', async () => {
  const clock = { tillid: 2, name: 'Till 1', siteid: 1, sitename: 'Rosebank', seconds: 73 * 365.25 * 86_400 }
  answerWith({ tills: { clocksAhead: () => [clock] } })
  await openDashboard({})
  await expectTexts(region('Top Sites').getByRole('list', { name: 'Clocks of tills' }).getByRole('listitem'), [
    "Rosebank: Till 1's clock is 73 years ahead. Its sales are rejected.",
  ])
  await expectGone(region('Top Sites').getByRole('list', { name: 'Silent tills' }))
})

describe('dashboard announcements', () => {
  const NEWS = ['Closed on Friday', 'New prices', 'Stock count'].map((message, index) => ({
    ...{ announcementid: index + 1, message, link_title: 'Read more', link_value: '/sites' },
  }))
  const items = () => region('Announcements').getByRole('listitem')
  const dismiss = (number: number) => button(`Dismiss announcement ${number}`)

  test('can be put away one by one, and the next one gets the focus', async () => {
    await openDashboard({ announcements: () => NEWS, dismissAnnouncement: () => {} })
    await button('+2 more').click()
    await dismiss(2).click()
    await expectTexts(items(), ['Announcement 1: Closed on Friday Read more', 'Announcement 2: Stock count Read more'])
    expect(getInputs('dashboard.dismissAnnouncement')).toEqual([{ announcementid: 2 }])
    await expect.element(dismiss(1)).toHaveFocus()
    await dismiss(1).click()
    await expect.poll(() => items().elements()).toHaveLength(1)
    await dismiss(1).click()
    await expectGone(region('Announcements'))
    await expect.element(page.getByRole('main')).toHaveFocus()
  })

  test('have links that are safe, and none where the address is no link (2.4.2)', async () => {
    const links = ['https://winkel.example/hours?a=1', 'https://[broken', '/sites?q=Rivonia']
    await openDashboard({ announcements: () => NEWS.map((news, index) => ({ ...news, link_value: links[index] ?? '' })) })
    await expect.poll(() => items().getByRole('link').elements()).toHaveLength(2)
    const found = items().getByRole('link').elements()
    expect(found.map((link) => [link.getAttribute('href'), link.getAttribute('rel')])).toEqual([
      [links[0], 'noopener noreferrer'],
      [links[2], 'noopener noreferrer'],
    ])
  })

  test('stay when the network fails, with a message', async () => {
    await openDashboard({ announcements: () => NEWS, dismissAnnouncement: loseConnection })
    await dismiss(1).click()
    await expectContains(alert(), 'Something went wrong. Please try again.')
    expect(items().elements()).toHaveLength(3)
  })

  test.for([DESK, PHONE])('are one line, with the others and the rest of a long one behind a button: %j', async (size) => {
    const [first] = NEWS
    const message = 'A long announcement, '.repeat(20)
    await openDashboard({ announcements: () => [{ ...first, message }, ...NEWS.slice(1)] }, '/dashboard', size)
    await expect.poll(() => items().elements(), { message: 'for screen readers' }).toHaveLength(3)
    expect(region('Announcements').element().getBoundingClientRect().height).toBeLessThan(48)
    await button('+2 more').click()
    await expect.poll(() => region('Announcements').element().getBoundingClientRect().height).toBeGreaterThan(100)
    await button('Less').click()
    await expect.poll(() => region('Announcements').element().getBoundingClientRect().height).toBeLessThan(48)
    expectNoOverflow()
    await expectAccessible()
  })

  test('are waited for, so that they move nothing', async () => {
    const figures = hold(({ input }: { input: { from: string; to: string } }) => createFigures(input))
    await openDashboard({ announcements: () => NEWS, figures: figures.handler })
    expect(items().elements()).toHaveLength(3)
    figures.release()
    await expect.element(group('Low Stock')).toHaveAttribute('aria-busy', 'false')
  })
})
