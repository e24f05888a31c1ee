import { readFile } from 'node:fs/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { EmployeeImportPreview } from '../../../../contract/employee-imports.ts'
import { createImportAnswer } from '../../../../contract/imports.ts'
import { createOwner, type Owner } from '../../../testing/clients.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

let thandi: Owner
beforeEach(async () => {
  thandi = await createOwner(server)
})

const send = (file: string, { owner = thandi, path = '', columns = '' } = {}) =>
  owner.fetch(`/api/v1/employees/imports${path}?siteid=${owner.siteid}${columns && `&columns=${columns}`}`, {
    method: 'POST',
    body: file,
    headers: { 'content-type': 'text/csv' },
  })
const preview = async (...sent: Parameters<typeof send>) =>
  createImportAnswer(EmployeeImportPreview).parse(await (await send(...sent)).json()).preview
const count = async () =>
  (await server.ownerPool.query('select count(*)::int as n from employee where businessid = $1', [thandi.businessid])).rows[0]?.n

const FILE =
  'First name,Last name,Position,Site,Hired\n' +
  'Lerato,Mokoena,manager,,2024-02-01\nSipho,Dube,,Rosebank,\nsipho,DUBE,,rosebank,\n' +
  'Anna,,,,\nPieter,Botha,Owner,,\nJan,Smit,,Nowhere,\nZola,Nkosi,,,31/31/2024\n'

test('employee import: new employees are added once, and rows that cannot be read are named', async () => {
  const { siteid } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'x' })
  const before = await count()
  const first = await preview(FILE)
  expect(first).toEqual({
    ...{ new: 3, unchanged: 0, rejected: 4 },
    employees: [
      { firstname: 'Lerato', lastname: 'Mokoena', position: 'Manager', siteid: thandi.siteid, hiredate: '2024-02-01' },
      { firstname: 'Sipho', lastname: 'Dube', position: 'Employee', siteid, hiredate: null },
      { firstname: 'Pieter', lastname: 'Botha', position: 'Owner', siteid: thandi.siteid, hiredate: null },
    ],
    lines: [
      { line: 2, name: 'Lerato Mokoena', reason: null },
      { line: 3, name: 'Sipho Dube', reason: null },
      { line: 4, name: 'sipho DUBE', reason: 'Duplicate of line 3.' },
      { line: 5, name: 'Anna', reason: 'Last name is required.' },
      { line: 6, name: 'Pieter Botha', reason: null },
      { line: 7, name: 'Jan Smit', reason: 'There is no site called Nowhere.' },
      { line: 8, name: 'Zola Nkosi', reason: expect.stringContaining('31/31/2024') },
    ],
  })
  expect(await count(), 'a preview adds nobody').toBe(before)
  const employees = first?.employees ?? []
  const both = await Promise.all([1, 2].map(() => thandi.api.employees.imports.confirm({ employees })))
  expect(both.map(({ added }) => added).toSorted(), 'two windows').toEqual([0, 3])
  expect(await count()).toBe(before + 3)
  expect(await preview(FILE)).toMatchObject({ new: 0, unchanged: 3, rejected: 4 })
  const rejected = await (await send(FILE, { path: '/rejected.csv' })).text()
  expect(rejected).toContain('Jan,Smit,,Nowhere,,There is no site called Nowhere.')
  expect(rejected).not.toContain('Lerato')
})

test('employee import: codes are added, and one that is taken or used twice is named', async () => {
  const owner = await createOwner(server)
  const add = { position: 'Employee', siteid: owner.siteid, hiredate: null, isenabled: true, login: 'none' } as const
  await owner.api.employees.create({ ...add, firstname: 'Zola', lastname: 'Nkosi', employee_code: '7' })
  const read = await preview('Name,Surname,Clerk\nLerato,Mokoena,k1\nSipho,Dube,K 1\nAnna,Botha,7\nZola,Nkosi,7\n', { owner })
  expect(read).toMatchObject({
    ...{ new: 1, unchanged: 1, rejected: 2, employees: [{ firstname: 'Lerato', employee_code: 'k1' }] },
    lines: [{ reason: null }, { reason: 'Another employee has this code.' }, { reason: 'Another employee has this code.' }],
  })
  const employees = read?.employees ?? []
  await owner.api.employees.imports.confirm({ employees })
  expect((await owner.api.employees.list({ q: 'k1' })).rows).toMatchObject([{ firstname: 'Lerato', employee_code: 'k1' }])
  const other = employees.map((employee) => ({ ...employee, firstname: 'Other' }))
  await expect(owner.api.employees.imports.confirm({ employees: other })).rejects.toMatchObject({ code: 'CODE_TAKEN' })
})

test('employee import: people of one name differ by their codes, titles or days, and an equal row is the same person', async () => {
  const read = () =>
    preview(
      'Name,Surname,Clerk,Role,Hired\nThabo,Nkosi,1,,\nThabo,Nkosi,2,,\nThabo,Nkosi,2,,\nThabo,Nkosi,,,\n' +
        'Zola,Nkosi,,Cashier,\nZola,Nkosi,,cashier,\nZola,Nkosi,,Barista,\nZola,Nkosi,,Barista,2024-02-01\n',
    )
  const first = await read()
  expect(first).toMatchObject({
    ...{ new: 6, rejected: 2 },
    employees: [
      { employee_code: '1' },
      { employee_code: '2', nth: 2 },
      { nth: 3 },
      { firstname: 'Zola' },
      { nth: 2 },
      { nth: 3 },
    ],
    lines: [
      { reason: null },
      { warning: 'Two people are called Thabo Nkosi.' },
      { reason: 'Duplicate of line 3.' },
      { warning: '3 people are called Thabo Nkosi.' },
      { reason: null },
      { reason: 'Duplicate of line 6.' },
      { warning: 'Two people are called Zola Nkosi.' },
      { warning: '3 people are called Zola Nkosi.' },
    ],
  })
  const employees = first?.employees ?? []
  await thandi.api.employees.imports.confirm({ employees: employees.slice(0, 1) })
  expect(await read(), 'one of them is here').toMatchObject({
    ...{ new: 5, unchanged: 1 },
    employees: [{ employee_code: '2', nth: 2 }, { nth: 3 }, { firstname: 'Zola' }, { nth: 2 }, { nth: 3 }],
  })
  expect(await thandi.api.employees.imports.confirm({ employees })).toEqual({ added: 5 })
  expect(await thandi.api.employees.imports.confirm({ employees })).toEqual({ added: 0 })
  expect(await read()).toMatchObject({ new: 0, unchanged: 6, rejected: 2, employees: [] })
})

test('employee import: any job title is an employee, and of several sites the first is taken', async () => {
  const { siteid } = await thandi.api.sites.create({ sitename: 'Second Shop', location: 'x' })
  await thandi.api.sites.create({ sitename: 'Rose, bank', location: 'x' })
  const read = await preview(
    'First Name,Last Name,Email,Job Title,Permission Set,Locations,Hired\n' +
      'Anna,Smit,a@example.com,Barista,Team,"Second Shop, Rosebank",2023-01-02\n' +
      'Bongani,Zulu,b@example.com,Assistant manager,Manager,"Rose, bank",2023-01-02\n' +
      'Cara,Lee,c@example.com,EIENAAR,Team,All locations,2023-01-02\n' +
      'Dan,Fox,d@example.com,Bestuurder,Team,"Nowhere, Second Shop",2023-01-02\n',
  )
  expect(read).toMatchObject({
    employees: [
      { firstname: 'Anna', position: 'Employee', siteid },
      { firstname: 'Bongani', position: 'Employee' },
      { firstname: 'Cara', position: 'Owner', siteid: thandi.siteid },
      { firstname: 'Dan', position: 'Manager', siteid },
    ],
    rejected: 0,
  })
})

test('employee import: a file with one column of names is matched, and the choice is kept', async () => {
  const file = 'Wie;Begin\nLerato Mokoena;1/2/2024\n"Dube, Sipho";13/2/2024\n'
  expect(await preview(file)).toBeNull()
  const chosen = await preview(file, { columns: 'fullname,hiredate' })
  expect(chosen?.employees).toMatchObject([
    { firstname: 'Lerato', lastname: 'Mokoena', hiredate: '2024-02-01' },
    { firstname: 'Sipho', lastname: 'Dube', hiredate: '2024-02-13' },
  ])
  expect(await preview(file)).toEqual(chosen)
})

test.for([
  ['Name,Surname', 'Lerato,Mokoena'],
  ['Van;Naam', 'Mokoena;Lerato'],
  ['Name,Job', 'Lerato Mokoena,Manager'],
  ['Name and surname,Job', '"Mokoena, Lerato",Manager'],
] as const)('employee import: a column %j has the first name, or both', async ([titles, row]) => {
  expect((await preview(`${titles}\n${row}\n`))?.employees).toMatchObject([{ firstname: 'Lerato', lastname: 'Mokoena' }])
})

test('employee import: all or nobody is added, and nobody at the site of another business', async () => {
  const other = await createOwner(server)
  const before = await count()
  const employee = { lastname: 'Mokoena', position: 'Employee' as const, hiredate: null }
  const employees = [
    { ...employee, firstname: 'Lerato', siteid: thandi.siteid },
    { ...employee, firstname: 'Sipho', siteid: other.siteid },
  ]
  await expect(thandi.api.employees.imports.confirm({ employees })).rejects.toMatchObject({ code: 'NO_SITE' })
  expect(await count()).toBe(before)
  expect((await thandi.fetch('/api/v1/employees/imports/template.csv')).status).toBe(200)
})

test.each([
  [
    '41-employees-names',
    [
      'Pieter / van der Merwe',
      'Thandi / Dlamini',
      'Thabo / Nkosi',
      'Thabo / Nkosi',
      "Sinéad / O'Brien-Ndlovu",
      'مريم / حسن',
      'Jan / de Klerk Jr.',
      'Anna-Marie / du Plessis',
    ],
    ['Last name is required.'],
  ],
  ['42-employees-square', ['Anna / Smit', 'Bongani / Zulu', 'Cara / Lee'], []],
])('employees of a till: %s', async (name, people, refused) => {
  await server.ownerPool.query(`update site set sitename = 'Main Street' where siteid = $1`, [thandi.siteid])
  const read = await preview(await readFile(new URL(`../../../testing/cases/${name}.csv`, import.meta.url), 'utf8'))
  expect(read?.employees.map(({ firstname, lastname }) => `${firstname} / ${lastname}`)).toEqual(people)
  expect(read?.lines.flatMap(({ reason }) => reason ?? [])).toEqual(refused)
})
