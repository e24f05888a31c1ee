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
const sipho = { employeeid: 77, firstname: 'Sipho', lastname: 'Dube' }
const SITES = [
  { siteid: 1, sitename: 'Sandton' },
  { siteid: 2, sitename: 'Rosebank' },
]
const SELLERS: UnknownSeller[] = [
  {
    ...{ sellerid: 1, code: 'K1', name: 'Zanele Botha', employee: null, similar: null, sales: 3, amount: 1234.5 },
    ...{ first_day: '2026-06-01', last_day: '2026-06-15', sites: SITES },
  },
  {
    ...{
      sellerid: 2,
      code: '',
      name: 'Anna',
      employee: { employeeid, firstname, lastname },
      similar: null,
      sales: 1,
      amount: 10,
    },
    ...{ first_day: '2026-06-01', last_day: '2026-06-01', sites: SITES.slice(0, 1) },
  },
  {
    ...{ sellerid: 3, code: '12', name: '', employee: null, similar: sipho, sales: 1, amount: 5 },
    ...{ first_day: '2026-06-01', last_day: '2026-06-01', sites: SITES.slice(0, 1) },
  },
]
const serve = (sellers = SELLERS): Answers => ({
  ...serveEmployees(naledi),
  sites: { options: () => SITES },
  sellers: {
    list: () => sellers,
    sums: () => ({ sellers: sellers.filter(({ employee }) => !employee).length, sales: 4, given: sellers.length > 0 ? 1 : 0 }),
    give: () => undefined,
  },
  sales: { employees: () => ({ employees: [{ employeeid, firstname, lastname }], has_more: false, chosen: [] }) },
})
const sellers = () => dialog().getByRole('list', { name: 'Sellers' }).getByRole('listitem')
const readGiven = () => getInputs('sellers.give').at(-1)

test('unknown sellers: nothing is shown without one', async () => {
  await renderScreen('/employees', serve([]))
  await expect.element(button('Add employee')).toBeVisible()
  await expectGone(button('Match sellers'))
})

test('unknown sellers: those that were given to employees can still be seen', async () => {
  await renderScreen('/employees', serve(SELLERS.slice(1, 2)))
  await button('Show sellers').click()
  await expectContains(sellers().nth(0), 'Is Naledi Dlamini')
})

test('unknown sellers: are listed, given to an employee and taken back, on a phone', async () => {
  await renderScreen('/employees', serve(), PHONE)
  await expectContains(page.getByRole('region', { name: 'Sellers' }), '4 sales have an unknown seller.')
  await button('Match sellers').click()
  for (const text of ['Code K1 · Zanele Botha', '3 sales · R 1 234,50 · 1 Jun – 15 Jun 2026', 'Sandton, Rosebank'])
    await expectContains(sellers().nth(0), text)
  await expectContains(sellers().nth(1), 'Is Naledi Dlamini')
  await expectAccessible()
  await expectNoOverflow()
  await sellers().nth(0).getByRole('combobox', { name: 'Employee who is Code K1 · Zanele Botha' }).click()
  await page.getByRole('option', { name: 'Naledi Dlamini' }).click()
  await expect.poll(() => getInputs('sellers.give')).toEqual([{ sellerid: 1, employeeid, opened: { employeeid: null } }])
  await button('Code 12: it is Sipho Dube').click()
  await expect.poll(readGiven).toEqual({ sellerid: 3, employeeid: 77, opened: { employeeid: null } })
  await button('Anna: take back from Naledi Dlamini').click()
  await expect.poll(readGiven).toEqual({ sellerid: 2, employeeid: null, opened: { employeeid } })
  answerWith({
    sellers: {
      give: ({ errors }) => {
        throw errors.CHANGED_SINCE()
      },
    },
  })
  await button('Anna: take back from Naledi Dlamini').click()
  await expectContains(alert(), 'Someone else matched this seller.')
})

test('unknown sellers: one is added as a new employee with code and name, and gets the sales', async () => {
  await renderScreen('/employees', {
    ...serve(),
    employees: { ...serveEmployees(naledi).employees, create: () => ({ employeeid: 80 }) },
  })
  await button('Match sellers').click()
  await button('Code K1 · Zanele Botha: add as employee').click()
  await expect.element(dialog().getByLabelText('First name')).toHaveValue('Zanele')
  await expect.element(dialog().getByLabelText('Code')).toHaveValue('K1')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.poll(readGiven).toEqual({ sellerid: 1, employeeid: 80, opened: { employeeid: null } })
  expect(getInputs('employees.create')).toMatchObject([
    { firstname: 'Zanele', lastname: 'Botha', employee_code: 'K1', siteid: 1, login: 'none' },
  ])
  await expect.element(button('Code 12: it is Sipho Dube')).toBeVisible()
})
