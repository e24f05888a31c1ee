import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { LateSales } from '../../../contract/dashboard-notices.ts'
import { api, client, queryClient } from '../../lib/api/api.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { type Answers, answerWith, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { DESK, PHONE, renderScreen } from '../../testing/render-screen.tsx'
import { box, button, expectContains, expectGone, expectNoOverflow, expectUrl } from '../../testing/screen.ts'
import { setToday, TODAY } from '../../testing/today.ts'

const notice = () => page.getByRole('region', { name: 'Changed since you looked' })
const AS_AT = new Date(`${TODAY}T10:00:00+02:00`)

async function open(late: Partial<LateSales>, size: typeof DESK | typeof PHONE = DESK, others: Answers['dashboard'] = {}) {
  setToday()
  const answer = { since: new Date('2026-06-15T09:00:00+02:00'), as_at: AS_AT, days: [], ...late }
  await renderScreen('/dashboard', { dashboard: { lateSales: () => answer, ...others } }, size)
}

describe('late sales', () => {
  test('of a closed day are announced on a phone, and lead to exactly these sales', async () => {
    await open({ days: [{ day: '2026-06-14', orders: 3 }] }, PHONE)
    await expectContains(notice(), '3 sales for 14 Jun arrived since Monday.')
    await expectAccessible()
    expectNoOverflow()
    await page.getByRole('link', { name: 'Show them' }).click()
    await expect
      .poll(() => getInputs('sales.list').at(-1))
      .toMatchObject({
        ...{ from: '2026-06-14', to: '2026-06-14', received_after: '2026-06-15T07:00:00.000Z' },
      })
    await expectContains(page.getByRole('group', { name: 'Active filters' }), 'Arrived since 15 Jun 2026, 09:00')
    await button(/^Remove filter Arrived since/).click()
    await expectUrl('/sales?from=2026-06-14&to=2026-06-14')
  })

  test.for([DESK, PHONE])('share one line with the announcements, which moves no figures: %j', async (size) => {
    const news = (message: string, announcementid: number) => ({ announcementid, message, link_title: null, link_value: null })
    await open({ days: [{ day: '2026-06-14', orders: 3 }] }, size, {
      announcements: () => [news('Closed on Friday', 1), news('New prices', 2)],
      firstSteps: () => ({
        ...{ has_products: true, has_employees: true, has_tills: true },
        ...{ is_hidden: true, last_sale_date: TODAY },
      }),
    })
    await expectContains(notice(), 'arrived since')
    const revenue = page.getByRole('group', { name: 'Revenue', exact: true })
    expect(box(revenue).top).toBeLessThanOrEqual(size === PHONE ? box(notice()).top : 180)
    const second = page.getByRole('listitem').filter({ hasText: 'New prices' })
    await expect.poll(() => box(second).height, { message: 'for screen readers' }).toBe(1)
    await button('+2 more').click()
    await expect.poll(() => box(second).height).toBeGreaterThan(20)
    await expectAccessible()
    expectNoOverflow()
  })

  test('of several days are summed up, and can be put away', async () => {
    await open({
      days: [
        { day: '2026-06-14', orders: 3 },
        { day: '2026-06-12', orders: 4 },
      ],
    })
    await expectContains(notice(), '7 sales for 2 days (12 Jun – 14 Jun) arrived since Monday.')
    expect(getInputs('dashboard.markSeen')).toEqual([])
    await button('Dismiss late sales').click()
    await expectGone(notice())
    expect(getInputs('dashboard.markSeen')).toEqual([{ as_at: AS_AT }])
  })

  test('are remembered from the first visit of a day on', async () => {
    await open({ since: null })
    await expect.poll(() => getInputs('dashboard.markSeen')).toEqual([{ as_at: AS_AT }])
    await expectGone(notice())
  })

  test('are remembered once when the day of the server ends later than that of the browser', async () => {
    const as_at = new Date('2026-06-17T23:59:59+02:00')
    await open({ since: null, as_at })
    await expect.poll(() => getInputs('dashboard.markSeen')).toEqual([{ as_at }])
    await callServer()
    expect(getInputs('dashboard.markSeen')).toHaveLength(1)
  })

  test('are not remembered again at once after a failure, but with the next answer', async () => {
    answerWith({ dashboard: { markSeen: loseConnection } })
    await open({ since: null })
    await expect.poll(() => getInputs('dashboard.markSeen')).toHaveLength(1)
    await callServer()
    expect(getInputs('dashboard.markSeen')).toHaveLength(1)
    const as_at = new Date(AS_AT.getTime() + 60_000)
    answerWith({ dashboard: { lateSales: () => ({ since: null, as_at, days: [] }) } })
    await queryClient.refetchQueries({ queryKey: api.dashboard.lateSales.key() })
    await expect.poll(() => getInputs('dashboard.markSeen')).toEqual([{ as_at: AS_AT }, { as_at }])
  })
})

/** Long enough for many calls of a loop. */
async function callServer() {
  for (let calls = 0; calls < 20; calls++) await client.session.get()
}
