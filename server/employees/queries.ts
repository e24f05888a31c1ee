import { sql } from 'kysely'
import type { z } from 'zod'
import { EMPLOYEES_PER_PAGE } from '../../contract/constants.ts'
import type { Employee, EmployeeInput, EmployeesSearch, NewEmployee } from '../../contract/employees.ts'
import { currentBusiness, type Scope } from '../../db/scope.ts'
import { containsText, pageOf } from '../list-sql.ts'

const KEYS = { lastname: 'lastname', position: 'position', site: 'sitename', status: 'isenabled', hiredate: 'hiredate' } as const

const fullName = sql<string>`(firstname || ' ' || lastname)`

export function listEmployees(scope: Scope, { q, sort, dir, page, siteid, status }: z.output<typeof EmployeesSearch>) {
  const matching = scope
    .selectFrom('employee')
    .where('employee.businessid', '=', currentBusiness)
    .$if(q !== '', (query) =>
      query.where(({ or, ref }) => or([containsText(fullName, q), containsText(sql`${ref('position')}`, q)])),
    )
    .$if(siteid !== undefined, (query) => query.where('employee.siteid', '=', Number(siteid)))
    .$if(status !== 'all', (query) => query.where('isenabled', '=', status === 'enabled'))
  // Within a site or a position people are read from A to Z, whichever way round the sites are.
  const byName = sort === 'lastname' ? dir : 'asc'
  return pageOf(
    page,
    EMPLOYEES_PER_PAGE,
    () => matching.select((count) => count.fn.countAll<number>().as('results')).executeTakeFirstOrThrow(),
    ({ limit, offset }) =>
      matching
        .leftJoin('site', (on) =>
          on.onRef('site.businessid', '=', 'employee.businessid').onRef('site.siteid', '=', 'employee.siteid'),
        )
        .select(['employeeid', 'employee.siteid', 'sitename', 'firstname', 'lastname', 'hiredate', 'isenabled', 'disablereason'])
        .select(({ ref }) => [
          ref('position').$castTo<Employee['position']>().as('position'),
          sql<boolean>`user_id is not null`.as('is_linked'),
        ])
        .$if(sort !== 'lastname', (query) =>
          query.orderBy(KEYS[sort], (key) => (dir === 'asc' ? key.asc() : key.desc()).nullsLast()),
        )
        .orderBy('lastname', byName)
        .orderBy('firstname', byName)
        .orderBy('employeeid', byName)
        .limit(limit)
        .offset(offset)
        .execute(),
  )
}

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

/** Undefined when there is no such employee. */
export async function updateEmployee(scope: Scope, employeeid: number, details: EmployeeInput) {
  const { rows } = await sql<{
    user_id: string | null
    role_before: string | null
    role_after: string | null
    enabled_before: boolean
  }>`
    select * from update_employee(${employeeid}, ${JSON.stringify(details)})`.execute(scope)
  return rows[0]
}

/** Undefined when there is no such employee; one who has sold violates the sales' foreign keys. */
export async function removeEmployee(scope: Scope, employeeid: number) {
  const { rows } = await sql<{ user_id: string | null }>`select * from remove_employee(${employeeid})`.execute(scope)
  return rows[0]
}

/** The hash of the password a person signs in with. */
export const passwordHashOf = (scope: Scope, userId: string) =>
  scope
    .selectFrom('auth.account')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
