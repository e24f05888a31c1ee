import { DateFormat } from '../../../../contract/columns/date-format.ts'
import type { EmployeeField } from '../../../../contract/columns/import-fields.ts'
import { splitName } from '../../../../contract/columns/split-name.ts'
import { type EmployeeImportPreview, ImportedEmployee } from '../../../../contract/employee-imports.ts'
import { CODE_TAKEN, POSITIONS, toCodeIdentity } from '../../../../contract/employees.ts'
import { findCellProblem } from '../../../shared/files/cell-problems.ts'
import type { MatchedTable } from '../../../shared/files/match-table.ts'
import { createSiteFinder, type FoundSite } from '../../../shared/import-sites.ts'

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
  const findSite = createSiteFinder({ sites: known.sites })
  const people = new People(known.employees, rows)
  for (const { line, cells, problem } of rows) {
    const name = findName(cells)
    const fullname = `${name.firstname} ${name.lastname}`.trim()
    const parsed = problem ? { reason: problem } : parseEmployee(cells, name, { chosenSite, findSite, dates })
    const found = 'employee' in parsed ? people.add(line, parsed.employee, cells.position) : parsed
    if ('reason' in found) {
      preview.rejected++
      preview.lines.push({ line, name: fullname, reason: found.reason })
    } else if (found.isPresent) preview.unchanged++
    else if ('employee' in parsed) {
      const { nth } = found
      preview.new++
      preview.employees.push({ ...parsed.employee, ...(nth > 1 && { nth }) })
      const warning = `${nth === 2 ? 'Two' : nth} people are called ${fullname}.`
      preview.lines.push({ line, name: fullname, reason: null, ...(nth > 1 && { warning }) })
    }
  }
  return preview
}

type Person = Known['employees'][number]

/**
 * Who is at the sites, and whom the file adds. Each of them is one row at most. People of one name differ by their codes; without
 * codes, by their titles or the days on which they were hired.
 */
class People {
  /** Those of a name at a site to whom no row belongs yet. */
  readonly #free: Map<string, Person[]>
  readonly #counts = new Map<string, number>()
  readonly #codes: Set<string>
  readonly #codesOfFile: Set<string>
  readonly #lines = new Map<string, number>()

  constructor(present: Person[], rows: { cells: Cells }[]) {
    this.#free = Map.groupBy(present, toKey)
    for (const [key, { length }] of this.#free) this.#counts.set(key, length)
    this.#codes = new Set(present.map(toCode).filter(Boolean))
    this.#codesOfFile = new Set(rows.map(({ cells }) => toCode({ employee_code: cells.employee_code ?? null })))
  }

  /** Whether a row is of somebody at the site, the number of people of the name with this one, or why it is refused. */
  add(line: number, employee: ImportedEmployee, title = ''): { isPresent: boolean; nth: number } | { reason: string } {
    const key = toKey(employee)
    const code = toCode(employee)
    const person = JSON.stringify([key, code || [employee.hiredate, title.toLowerCase()]])
    const earlier = this.#lines.get(person)
    if (earlier !== undefined) return { reason: `Duplicate of line ${earlier}.` }
    this.#lines.set(person, line)
    const free = this.#free.get(key) ?? []
    const same = free.find((person) => toCode(person) === code) ?? free.find((person) => this.#mayBe(person, code))
    const nth = this.#counts.get(key) ?? 0
    if (same) {
      free.splice(free.indexOf(same), 1)
      return { isPresent: true, nth }
    }
    if (code && this.#codes.has(code)) return { reason: CODE_TAKEN.message }
    this.#codes.add(code)
    this.#counts.set(key, nth + 1)
    return { isPresent: false, nth: nth + 1 }
  }

  /** Another row has the code of a person who is not this one. */
  #mayBe(person: Person, code: string) {
    const own = toCode(person)
    return own === '' || (code === '' && !this.#codesOfFile.has(own))
  }
}

const toCode = ({ employee_code }: { employee_code?: string | null | undefined }) => toCodeIdentity(employee_code ?? '')

const toKey = ({ siteid, firstname, lastname }: Pick<ImportedEmployee, 'siteid' | 'firstname' | 'lastname'>) =>
  JSON.stringify([siteid, firstname.toLowerCase(), lastname.toLowerCase()])

const findName = ({ firstname = '', lastname = '', fullname = '' }: Cells) =>
  firstname || lastname || !fullname ? { firstname, lastname } : splitName(fullname)

type Options = { chosenSite: number; findSite: (name: string) => FoundSite; dates: DateFormat }

function parseEmployee(
  cells: Cells,
  name: { firstname: string; lastname: string },
  { chosenSite, findSite, dates }: Options,
): { employee: ImportedEmployee } | { reason: string } {
  const { site = '' } = cells
  const named = site === '' ? { siteid: chosenSite } : findFirstSite(findSite, site)
  if ('reason' in named && !ALL_SITES.test(site)) return named
  const hired = cells.hiredate ? dates.parse(cells.hiredate) : { date: null }
  if ('problem' in hired) return { reason: hired.problem }
  const { data, error } = ImportedEmployee.safeParse({
    ...name,
    position: findPosition(cells.position ?? ''),
    siteid: 'reason' in named ? chosenSite : named.siteid,
    hiredate: hired.date,
    employee_code: cells.employee_code,
  })
  return data ? { employee: data } : { reason: error?.issues[0]?.message ?? 'This row cannot be read.' }
}

const ALL_SITES = /^(?:all|alle)\b/i

/** The site of a name, or of the first of several names that a site has. An employee has one site. */
function findFirstSite(findSite: Options['findSite'], cell: string) {
  const whole = findSite(cell)
  return [whole, ...cell.split(/[,;|]/).map((name) => findSite(name.trim()))].find((found) => 'siteid' in found) ?? whole
}

const AFRIKAANS: Record<string, (typeof POSITIONS)[number]> = { eienaar: 'Owner', bestuurder: 'Manager' }

/** A job title that is no position is one of an employee. */
function findPosition(cell: string) {
  const title = cell.trim().toLowerCase()
  return POSITIONS.find((position) => position.toLowerCase() === title) ?? AFRIKAANS[title] ?? 'Employee'
}
