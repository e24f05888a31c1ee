import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { APRIL, createPreview, JUNE, MAY, serveAccounting, XERO_ACCOUNTS } from '../../testing/accounting.ts'
import { answerRoute, answerWith, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { DESK, PHONE, renderScreen, SITE } from '../../testing/render-screen.tsx'
import {
  alert,
  button,
  choose,
  dialog,
  expectCells,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTapTargets,
  expectUrl,
  field,
  save,
} from '../../testing/screen.ts'
import { setToday } from '../../testing/today.ts'

const tile = (name: string) => page.getByRole('group', { name, exact: true })
const URL = '/reports/accounting?range=last-month'

describe('sales for accounting', () => {
  test('has what the journals of the days post to each account, and how the file is imported', async () => {
    setToday()
    await renderScreen(URL, serveAccounting())
    await expect.poll(() => document.title).toBe('Sales for accounting · Winkel')
    await expectCells('Accounts', [
      ['200 Standard Rate Sales', '', 'R 1 150,00'],
      ['200 Zero Rated', 'R 12,50', 'R 100,00'],
      ['855 No VAT', 'R 1 237,50', ''],
    ])
    await expectContains(tile('Sales incl. VAT'), 'R 1 238')
    await expectContains(tile('VAT'), 'R 150')
    await expectContains(tile('Journals'), '3193 lines')
    await expectContains(page.getByRole('main'), 'choose ‘Tax inclusive’')
    await expect
      .poll(() => getInputs('accounting.preview'))
      .toEqual([{ program: 'xero', from: '2026-05-01', to: '2026-05-31', sites: [], by_site: false, later: false }])
  })

  test('follows the program, the journals and the sites in the URL, and cuts a range to 366 days', async () => {
    setToday()
    await renderScreen('/reports/accounting?from=2020-01-01&to=2026-05-31&program=nothing&sites=1,2&by_site=maybe', {
      ...serveAccounting(),
      sales: { options: () => ({ sites: [SITE, { siteid: 2, sitename: 'Rosebank' }], payment_methods: [], vat_rates: [] }) },
    })
    await expect
      .poll(() => getInputs('accounting.preview').at(-1))
      .toEqual({ program: 'xero', from: '2025-05-31', to: '2026-05-31', sites: [1, 2], by_site: false, later: false })
    await choose(page.getByRole('combobox', { name: 'Program' }), 'QuickBooks Online')
    await choose(page.getByRole('combobox', { name: 'Journals' }), 'One a day and site')
    await expectUrl('/reports/accounting?from=2020-01-01&to=2026-05-31&sites=1%2C2&program=quickbooks&by_site=true')
    await expect
      .poll(() => getInputs('accounting.preview').at(-1))
      .toMatchObject({ program: 'quickbooks', by_site: true, sites: [1, 2] })
    await expectContains(page.getByRole('main'), 'Turn account numbers off before')
  })

  test('says beside the figures what they rest on, that today is not over, and that Xero takes fewer lines', async () => {
    const incomplete = { days: ['2026-05-02', '2026-05-03'], unknown_products: 34.5, assumed_vat: 20, without_items: 11 }
    await renderScreen(URL, serveAccounting(createPreview({ incomplete, has_today: true, lines: 301 })))
    const main = page.getByRole('main')
    await expectContains(
      main,
      'The figures of 2 May 2026 and 3 May 2026 are incomplete. R 34,50 is from products missing from your product list. R 20,00 uses the standard VAT rate by default. R 11,00 has no item details and uses the VAT rate of its sale.',
    )
    await expectContains(main, 'Export each day once, after it ends')
    await expectContains(main, 'Xero imports at most 300 lines at a time, and this file has 301.')
    await expectAccessible()
  })

  test('changes the accounts, and keeps what was typed when somebody else did', async () => {
    await renderScreen(URL, serveAccounting())
    await button('Edit account codes').click()
    await expectContains(dialog(), 'Named as in Xero')
    await field('Sales at 15 % VAT').fill(' ')
    await save().click()
    await expectContains(dialog(), 'Enter the account code for these sales.')
    await field('Sales at 15 % VAT').fill('210')
    await field('Paid by Card').fill('856')
    await expectAccessible()
    answerWith({
      accounting: {
        saveSettings: ({ errors }) => {
          throw errors.CHANGED()
        },
      },
    })
    await save().click()
    await expectContains(alert(), 'Someone else changed these account codes.')
    answerWith({ accounting: { saveSettings: () => undefined } })
    await save().click()
    await expectGone(dialog())
    expect(getInputs('accounting.saveSettings').at(-1)).toEqual({
      program: 'xero',
      accounts: {
        ...XERO_ACCOUNTS,
        sales: [{ vat_rate: '15', account: '210', tax_name: 'Standard Rate Sales' }, XERO_ACCOUNTS.sales[1]],
        payments: [{ payment_method: 'card', account: '856' }],
      },
      opened: XERO_ACCOUNTS,
    })
  })

  test('names the days that changed after the export, by the sales that came since', async () => {
    const changed_days = [
      { day: '2026-05-02', sales: 1 },
      { day: '2026-05-03', sales: 2 },
      { day: '2026-05-04', sales: 0 },
    ]
    await renderScreen(URL, serveAccounting(createPreview({ changed_days })))
    const main = page.getByRole('main')
    await expectContains(main, '3 sales of 2 May 2026 and 3 May 2026 came after your export for Xero.')
    await expectContains(main, 'The figures of 4 May 2026 changed after your export for Xero.')
  })

  test('locks and unlocks a month, and shows apart what came later', async () => {
    setToday()
    await renderScreen(
      '/reports/accounting?from=2026-04-01&to=2026-06-18',
      serveAccounting(createPreview({ months: [APRIL, MAY, JUNE] })),
    )
    const month = (index: number) => page.getByRole('list', { name: 'Months' }).getByRole('listitem').nth(index)
    await expectContains(month(0), 'Locked 3 May 2026 by Sizwe Dube')
    await expectContains(month(0), '2 sales of 15 Apr 2026 and 16 Apr 2026 came after the lock: R 92,00.')
    await expectContains(month(2), 'In progress')
    await expect.element(button('Lock Jun 2026')).not.toBeInTheDocument()
    await expectContains(month(1), 'Late sales change its journals')
    await expectAccessible()

    await button('Lock May 2026').click()
    await expectContains(dialog(), 'Its journals stay the same from now on')
    await dialog().getByRole('button', { name: 'Lock', exact: true }).click()
    await expectGone(dialog())
    await button('Unlock Apr 2026').click()
    await expectContains(dialog(), '2 later sales will go into its journals.')
    await dialog().getByRole('button', { name: 'Unlock', exact: true }).click()
    await expectGone(dialog())
    expect(getInputs('accounting.lock')).toEqual([
      { month: '2026-05', is_locked: true },
      { month: '2026-04', is_locked: false },
    ])
  })

  test('exports the later sales of a month', async () => {
    setToday()
    const urls: string[] = []
    await renderScreen('/reports/accounting?from=2026-04-20&to=2026-04-25', serveAccounting(createPreview({ months: [APRIL] })))
    answerRoute('GET /api/v1/reports/accounting.csv', ({ url }) => {
      urls.push(url)
      return new Response('x\n', { headers: { 'content-disposition': 'attachment; filename="later.csv"' } })
    })
    await button('Export later sales').click()
    await expect.element(page.getByText('Export finished.')).toBeInTheDocument()
    expect(Object.fromEntries(new window.URL(urls[0] ?? '').searchParams)).toMatchObject({
      ...{ from: '2026-04-01', to: '2026-04-30', later: 'true' },
    })
    // The server keeps what a file has: the days are read again.
    await expect.poll(() => getInputs('accounting.preview')).toHaveLength(1)
    await button('Export CSV').click()
    await expect.poll(() => getInputs('accounting.preview')).toHaveLength(2)
  })

  test('without sales says so', async () => {
    await renderScreen(URL, serveAccounting(createPreview({ journals: 0, lines: 0, accounts: [], debit: 0, revenue: 0, vat: 0 })))
    await expectContains(page.getByRole('main'), 'No sales on these days.')
  })

  test('without an answer offers to try again', async () => {
    await renderScreen(URL, { accounting: { ...serveAccounting()['accounting'], preview: loseConnection } })
    await expectContains(alert(), 'Failed to load the journals')
    answerWith(serveAccounting())
    await button('Try again').click()
    await expectContains(tile('VAT'), 'R 150')
  })

  test('fits a phone', async () => {
    await renderScreen(URL, serveAccounting(), PHONE)
    await expectContains(tile('VAT'), 'R 150')
    expectNoOverflow()
    expectTapTargets(page.getByRole('main'))
    await page.viewport(...DESK)
  })
})
