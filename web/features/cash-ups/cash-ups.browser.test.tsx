import { describe, expect, test, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import type { CashUpDay } from '../../../contract/cash-ups.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { COUNTED_DAY, COUNTED_ROW, MISSING_ROW, OPEN_DAY, serveCashUps } from '../../testing/cash-ups.ts'
import { type Answers, answerWith, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { toPage } from '../../testing/pages.ts'
import { closePage, DESK, PHONE, renderScreen } from '../../testing/render-screen.tsx'
import {
  alert,
  box,
  button,
  dialog,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTapTargets,
  expectUrl,
  field,
  heading,
  save,
  tabTo,
} from '../../testing/screen.ts'
import { setToday } from '../../testing/today.ts'

const NO_TOTALS = { expected: 0, counted: 0, difference: 0, days: 0, missing: 1 }

describe('cash-ups list', () => {
  test('shows differences, sales that arrived later and missing days in words', async () => {
    const imported = { ...MISSING_ROW, day: '2026-06-01', is_imported: true } as const
    await renderScreen('/cash-ups', serveCashUps([COUNTED_ROW, MISSING_ROW, imported]))
    await expect.element(heading('Cash-ups')).toBeVisible()
    const table = page.getByRole('table', { name: 'Days' })
    await expectContains(table, 'Imported sales')
    await expectContains(table, 'R 20,00 short')
    await expectContains(table, '2 sales for R 310,00 arrived later')
    await expectContains(table, 'Corrected by Naledi Dlamini')
    await expectContains(table, 'Not cashed up')
    await expectAccessible()
    await button('Previous month').click()
    await expect.poll(() => getInputs('cashUps.list').at(-1)).toMatchObject({ page: 1, month: '2026-05' })
    await expectUrl('/cash-ups?month=2026-05')
  })

  test('has the month and the day of the server after midnight on the first of a month', async () => {
    setToday('2026-07-01T01:00:00+02:00')
    const row = { ...MISSING_ROW, day: '2026-06-30' }
    const answers = serveCashUps([row])
    await renderScreen('/cash-ups', {
      cashUps: {
        ...answers['cashUps'],
        list: ({ input }) => ({ ...toPage([row], input.page), today: '2026-06-30', totals: NO_TOTALS }),
        month: () => ({ month: '2026-06', today: '2026-06-30', sites: [] }),
        day: ({ input }) => ({ ...OPEN_DAY, ...input }),
      },
    })
    await expect.element(page.getByRole('group', { name: 'Month' })).toHaveTextContent('Jun 2026')
    await expect.element(button('Next month')).toBeDisabled()
    expect(getInputs('cashUps.list').map((input) => (input as { month?: string }).month)).not.toContain('2026-07')
    await button('Cash up today').click()
    await expectContains(dialog(), 'Tue, 30 Jun 2026')
    vi.useRealTimers()
  })
})

const tile = (name: string) => page.getByRole('group', { name, exact: true })
const SITES = [
  {
    siteid: 1,
    sitename: 'Durban Florida',
    days: [
      { day: '2026-06-15', sales: 4, difference: 4.5, late: null },
      { day: '2026-06-16', sales: 3, difference: null, late: null },
      { day: '2026-06-17', sales: 0, difference: null, late: null },
      { day: '2026-06-18', sales: 41, difference: -20, late: { sales: 2, amount: 310 } },
    ],
  },
  { siteid: 3, sitename: 'Maponya', days: [] },
  { siteid: 2, sitename: 'Rosebank', days: [{ day: '2026-06-18', sales: 9, difference: 0, late: null }] },
]
const MONTH = { month: '2026-06', today: '2026-06-18', sites: SITES }
const serveMonth = (answer = MONTH): Answers => ({ cashUps: { ...serveCashUps([COUNTED_ROW]).cashUps, month: () => answer } })
const cell = (text: string) =>
  page.getByRole('table', { name: 'Month at a glance' }).getByRole('button', { name: text, exact: false })

describe('cash-ups at a glance', () => {
  test('has the sums of the month, for how many of its days, and a next month that is no button to press', async () => {
    await renderScreen('/cash-ups', serveCashUps([COUNTED_ROW, MISSING_ROW]))
    await expectContains(tile('Expected'), 'R 8 240,50for 1 of 2 trading days')
    await expectContains(tile('Counted'), 'R 8 220,50')
    await expectContains(tile('Difference'), 'R 20,00 short')
    await expectContains(tile('Still to count'), '1')
    await expect.element(tile('Difference').getByText('R\u00a020,00 short')).toHaveStyle({ color: 'rgb(166, 43, 31)' })
    await expect.element(tile('Expected').getByText('R\u00a08\u00a0240,50')).toHaveStyle({ color: 'rgb(22, 28, 38)' })
    const next = button('Next month')
    await expect.element(next).toBeDisabled()
    await expect.element(next).toHaveStyle({ backgroundColor: 'rgba(0, 0, 0, 0)', color: 'rgb(197, 203, 212)' })
    const before = { ...{ expected: 0, counted: 0, difference: 0, days: 0 }, missing: 3 }
    answerWith({ cashUps: { list: ({ input }) => ({ ...toPage([], input.page), today: '2026-06-18', totals: before }) } })
    await button('Previous month').click()
    await expectContains(tile('Difference'), '–')
    await expectContains(tile('Expected'), 'for 0 of 3 trading days')
    await expectContains(tile('Still to count'), '3')
    await expect.element(next).toBeEnabled()
  })

  test('has a word for each site and day, which opens the day', async () => {
    await renderScreen('/cash-ups', serveMonth())
    await expect.element(cell('Durban Florida, Mon 15 Jun 2026: R\u00a04,50 over')).toHaveTextContent('over')
    await expect.element(cell('Durban Florida, Tue 16 Jun 2026: open, not cashed up')).toHaveTextContent('open')
    await expect.element(cell('Durban Florida, Wed 17 Jun 2026: no sales')).toHaveTextContent('–')
    const late = 'R\u00a020,00 short, 2 sales for R\u00a0310,00 arrived later'
    await expect.element(cell(`Durban Florida, Thu 18 Jun 2026: ${late}`)).toHaveTextContent('short')
    await expect.element(cell('Rosebank, Thu 18 Jun 2026: ok, agrees')).toHaveTextContent('ok')
    const table = page.getByRole('table', { name: 'Month at a glance' })
    expect(table.getByRole('columnheader').elements()).toHaveLength(31)
    expect(
      table
        .getByRole('rowheader')
        .elements()
        .map((header) => header.textContent),
    ).toEqual(SITES.map(({ sitename }) => sitename))
    expect(table.getByRole('button').elements()).toHaveLength(5)
    await expectAccessible()
    await cell('Rosebank, Thu 18').click()
    await expectContains(dialog(), 'Sandton Rivonia')
    await expect.poll(() => getInputs('cashUps.day').at(-1)).toEqual({ siteid: 2, day: '2026-06-18' })
  })

  test('is reached by Tab once; arrow keys move between days and sites, and Enter opens', async () => {
    await renderScreen('/cash-ups', serveMonth())
    await tabTo(cell('Durban Florida, Thu 18'))
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expect.element(cell('Durban Florida, Tue 16')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(cell('Durban Florida, Tue 16'), { message: 'no day of the site below' }).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}')
    await expect.element(cell('Rosebank, Thu 18')).toHaveFocus()
    await userEvent.tab()
    await userEvent.tab({ shift: true })
    await expect.element(cell('Rosebank, Thu 18')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(cell('Rosebank, Thu 18')).toHaveFocus()
  })

  test.for([
    [1024, 768],
    [1280, 720],
  ] as const)('has thirty sites with long names inside its card, today in view: %j', async (size) => {
    const days = Array.from({ length: 30 }, (_, day) => ({
      ...SITES[0]?.days[0],
      day: `2026-06-${String(day + 1).padStart(2, '0')}`,
    }))
    const sites = Array.from({ length: 30 }, (_, siteid) => ({
      ...{ siteid: siteid + 1, sitename: `${siteid} The very long name of a shop in Pietermaritzburg North` },
      days: days as (typeof SITES)[number]['days'],
    }))
    await renderScreen('/cash-ups', serveMonth({ month: '2026-06', today: '2026-06-30', sites }), size)
    const last = page.getByRole('button', { name: '0 The very long name', exact: false }).nth(29)
    await expect.element(last).toBeInViewport()
    await expectNoOverflow()
    await expectAccessible()
  })

  test('leaves the list in place when it cannot be loaded, and is not asked for on a phone', async () => {
    await renderScreen('/cash-ups', { cashUps: { ...serveCashUps([COUNTED_ROW]).cashUps, month: loseConnection } })
    await expectContains(alert(), 'Error: Failed to load the month')
    await expectContains(page.getByRole('table', { name: 'Days' }), 'R 20,00 short')
    await closePage()
    await renderScreen('/cash-ups', serveMonth(), PHONE)
    await expectContains(page.getByRole('list', { name: 'Days' }), 'R 20,00 short')
    expect(getInputs('cashUps.month')).toEqual([])
    expect(box(page.getByRole('list', { name: 'Days' })).top).toBeLessThan(260)
    await expect.element(tile('Expected')).toBeVisible()
    await expectNoOverflow()
  })
})

test('cash-ups list: is printed as it is on screen, with the business, the month and how many of the rows', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  const days = Array.from({ length: 12 }, (_, index) => ({ ...MISSING_ROW, day: `2026-06-${30 - index}` }))
  await renderScreen('/cash-ups?month=2026-06', serveCashUps(days))
  await expectContains(page.getByRole('table', { name: 'Days' }), '30 Jun 2026')
  await button('Print').click()
  expect(print).toHaveBeenCalledOnce()
  print.mockRestore()
  await commands.emulateMedia({ media: 'print' })
  for (const text of [/^Karoo Pantry · /, 'Jun 2026', 'Rows 1 to 10 of 12. The CSV file has all rows.'])
    await expect.element(page.getByText(text).first()).toBeVisible()
  await expectGone(button('Print'))
  await commands.emulateMedia({ media: null })
})

describe('cash-up form', () => {
  test('sums while the person types, saves cash without the float, and keeps the text without a network', async () => {
    await renderScreen('/cash-ups', serveCashUps([MISSING_ROW]), PHONE)
    await expect.element(button('Cash up today')).toBeEnabled()
    expectTapTargets(page.getByRole('main'))
    await button('Cash up today').click()
    await expectContains(dialog(), 'R 630,35 expected: R 130,35 from 3 sales and the float')
    await expectContains(dialog(), 'R 4 310,00 expected from 12 sales')
    await expectContains(dialog(), 'Counted–Expected')
    expectTapTargets(dialog())
    await expect.element(field('Float left in the drawer')).toHaveValue('500,00')
    await field('Cash in the drawer').fill('-1')
    await save().click()
    await expectContains(dialog(), 'Enter the cash in the drawer, or 0 if it is empty.')
    await field('Cash in the drawer').fill('610,35')
    await expectContains(dialog(), 'Cash without the float: R 110,35. R 20,00 short')
    await save().click()
    await expectContains(dialog(), 'Enter what you counted, or 0.')
    await field('Card').fill('4,315')
    await save().click()
    await expectContains(dialog(), 'Enter rand and cents, such as 1 234,50.')
    await field('Card').fill('4 315')
    await expectContains(dialog(), 'R 15,00 short')
    await expectNoOverflow()
    await expectAccessible()

    answerWith({ cashUps: { create: loseConnection } })
    await save().click()
    await expect.element(alert()).toBeVisible()
    await expect.element(field('Card')).toHaveValue('4 315')
    answerWith({ cashUps: { create: () => ({ cash_upid: 8 }) } })
    await save().click()
    await expectGone(dialog())
    const [lost, saved] = getInputs('cashUps.create').slice(-2)
    expect(saved).toMatchObject({
      ...{ siteid: 1, day: OPEN_DAY.day, cash_float: 500, opened: { entry: 0, sales: 15, expected: 4_440.35 } },
      lines: [
        { payment_method: 'cash', counted: 110.35 },
        { payment_method: 'card', counted: 4315 },
      ],
    })
    expect(saved, 'a retry has the same idempotency key').toEqual(lost)
  })

  test.for([DESK, PHONE])('fills what is expected in by a click, and takes money paid in and out', async (size) => {
    const day: CashUpDay = {
      ...OPEN_DAY,
      expected: [
        { payment_method: 'cash', sales: 3, expected: 180.35, paid_in: 100, paid_out: 50 },
        { payment_method: 'card', sales: 12, expected: 4_310, tips: 210 },
      ],
      movements: [
        {
          movementid: 1,
          moved_at: OPEN_DAY.starts_at,
          amount: 100,
          reason: 'Change',
          who: 'Sipho',
          till: 'Till 1',
          is_removed: false,
        },
        {
          movementid: 2,
          moved_at: OPEN_DAY.starts_at,
          amount: -50,
          reason: 'Milk',
          who: 'Naledi',
          till: null,
          is_removed: false,
        },
      ],
    }
    const removed: unknown[] = []
    const movements: Answers['drawerMovements'] = {
      create: () => ({ movementid: 3 }),
      remove: ({ input }) => void removed.push(input),
    }
    await renderScreen('/cash-ups', { ...serveCashUps([MISSING_ROW], day), drawerMovements: movements }, size)
    await button('Cash up today').click()
    await expectContains(
      dialog(),
      'R 680,35 expected: R 130,35 from 3 sales, R 100,00 paid in, less R 50,00 paid out and the float',
    )
    await expectContains(dialog(), 'R 4 310,00 expected from 12 sales, R 210,00 of it tips')
    await button('Same as expected').first().click()
    await expect.element(field('Cash in the drawer')).toHaveValue('680,35')
    await button('Same as expected').last().click()
    await expectContains(dialog(), 'DifferenceAgrees')
    expectNoOverflow()
    await expectAccessible()

    await button('Take back: Milk').click()
    await expect.poll(() => removed).toEqual([{ movementid: 2 }])
    expect(button('Take back: Change').query()).toBeNull()
    await button('Paid in or out of the drawer').click()
    await dialog().getByRole('button', { name: 'Paid out', exact: true }).click()
    await expectContains(dialog(), 'Enter rand and cents, such as 100,00.')
    await field('Amount').fill('12,50')
    await field('What for').fill('Stamps')
    await userEvent.keyboard('{Enter}')
    expect(getInputs('drawerMovements.create'), 'Enter saves nothing').toEqual([])
    await dialog().getByRole('button', { name: 'Paid out', exact: true }).click()
    await expect.element(field('What for')).toHaveValue('')
    expect(getInputs('drawerMovements.create')).toMatchObject([
      { siteid: 1, day: OPEN_DAY.day, kind: 'paid_out', amount: 12.5, reason: 'Stamps' },
    ])
    expect(getInputs('cashUps.create')).toEqual([])
  })

  test('checks amounts as they are typed, and counts none that is no amount', async () => {
    await renderScreen('/cash-ups', serveCashUps([MISSING_ROW]))
    await button('Cash up today').click()
    await field('Card').fill('4310')
    await expectContains(dialog(), 'CountedR 4 310,00Expected')
    await field('Cash in the drawer').fill('abc')
    await expect
      .element(field('Cash in the drawer'))
      .toHaveAccessibleDescription(expect.stringContaining('Enter rand and cents, such as 1 234,50.'))
    await expectContains(dialog(), 'Counted–ExpectedR 4 440,35Difference–')
    await field('Cash in the drawer').fill('630,35')
    await expectContains(dialog(), 'Agrees')
    await field('Float left in the drawer').fill('5oo')
    await expect
      .element(field('Float left in the drawer'))
      .toHaveAccessibleDescription(expect.stringContaining('Enter an amount, or leave it empty.'))
    await expectContains(dialog(), 'R 130,35 from 3 sales and the float')
    await expectContains(dialog(), 'Counted–Expected')
    await field('Float left in the drawer').fill('')
    await expectContains(dialog(), 'R 130,35 expected from 3 sales')
    await expectContains(dialog(), 'R 500,00 over')
  })

  test('asks for a note where a method differs by more than the limit', async () => {
    const needed = 'A difference of more than R 50,00 needs a note.'
    await renderScreen('/cash-ups', serveCashUps([MISSING_ROW]))
    await button('Cash up today').click()
    await field('Cash in the drawer').fill('202,45')
    await field('Card').fill('4 737,90')
    await expectContains(dialog(), needed)
    await save().click()
    await expectContains(dialog(), 'Explain the difference in the note.')
    await expect.element(field('Note')).toHaveFocus()
    expect(getInputs('cashUps.create')).toEqual([])
    await field('Cash in the drawer').fill('630,35')
    await field('Card').fill('4310')
    await expect.poll(() => dialog().element().textContent).not.toContain('Explain the difference')
    await field('Cash in the drawer').fill('202,45')
    await field('Note').fill('R 427,90 went to the bank')
    await save().click()
    await expectGone(dialog())
    expect(getInputs('cashUps.create').at(-1)).toMatchObject({ note: 'R 427,90 went to the bank' })
  })

  test('stays untouched when the first sale of a payment method arrives', async () => {
    await renderScreen('/cash-ups', serveCashUps([MISSING_ROW]))
    await button('Cash up today').click()
    await expect.element(field('Card')).toBeVisible()
    const day = { ...OPEN_DAY, expected: [...OPEN_DAY.expected, { payment_method: 'eft', sales: 1, expected: 70 }] }
    answerWith({ cashUps: { day: () => day } })
    dispatchEvent(new Event('online')) // reopens the stream, which counts as a change
    await expect.element(field('EFT')).toBeVisible()
    await dialog().getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
  })

  test('shows the sales that arrived while the person counted, and the entry of somebody else', async () => {
    await renderScreen('/cash-ups', serveCashUps([MISSING_ROW]))
    await button('Cash up today').click()
    await field('Cash in the drawer').fill('630,35')
    await field('Card').fill('4310')
    const later = {
      ...COUNTED_DAY,
      day: OPEN_DAY.day,
      expected: [...OPEN_DAY.expected, { payment_method: 'eft', sales: 1, expected: 70 }],
    }
    answerWith({
      cashUps: {
        day: () => later,
        create: ({ errors }) => {
          throw errors.CASHED_UP({ data: later })
        },
      },
    })
    await save().click()
    await expectContains(alert(), 'Someone else has cashed up this day.')
    await expect.element(dialog().getByRole('heading', { name: 'Correct cash-up' })).toBeVisible()
    await expect.element(field('Card')).toHaveValue('4310')
    await field('EFT').fill('70')
    await field('Note').fill('R 500 more than expected')
    answerWith({ cashUps: { create: () => ({ cash_upid: 9 }) } })
    await save().click()
    await expectGone(dialog())
    expect(getInputs('cashUps.create').at(-1)).toMatchObject({ opened: { entry: 2, sales: 16 } })
  })
})

describe('cash-up details', () => {
  test('show the newest entry, the sales that arrived later and the entries before', async () => {
    await renderScreen('/cash-ups', serveCashUps([COUNTED_ROW], COUNTED_DAY))
    await button('Cash up Sandton Rivonia, 17 Jun').click()
    await expectContains(dialog(), '1 sale for R 4 310,00 arrived later')
    await expectContains(dialog(), 'R 20 for stamps')
    const total = dialog().getByRole('row').last()
    await expectContains(total, 'TotalR 130,35 expectedR 130,35R 110,35R 20,00 short')
    await page.getByText('Earlier entries (1)').click()
    await expectContains(dialog(), 'R 40,35 short')
    await expectAccessible()
    await button('Correct').click()
    await expect.element(field('Cash in the drawer')).toHaveValue('610,35')
    await expect.element(field('Card')).toHaveValue('')
  })
})
