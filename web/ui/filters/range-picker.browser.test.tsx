import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { getInputs } from '../../testing/fake-server.ts'
import { DESK, PHONE, renderScreen } from '../../testing/render-screen.tsx'
import { box, button, expectGone, expectNoOverflow, expectTexts, expectUrl, goBack } from '../../testing/screen.ts'
import { setToday } from '../../testing/today.ts'

const picker = () => button(/^Date range/)
const quick = () => page.getByRole('group', { name: 'Quick ranges' }).getByRole('button')
const more = () => page.getByRole('group', { name: 'More ranges' }).getByRole('button')
const recent = () => page.getByRole('group', { name: 'Recent days' }).getByRole('button')
const exact = (name: string) => page.getByRole('button', { name, exact: true })

async function openPicker(url = '/dashboard', size: typeof DESK | typeof PHONE = DESK) {
  setToday()
  await renderScreen(url, {}, size)
  if (size === PHONE) await button(/^Range and filters/).click()
  await picker().click()
  await expect.element(exact('Previous month')).toBeVisible()
}

describe('range picker', () => {
  test('has four quick ranges that end today, and the URL keeps the choice (2.4.3, 9.14)', async () => {
    setToday()
    await renderScreen('/dashboard')
    await expect.element(exact('30D')).toHaveAttribute('aria-pressed', 'true')
    await expect.element(picker()).toHaveTextContent('20 May 2026 – 18 Jun 2026')
    for (const [range, dates, from] of [
      ['7D', '12 Jun 2026 – 18 Jun 2026', '2026-06-12'],
      ['MTD', '1 Jun 2026 – 18 Jun 2026', '2026-06-01'],
      ['YTD', '1 Jan 2026 – 18 Jun 2026', '2026-01-01'],
    ] as const) {
      await exact(range).click()
      await expect.element(exact(range)).toHaveAttribute('aria-pressed', 'true')
      expect(
        quick()
          .elements()
          .filter(({ ariaPressed }) => ariaPressed === 'true'),
      ).toHaveLength(1)
      await expect.element(picker()).toHaveTextContent(dates)
      await expectUrl(`/dashboard?range=${range}`)
      await expect.poll(() => getInputs('dashboard.figures').at(-1)).toMatchObject({ from, to: '2026-06-18' })
    }
    await goBack()
    await expect.element(exact('MTD')).toHaveAttribute('aria-pressed', 'true')
    await exact('30D').click()
    await expectUrl('/dashboard')
  })

  test('takes two days of the calendar, either end first, also a single one, and half a pick is none (2.4.4)', async () => {
    await openPicker()
    await exact('1 June 2026').click()
    await expect.element(picker()).toHaveTextContent('1 Jun 2026 – …')
    await exact('20 May 2026').click()
    await expect.element(picker()).toHaveTextContent('20 May 2026 – 1 Jun 2026')
    await expectUrl('/dashboard?from=2026-05-20&to=2026-06-01')
    expect(
      quick()
        .elements()
        .filter(({ ariaPressed }) => ariaPressed === 'true'),
    ).toEqual([])
    await expectGone(exact('June 2026'))
    await expect.element(picker()).toHaveFocus()
    await expect.poll(() => getInputs('dashboard.figures').at(-1)).toMatchObject({ from: '2026-05-20', to: '2026-06-01' })

    await userEvent.keyboard('{Enter}')
    for (const _ of [1, 2]) await exact('31 May 2026').click()
    await expect.element(picker()).toHaveTextContent('31 May 2026')
    await expectUrl('/dashboard?from=2026-05-31&to=2026-05-31')
    await goBack()
    await expectUrl('/dashboard?from=2026-05-20&to=2026-06-01')

    await picker().click()
    await exact('4 May 2026').click()
    await userEvent.keyboard('{Escape}')
    await expect.element(picker()).toHaveTextContent('20 May 2026 – 1 Jun 2026')
  })

  test('has more ranges inside, and the chosen one stays marked and in the URL', async () => {
    await openPicker()
    await expectTexts(more(), ['This week', 'Last month', 'Last 12 months'])
    await expectTexts(recent(), ['Today', 'Yesterday', 'Last week'])
    await expectTexts(quick(), ['7D', '30D', 'MTD', 'YTD'])
    await exact('Last month').click()
    await expectUrl('/dashboard?range=last-month')
    await expectGone(exact('Last month'))
    await expect.element(picker()).toHaveFocus()
    await expect.element(picker()).toHaveTextContent('1 May 2026 – 31 May 2026')
    await expect.poll(() => getInputs('dashboard.figures').at(-1)).toMatchObject({ from: '2026-05-01', to: '2026-05-31' })
    await picker().click()
    await expect.element(exact('Last month')).toHaveAttribute('aria-pressed', 'true')
    await expect.element(exact('Today')).toHaveAttribute('aria-pressed', 'false')
  })

  test.for([DESK, PHONE])('has the last days beside the quick ranges, chosen by one press: %j', async (size) => {
    setToday()
    await renderScreen('/dashboard', {}, size)
    if (size === PHONE) await button(/^Range and filters/).click()
    await exact('Yesterday').click()
    await expectUrl('/dashboard?range=yesterday')
    await expect.element(exact('Yesterday')).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => getInputs('dashboard.figures').at(-1)).toMatchObject({ from: '2026-06-17', to: '2026-06-17' })
    for (const control of recent().elements())
      expect(control.getBoundingClientRect().height, control.textContent).toBeGreaterThanOrEqual(size === PHONE ? 44 : 24)
    expectNoOverflow()
  })

  for (const [size, what] of [
    [DESK, 'desk'],
    [PHONE, 'phone'],
  ] as const)
    test(`shows two months, today marked and no later day to choose: ${what}`, async () => {
      await openPicker('/dashboard?range=YTD', size)
      await expect.element(exact('May 2026')).toBeVisible()
      await expect.element(exact('June 2026')).toBeVisible()
      await expect.element(exact('18 June 2026')).toHaveAttribute('aria-current', 'date')
      await expect.element(exact('17 June 2026')).not.toHaveAttribute('aria-current')
      await expect.element(exact('19 June 2026')).toBeDisabled()
      await expect.element(exact('Next month')).toBeDisabled()
      await expectAccessible()
      expectNoOverflow()
    })

  test('opens at the end of the range, with the focus there', async () => {
    await openPicker('/dashboard?from=2026-01-10&to=2026-03-05')
    await expect.element(exact('February 2026')).toBeVisible()
    await expect.element(exact('March 2026')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expectGone(exact('March 2026'))
    await picker().click()
    await expect.element(exact('5 March 2026')).toHaveFocus()
  })

  test('has controls of 44 px on a phone, and fits between the bar and the foot of the screen', async () => {
    await openPicker('/dashboard', PHONE)
    for (const control of [...quick().elements(), ...recent().elements(), ...more().elements()])
      expect(control.getBoundingClientRect().height, control.textContent).toBeGreaterThanOrEqual(44)
    await expect.poll(() => box(exact('This week')).top).toBeGreaterThan(56)
    await expect.poll(() => box(exact('30 June 2026')).bottom).toBeLessThan(PHONE[1])
  })
})
