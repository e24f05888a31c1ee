import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Employee } from '../../../contract/employees.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { createEmployee, serveEmployees } from '../../testing/employees.ts'
import { type Answers, answerWith, getInputs } from '../../testing/fake-server.ts'
import { PHONE, renderScreen, SESSION, SITE } from '../../testing/render-screen.tsx'
import { button, dialog, expectContains, expectGone, expectNoOverflow, field, row } from '../../testing/screen.ts'

const createLerato = (more: Partial<Employee> = {}) =>
  createEmployee('Lerato', 'Mokoena', { employeeid: 2_000, has_pin: false, ...more })

const open = (answers: Answers, device?: typeof PHONE) =>
  renderScreen('/employees', { ...answers, sites: { options: () => [SITE] } } as Answers, device)

const inDialog = (name: string) => dialog().getByRole('button', { name })

test('till PIN: is set in the row of an employee, and the row says that there is one', async () => {
  await open(serveEmployees(createLerato({ employee_code: '12' })))
  await expect.element(row('Lerato Mokoena')).not.toHaveTextContent('Till PIN')
  await button('Set till PIN Lerato Mokoena').click()
  await expect.element(dialog()).toHaveAccessibleName('Till PIN of Lerato Mokoena')
  await expectGone(inDialog('Remove PIN'))
  for (const [pin, message] of [
    ['12', 'Enter 4 to 6 digits.'],
    ['1234', 'Choose a PIN that is harder to guess.'],
    ['7777', 'Choose a PIN that is harder to guess.'],
  ] as const) {
    await field('PIN').fill(pin)
    await inDialog('Set PIN').click()
    await expectContains(dialog(), message)
  }
  const { inputMode, autocomplete, maxLength } = field('PIN').element() as HTMLInputElement
  expect([inputMode, autocomplete, maxLength]).toEqual(['numeric', 'off', 6])
  await expectAccessible()
  await field('PIN').fill('002468')
  await userEvent.keyboard('{Enter}')
  await expectGone(dialog())
  await expectContains(row('Lerato Mokoena'), 'Code 12 · Till PIN')
  expect(getInputs('employees.setPin')).toEqual([{ employeeid: 2_000, pin: '002468' }])
})

test('till PIN: is replaced and removed, on a phone', async () => {
  await open(serveEmployees(createLerato({ has_pin: true })), PHONE)
  const openDialog = async () => {
    await button('Actions for Lerato Mokoena').click()
    await page.getByRole('menuitem', { name: 'Set till PIN Lerato Mokoena' }).click()
  }
  await openDialog()
  await expectContains(dialog(), 'Lerato has a till PIN.')
  await field('New PIN').fill('1357')
  await inDialog('Replace PIN').click()
  await expectGone(dialog())
  await openDialog()
  expectNoOverflow()
  await expectAccessible()
  await inDialog('Remove PIN').click()
  await expectGone(dialog())
  await expect.element(page.getByText('PIN of Lerato Mokoena removed')).toBeVisible()
  expect(getInputs('employees.setPin').map((input) => (input as { pin: string | null }).pin)).toEqual(['1357', null])
})

test('till PIN: a refusal of the server is shown, and the dialog stays', async () => {
  await open(serveEmployees(createLerato({ has_pin: true })))
  answerWith({
    employees: {
      setPin: ({ errors }: { errors: { TILL_EMPLOYEE: () => Error } }) => {
        throw errors.TILL_EMPLOYEE()
      },
    },
  } as never)
  await button('Set till PIN Lerato Mokoena').click()
  await inDialog('Remove PIN').click()
  await expectContains(dialog(), 'This employee stands for a till, not a person.')
  await field('New PIN').fill('1357')
  await inDialog('Replace PIN').click()
  await expectContains(dialog(), 'This employee stands for a till, not a person.')
})

test('till PIN: an admin has no button for an Owner but for the own record, and nobody for an anonymous one', async () => {
  const rows = [
    createEmployee('Naledi', 'Dlamini', { position: 'Owner', is_linked: true }),
    createEmployee('Sipho', 'Ndlovu', { position: 'Owner', is_linked: true, is_caller: true }),
    createEmployee('Former employee', '1', { isenabled: false, is_anonymous: true }),
    createLerato(),
  ]
  await open({ ...serveEmployees(...rows), session: { get: () => ({ ...SESSION, role: 'admin' }) } } as Answers)
  await expect.element(button('Set till PIN Lerato Mokoena')).toBeVisible()
  await expect.element(button('Set till PIN Sipho Ndlovu')).toBeVisible()
  await expectGone(button('Set till PIN Naledi Dlamini'))
  await expectGone(button('Set till PIN Former employee 1'))
})
