import { afterAll, expect, test } from 'vitest'
import { EmployeeImportPreview } from '../../../../contract/employee-imports.ts'
import { createImportAnswer } from '../../../../contract/imports.ts'
import { EMPLOYEE_EXPORTS } from '../../../shared/files/known-exports/employee-exports.ts'
import { createOwnerOfTwoShops } from '../../../testing/clients.ts'
import { omitTitles, readExport, reorderExport } from '../../../testing/export-files.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

/** What the server reads in a file of a business with two sites, and the name of the site of each person. */
async function read(file: string) {
  const owner = await createOwnerOfTwoShops(server)
  const answer = await owner.fetch(`/api/v1/employees/imports?siteid=${owner.siteid}`, {
    ...{ method: 'POST', body: file, headers: { 'content-type': 'text/csv' } },
  })
  const { made_by, preview } = createImportAnswer(EmployeeImportPreview).parse(await answer.json())
  const people = preview?.employees.map(({ firstname, lastname, position, siteid, hiredate }) =>
    [firstname, lastname, position, siteid === owner.siteid ? 'Main Street' : 'Second Shop', hiredate ?? ''].join(' | '),
  )
  return { made_by, preview, people }
}

const FILES: [file: string, made_by: string, expected: object, people: string[]][] = [
  [
    'square-team',
    "Square's export of team members",
    { new: 3, rejected: 2 },
    [
      'Anna | Smit | Employee | Main Street | 2023-01-02',
      'Bongani | van Zyl | Manager | Second Shop | 2023-01-02',
      'Cara | Lee | Employee | Main Street | ',
    ],
  ],
]

test.each(FILES)('known export of employees: %s is %s', async (name, made_by, expected, people) => {
  expect(await read(await readExport(name))).toMatchObject({ made_by, preview: expected, people })
  expect(await read(await reorderExport(name)), 'in another order').toMatchObject({ made_by, preview: expected, people })
})

test.each(FILES)('known export of employees: %s without one of its titles is none', async (name) => {
  for (const file of await omitTitles(name, EMPLOYEE_EXPORTS)) expect((await read(file)).made_by).toBeUndefined()
})

test('known export of employees: titles like properties of JavaScript objects mean nothing', async () => {
  const file = 'First name,Last name,__proto__,constructor\nAnna,Smit,x,x\n'
  expect(await read(file)).toMatchObject({ made_by: undefined, preview: { new: 1, rejected: 0 } })
})
