import { oc } from '@orpc/contract'
import { z } from 'zod'
import { EMPLOYEE_FIELDS } from './columns/import-fields.ts'
import { CODE_TAKEN, employeeFields, POSITIONS } from './employees.ts'
import { createImportCalls, createImportSearch, createTemplateCall, FileLine } from './imports.ts'
import { dataErrors, NO_SITE } from './shared/errors.ts'

export const MAX_IMPORTED_EMPLOYEES = 1_000
/** An employee without a login. */
export const ImportedEmployee = z.strictObject({
  ...employeeFields,
  position: z.enum(POSITIONS, 'Select a role.'),
  /** 2 for the second person of this name at the site. Missing for the first. Nobody is added where as many are there already. */
  nth: z.number().int().min(1).max(1_000_000).optional(),
})
export type ImportedEmployee = z.output<typeof ImportedEmployee>

export const EmployeeImportSearch = createImportSearch(EMPLOYEE_FIELDS)

const Count = z.number().int()

export const EmployeeImportPreview = z.object({
  new: Count,
  /** Already at their site, by first and last name, and by code where both have one. */
  unchanged: Count,
  rejected: Count,
  /** The new employees and the rejected rows. */
  lines: z.array(
    FileLine.extend({
      name: z.string(),
      reason: z.string().nullable(),
      /** Of a new employee: somebody else has the name. */
      warning: z.string().optional(),
    }),
  ),
  /** The new employees, to confirm. */
  employees: z.array(ImportedEmployee),
})
export type EmployeeImportPreview = z.infer<typeof EmployeeImportPreview>

const route = oc.errors(dataErrors)

export const employeeImports = {
  confirm: route
    .route({
      path: '/employees/imports/confirm',
      summary: 'Add the new employees of a preview, all or none',
      description:
        'They have no login. Those who are already at their site, by first and last name, are left out. The second person of a name has `nth` 2.',
      tags: ['Employees'],
    })
    .input(z.strictObject({ employees: z.array(ImportedEmployee).min(1).max(MAX_IMPORTED_EMPLOYEES) }))
    .output(z.object({ added: Count }))
    .errors({ NO_SITE, CODE_TAKEN }),
}

const PATH = '/employees/imports'

export const employeeImportFiles = {
  template: createTemplateCall(PATH, 'Employees'),
  ...createImportCalls({
    ...{ path: PATH, tag: 'Employees', summary: 'What an import of employees would do; adds nobody', max: '8 MB' },
    ...{ search: EmployeeImportSearch, preview: EmployeeImportPreview },
  }),
}
