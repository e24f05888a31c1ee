import { DateFormat } from '../../../../contract/columns/date-format.ts'
import type { EmployeeField } from '../../../../contract/columns/import-fields.ts'
import { splitName } from '../../../../contract/columns/split-name.ts'
import { type EmployeeImportPreview, ImportedEmployee } from '../../../../contract/employee-imports.ts'
import { CODE_TAKEN, POSITIONS, toCodeIdentity } from '../../../../contract/employees.ts'
import { findCellProblem } from '../../../shared/files/cell-problems.ts'
import type { MatchedTable } from '../../../shared/files/match-table.ts'

type Cells = Partial<Record<EmployeeField, string>>
type Known = {
  sites: { siteid: number; sitename: string }[]
  employees: (Pick<ImportedEmployee, 'siteid' | 'firstname' | 'lastname'> & { employee_code: string | null })[]
}

/** Whether a column has the name, or both parts of it. */
export const hasName = (fields: readonly (EmployeeField | null)[]) =>
  fields.includes('fullname') || (fields.includes('firstname') && fields.includes('lastname'))

/** What each row of a file would do. Throws InvalidFile. */
export async function readEmployees(
  { table, fields }: MatchedTable<EmployeeField>,
  chosenSite: number,
  known: Known,
): Promise<EmployeeImportPreview> {
  const rows: { line: number; cells: Cells; problem: string | undefined }[] = []
  const dates = new DateFormat()
  for await (const { line, cells } of table.rows()) {
    const row: Cells = Object.fromEntries(fields.flatMap((field, index) => (field ? [[field, cells[index] ?? '']] : [])))
    if (row.hiredate) dates.sample(row.hiredate)
    rows.push({ line, cells: row, problem: findCellProblem(table.columns, fields, cells) })
  }
  const preview: EmployeeImportPreview = { new: 0, unchanged: 0, rejected: 0, lines: [], employees: [] }
  const present = new Set(known.employees.map(toKey))
  const codes = new Set(known.employees.flatMap(({ employee_code }) => (employee_code ? toCodeIdentity(employee_code) : [])))
  const lines = new Map<string, number>()
  for (const { line, cells, problem } of rows) {
    const name = findName(cells)
    const parsed = problem ? { reason: problem } : parseEmployee(cells, name, { chosenSite, sites: known.sites, dates })
    const key = 'employee' in parsed ? toKey(parsed.employee) : ''
    const earlier = lines.get(key)
    const code = 'employee' in parsed ? toCodeIdentity(parsed.employee.employee_code ?? '') : ''
    const problems = [
      'reason' in parsed && parsed.reason,
      earlier !== undefined && `Duplicate of line ${earlier}.`,
      codes.has(code) && !present.has(key) && CODE_TAKEN.message,
    ]
    const reason = problems.find((found) => found !== false) ?? null
    if (reason === null && code) codes.add(code)
    if (key) lines.set(key, earlier ?? line)
    if (reason !== null) preview.rejected++
    else if (present.has(key)) preview.unchanged++
    else if ('employee' in parsed) {
      preview.new++
      preview.employees.push(parsed.employee)
    }
    if (reason !== null || !present.has(key))
      preview.lines.push({ line, name: `${name.firstname} ${name.lastname}`.trim(), reason })
  }
  return preview
}

const toKey = ({ siteid, firstname, lastname }: Pick<ImportedEmployee, 'siteid' | 'firstname' | 'lastname'>) =>
  JSON.stringify([siteid, firstname.toLowerCase(), lastname.toLowerCase()])

const findName = ({ firstname = '', lastname = '', fullname = '' }: Cells) =>
  firstname || lastname || !fullname ? { firstname, lastname } : splitName(fullname)

type Options = { chosenSite: number; sites: Known['sites']; dates: DateFormat }

function parseEmployee(
  cells: Cells,
  name: { firstname: string; lastname: string },
  { chosenSite, sites, dates }: Options,
): { employee: ImportedEmployee } | { reason: string } {
  const named = sites.filter(({ sitename }) => sitename.toLowerCase() === cells.site?.toLowerCase())
  if (cells.site && named.length === 0) return { reason: `There is no site called ${cells.site}.` }
  if (named.length > 1) return { reason: `Several sites are called ${cells.site}.` }
  const hired = cells.hiredate ? dates.parse(cells.hiredate) : { date: null }
  if ('problem' in hired) return { reason: hired.problem }
  const position = POSITIONS.find((known) => known.toLowerCase() === cells.position?.toLowerCase())
  const { data, error } = ImportedEmployee.safeParse({
    ...name,
    position: cells.position ? position : 'Employee',
    siteid: named[0]?.siteid ?? chosenSite,
    hiredate: hired.date,
    employee_code: cells.employee_code,
  })
  return data ? { employee: data } : { reason: error?.issues[0]?.message ?? 'This row cannot be read.' }
}
