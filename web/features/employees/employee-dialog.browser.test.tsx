import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { createEmployee, createNaledi, serveEmployees } from '../../testing/employees.ts'
import { type Answers, answerRoute, answerWith, getInputs, hold, loseConnection, removeRoute } from '../../testing/fake-server.ts'
import { toPage } from '../../testing/pages.ts'
import { renderScreen, SESSION, SITE } from '../../testing/render-screen.tsx'
import {
  alert,
  button,
  choose,
  chooseByKeyboard,
  dialog,
  expectColumn,
  expectContains,
  expectGone,
  expectTexts,
  field,
  row,
  save,
  tabTo,
} from '../../testing/screen.ts'
import { RIVONIA } from '../../testing/sites.ts'

const FLORIDA = { siteid: 2, sitename: 'Durban Florida' }
const PASSWORD = 'correct horse battery'
const select = (name: string) => dialog().getByRole('combobox', { name })
const cancel = () => dialog().getByRole('button', { name: 'Cancel' })

async function openAdd(url = '/employees') {
  await renderScreen(url, { ...serveEmployees(createNaledi()), sites: { options: () => [FLORIDA, SITE] } })
  await button('Add employee').first().click()
}

async function fillNewcomer() {
  await field('First name').fill('Thandeka')
  await field('Last name').fill('Mkhize')
  await field('Email (new account)').fill('thandeka@karoopantry.co.za')
  await field('Password (new account)').fill(PASSWORD)
  await choose(select('Site'), 'Sandton Rivonia')
}

const createMandla = () => createEmployee('Mandla', 'Mabena', { position: 'Manager', hiredate: '2023-04-17', employeeid: 1_000 })

async function openMandla(mandla = createMandla(), answers: Answers = {}) {
  await renderScreen('/employees', {
    ...serveEmployees(createNaledi(), mandla),
    ...{ sites: { options: () => [SITE] } },
    ...answers,
  })
  await button('Edit Mandla Mabena').click()
}

describe('adding an employee', () => {
  test('has all required fields, and shows what is missing (2.7.1, 2.7.15, 2.7.16, 2.7.17, 2.7.18, 4.19, 5.4.1, 5.4.2, 5.4.4, 5.4.5, 5.4.6, 5.4.7)', async () => {
    await openAdd()
    await expect.element(dialog()).toHaveAccessibleName('Add employee')
    await expect.element(dialog()).toHaveAccessibleDescription('Maintain employee details and status')
    await expect.element(field('First name')).toHaveFocus()
    await expect.element(select('Role')).toHaveValue('Employee')
    await expect.element(select('Status')).toHaveValue('Enabled')
    await expect.element(select('Site')).toHaveValue('')
    await expect.element(field('Hire date')).toHaveAttribute('type', 'date')
    await expect.element(field('Email (new account)')).toHaveAttribute('type', 'email')
    await expect.element(field('Password (new account)')).toHaveAccessibleDescription('At least 8 characters')
    await expectGone(field('Disable reason'))

    await field('First name').fill('  ')
    await choose(select('Status'), 'Disabled')
    await save().click()
    for (const message of [
      'First name is required.',
      'Last name is required.',
      'Select a site.',
      'Provide a disable reason.',
      'Email is required for account creation.',
      'Password is required.',
    ])
      await expect.element(dialog().getByText(message)).toBeVisible()
    await expect.element(field('First name')).toHaveFocus()
    await expectAccessible()
    await field('Password (new account)').fill('1234567')
    await save().click()
    await expectContains(dialog(), 'Password must be at least 8 characters.')
    expect(getInputs('employees.create')).toEqual([])
  })

  test('saves what was typed, trimmed, and the list shows the employee (2.7.16, 4.22, 7.3.17)', async () => {
    await openAdd()
    await field('First name').fill(' Thandeka ')
    await field('Last name').fill('Mkhize\t')
    await select('Role').click()
    await expectTexts(page.getByRole('option'), ['Owner', 'Manager', 'Employee'])
    await page.getByRole('option', { name: 'Owner' }).click()
    await field('Hire date').fill('2026-11-02')
    await select('Site').click()
    await expectTexts(page.getByRole('option'), ['Durban Florida', 'Sandton Rivonia'])
    await page.getByRole('option', { name: 'Durban Florida' }).click()
    await field('Email (new account)').fill('thandeka@karoopantry.co.za')
    await field('Password (new account)').fill('12345678')
    await save().click()
    await expectGone(dialog())
    expect(getInputs('employees.create')).toMatchObject([
      { firstname: 'Thandeka', lastname: 'Mkhize', position: 'Owner', siteid: 2, hiredate: '2026-11-02', isenabled: true },
    ])
    await expectContains(row('Thandeka'), '2 Nov 2026')
  })

  test('updates the number of employees in the sites list', async () => {
    const employees = [createNaledi()]
    await renderScreen('/sites', {
      ...serveEmployees(...employees),
      sites: {
        options: () => [SITE],
        list: () => toPage([{ ...RIVONIA, employees: employees.length + getInputs('employees.create').length }]),
      },
    })
    await expectColumn('Locations', 2, ['1'])
    await page.getByRole('link', { name: 'Employees' }).click()
    await button('Add employee').click()
    await field('First name').fill('Thandeka')
    await field('Last name').fill('Mkhize')
    await field('Email (new account)').fill('thandeka@karoopantry.co.za')
    await field('Password (new account)').fill(PASSWORD)
    await save().click()
    await expect.element(row('Thandeka Mkhize')).toBeVisible()
    await page.getByRole('link', { name: 'Sites' }).click()
    await expectColumn('Locations', 2, ['2'])
  })

  test('preselects the only site', async () => {
    await renderScreen('/employees', serveEmployees(createNaledi()))
    await button('Add employee').click()
    await expect.element(select('Site')).toHaveValue('Sandton Rivonia')
  })

  test('preselects the site that filters the list', async () => {
    await openAdd('/employees?siteid=2')
    await expect.element(select('Site')).toHaveValue('Durban Florida')
  })

  test('does not save an incomplete hire date as empty (5.4.9)', async () => {
    await openAdd()
    await fillNewcomer()
    await field('Hire date').click()
    await userEvent.keyboard('11')
    await save().click()
    await expectContains(dialog(), 'Please enter a date.')
    await expect.element(field('Hire date')).toHaveFocus()
    await field('Hire date').fill('1899-12-31')
    await save().click()
    await expectContains(dialog(), 'Hire dates run from 1900 to 2099.')
    await field('Hire date').fill('')
    await save().click()
    await expectGone(dialog())
    expect(getInputs('employees.create')).toMatchObject([{ hiredate: null }])
  })

  test('waits for the sites, and shows when they cannot be loaded', async () => {
    const options = hold(loseConnection)
    await renderScreen('/employees', { ...serveEmployees(createNaledi()), sites: { options: options.handler } })
    await button('Add employee').click()
    await expect.element(dialog()).toHaveAccessibleName('Add employee')
    options.release()
    await expect.element(alert()).toHaveTextContent('Error: Failed to load sites')
    answerWith({ sites: { options: () => [SITE] } })
    await dialog().getByRole('button', { name: 'Try again' }).click()
    await expect.element(field('First name')).toBeVisible()
  })

  test('keeps what was typed when the account cannot be created, and shows why (4.23)', async () => {
    await openAdd()
    await fillNewcomer()
    answerWith({
      employees: {
        create: ({ errors }) => {
          throw errors.NOT_CREATED()
        },
      },
    })
    await save().click()
    await expect.element(alert()).toHaveTextContent('Could not create account')
    await expect.element(field('First name')).toHaveValue('Thandeka')
    await expect.element(field('Password (new account)')).toHaveValue(PASSWORD)
    await expect.element(field('Email (new account)')).toBeInvalid()
    await expect.element(field('Password (new account)')).toBeInvalid()
    await expect.element(field('Email (new account)')).toHaveFocus()
    await field('Email (new account)').fill('thandeka.mokoena@karoopantry.co.za')
    await expect.element(field('Email (new account)')).toBeValid()
  })

  test('shows at the site field that the site no longer exists', async () => {
    await openAdd()
    await fillNewcomer()
    answerWith({
      employees: {
        create: ({ errors }) => {
          throw errors.NO_SITE()
        },
      },
    })
    await save().click()
    await expect.element(select('Site')).toHaveAccessibleDescription('This site no longer exists. Select another one.')
    await expect.element(select('Site')).toHaveFocus()
  })

  test('shows an error when the answer has no user (8.2.6)', async () => {
    await openAdd()
    await fillNewcomer()
    answerRoute('POST /api/rpc/employees/create', () => Response.json({ json: { employeeid: 2 } }))
    await save().click()
    await expect.element(alert()).toHaveTextContent('User creation succeeded but no user ID returned.')
    await expect.element(field('Last name')).toHaveValue('Mkhize')
    removeRoute('POST /api/rpc/employees/create')
  })

  test('sends the same idempotency key again after a lost answer (4.23)', async () => {
    await openAdd()
    await fillNewcomer()
    answerWith({ employees: { create: loseConnection } })
    await save().click()
    await expect.element(alert()).toHaveTextContent('Something went wrong. Please try again.')
    answerWith(serveEmployees(createNaledi()))
    await save().click()
    await expectGone(dialog())
    const [first, second] = getInputs('employees.create') as { request_id: string }[]
    expect(second?.request_id).toBe(first?.request_id)
  })
})

describe('editing an employee', () => {
  test('shows the saved values, requires a reason when disabled, and clears it when enabled (2.7.15, 2.7.16, 2.7.17, 2.7.18, 4.20, 4.22, 5.4.5, 7.3.17)', async () => {
    await openMandla()
    await expect.element(dialog()).toHaveAccessibleName('Edit employee')
    await expect.element(dialog()).toHaveAccessibleDescription('Maintain employee details and status')
    await expect.element(field('First name')).toHaveValue('Mandla')
    await expect.element(field('Last name')).toHaveValue('Mabena')
    await expect.element(select('Role')).toHaveValue('Manager')
    await expect.element(field('Hire date')).toHaveValue('2023-04-17')
    await expect.element(select('Site')).toHaveValue('Sandton Rivonia')
    await expectGone(field('Email (new account)'))
    await expectGone(field('Password (new account)'))
    await choose(select('Status'), 'Disabled')
    await save().click()
    await expect.element(field('Disable reason')).toHaveAccessibleDescription('Provide a disable reason.')
    await expect.element(field('Disable reason')).toHaveFocus()
    await field('Disable reason').fill('Moved to Durban')
    await field('Hire date').fill('')
    await save().click()
    await expectGone(dialog())
    await expectContains(row('Mandla'), 'Disabled')

    await button('Edit Mandla Mabena').click()
    await expect.element(select('Status')).toHaveValue('Disabled')
    await expect.element(field('Disable reason')).toHaveValue('Moved to Durban')
    await choose(select('Status'), 'Enabled')
    await expectGone(field('Disable reason'))
    await save().click()
    await expectGone(dialog())
    await expectContains(row('Mandla'), 'Enabled')
    expect(getInputs('employees.update')).toMatchObject([
      { isenabled: false, disablereason: 'Moved to Durban', hiredate: null, opened: { version: 1 } },
      { isenabled: true, opened: { version: 2 } },
    ])
  })

  test('shows a change by someone else with the labels of the form', async () => {
    const mandla = createMandla()
    const now = { ...mandla, isenabled: false, disablereason: 'Left', version: 2 }
    await openMandla(mandla)
    await field('Hire date').fill('2026-11-02')
    answerWith({
      employees: {
        ...serveEmployees(createNaledi(), now).employees,
        update: ({ input, errors }) => {
          if (input.opened.version === 1) throw errors.VERSION_CONFLICT({ data: now })
        },
      },
    })
    await save().click()
    await expectContains(alert(), 'Someone else changed this employee. Load theirs, or save yours.')
    await expectContains(row('Mandla Mabena'), 'Disabled')
    await expectTexts(alert().getByRole('listitem'), ['Status: Disabled', 'Disable reason: Left'])
    await expect.element(select('Status')).toHaveValue('Disabled')
    await expect.element(field('Disable reason')).toHaveValue('Left')
    await expect.element(field('Hire date')).toHaveValue('2026-11-02')
    await expectAccessible()
    await save().click()
    await expectGone(dialog())
  })

  test('of the last owner keeps the dialog open with the reason of the refusal', async () => {
    await openMandla()
    answerWith({
      employees: {
        update: ({ errors }) => {
          throw errors.LAST_OWNER()
        },
      },
    })
    await save().click()
    await expect.element(alert()).toHaveTextContent('This is the only owner who can sign in. Make someone else an owner first.')
  })
})

describe('deleting an employee', () => {
  test('asks first, shows why it was refused or failed, and removes the employee from the list (2.7.20, 4.24, 7.3.17, 8.2.8)', async () => {
    const rows = [createNaledi(), createMandla()]
    await renderScreen('/employees', serveEmployees(...rows))
    await button('Delete Mandla Mabena').click()
    const confirm = dialog().getByRole('button', { name: 'Delete' })
    await expect.element(dialog()).toHaveAccessibleName('Confirm delete')
    await expect.element(dialog()).toHaveAccessibleDescription('This action cannot be undone.')
    await expectContains(dialog(), 'Delete employee Mandla Mabena?')
    answerWith({ employees: { remove: loseConnection } })
    await confirm.click()
    await expect.element(alert()).toHaveTextContent('Cannot delete this employee due to related records.')
    answerWith({
      employees: {
        remove: ({ errors }) => {
          throw errors.LAST_OWNER()
        },
      },
    })
    await confirm.click()
    await expect.element(alert()).toHaveTextContent('This is the only owner who can sign in. Make someone else an owner first.')
    answerWith(serveEmployees(...rows))
    await confirm.click()
    await expectGone(dialog())
    await expectGone(button('Delete Mandla Mabena'))
  })
})

test('employees: add, find, edit and delete work by keyboard alone', async () => {
  await renderScreen('/employees', { ...serveEmployees(createNaledi()), sites: { options: () => [SITE] } })
  const { keyboard, tab } = userEvent
  await tabTo(button('Add employee'))
  await keyboard('{Enter}')
  await expect.element(field('First name')).toHaveFocus()
  await keyboard('Aisha')
  await tab()
  await keyboard('Adams')
  await tab()
  await expect.element(select('Role')).toHaveFocus()
  await chooseByKeyboard('Manager')
  await expect.element(select('Role')).toHaveValue('Manager')
  await tabTo(select('Status'))
  await tab()
  await tab()
  await expect.element(field('Email (new account)')).toHaveFocus()
  await keyboard('aisha@karoopantry.co.za')
  await tab()
  await keyboard(`${PASSWORD}{Enter}`)
  await expectGone(dialog())
  await expect.element(button('Add employee')).toHaveFocus()

  const search = page.getByRole('searchbox')
  await tabTo(search)
  await keyboard('manager')
  await expectGone(button('Edit Naledi Dlamini'))
  await tabTo(button('Edit Aisha Adams'))
  await keyboard('{Enter}')
  await expect.element(field('First name')).toHaveFocus()
  await keyboard('{End} B.{Enter}')
  await expectGone(dialog())
  await tabTo(button('Delete Aisha B. Adams'))
  await keyboard('{Enter}')
  await expect.element(cancel()).toHaveFocus()
  await tab()
  await keyboard('{Enter}')
  await expect.element(page.getByText('No employees found.')).toBeVisible()

  await tabTo(search, { shift: true })
  await keyboard('{Control>}a{/Control}{Delete}')
  await expect.element(button('Edit Naledi Dlamini')).toBeVisible()
  await tabTo(page.getByRole('combobox', { name: 'Status' }))
  await chooseByKeyboard('Disabled')
  await expect.poll(() => location.search).toContain('status=')
})

describe('own employee record', () => {
  const question = () => page.getByRole('alertdialog')
  const answerQuestion = (name: string) => question().getByRole('button', { name }).click()

  /** The save or the deletion ends the session. */
  async function openOwn(action: 'Edit' | 'Delete', role: 'owner' | 'admin' = 'owner') {
    const naledi = createEmployee('Naledi', 'Dlamini', { position: 'Owner', is_linked: true, is_caller: true })
    let isEnded = false
    const end = () => {
      isEnded = true
    }
    await renderScreen('/employees', {
      ...serveEmployees(naledi),
      sites: { options: () => [SITE] },
      session: { get: () => (isEnded ? null : { ...SESSION, role }) },
    })
    answerWith({
      employees: {
        list: ({ errors }) => {
          if (isEnded) throw errors.UNAUTHORIZED()
          return toPage([naledi])
        },
        update: end,
        remove: end,
      },
    })
    await button(`${action} Naledi Dlamini`).click()
  }

  test('of the owner: asks before the role is given up, and the sign-in screen says why the person is signed out', async () => {
    await openOwn('Edit')
    await choose(select('Role'), 'Manager')
    await save().click()
    await expectContains(question(), 'Give up your access?')
    await expectContains(question(), 'You own the business')
    await expectAccessible()
    await answerQuestion('Keep editing')
    await expectGone(question())
    await expect.element(select('Role')).toHaveValue('Manager')
    await save().click()
    await userEvent.keyboard('{Escape}')
    await expectGone(question())
    expect(getInputs('employees.update')).toEqual([])

    await save().click()
    await answerQuestion('Save and sign out')
    await expectContains(alert(), 'You are signed out, because your role is no longer Owner. Another owner can change it back.')
    expect(getInputs('employees.update')).toHaveLength(1)
  })

  test('of an admin: asks before the own login is disabled, and says why the person is signed out', async () => {
    await openOwn('Edit', 'admin')
    await choose(select('Status'), 'Disabled')
    await field('Disable reason').fill('Leave')
    await save().click()
    await expectContains(question(), 'You are signed out')
    await expect.element(question()).not.toHaveTextContent('You own the business')
    await answerQuestion('Save and sign out')
    await expectContains(alert(), 'You are signed out, because you disabled your own login. Another owner can enable it.')
  })

  test('is deleted after a warning, and the sign-in screen says why the person is signed out', async () => {
    await openOwn('Delete')
    await expectContains(dialog(), 'Delete employee Naledi Dlamini? This is your own record')
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await expectContains(alert(), 'You are signed out, because you deleted your own employee record and login.')
  })

  test('is saved without a question when the access stays', async () => {
    await openOwn('Edit')
    answerWith({ employees: { update: () => {} } })
    await field('Last name').fill('Mokoena')
    await save().click()
    await expectGone(dialog())
    expect(getInputs('employees.update')).toHaveLength(1)
  })
})

describe('making an employee anonymous', () => {
  const ANONYMOUS = 'This person left and was made anonymous.'

  test('asks, says that nothing undoes it, and shows the new name', async () => {
    await openMandla()
    await dialog().getByRole('button', { name: 'Make anonymous' }).click()
    await expect.element(dialog()).toHaveAccessibleDescription('This action cannot be undone.')
    await expectContains(dialog(), 'Mandla Mabena becomes ‘Former employee’ with a number')
    await expectContains(dialog(), 'Notes, tickets and other free text keep this person’s name')
    await expectAccessible()
    answerWith({
      employees: {
        makeAnonymous: () => {
          const employee = createEmployee('Former employee', '1', { employeeid: 1_000, isenabled: false, is_anonymous: true })
          answerWith(serveEmployees(createNaledi(), employee))
          return { number: 1 }
        },
      },
    })
    await dialog().getByRole('button', { name: 'Make anonymous' }).click()
    await expectGone(dialog())
    expect(getInputs('employees.makeAnonymous')).toEqual([{ employeeid: 1_000 }])
    await button('Edit Former employee 1').click()
    await expectContains(dialog(), ANONYMOUS)
    await expectGone(save())
  })

  test('says why it was refused, and waits while something is typed', async () => {
    await openMandla()
    await field('First name').fill('Man')
    await expect.element(dialog().getByRole('button', { name: 'Make anonymous' })).toBeDisabled()
    await field('First name').fill('Mandla')
    await dialog().getByRole('button', { name: 'Make anonymous' }).click()
    answerWith({
      employees: {
        makeAnonymous: ({ errors }) => {
          throw errors.TILL_EMPLOYEE()
        },
      },
    })
    await dialog().getByRole('button', { name: 'Make anonymous' }).click()
    await expectContains(dialog(), 'This employee stands for a till, not a person.')
  })

  test('is not offered to an admin', async () => {
    await openMandla(createMandla(), { session: { get: () => ({ ...SESSION, role: 'admin' }) } })
    await expect.element(save()).toBeVisible()
    await expectGone(dialog().getByRole('button', { name: 'Make anonymous' }))
  })

  test('is not offered for the own record', async () => {
    await openMandla({ ...createMandla(), is_caller: true })
    await expect.element(save()).toBeVisible()
    await expectGone(dialog().getByRole('button', { name: 'Make anonymous' }))
  })
})
