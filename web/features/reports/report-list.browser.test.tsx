import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { type Answers, answerWith, getInputs, hold, loseConnection } from '../../testing/fake-server.ts'
import { DESK, PHONE, renderScreen, SITE } from '../../testing/render-screen.tsx'
import {
  alert,
  button,
  dialog,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTapTargets,
  expectTexts,
  expectUrl,
  heading,
} from '../../testing/screen.ts'
import { watchShifts } from '../../testing/shifts.ts'

const main = () => page.getByRole('main')
const link = (name: string) => main().getByRole('link', { name, exact: true })
const group = (name: string) => page.getByRole('region', { name })
const chips = () => page.getByRole('group', { name: 'Active filters' })
const getSearch = () => Object.fromEntries(new URLSearchParams(location.search))

const expectFocusInside = () => expect.poll(() => main().element().contains(document.activeElement)).toBe(true)

const WEEKENDS = { reportid: 7, name: 'Weekends', search: 'by=weekday' }
/** From before `by` was in the URL of each report. */
const DAYS = { reportid: 8, name: 'Days', search: 'compare=previous' }

const serveSaved = (list: () => (typeof DAYS)[], more: object = {}): Answers => ({ reports: { saved: { list, ...more } } })

async function openList(url = '/reports', answers: Answers = {}, size: typeof DESK | typeof PHONE = DESK) {
  await renderScreen(url, answers, size)
  await expect.element(link('Sales by day')).toBeVisible()
}

describe('list of reports', () => {
  test('shows saved and ready-made reports with their questions, and reads no report', async () => {
    await openList(
      '/reports',
      serveSaved(() => [DAYS, WEEKENDS]),
    )
    await expect.poll(() => document.title).toBe('Reports · Winkel')
    await expectTexts(page.getByRole('heading', { level: 2 }), [
      ...['Saved reports', 'Sales', 'Margin, refunds and VAT', 'Tips, gift cards and discounts', 'Stock'],
    ])
    await expectTexts(group('Saved reports').getByRole('listitem'), ['Days By day', 'Weekends By weekday'])
    await expectContains(group('Sales'), 'When do customers come during the week?')
    await expect.element(group('Stock').getByRole('link', { name: 'Reorder list' })).toHaveAttribute('href', '/reports/reorder')
    await expectGone(page.getByText(/^No saved reports yet/))
    expect(getInputs('reports.get')).toEqual([])
    await expectAccessible()
  })

  test('has a quiet sentence and no empty box for a business without saved reports', async () => {
    await openList()
    await expect.element(page.getByText('No saved reports yet. Open a report and choose ‘Save report’.')).toBeVisible()
    await expectGone(heading('Saved reports'))
    await expectTexts(page.getByRole('heading', { level: 2 }), [
      'Sales',
      'Margin, refunds and VAT',
      'Tips, gift cards and discounts',
      'Stock',
    ])
  })

  test('moves nothing when the saved reports come late', async () => {
    const slow = hold(() => [DAYS, WEEKENDS])
    localStorage.setItem('saved-reports', '2')
    await renderScreen('/reports', { reports: { saved: { list: slow.handler } } })
    await expect.element(group('Saved reports').getByRole('list')).toHaveAttribute('aria-busy', 'true')
    await expect.element(link('Sales by day')).toBeVisible()
    const expectNoShift = watchShifts()
    slow.release()
    await expect.element(link('Weekends')).toBeVisible()
    await expectNoShift()
  })

  test('says that the saved reports could not be loaded, above the ready-made ones', async () => {
    await openList('/reports', { reports: { saved: { list: loseConnection } } })
    await expect.element(alert()).toHaveTextContent('Error: Failed to load the saved reports')
    answerWith(serveSaved(() => [WEEKENDS]))
    await button('Try again').click()
    await expect.element(link('Weekends')).toBeVisible()
    await expectGone(alert())
  })

  test('opens reports with the range, the sites and the employees of the dashboard, until they are removed', async () => {
    await openList('/reports?range=7D&compare=year&sites=1', {
      reports: { saved: { list: () => [WEEKENDS] } },
    })
    await expectTexts(chips().getByText(/./), ['7D', `Site: ${SITE.sitename}`])
    await expect.element(link('Slow sellers')).toHaveAttribute('href', '/reports/slow-sellers?siteid=1')
    await expect.element(link('Weekends')).toHaveAttribute('href', '/reports?by=weekday')
    await link('Margin by category').click()
    await expect.poll(getSearch).toMatchObject({ by: 'category', range: '7D', compare: 'year', sites: '1', sort: 'margin' })
    await expectContains(chips(), `Site: ${SITE.sitename}`)
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Reports' }).click()
    await expectUrl('/reports?range=7D&sites=1')
    await button(`Remove filter Site: ${SITE.sitename}`).click()
    await expectUrl('/reports?range=7D')
    await button('Remove filter 7D').click()
    await expectUrl('/reports')
    await expectGone(chips())
    await expectFocusInside()
    await link('Sales by day').click()
    await expectUrl('/reports?by=day&compare=previous')
  })

  test('renames and deletes a saved report, also the last one, and keeps the focus', async () => {
    let saved = [WEEKENDS]
    const remove = () => {
      saved = []
    }
    await openList(
      '/reports',
      serveSaved(() => saved, { update: () => {}, remove }),
    )
    const choose = async (action: string) => {
      await button('Actions for Weekends').click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await choose('Rename')
    await dialog().getByLabelText('Name').fill('Weekdays')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => getInputs('reports.saved.update')).toEqual([{ reportid: 7, name: 'Weekdays', search: 'by=weekday' }])
    await expectGone(dialog())
    await choose('Delete')
    await expectContains(dialog(), 'Delete report Weekends?')
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await expectGone(link('Weekends'))
    await expectGone(dialog())
    await expect.element(page.getByText(/^No saved reports yet/)).toBeVisible()
    await expectFocusInside()
  })

  test('shows the first of many saved reports, and all on demand', async () => {
    const many = Array.from({ length: 20 }, (_, index) => ({
      reportid: index + 1,
      name: `Report ${index + 1}`,
      search: 'by=site',
    }))
    await openList(
      '/reports',
      serveSaved(() => many),
    )
    await expectGone(link('Report 10'))
    await button('Show all 20 saved reports').click()
    await expect.element(link('Report 20')).toBeVisible()
    await button('Show fewer').click()
    await expectGone(link('Report 10'))
  })

  test('fits a phone, with a long name', async () => {
    const report = {
      ...WEEKENDS,
      name: 'Weekends of the shops at the coast and of those inland, without the refunds of December',
    }
    await openList(
      '/reports',
      serveSaved(() => [report]),
      PHONE,
    )
    await expect.element(group('Saved reports')).toBeVisible()
    expectNoOverflow()
    expectTapTargets(main())
    await expectAccessible()
  })
})
