import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createClient, createOwner, type Owner } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { createTeamHelpers } from '../../testing/team.ts'

const server = await testServer()
afterAll(server.close)
beforeEach(() => server.ownerPool.query('delete from auth.attempts'))
const { ask } = createTeamHelpers(server)

describe('employees list', () => {
  let thandi: Owner
  let rosebank: number
  const names = async (search: Parameters<Owner['api']['employees']['list']>[0]) =>
    (await thandi.api.employees.list(search)).rows.map(({ firstname, lastname }) => `${firstname} ${lastname}`)

  beforeAll(async () => {
    thandi = await createOwner(server)
    rosebank = (await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Oxford Road' })).siteid
    await ask(
      `insert into employee (businessid, siteid, firstname, lastname, position, hiredate, isenabled, disablereason)
       values ($1, $2, 'Sipho', 'Dube', 'Manager', '2024-02-29', true, ''),
              ($1, $3, 'Ayanda', 'dube', 'Employee', null, true, ''),
              ($1, $3, 'Éva', 'Botha', 'Employee', '1985-01-31', false, 'Moved to Durban'),
              ($1, $2, '100%', 'O_Brien', 'Employee', '2026-11-01', true, '')`,
      [thandi.businessid, thandi.siteid, rosebank],
    )
  })

  test('is sorted by last name, then first name, ignoring case and accents (2.7.8)', async () => {
    const sorted = ['Éva Botha', 'Ayanda dube', 'Sipho Dube', 'Thandi Nkosi', '100% O_Brien']
    expect(await names({})).toEqual(sorted)
    expect(await names({ dir: 'desc' })).toEqual(sorted.toReversed())
  })

  test.each([
    ['position', 'asc', ['Éva Botha', 'Ayanda dube', '100% O_Brien', 'Sipho Dube', 'Thandi Nkosi']],
    ['position', 'desc', ['Thandi Nkosi', 'Sipho Dube', 'Éva Botha', 'Ayanda dube', '100% O_Brien']],
    ['site', 'asc', ['Éva Botha', 'Ayanda dube', 'Sipho Dube', 'Thandi Nkosi', '100% O_Brien']],
    ['site', 'desc', ['Sipho Dube', 'Thandi Nkosi', '100% O_Brien', 'Éva Botha', 'Ayanda dube']],
    ['status', 'asc', ['Éva Botha', 'Ayanda dube', 'Sipho Dube', 'Thandi Nkosi', '100% O_Brien']],
    ['status', 'desc', ['Ayanda dube', 'Sipho Dube', 'Thandi Nkosi', '100% O_Brien', 'Éva Botha']],
    ['hiredate', 'asc', ['Éva Botha', 'Sipho Dube', '100% O_Brien', 'Ayanda dube', 'Thandi Nkosi']],
    ['hiredate', 'desc', ['100% O_Brien', 'Sipho Dube', 'Éva Botha', 'Ayanda dube', 'Thandi Nkosi']],
  ] as const)('is sorted by %s %s, empty values last, equal values by name', async (sort, dir, found) => {
    expect(await names({ sort, dir })).toEqual(found)
  })

  test.each([
    ['sipho', ['Sipho Dube']],
    ['DUBE', ['Ayanda dube', 'Sipho Dube']],
    ['ho du', ['Sipho Dube']],
    [' Dube\t', ['Ayanda dube', 'Sipho Dube']],
    [' ', ['Éva Botha', 'Ayanda dube', 'Sipho Dube', 'Thandi Nkosi', '100% O_Brien']],
    ['manager', ['Sipho Dube']],
    ['owner', ['Thandi Nkosi']],
    ['%', ['100% O_Brien']],
    ['_', ['100% O_Brien']],
    ['\\', []],
    ["'; drop table employee", []],
  ])('finds the text %j in names and positions (2.7.2)', async (q, found) => {
    expect(await names({ q })).toEqual(found)
  })

  test('is filtered by site, status and search together (2.7.3, 2.7.4, 5.4.9)', async () => {
    expect(await names({ siteid: rosebank })).toEqual(['Éva Botha', 'Ayanda dube'])
    expect(await names({ status: 'disabled' })).toEqual(['Éva Botha'])
    expect(await names({ status: 'enabled' })).toHaveLength(4)
    expect(await names({ status: 'enabled', siteid: rosebank, q: 'a' })).toEqual(['Ayanda dube'])
    expect(await names({ siteid: 999_999 })).toEqual([])
    expect((await thandi.send('GET', `/api/v1/employees?siteid=${rosebank}&status=disabled`)).body.rows).toEqual([
      {
        employeeid: expect.any(Number),
        siteid: rosebank,
        sitename: 'Rosebank',
        firstname: 'Éva',
        lastname: 'Botha',
        position: 'Employee',
        hiredate: '1985-01-31',
        isenabled: false,
        disablereason: 'Moved to Durban',
        employee_code: null,
        has_pin: false,
        is_linked: false,
        is_caller: false,
        version: 1,
      },
    ])
    expect((await thandi.api.employees.list({ q: 'thandi' })).rows).toMatchObject([
      { hiredate: null, is_linked: true, is_caller: true },
    ])
  })

  test('is exported with all filtered or all selected employees in the order of the list', async () => {
    const exported = async (query: string) => {
      const answer = await thandi.fetch(`/api/v1/employees.csv?${query}`)
      return { answer, lines: answer.ok ? parse(Buffer.from(await answer.arrayBuffer()), { bom: true }) : [] }
    }
    const { answer, lines } = await exported('sort=hiredate&dir=desc&q=dube')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="employees.csv"')
    expect(answer.headers.get('x-total-rows')).toBe('2')
    expect(lines).toEqual([
      ['First name', 'Last name', 'Position', 'Site', 'Status', 'Disable reason', 'Hired', 'Employee code'],
      ['Sipho', 'Dube', 'Manager', 'Sandton', 'Enabled', '', '2024-02-29', ''],
      ['Ayanda', 'dube', 'Employee', 'Rosebank', 'Enabled', '', '', ''],
    ])
    const { rows } = await thandi.api.employees.list({})
    const stranger = await createOwner(server)
    const selected = await exported(`ids=${[rows[4], rows[0], stranger].map((row) => row?.employeeid)}`)
    expect(selected.lines.slice(1)).toEqual([
      ['Éva', 'Botha', 'Employee', 'Rosebank', 'Disabled', 'Moved to Durban', '1985-01-31', ''],
      ['100%', 'O_Brien', 'Employee', 'Sandton', 'Enabled', '', '2026-11-01', ''],
    ])
    expect((await exported('ids=x')).answer.status).toBe(422)
    expect((await createClient(server).fetch('/api/v1/employees.csv')).status).toBe(401)
  })

  test('refuses invalid parameters', async () => {
    for (const search of ['status=gone', 'siteid=0', 'siteid=x', 'sort=user_id', 'hiredate=2026'])
      expect((await thandi.send('GET', `/api/v1/employees?${search}`)).status, search).toBe(422)
  })
})

test('employees list: has each of 21 employees with the same name on one of three pages, in every order (9.17)', async () => {
  const thandi = await createOwner(server)
  await ask(
    `insert into employee (businessid, siteid, firstname, lastname) select $1, $2, 'Sipho', 'Dube' from generate_series(1, 20)`,
    [thandi.businessid, thandi.siteid],
  )
  for (const sort of ['lastname', 'position', 'site', 'status', 'hiredate'] as const)
    for (const dir of ['asc', 'desc'] as const) {
      const pages = await Promise.all([1, 2, 3].map((page) => thandi.api.employees.list({ sort, dir, page })))
      expect(pages[0]).toMatchObject({ page: 1, pages: 3, results: 21 })
      expect(pages.map(({ rows }) => rows.length)).toEqual([10, 10, 1])
      expect(new Set(pages.flatMap(({ rows }) => rows.map(({ employeeid }) => employeeid))).size).toBe(21)
      expect(await thandi.api.employees.list({ sort, dir, page: 9 })).toEqual(pages[2])
    }
  expect(await thandi.api.employees.list({ q: 'nobody', page: 3 })).toEqual({ rows: [], page: 1, pages: 1, results: 0 })
})
