import type { EmployeeField } from '../../../../contract/columns/import-fields.ts'
import type { KnownExport } from './known-export.ts'

export const EMPLOYEE_EXPORTS: readonly KnownExport<EmployeeField>[] = [
  {
    name: "Square's export of team members",
    titles: ['first name', 'last name', 'job title', 'permission set', 'locations'],
    columns: {},
  },
]
