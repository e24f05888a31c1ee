import { oc } from '@orpc/contract'
import { z } from 'zod'
import { createChosenColumns, FileColumn } from './columns/file-column.ts'
import { EMPLOYEE_FIELDS } from './columns/import-fields.ts'
import { employeeFields } from './employees.ts'
import { dataErrors, LENGTH_REQUIRED, NO_SITE } from './shared/errors.ts'
import { CsvFile, Id, ImportFile } from './shared/fields.ts'

export const MAX_IMPORTED_EMPLOYEES = 1_000
/** Who signs in is added with a login. */
const IMPORTED_POSITIONS = ['Manager', 'Employee'] as const

/** An employee without a login. */
export const ImportedEmployee = z.strictObject({
  ...employeeFields,
  position: z.enum(IMPORTED_POSITIONS, 'A position is Manager or Employee. Add owners one by one, with a login.'),
})
export type ImportedEmployee = z.output<typeof ImportedEmployee>

export const EmployeeImportSearch = z.strictObject({
  /** Of the rows without a site. */
  siteid: z.coerce.number().pipe(Id),
  /** The fields of the columns, where the person matched them. */
  columns: createChosenColumns(EMPLOYEE_FIELDS).optional(),
})

const Count = z.number().int()

export const EmployeeImportPreview = z.object({
  columns: z.array(FileColumn),
  /** Null while no column has the name. Nothing else was read then. */
  result: z
    .object({
      new: Count,
      /** Already at their site, by first and last name. */
      unchanged: Count,
      rejected: Count,
      /** The new employees and the rejected rows. */
      lines: z.array(z.object({ line: Count, name: z.string(), reason: z.string().nullable() })),
      /** The new employees, to confirm. */
      employees: z.array(ImportedEmployee),
    })
    .nullable(),
})
export type EmployeeImportPreview = z.infer<typeof EmployeeImportPreview>

const FILE_REFUSED = { status: 422, message: 'This file cannot be read.' } as const

const route = oc.errors(dataErrors)
const file = z.object({ query: EmployeeImportSearch, body: ImportFile })

export const employeeImports = {
  confirm: route
    .route({
      path: '/employees/imports/confirm',
      summary: 'Add the new employees of a preview, all or none',
      description: 'They have no login. Those who are already at their site, by first and last name, are left out.',
      tags: ['Employees'],
    })
    .input(z.strictObject({ employees: z.array(ImportedEmployee).min(1).max(MAX_IMPORTED_EMPLOYEES) }))
    .output(z.object({ added: Count }))
    .errors({ NO_SITE }),
}

export const employeeImportFiles = {
  template: route
    .route({
      method: 'GET',
      path: '/employees/imports/template.csv',
      summary: 'A CSV file with the column titles of an import',
      tags: ['Employees'],
    })
    .output(CsvFile),
  preview: route
    .route({
      method: 'POST',
      path: '/employees/imports',
      inputStructure: 'detailed',
      summary: 'What an import of employees would do; adds nobody',
      description: 'The body is the CSV file or Excel workbook itself, at most 8 MB.',
      tags: ['Employees'],
    })
    .input(file)
    .output(EmployeeImportPreview)
    .errors({ NO_SITE, FILE_REFUSED, LENGTH_REQUIRED }),
  rejected: route
    .route({
      method: 'POST',
      path: '/employees/imports/rejected.csv',
      inputStructure: 'detailed',
      summary: 'The rows of a file that an import would reject, with the reasons, as CSV',
      description: 'Takes what the preview takes. The file can be corrected and imported: the column of the reasons is ignored.',
      tags: ['Employees'],
    })
    .input(file)
    .output(CsvFile)
    .errors({ NO_SITE, FILE_REFUSED, LENGTH_REQUIRED }),
}
