import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { EmployeeImportPreview } from '../../../contract/employee-imports.ts'
import type { ImportAnswer } from '../../../contract/imports.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerRoute, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { PHONE, renderScreen } from '../../testing/render-screen.tsx'
import { button, dialog, expectContains, expectGone, expectNoOverflow } from '../../testing/screen.ts'

const COLUMNS = [
  { title: 'Wie', field: null, cells: ['Lerato Mokoena', 'Sipho'] },
  { title: 'Hired', field: 'hiredate', cells: ['2024-02-01', ''] },
]
const uploadid = '7c3d1e52-9a0b-4c1f-8e6d-2b5a4f3c1d00'
const LERATO = { firstname: 'Lerato', lastname: 'Mokoena', position: 'Employee' as const, siteid: 1, hiredate: '2024-02-01' }

test('employee import: matches the name, previews, and adds after the confirmation on a phone', async () => {
  const sent: string[] = []
  answerRoute('DELETE /api/v1/imports/uploads/', () => new Response(null, { status: 204 }))
  answerRoute('POST /api/v1/employees/imports', (request) => {
    const { searchParams } = new URL(request.url)
    sent.push(searchParams.get('columns') ?? 'by title')
    const preview = searchParams.has('columns')
      ? {
          ...{ new: 1, unchanged: 1, rejected: 1, employees: [LERATO] },
          lines: [
            { line: 2, name: 'Lerato Mokoena', reason: null },
            { line: 3, name: 'Sipho', reason: 'Last name is required.' },
          ],
        }
      : null
    return Response.json({ uploadid, columns: COLUMNS, preview } satisfies ImportAnswer<EmployeeImportPreview>)
  })
  let isLost = true
  await renderScreen(
    '/employees',
    {
      employees: {
        imports: {
          confirm: () => {
            if (isLost) loseConnection()
            return { added: 1 }
          },
        },
      },
    },
    PHONE,
  )
  await button('More actions').click()
  await button('Import').click()
  await userEvent.upload(dialog().getByLabelText('CSV or Excel file'), new File(['Wie;Hired\n'], 'team.csv'))
  await expectContains(dialog(), 'Choose the column with the name.')
  await expect.element(button('Continue')).toBeDisabled()
  await userEvent.selectOptions(dialog().getByRole('combobox', { name: 'Column Wie' }), 'First and last name')
  await expectAccessible()
  await button('Continue').click()
  await expectContains(dialog(), 'Adds 1 employee at 1 site. 1 line is rejected.')
  await expectContains(dialog(), '1 new, 1 not imported')
  await expectContains(dialog(), 'team.csv • 1 already here')
  await expectContains(dialog(), 'SiphoNot imported: Last name is required.')
  expect(sent).toEqual(['by title', 'fullname,hiredate'])
  await expectAccessible()
  expectNoOverflow()
  await button('Import 1 employee').click()
  await expectContains(dialog(), 'Could not import the employees. Please try again.')
  isLost = false
  await button('Import 1 employee').click()
  await expectContains(dialog(), 'Imported: 1 employee.')
  expect(getInputs('employees.imports.confirm')).toEqual([{ employees: [LERATO] }, { employees: [LERATO] }])
  await button('Done').click()
  await expectGone(dialog())
})
