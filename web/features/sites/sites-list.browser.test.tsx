import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SEARCH_DELAY_MS } from '../../../contract/shared/constants.ts'
import { api, queryClient } from '../../lib/api/api.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerWith, getInputs, hold, loseConnection } from '../../testing/fake-server.ts'
import { DESK, PHONE, renderScreen } from '../../testing/render-screen.tsx'
import {
  alert,
  box,
  button,
  column,
  dialog,
  expectCells,
  expectColumn,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectPager,
  expectTexts,
  expectUrl,
  field,
  goBack,
  heading,
  row,
  save,
} from '../../testing/screen.ts'
import { createActivity, RIVONIA, serveSites, ZEERUST } from '../../testing/sites.ts'
import { setToday } from '../../testing/today.ts'

// The list kit is proven here, on the smallest of its screens: search, order, pager, loading, failure and cards.

const SEARCH = 'Search by name or location…'
const search = () => page.getByRole('searchbox', { name: SEARCH })
/** Sets the text of the search box at once, as one keystroke does. */
function enter(text: string) {
  const input = search().element()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
const expectNames = (names: string[]) => expectColumn('Locations', 0, names)
const depots = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...ZEERUST, siteid: 10 + index, sitename: `Depot ${index}` }))

describe('sites list', () => {
  test('shows name, location and employees of each site under its headings (2.8.1, 2.8.3, 2.8.4)', async () => {
    await renderScreen('/sites', serveSites(RIVONIA, ZEERUST))
    await expect.element(heading('Sites')).toBeVisible()
    await expect.element(page.getByText('Locations and coverage')).toBeVisible()
    await expectCells('Locations', [
      ['Sandton Rivonia', '112 Rivonia Road, Sandton 2196', '1', 'R 0,00 No sales yet', 'No till', 'Tills'],
      ['Zeerust', '1 Church Street', '0', 'R 0,00 No sales yet', 'No till', 'Tills'],
    ])
    await expectPager('Page 1 / 1 • 2 results')
    await expectAccessible()
  })

  test.for([DESK, PHONE])(
    'says what each site sold today, when it last sold and whether its tills are online: %j',
    async (size) => {
      setToday('2026-06-18T16:00:00+02:00')
      const [used, before, long] = [
        new Date('2026-06-18T12:20:00Z'),
        new Date('2026-06-17T22:30:00Z'),
        new Date('2025-11-12T09:00:00Z'),
      ]
      const silent = { till_state: 'silent', silent_tills: 1, last_used_at: new Date('2026-06-12T09:00:00Z') } as const
      const activity = [
        createActivity(10, { revenue: 4496.03, orders: 9, last_sale: used, tills: 1, till_state: 'online', last_used_at: used }),
        createActivity(11, { last_sale: before, tills: 1, ...silent }),
        createActivity(12, { last_sale: long, tills: 3, ...silent, silent_tills: 2, last_used_at: long }),
        createActivity(13, { tills: 1, till_state: 'unused', till_employees: 1 }),
        createActivity(14, { tills: 1, till_state: 'idle', last_used_at: new Date('2026-06-11T09:00:00Z') }),
      ]
      const sites = serveSites(...depots(6)).sites
      await renderScreen('/sites', { sites: { ...sites, activity: () => activity } }, size)
      for (const [name, ...texts] of [
        ['Depot 0', 'R 4 496,03', 'Last sale 14:20', 'Online'],
        // Half past midnight there, the evening before in UTC.
        ['Depot 1', 'Last sale 00:30', 'Silent since 12 Jun'],
        ['Depot 2', 'Last sale 12 Nov 2025', '2 of 3 silent since 12 Nov 2025'],
        ['Depot 3', 'R 0,00', 'No sales yet', 'Nothing sent yet', 'Counted as 1 employee'],
        ['Depot 4', 'Idle since 11 Jun'],
        ['Depot 5', '–'],
      ] as const)
        for (const text of texts) await expectContains(row(name), text)
      await expectNoOverflow()
      await expectAccessible()
      vi.useRealTimers()
    },
  )

  test('keeps its rows without the sales of today, and asks for these again', async () => {
    const { sites } = serveSites(RIVONIA)
    await renderScreen('/sites', { sites: { ...sites, activity: loseConnection } })
    await expectContains(alert(), 'Error: Failed to load the sales of today')
    await expectContains(row('Sandton Rivonia'), '–')
    await expectContains(row('Sandton Rivonia'), '112 Rivonia Road, Sandton 2196')
    answerWith({ sites: { activity: () => [createActivity(1, { revenue: 12.5 })] } })
    await button('Try again').click()
    await expectContains(row('Sandton Rivonia'), 'R 12,50')
    await expectGone(alert())
  })

  test('reads the sales of today again each 20 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { sites } = serveSites(RIVONIA)
    await renderScreen('/sites', { sites: { ...sites, activity: () => [createActivity(1, { revenue: 12.5 })] } })
    await expectContains(row('Sandton Rivonia'), 'R 12,50')
    answerWith({ sites: { activity: () => [createActivity(1, { revenue: 99 })] } })
    const isReading = () => queryClient.isFetching({ queryKey: api.sites.activity.key() }) > 0
    while (!isReading()) vi.advanceTimersToNextTimer()
    // Not by an expectation: every retry of one moves the fake clock.
    while (isReading()) await new Promise(requestAnimationFrame)
    vi.advanceTimersByTime(19_999)
    expect(isReading()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(isReading()).toBe(true)
    await expectContains(row('Sandton Rivonia'), 'R 99,00')
  })

  test('is searched when the typing stops, and the URL has the search (2.8.2)', async () => {
    await renderScreen('/sites', serveSites(RIVONIA, ZEERUST))
    await expectNames(['Sandton Rivonia', 'Zeerust'])
    const before = getInputs('sites.list').length
    await search().fill('RIVONIA r')
    await expectNames(['Sandton Rivonia'])
    await expectPager('Page 1 / 1 • 1 results')
    expect(getInputs('sites.list').slice(before)).toMatchObject([{ q: 'RIVONIA r' }])
    await expectUrl('/sites?q=RIVONIA+r')

    await button('Clear search').click()
    await expect.element(search()).toHaveFocus()
    await expectNames(['Sandton Rivonia', 'Zeerust'])
    await expectUrl('/sites')

    // With the blank that a telephone adds.
    await userEvent.type(search(), ' church ')
    await expectNames(['Zeerust'])
    await expect.element(search()).toHaveValue(' church ')
    await userEvent.type(search(), 'str')
    await expectUrl('/sites?q=church+str')
    await expect.element(search()).toHaveValue(' church str')
  })

  test('opens with the search of its URL', async () => {
    await renderScreen('/sites?q=church', serveSites(RIVONIA, ZEERUST))
    await expect.element(search()).toHaveValue('church')
    await expectNames(['Zeerust'])
  })

  test('returns to earlier searches by Back and Forward', async () => {
    await renderScreen('/sites', serveSites(RIVONIA, ZEERUST))
    await search().fill('church')
    await expectNames(['Zeerust'])
    await goBack()
    await expect.element(search()).toHaveValue('')
    await expectNames(['Sandton Rivonia', 'Zeerust'])
    await goBack(1)
    await expect.element(search()).toHaveValue('church')
    await expectNames(['Zeerust'])
  })

  test('searches 220 ms after the last letter (4.18, 9.21)', async () => {
    await renderScreen('/sites', serveSites(RIVONIA))
    await expectNames(['Sandton Rivonia'])
    const searches = () => getInputs('sites.list').filter((input) => (input as { q: string }).q.startsWith('sand')).length
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      // Without waiting: every retry of an expectation moves the fake clock.
      enter('sand')
      vi.advanceTimersByTime(150)
      enter('sandt')
      vi.advanceTimersByTime(219)
      expect(searches()).toBe(0)
      vi.advanceTimersByTime(1)
    } finally {
      vi.useRealTimers()
    }
    expect(SEARCH_DELAY_MS).toBe(220)
    await expect.poll(searches).toBe(1)
  })

  test('shows that nothing was found, and offers all sites (2.8.6)', async () => {
    await renderScreen('/sites?q=nowhere', serveSites(RIVONIA))
    await expect.element(page.getByText('No sites found.')).toBeVisible()
    await expectPager('Page 1 / 1 • 0 results')
    await button('Clear filters').click()
    await expectNames(['Sandton Rivonia'])
    await expect
      .element(page.getByRole('heading', { name: 'Locations' }), { message: 'the pressed button is gone' })
      .toHaveFocus()
  })

  test('sorts by every column in both directions, from page 1 (2.8.5, 4.15, 4.16)', async () => {
    await renderScreen('/sites?page=2', serveSites(...depots(11), RIVONIA))
    await expectNames(['Depot 9', 'Sandton Rivonia'])
    await expect.element(column('Site')).toHaveAttribute('aria-sort', 'ascending')
    const sortBy = async (name: string, order: object, url: string) => {
      await column(name).getByRole('button').click()
      await expectUrl(url)
      await expect.poll(() => getInputs('sites.list').at(-1)).toMatchObject({ page: 1, ...order })
      await expectPager('Page 1 / 2 • 12 results')
    }
    await sortBy('Location', { sort: 'location', dir: 'asc' }, '/sites?sort=location')
    await expect.element(column('Location')).toHaveAttribute('aria-sort', 'ascending')
    await expect.element(column('Site')).not.toHaveAttribute('aria-sort')
    await sortBy('Location', { sort: 'location', dir: 'desc' }, '/sites?sort=location&dir=desc')
    await expect.element(column('Location')).toHaveAttribute('aria-sort', 'descending')
    await sortBy('Employees', { sort: 'employees', dir: 'asc' }, '/sites?sort=employees')
    await sortBy('Employees', { sort: 'employees', dir: 'desc' }, '/sites?sort=employees&dir=desc')
    await sortBy('Site', { sort: 'sitename', dir: 'asc' }, '/sites')
    await sortBy('Site', { sort: 'sitename', dir: 'desc' }, '/sites?dir=desc')
  })

  test('has ten sites a page; the pager is disabled at its ends and keeps the focus (2.8.8)', async () => {
    await renderScreen('/sites', serveSites(...depots(10), RIVONIA))
    await expectPager('Page 1 / 2 • 11 results')
    await expect.poll(() => page.getByRole('row').elements().length).toBe(11)
    await expect.element(button('Previous')).toBeDisabled()
    await button('Next').click()
    await expectPager('Page 2 / 2 • 11 results')
    await expectNames(['Sandton Rivonia'])
    await expect.element(button('Next')).toBeDisabled()
    await expect.element(button('Previous')).toHaveFocus()
    await expectUrl('/sites?page=2')
    await button('Previous').click()
    await expectPager('Page 1 / 2 • 11 results')
    await goBack()
    await expectPager('Page 2 / 2 • 11 results')
  })

  test('shows the last page for one past the end', async () => {
    await renderScreen('/sites?page=999', serveSites(...depots(10), RIVONIA))
    await expectPager('Page 2 / 2 • 11 results')
    await expectUrl('/sites?page=2')
  })

  test('ignores invalid values in the URL', async () => {
    await renderScreen('/sites?page=-1&sort=colour&dir=up&utm_source=mail&constructor=x', serveSites(RIVONIA))
    await expectPager('Page 1 / 1 • 1 results')
    expect(getInputs('sites.list').at(-1)).toEqual({ q: '', sort: 'sitename', dir: 'asc', page: 1 })
  })

  test('has a skeleton while loading; after a failure shows an error and a button to try again (2.8.7, 8.2.5, 9.23)', async () => {
    const list = hold(loseConnection)
    await renderScreen('/sites', { sites: { list: list.handler } })
    const table = page.getByRole('table', { name: 'Locations' })
    await expect.element(table).toHaveAttribute('aria-busy', 'true')
    expect(table.element().querySelectorAll('tbody tr')).toHaveLength(6)
    list.release()
    await expectContains(table.getByRole('alert'), 'Error: Failed to load sites')
    await expectAccessible()
    answerWith(serveSites(RIVONIA))
    await button('Try again').click()
    await expectNames(['Sandton Rivonia'])
    await expectGone(alert())
  })

  test('keeps the old rows while others load', async () => {
    await renderScreen('/sites', serveSites(RIVONIA))
    await expectNames(['Sandton Rivonia'])
    const { sites } = serveSites(ZEERUST)
    const list = hold(sites?.list ?? loseConnection)
    answerWith({ sites: { list: list.handler } })
    await column('Site').getByRole('button').click()
    const table = page.getByRole('table', { name: 'Locations' })
    await expect.element(table).toHaveAttribute('aria-busy', 'true')
    await expectNames(['Sandton Rivonia'])
    list.release()
    await expectNames(['Zeerust'])
    await expect.element(table).toHaveAttribute('aria-busy', 'false')
  })

  test.for([DESK, PHONE])('keeps its rows in place when a refresh fails: %j', async (size) => {
    await renderScreen('/sites', serveSites({ ...RIVONIA }), size)
    await expect.element(row('Sandton Rivonia')).toBeVisible()
    const top = box(row('Sandton Rivonia')).top
    answerWith({ sites: { list: loseConnection } })
    void queryClient.invalidateQueries({ queryKey: api.sites.list.key() })
    await expect.element(alert()).toHaveTextContent('Error: Failed to load sites')
    await expect.element(alert()).toBeInViewport({ ratio: 1 })
    expect(box(row('Sandton Rivonia')).top).toBe(top)
    answerWith(serveSites({ ...RIVONIA }))
    await button('Try again').click()
    await expectGone(alert())
  })

  test('shows the message of the server when it is refused (8.2.1)', async () => {
    await renderScreen('/sites', {
      sites: {
        list: ({ errors }) => {
          throw errors.NO_BUSINESS()
        },
      },
    })
    await expectContains(alert(), 'Error: Business not found')
  })

  test('has cards with a menu each on a phone', async () => {
    await renderScreen('/sites', serveSites(RIVONIA, { ...ZEERUST, sitename: 'Durban Florida' }), PHONE)
    const cards = page.getByRole('list', { name: 'Locations' }).getByRole('listitem')
    await expectTexts(cards, [
      'Durban Florida 1 Church Street R 0,00 today No till 0 employees No sales yet',
      'Sandton Rivonia 112 Rivonia Road, Sandton 2196 R 0,00 today No till 1 employee No sales yet',
    ])
    await expectAccessible()
    await button('Sort: Site, ascending').click()
    await page.getByRole('menuitemradio', { name: 'Site' }).click()
    await expectUrl('/sites?dir=desc')
    await expect.element(button('Sort: Site, descending')).toBeVisible()

    await button('Actions for Durban Florida').click()
    await expect.element(page.getByRole('menuitem', { name: 'Tills Durban Florida' })).toBeVisible()
    await expectAccessible()
    await page.getByRole('menuitem', { name: 'Edit Durban Florida' }).click()
    await field('Site name').fill('Durban North')
    await save().click()
    await expectContains(cards.first(), 'Durban North')

    await button('Actions for Durban North').click()
    await page.getByRole('menuitem', { name: 'Delete Durban North' }).click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => cards.elements().length).toBe(1)
  })

  test('has a skeleton of cards on a phone (9.24)', async () => {
    const { sites } = serveSites(RIVONIA)
    const list = hold(sites?.list ?? loseConnection)
    await renderScreen('/sites', { sites: { list: list.handler } }, PHONE)
    const cards = page.getByRole('list', { name: 'Locations' })
    await expect.element(cards).toHaveAttribute('aria-busy', 'true')
    expect(cards.element().querySelectorAll('li')).toHaveLength(5)
    list.release()
    await expect.element(cards).toHaveAttribute('aria-busy', 'false')
  })
})
