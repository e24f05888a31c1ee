import { type SqlBool, sql } from 'kysely'
import type { Employee, EmployeeInput, EmployeesExport, EmployeesSearch, NewEmployee } from '../../../contract/employees.ts'
import { EMPLOYEES_PER_PAGE } from '../../../contract/shared/constants.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { containsText, personName, readPage } from '../../shared/list-query.ts'

const KEYS = { position: 'position', site: 'sitename', status: 'isenabled', hiredate: 'hiredate' } as const

type Found = Pick<EmployeesSearch, 'q' | 'siteid' | 'status'> & Pick<EmployeesExport, 'ids'>

const isFound = ({ q, siteid, status, ids }: Found) =>
  sql.join<SqlBool>(
    [
      sql`employee.businessid = ${currentBusiness}`,
      q !== '' && sql`(${containsText(personName, q)} or ${containsText(sql`employee.position`, q)})`,
      siteid !== undefined && sql`employee.siteid = ${siteid}`,
      status !== 'all' && sql`isenabled = ${status === 'enabled'}`,
      ids && sql`employeeid = any(${ids}::bigint[])`,
    ].filter((condition) => condition !== undefined && condition !== false),
    sql` and `,
  )

/** Within a site or a position people are read from A to Z, whichever way round the sites are. */
function orderOf({ sort, dir }: Pick<EmployeesSearch, 'sort' | 'dir'>) {
  const way = sql.raw(dir)
  if (sort === 'lastname') return sql`lastname ${way}, firstname ${way}, employeeid ${way}`
  return sql`${sql.ref(KEYS[sort])} ${way} nulls last, lastname, firstname, employeeid`
}

const selectEmployees = (scope: Scope) =>
  scope
    .selectFrom('employee')
    .leftJoin('site', (on) =>
      on.onRef('site.businessid', '=', 'employee.businessid').onRef('site.siteid', '=', 'employee.siteid'),
    )
    .select(['employeeid', 'employee.siteid', 'sitename', 'firstname', 'lastname', 'hiredate', 'isenabled', 'disablereason'])
    .select(({ ref }) => [
      ref('position').$castTo<Employee['position']>().as('position'),
      sql<boolean>`user_id is not null`.as('is_linked'),
      ref('employee.version').as('version'),
    ])

export const listEmployees = (scope: Scope, search: EmployeesSearch) =>
  readPage(
    search.page,
    EMPLOYEES_PER_PAGE,
    () =>
      scope
        .selectFrom('employee')
        .select(({ fn }) => fn.countAll<number>().as('results'))
        .where(isFound(search))
        .executeTakeFirstOrThrow(),
    ({ limit, offset }) =>
      selectEmployees(scope).where(isFound(search)).orderBy(orderOf(search)).limit(limit).offset(offset).execute(),
  )

/** As the list shows them. */
export const findEmployee = (scope: Scope, employeeid: number) =>
  selectEmployees(scope)
    .where('employee.businessid', '=', currentBusiness)
    .where('employeeid', '=', employeeid)
    .executeTakeFirstOrThrow()

/** All that are found, in the list's order. */
export const listEmployeesToExport = (scope: Scope, search: EmployeesExport) =>
  selectEmployees(scope).where(isFound(search)).orderBy(orderOf(search)).execute()

/** Undefined when the e-mail is taken. A `request_id` that is known already gives what it made, and nothing is written. */
export async function createEmployee(
  scope: Scope,
  { request_id, email, password: _, ...details }: NewEmployee & { request_id: string },
  passwordHash: string,
) {
  const { rows } = await sql<{ employeeid: number; user_id: string; is_new: boolean; is_same: boolean }>`
    select * from create_employee(${request_id}, ${JSON.stringify(details)}, ${email}, ${passwordHash})`.execute(scope)
  return rows[0]
}

type Edit = { employeeid: number; details: EmployeeInput; opened: { version: number } }

/** Undefined when there is no such employee; one that is not `is_saved` when somebody else edited them since they were opened. */
export async function updateEmployee(scope: Scope, { employeeid, details, opened }: Edit) {
  const { rows } = await sql<{
    is_saved: boolean
    role_before: string | null
    role_after: string | null
    enabled_before: boolean
  }>`
    select * from update_employee(${employeeid}, ${opened.version}, ${JSON.stringify(details)})`.execute(scope)
  return rows[0]
}

/** Undefined when there is no such employee; one who has sold violates the sales' foreign keys. */
export async function removeEmployee(scope: Scope, employeeid: number) {
  const { rows } = await sql<{ user_id: string | null }>`select * from remove_employee(${employeeid})`.execute(scope)
  return rows[0]
}

/** The hash of the password a person signs in with. */
export const findPasswordHash = (scope: Scope, userId: string) =>
  scope
    .selectFrom('auth.account')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
