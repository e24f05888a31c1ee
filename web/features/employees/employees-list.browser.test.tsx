import { describe, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { createEmployee, createNaledi, serveEmployees } from '../../testing/employees.ts'
import { answerRoute, answerWith, getInputs, hold, loseConnection, removeRoute } from '../../testing/fake-server.ts'
import { DESK, PHONE, renderScreen, SITE } from '../../testing/render-screen.tsx'
import {
  alert,
  box,
  button,
  choose,
  column,
  dialog,
  expectCells,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectPager,
  expectTexts,
  expectUrl,
  goBack,
  heading,
} from '../../testing/screen.ts'

const SEARCH = 'Search by name or position…'
const KLOOF = { siteid: 2, sitename: 'Cape Town Kloof' }
const filter = (name: string) => page.getByRole('combobox', { name })
const tick = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
const selectAll = () => page.getByRole('checkbox', { name: 'Select all on this page' })
const selected = () => page.getByText(/^\d+ selected$/)
const manyEmployees = () =>
  Array.from({ length: 12 }, (_, index) => createEmployee('Sipho', `Dube ${String(index + 1).padStart(2, '0')}`))

/** The names on the page, top down: each row, and each card, has a box that says whose it is. */
const expectTeam = (names: string[]) =>
  expect
    .poll(() =>
      page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .elements()
        .map((checkbox) => checkbox.getAttribute('aria-label')?.replace('Select ', '')),
    )
    .toEqual(names)

const threeEmployees = (): Parameters<typeof serveEmployees> => [
  createEmployee('Aisha', 'Adams', { ...KLOOF, hiredate: '2024-02-12' }),
  createNaledi(),
  createEmployee('Mandla', 'Mabena', { position: 'Manager', isenabled: false, disablereason: 'Moved to Durban' }),
]

describe('employees list', () => {
  test('shows all fields of an employee, and a dash for an empty one (2.7.1, 2.7.5, 2.7.7, 2.7.12, 2.7.13)', async () => {
    await renderScreen('/employees', serveEmployees(...threeEmployees()))
    await expect.element(heading('Employees')).toBeVisible()
    await expect.poll(() => document.title).toBe('Employees · Winkel')
    await expect.element(page.getByText('Team directory & status')).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 2, name: 'Team' })).toBeVisible()
    await expectTexts(page.getByRole('columnheader'), ['', 'Employee', 'Position', 'Site', 'Status', 'Hired', 'Actions'])
    await expectCells('Team', [
      ['', 'AA Aisha Adams No user', 'Employee', 'Cape Town Kloof', 'Enabled', '12 Feb 2024', ''],
      ['', 'ND Naledi Dlamini Linked user', 'Owner', 'Sandton Rivonia', 'Enabled', '–', ''],
      ['', 'MM Mandla Mabena No user', 'Manager', 'Sandton Rivonia', 'Disabled', '–', ''],
    ])
    await expectPager('Page 1 / 1 • 3 results')
    await expectAccessible()
  })

  test('has each action at one place in every row, and Delete last, also where a row lacks one', async () => {
    await renderScreen('/employees', serveEmployees(...threeEmployees()))
    await expect.element(button('End access Naledi Dlamini')).toBeVisible()
    const places = ['Edit', 'Delete'].map((verb) => {
      const buttons = page.getByRole('button', { name: new RegExp(`^${verb} `) }).elements()
      expect(buttons).toHaveLength(3)
      return [...new Set(buttons.map((one) => one.getBoundingClientRect().left))]
    })
    expect(places.map(({ length }) => length)).toEqual([1, 1])
    expect(places.flat()).toEqual(places.flat().toSorted((one, other) => one - other))
    expect(box(button('End access Naledi Dlamini')).left).toBeLessThan(places[1]?.[0] ?? 0)
  })

  test('keeps the head of the table in view below the top bar', async () => {
    await renderScreen('/employees', serveEmployees(...manyEmployees()), [1440, 500])
    const head = page.getByRole('columnheader', { name: 'Position' })
    await expect.element(button('Edit Sipho Dube 10')).toBeInTheDocument()
    window.scrollTo(0, document.documentElement.scrollHeight)
    await expect.poll(() => box(head).top).toBe(box(page.getByRole('banner')).bottom)
  })

  test('shows a dash for a missing position (2.7.12)', async () => {
    const employee = { ...createNaledi(), position: '' }
    answerRoute('POST /api/rpc/employees/list', () =>
      Response.json({ json: { rows: [employee], page: 1, pages: 1, results: 1 } }),
    )
    await renderScreen('/employees')
    await expectCells('Team', [['', 'ND Naledi Dlamini Linked user', '–', 'Sandton Rivonia', 'Enabled', '–', '']])
  })

  test('has cards with the same fields on a phone (2.7.5)', async () => {
    await renderScreen('/employees', serveEmployees(...threeEmployees()), PHONE)
    await expectTexts(page.getByRole('list', { name: 'Team' }).getByRole('listitem'), [
      'AA Aisha Adams No user Employee • Cape Town Kloof Enabled Hired 12 Feb 2024',
      'ND Naledi Dlamini Linked user Owner • Sandton Rivonia Enabled Hired –',
      'MM Mandla Mabena No user Manager • Sandton Rivonia Disabled Hired –',
    ])
    await expectAccessible()
    expectNoOverflow()
  })

  test.for([DESK, PHONE])('shows two lines of a long name, and all of it in a tooltip: %j', async (size) => {
    const firstname = 'Nomathemba Ntombizodwa '.repeat(4).trim()
    const employee = createEmployee(firstname, 'Ndlovu-Mkhwanazi '.repeat(5).trim())
    await renderScreen('/employees', serveEmployees(employee), size)
    const name = page.getByTitle(firstname, { exact: false })
    await expect.element(name).toBeVisible()
    expect(box(name).height).toBeLessThan(48)
  })

  test('sorts by every column in both directions, by last name by default (2.7.8, 4.13)', async () => {
    await renderScreen('/employees?page=7', serveEmployees(...threeEmployees()))
    await expect.element(column('Employee')).toHaveAttribute('aria-sort', 'ascending')
    for (const [name, sort] of [
      ['Employee', 'lastname'],
      ['Position', 'position'],
      ['Site', 'site'],
      ['Status', 'status'],
      ['Hired', 'hiredate'],
    ] as const)
      for (const [dir, order] of [
        ['asc', 'ascending'],
        ['desc', 'descending'],
      ] as const) {
        if (sort === 'lastname' && dir === 'asc') continue // as it is at first
        await column(name).getByRole('button').click()
        await expect.element(column(name)).toHaveAttribute('aria-sort', order)
        await expect.poll(() => getInputs('employees.list').at(-1)).toMatchObject({ sort, dir, page: 1 })
      }
    await expectUrl('/employees?sort=hiredate&dir=desc')
  })

  test('is searched by name and position, and the URL has the search (2.7.2, 2.7.10, 4.13)', async () => {
    await renderScreen('/employees', serveEmployees(...threeEmployees()))
    const search = page.getByRole('searchbox', { name: SEARCH })
    await search.fill('manager')
    await expectTeam(['Mandla Mabena'])
    await expectUrl('/employees?q=manager')
    await search.fill('nobody')
    await expect.element(page.getByText('No employees found.')).toBeVisible()
    await expectPager('Page 1 / 1 • 0 results')
    await button('Clear filters').click()
    await expectTeam(['Aisha Adams', 'Naledi Dlamini', 'Mandla Mabena'])
    await expectUrl('/employees')
  })

  test('is filtered by site and status, and the URL has the filters (2.7.3, 2.7.4)', async () => {
    await renderScreen('/employees', { ...serveEmployees(...threeEmployees()), sites: { options: () => [KLOOF, SITE] } })
    await filter('Site').click()
    await expectTexts(page.getByRole('option'), ['All sites', 'Cape Town Kloof', 'Sandton Rivonia'])
    await expectAccessible()
    await page.getByRole('option', { name: 'Sandton Rivonia' }).click()
    await expectTeam(['Naledi Dlamini', 'Mandla Mabena'])
    await filter('Status').click()
    await expectTexts(page.getByRole('option'), ['All statuses', 'Enabled', 'Disabled'])
    await page.getByRole('option', { name: 'Disabled' }).click()
    await expectTeam(['Mandla Mabena'])
    await expectUrl('/employees?siteid=1&status=disabled')
    await choose(filter('Status'), 'Enabled')
    await expectTeam(['Naledi Dlamini'])
    await goBack()
    await expectTeam(['Mandla Mabena'])
    await choose(filter('Status'), 'All statuses')
    await choose(filter('Site'), 'All sites')
    await expectUrl('/employees')
  })

  test.for([DESK, PHONE])('wraps a long site name without blanks in the lists of sites: %j', async (size) => {
    const sitename = 'Sandton'.repeat(28)
    const sites = { options: () => [{ ...SITE, sitename }, KLOOF] }
    await renderScreen('/employees', { ...serveEmployees(createNaledi()), sites }, size)
    const expectInside = async () => {
      const option = page.getByRole('option', { name: sitename })
      await expect.element(option).toBeVisible()
      expect(box(option).width).toBeLessThan(400)
      const { scrollWidth, clientWidth } = option.element()
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
      expectNoOverflow()
    }
    if (size === PHONE) await button('Filters').click()
    await filter('Site').click()
    await expectInside()
    await userEvent.keyboard('{Escape}')
    if (size === PHONE) await button(/^Show/).click()
    await button('Add employee').click()
    await dialog().getByRole('combobox', { name: 'Site' }).click()
    await expectInside()
  })

  test('opens with the filters of its URL, and ignores invalid ones', async () => {
    await renderScreen('/employees?siteid=2&status=gone&sort=user_id&page=-1&constructor=x', {
      ...serveEmployees(...threeEmployees()),
      sites: { options: () => [KLOOF, SITE] },
    })
    await expectTeam(['Aisha Adams'])
    await expect.element(filter('Site')).toHaveValue('Cape Town Kloof')
    await expect.element(filter('Status')).toHaveValue('All statuses')
  })

  test('shows that it could not be loaded, and loads at the next try (2.7.9, 2.7.11, 8.2.4)', async () => {
    const list = hold(loseConnection)
    await renderScreen('/employees', { employees: { list: list.handler } })
    await expect.element(page.getByRole('table', { name: 'Team' })).toHaveAttribute('aria-busy', 'true')
    list.release()
    await expect.element(alert()).toHaveTextContent('Error: Failed to load employees')
    answerWith({
      employees: {
        list: ({ errors }) => {
          throw errors.NO_BUSINESS()
        },
      },
    })
    await button('Try again').click()
    await expect.element(alert()).toHaveTextContent('Error: Business not found')
    answerWith(serveEmployees(createNaledi()))
    await button('Try again').click()
    await expectTeam(['Naledi Dlamini'])
  })
})

test('employees list: is printed as a table, without menu, filters, buttons and checkboxes', async () => {
  await renderScreen('/employees', serveEmployees(...threeEmployees()))
  await expectTeam(['Aisha Adams', 'Naledi Dlamini', 'Mandla Mabena'])
  await commands.emulateMedia({ media: 'print' })
  await expect.element(heading('Employees')).toBeVisible()
  await expectTexts(page.getByRole('columnheader'), ['Employee', 'Position', 'Site', 'Status', 'Hired'])
  await expect.poll(() => page.getByRole('row').elements().length).toBe(4)
  const controls = ['navigation', 'banner', 'searchbox', 'combobox', 'button', 'checkbox'] as const
  const shown = controls.flatMap((role) => page.getByRole(role).elements())
  expect(shown.filter((element) => !element.closest('th'))).toEqual([]) // a header sorts by its button
  await commands.emulateMedia({ media: null })
})

describe('employees selection', () => {
  const exportSelected = () => button('Export selected')
  let exported: string[] = []
  const serveExport = () => {
    exported = []
    answerRoute('GET /api/v1/employees.csv', ({ url }) => {
      exported.push(new URL(url).searchParams.get('ids') ?? '')
      return new Response('First name\n', { headers: { 'content-disposition': 'attachment; filename="employees.csv"' } })
    })
  }

  test('is kept over pages, exported, and cleared by another search (2.7.6, 2.7.14, 4.13)', async () => {
    const [first, ...others] = manyEmployees()
    if (!first) return
    await renderScreen('/employees', serveEmployees(createNaledi(), first, ...others))
    serveExport()
    await expect.element(selectAll()).not.toBeChecked()
    await expectGone(exportSelected())
    await tick('Sipho Dube 01').click()
    await expect.element(selected()).toHaveTextContent('1 selected')
    await expect.element(selectAll()).toBePartiallyChecked()
    await selectAll().click()
    await expect.element(selected()).toHaveTextContent('10 selected')
    await expect.element(selectAll()).toBeChecked()
    await tick('Naledi Dlamini').click()
    await expect.element(selected()).toHaveTextContent('9 selected')

    await expect.element(button('Previous')).toBeDisabled()
    await button('Next').click()
    await expectPager('Page 2 / 2 • 13 results')
    await expect.element(button('Next')).toBeDisabled()
    await expect.element(selectAll()).not.toBeChecked()
    await tick('Sipho Dube 12').click()
    await expect.element(selected()).toHaveTextContent('10 selected')
    await exportSelected().click()
    const ids = [first, ...others].map(({ employeeid }) => employeeid)
    await expect
      .poll(() => exported.map((text) => text.split(',').map(Number).toSorted()))
      .toEqual([[...ids.slice(0, 9), ids[11]].toSorted()])
    await button('Previous').click()
    await expect.element(tick('Sipho Dube 05')).toBeChecked()

    await page.getByRole('searchbox', { name: SEARCH }).fill('dube')
    await expectPager('Page 1 / 2 • 12 results')
    await expectGone(selected())
    await tick('Sipho Dube 05').click()
    await goBack()
    await expectPager('Page 1 / 2 • 13 results')
    await expectGone(selected())
    await expect.element(tick('Sipho Dube 05')).not.toBeChecked()

    await tick('Sipho Dube 05').click()
    await choose(filter('Status'), 'Enabled')
    await expect.element(tick('Sipho Dube 05')).not.toBeChecked()
    await selectAll().click()
    await button('Clear selection').click()
    await expectGone(selected())
    await expect.element(selectAll()).toHaveFocus()
    await expect.element(selectAll()).not.toBeChecked()
  })

  test('is cleared by another order, and does not count deleted employees (4.13)', async () => {
    await renderScreen('/employees', serveEmployees(createNaledi(), ...manyEmployees().slice(0, 2)))
    await selectAll().click()
    await button('Delete Sipho Dube 01').click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await expect.element(selected()).toHaveTextContent('2 selected')
    await expect.element(selectAll()).toBeChecked()
    await column('Hired').getByRole('button').click()
    await expectGone(selected())
  })

  test('has a bar at the bottom of a phone that covers no row', async () => {
    await renderScreen('/employees', serveEmployees(createNaledi(), ...manyEmployees()), PHONE)
    await tick('Naledi Dlamini').click()
    await expect.element(exportSelected()).toBeInViewport({ ratio: 1 })
    await expect.element(selected()).toBeInViewport({ ratio: 1 })
    await button('Next').click()
    await expectPager('Page 2 / 2 • 13 results')
    scrollTo(0, document.body.scrollHeight)
    await expect.poll(() => box(button('Previous')).bottom).toBeLessThanOrEqual(box(exportSelected()).top)
    answerRoute('GET /api/v1/employees.csv', loseConnection)
    await exportSelected().click()
    await expect.element(alert()).toBeInViewport({ ratio: 1 })
    await expectAccessible()
  })

  test('shows why its export failed, and exports at the next try', async () => {
    await renderScreen('/employees', serveEmployees(createNaledi()))
    await tick('Naledi Dlamini').click()
    answerRoute('GET /api/v1/employees.csv', loseConnection)
    await exportSelected().click()
    await expectContains(alert(), 'Export failed.')
    removeRoute('GET /api/v1/employees.csv')
    serveExport()
    await button('Try again').click()
    await expect.poll(() => exported).toHaveLength(1)
    await expectGone(alert())
  })
})
