import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { UnknownSeller } from '../../../contract/sellers.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { createNaledi, serveEmployees } from '../../testing/employees.ts'
import { type Answers, answerWith, getInputs } from '../../testing/fake-server.ts'
import { PHONE, renderScreen } from '../../testing/render-screen.tsx'
import { alert, button, dialog, expectContains, expectGone, expectNoOverflow } from '../../testing/screen.ts'

const naledi = createNaledi()
const { employeeid, firstname, lastname } = naledi
const SELLERS: UnknownSeller[] = [
  {
    ...{ sellerid: 1, code: 'K1', name: 'Zanele', employee: null, sales: 3, amount: 1234.5 },
    ...{ first_day: '2026-06-01', last_day: '2026-06-15', sitenames: ['Sandton', 'Rosebank'] },
  },
  {
    ...{ sellerid: 2, code: '', name: 'Anna', employee: { employeeid, firstname, lastname }, sales: 1, amount: 10 },
    ...{ first_day: '2026-06-01', last_day: '2026-06-01', sitenames: ['Sandton'] },
  },
]
const serve = (sellers = SELLERS): Answers => ({
  ...serveEmployees(naledi),
  sellers: { list: () => sellers, give: () => undefined },
  sales: { employees: () => ({ employees: [{ employeeid, firstname, lastname }], has_more: false, chosen: [] }) },
})
const sellers = () => dialog().getByRole('list', { name: 'Sellers' }).getByRole('listitem')

test('unknown sellers: nothing is shown without one', async () => {
  await renderScreen('/employees', serve([]))
  await expect.element(button('Add employee')).toBeVisible()
  await expectGone(button('Say who they are'))
})

test('unknown sellers: are listed, given to an employee and taken back, on a phone', async () => {
  await renderScreen('/employees', serve(), PHONE)
  await button('Say who they are').click()
  for (const text of ['Code K1 · Zanele', '3 sales · R 1 234,50 · 1 Jun – 15 Jun 2026', 'Sandton, Rosebank'])
    await expectContains(sellers().nth(0), text)
  await expectContains(sellers().nth(1), 'Is Naledi Dlamini')
  await expectAccessible()
  await expectNoOverflow()
  await sellers().nth(0).getByRole('combobox', { name: 'Employee who is Code K1 · Zanele' }).click()
  await page.getByRole('option', { name: 'Naledi Dlamini' }).click()
  await expect.poll(() => getInputs('sellers.give')).toEqual([{ sellerid: 1, employeeid, opened: { employeeid: null } }])
  await sellers().nth(1).getByRole('button', { name: 'Take back' }).click()
  await expect.poll(() => getInputs('sellers.give').at(-1)).toEqual({ sellerid: 2, employeeid: null, opened: { employeeid } })
  answerWith({
    sellers: {
      give: ({ errors }) => {
        throw errors.CHANGED_SINCE()
      },
    },
  })
  await sellers().nth(1).getByRole('button', { name: 'Take back' }).click()
  await expectContains(alert(), 'Somebody else has said who this seller is.')
})
