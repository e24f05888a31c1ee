import type { z } from 'zod'
import { EMPLOYEE_TITLES } from '../../../../contract/columns/employee-titles.ts'
import {
  type EmployeeImportPreview,
  EmployeeImportSearch,
  MAX_IMPORTED_EMPLOYEES,
} from '../../../../contract/employee-imports.ts'
import type { InBusiness } from '../../../../db/tenant-scope.ts'
import type { Import } from '../../../http/import-routes.ts'
import type { ReceivedFile } from '../../../shared/files/file-source.ts'
import { InvalidFile } from '../../../shared/files/invalid-file.ts'
import { EMPLOYEE_EXPORTS } from '../../../shared/files/known-exports/employee-exports.ts'
import { describeColumns, keepChoice, matchTable } from '../../../shared/files/match-table.ts'
import { openTable } from '../../../shared/files/read-table.ts'
import { mapReasons } from '../../../shared/files/write-rejected.ts'
import { listEmployees } from './queries.ts'
import { hasName, readEmployees } from './read-employees.ts'

type Search = z.output<typeof EmployeeImportSearch>

async function openFile(within: InBusiness, source: ReceivedFile, { columns: chosen }: Search) {
  const table = await openTable(source, { titles: EMPLOYEE_TITLES, maxRows: MAX_IMPORTED_EMPLOYEES, rowNoun: 'employees' })
  return matchTable(within, table, { noun: 'employees', titles: EMPLOYEE_TITLES, exports: EMPLOYEE_EXPORTS, chosen })
}

export const employeeImport: Import<Search, EmployeeImportPreview> = {
  noun: 'employees',
  search: EmployeeImportSearch,
  titles: EMPLOYEE_TITLES,
  /** The titles of the export. */
  template: ['First name', 'Last name', 'Position', 'Site', 'Hired', 'Employee code'].map((title) => ({
    title,
    value: () => '',
  })),

  async preview(within, source, search, sites) {
    const file = await openFile(within, source, search)
    const columns = describeColumns(file)
    const made_by = file.madeBy?.name
    if (!hasName(file.fields)) return { columns, made_by, preview: null }
    const preview = await readEmployees(file, search.siteid, { sites, employees: await within(listEmployees) })
    await within((scope) => keepChoice(scope, file))
    return { columns, made_by, preview }
  },

  async listRejected(within, source, search, sites) {
    const file = await openFile(within, source, search)
    if (!hasName(file.fields)) throw new InvalidFile('Choose the column with the name.')
    const { lines } = await readEmployees(file, search.siteid, { sites, employees: await within(listEmployees) })
    return { table: file.table, reasons: mapReasons(lines) }
  },
}
