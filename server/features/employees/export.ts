import { type Employee, EmployeesExport } from '../../../contract/employees.ts'
import { EXPORT_PAGE_ROWS, type Export } from '../../http/csv-export.ts'
import { type CsvColumn, writeCsv } from '../../shared/csv.ts'
import { listEmployeesToExport } from './queries.ts'

const COLUMNS: CsvColumn<Employee>[] = [
  { title: 'First name', value: (employee) => employee.firstname },
  { title: 'Last name', value: (employee) => employee.lastname },
  { title: 'Position', value: (employee) => employee.position },
  { title: 'Site', value: (employee) => employee.sitename },
  { title: 'Status', value: (employee) => (employee.isenabled ? 'Enabled' : 'Disabled') },
  { title: 'Disable reason', value: (employee) => employee.disablereason },
  { title: 'Hired', value: (employee) => employee.hiredate },
  { title: 'Employee code', value: (employee) => employee.employee_code ?? '' },
]

/** All filtered employees in the list's order. One query reads them all: a team is small. */
export const employeesExport: Export<EmployeesExport> = {
  input: EmployeesExport,
  open: async (within, input) => {
    const employees = await within((scope) => listEmployeesToExport(scope, input))
    return { fileName: 'employees.csv', rows: employees.length, file: writeCsv(COLUMNS, splitIntoPages(employees)) }
  },
}

async function* splitIntoPages(employees: Employee[]) {
  for (let start = 0; start < employees.length; start += EXPORT_PAGE_ROWS) yield employees.slice(start, start + EXPORT_PAGE_ROWS)
}
