import { describe, expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { COUNTED_DAY, COUNTED_ROW, MISSING_ROW, OPEN_DAY, serveCashUps } from '../../testing/cash-ups.ts'
import { answerWith, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { toPage } from '../../testing/pages.ts'
import { PHONE, renderScreen } from '../../testing/render-screen.tsx'
import {
  alert,
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
} from '../../testing/screen.ts'
import { setToday } from '../../testing/today.ts'

const NO_TOTALS = { expected: 0, counted: 0, difference: 0, days: 0, missing: 1 }

describe('cash-ups list', () => {
  test('shows differences, sales that arrived later and missing days in words', async () => {
    await renderScreen('/cash-ups', serveCashUps([COUNTED_ROW, MISSING_ROW]))
    await expect.element(heading('Cash-ups')).toBeVisible()
    const table = page.getByRole('table', { name: 'Days' })
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
    await expect.element(field('Float that stays in the drawer')).toHaveValue('500,00')
    await field('Cash in the drawer').fill('-1')
    await save().click()
    await expectContains(dialog(), 'The cash in the drawer is not below zero. Enter 0 for an empty drawer.')
    await field('Cash in the drawer').fill('610,35')
    await expectContains(dialog(), 'Cash without the float: R 110,35. R 20,00 short')
    await save().click()
    await expectContains(dialog(), 'Enter what you counted, 0 for nothing.')
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
      ...{ siteid: 1, day: OPEN_DAY.day, cash_float: 500, opened: { entry: 0, sales: 15 } },
      lines: [
        { payment_method: 'cash', counted: 110.35 },
        { payment_method: 'card', counted: 4315 },
      ],
    })
    expect(saved, 'a retry has the same idempotency key').toEqual(lost)
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
    await field('Float that stays in the drawer').fill('5oo')
    await expect
      .element(field('Float that stays in the drawer'))
      .toHaveAccessibleDescription(expect.stringContaining('Enter an amount, or leave it empty.'))
    await expectContains(dialog(), 'R 130,35 from 3 sales and the float')
    await expectContains(dialog(), 'Counted–Expected')
    await field('Float that stays in the drawer').fill('')
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
    await expectContains(dialog(), 'Say in the note why.')
    await expect.element(field('Note')).toHaveFocus()
    await expectAccessible()
    expect(getInputs('cashUps.create')).toEqual([])
    await field('Cash in the drawer').fill('630,35')
    await field('Card').fill('4310')
    await expect.poll(() => dialog().element().textContent).not.toContain('note why')
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
    await expectContains(alert(), 'Someone else cashed up this day while you counted.')
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
    await page.getByText('Earlier entries (1)').click()
    await expectContains(dialog(), 'R 40,35 short')
    await expectAccessible()
    await button('Correct').click()
    await expect.element(field('Cash in the drawer')).toHaveValue('610,35')
    await expect.element(field('Card')).toHaveValue('')
  })
})
