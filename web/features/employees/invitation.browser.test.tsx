import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Employee } from '../../../contract/employees.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { createEmployee, createNaledi, serveEmployees } from '../../testing/employees.ts'
import { answerWith, getInputs } from '../../testing/fake-server.ts'
import { renderScreen, SITE } from '../../testing/render-screen.tsx'
import { button, choose, dialog, expectContains, expectGone, field, row, save } from '../../testing/screen.ts'

const select = (name: string) => dialog().getByRole('combobox', { name })
const invitation = {
  email: 'lerato@karoopantry.co.za',
  expires_at: new Date('2026-12-03T09:00Z'),
  is_open: true,
  is_mailed: true,
}
const createLerato = (more: Partial<Employee> = {}) => createEmployee('Lerato', 'Mokoena', { employeeid: 1_000, ...more })

async function open(employee = createLerato()) {
  const answers = serveEmployees(createNaledi(), employee)
  await renderScreen('/employees', {
    employees: {
      ...(answers.employees as object),
      invitations: { create: ({ input: { email } }) => ({ ...invitation, email }), withdraw: () => undefined },
      access: () => ({ sessions: 2, read_keys: 1, tills: ['Till 1'], webhooks: ['books.example/winkel'] }),
      endAccess: () => ({ sessions: 2 }),
    },
    sites: { options: () => [SITE] },
  } as typeof answers)
}

const right = () => dialog().getByRole('radio', { name: 'Bookkeeper' })

test('adding an employee: without a login the form asks for neither e-mail nor password', async () => {
  await open()
  await button('Add employee').first().click()
  await expect.element(select('How they sign in')).toHaveValue('E-mail and password')
  await field('First name').fill('Thandeka')
  await field('Last name').fill('Mkhize')
  await choose(select('How they sign in'), 'No login')
  await expectGone(field('Email (new account)'))
  await expectGone(field('Password (new account)'))
  await save().click()
  await expectGone(dialog())
  const [sent] = getInputs('employees.create')
  expect(sent).toMatchObject({ firstname: 'Thandeka', login: 'none' })
  expect(sent).not.toHaveProperty('email')
})

test('adding an employee: an invitation needs an address and a right, and none for the role Owner', async () => {
  await open()
  await button('Add employee').first().click()
  await field('First name').fill('Thandeka')
  await field('Last name').fill('Mkhize')
  await choose(select('How they sign in'), 'Invite by e-mail')
  await expect.element(right()).toBeVisible()
  await expectContains(dialog(), 'The job title. “May sign in as” sets what the person sees.')
  await save().click()
  await expectContains(dialog(), 'Enter the e-mail address.')
  await expectContains(dialog(), 'Choose what this person may do.')
  await field('Email').fill('thandeka@karoopantry.co.za')
  await dialog().getByRole('radio', { name: 'Shop manager' }).click()
  await expectAccessible()
  await save().click()
  await expectGone(dialog())
  expect(getInputs('employees.create')).toMatchObject([
    {
      ...{ login: 'invitation', email: 'thandeka@karoopantry.co.za' },
      right: { name: 'manager', siteids: [SITE.siteid], sees_costs: false },
    },
  ])

  await button('Add employee').first().click()
  await choose(select('How they sign in'), 'Invite by e-mail')
  await choose(select('Role'), 'Owner')
  await expectGone(right())
})

test('employees list: says who is invited, and an invitation is sent again or withdrawn', async () => {
  await open(createLerato({ invitation }))
  await expectContains(row('Lerato'), 'Invited')
  await expectContains(row('Lerato'), 'No user')
  await button('Edit Lerato Mokoena').click()
  await expectContains(dialog(), 'Invited as lerato@karoopantry.co.za.')
  await dialog().getByRole('button', { name: 'Invitation' }).click()
  await expect.element(dialog()).toHaveAccessibleName('Invite Lerato Mokoena')
  await expectContains(dialog(), 'The link works until 3 Dec 2026.')
  await right().click()
  await expectAccessible()
  await dialog().getByRole('button', { name: 'Send again' }).click()
  await expectGone(dialog())
  expect(getInputs('employees.invitations.create')).toMatchObject([
    { employeeid: 1_000, email: 'lerato@karoopantry.co.za', right: { name: 'bookkeeper' } },
  ])
})

test('ending access: lists what ends and what stays, before and after, and needs a reason', async () => {
  await open(createLerato({ is_linked: true, right: { name: 'manager', siteids: [1], sees_costs: false } }))
  await button('End access Lerato Mokoena').click()
  for (const text of [
    'Sign-in in 2 browsers.',
    'Permissions: Shop manager of 1 site.',
    'Till keys stay active',
    'Till 1',
    'books.example/winkel',
  ])
    await expectContains(dialog(), text)
  const end = dialog().getByRole('button', { name: 'End access' })
  await end.click()
  await expectContains(dialog(), 'Provide a disable reason.')
  await field('Disable reason').fill('Left')
  await expectAccessible()
  await end.click()
  await expectContains(dialog(), 'The access has ended')
  await expectContains(dialog(), 'Sign-in in 2 browsers.')
  expect(getInputs('employees.endAccess')).toEqual([{ employeeid: 1_000, disablereason: 'Left' }])
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expectGone(dialog())
  await expect.element(page.getByRole('heading', { name: 'Employees' })).toBeVisible()
})

test('employees list: the access of the own record, and of one without any, cannot be ended', async () => {
  await open(createLerato())
  await expectContains(row('Lerato'), 'No user')
  await expectGone(button('End access Lerato Mokoena'))
})

test('inviting: a person whose own email is not confirmed can confirm it there, and keeps what was typed', async () => {
  await open()
  answerWith({
    account: { emailProof: { confirm: () => undefined } },
    employees: {
      invitations: {
        create: ({ errors }) => {
          throw errors.NOT_PROVEN()
        },
      },
    },
  })
  await button('Edit Lerato Mokoena').click()
  await dialog().getByRole('button', { name: 'Invite' }).click()
  await expect.element(dialog()).toHaveAccessibleName('Invite Lerato Mokoena')
  await field('Email').fill('lerato@karoopantry.co.za')
  await right().click()
  await dialog().getByRole('button', { name: 'Send invitation' }).click()
  await expectContains(dialog(), 'Confirm your own e-mail address first, under Settings.')
  await expectAccessible()
  await dialog().getByRole('button', { name: 'Confirm e-mail' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm your e-mail' })
  await proof.getByRole('textbox', { name: 'Code' }).fill('12345678')
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expectGone(proof)
  expect(getInputs('account.emailProof.confirm')).toEqual([{ code: '12345678' }])
  await expect.element(field('Email')).toHaveValue('lerato@karoopantry.co.za')
})
