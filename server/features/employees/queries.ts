import { sql } from 'kysely'
import type { Employee, EmployeeInput, EmployeesExport, EmployeeWithoutLogin, NewEmployee } from '../../../contract/employees.ts'
import type { Invitation } from '../../../contract/invitations.ts'
import type { GivenRight, RightInput } from '../../../contract/rights.ts'
import type { EmployeesSearch } from '../../../contract/search/employees.ts'
import { EMPLOYEES_PER_PAGE } from '../../../contract/shared/constants.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { claimRequest, KeyReused } from '../../shared/idempotency.ts'
import { readPage } from '../../shared/list-query.ts'
import { notSaved, type UpdateOutcome } from '../../shared/optimistic-locking.ts'
import { matchesSearch, orderBySearch } from './search.ts'

type StoredInvitation = Omit<Invitation, 'expires_at' | 'right'> & { expires_at: string; right: GivenRight | null }

const selectInvitation = sql<StoredInvitation | null>`
  (select json_build_object('email', i.email, 'expires_at', i.expires_at, 'is_open', is_open_invitation(i), 'is_mailed', i.mailed_at is not null,
            'right', case when i.right_name is not null then json_build_object('name', i.right_name, 'sees_costs', i.sees_costs,
              'siteids', case when not has_all_sites(i.right_name) then
                (select coalesce(json_agg(s.siteid order by s.siteid), '[]') from site s
                  where s.businessid = i.businessid and s.siteid = any (i.siteids)) end) end)
     from invitations i where i.businessid = employee.businessid and i.employeeid = employee.employeeid)`

const toInvitation = ({ right, expires_at, ...invitation }: StoredInvitation): Invitation => ({
  ...invitation,
  expires_at: new Date(expires_at),
  ...(right && { right }),
})

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
      sql<boolean>`user_id is not distinct from current_setting('app.user_id')::uuid`.as('is_caller'),
      sql<GivenRight | null>`
        (select json_build_object('name', r.name, 'sees_costs', r.sees_costs, 'siteids', case when not has_all_sites(r.name) then
                  (select coalesce(json_agg(s.siteid order by s.siteid), '[]') from right_sites s
                    where s.businessid = r.businessid and s.user_id = r.user_id) end)
           from rights r where r.businessid = employee.businessid and r.user_id = employee.user_id)`.as('right'),
      selectInvitation.as('invitation'),
      ref('employee_code').as('employee_code'),
      sql<boolean>`pin is not null`.as('has_pin'),
      sql<boolean>`former_number is not null`.as('is_anonymous'),
      ref('employee.version').as('version'),
    ])

type Stored = { is_anonymous: boolean; right: GivenRight | null; invitation: StoredInvitation | null }

/** Says of nobody that they are not anonymous, have no right or are not invited. */
const toEmployee = <Row extends Stored>({ is_anonymous, right, invitation, ...row }: Row) => ({
  ...row,
  ...(right && { right }),
  ...(invitation && { invitation: toInvitation(invitation) }),
  ...(is_anonymous && { is_anonymous }),
})

export const listEmployees = (scope: Scope, search: EmployeesSearch) =>
  readPage(
    search.page,
    EMPLOYEES_PER_PAGE,
    () =>
      scope
        .selectFrom('employee')
        .select(({ fn }) => fn.countAll<number>().as('results'))
        .where(matchesSearch(search))
        .executeTakeFirstOrThrow(),
    async ({ limit, offset }) => {
      const page = selectEmployees(scope).where(matchesSearch(search)).orderBy(orderBySearch(search)).limit(limit).offset(offset)
      return (await page.execute()).map(toEmployee)
    },
  )

export async function findEmployee(scope: Scope, employeeid: number): Promise<Employee | undefined> {
  const found = await selectEmployees(scope)
    .where('employee.businessid', '=', currentBusiness)
    .where('employeeid', '=', employeeid)
    .executeTakeFirst()
  return found && toEmployee(found)
}

/** All filtered employees in the list's order. */
export const listEmployeesToExport = async (scope: Scope, search: EmployeesExport) =>
  (await selectEmployees(scope).where(matchesSearch(search)).orderBy(orderBySearch(search)).execute()).map(toEmployee)

type Inserted = { employeeid: number; user_id: string; is_new: boolean }

/**
 * Adds an employee with a login. A retry with the same `request_id` returns the employee of the first request. Undefined when the
 * e-mail address is taken.
 */
export async function insertEmployee(
  scope: Scope,
  { request_id, email, password: _, login: _login, ...details }: NewEmployee & { request_id?: string },
  passwordHash: string,
): Promise<Inserted | undefined> {
  const { existing, key } = await claimRequest(scope, 'employee', request_id, { ...details, email })
  if (existing !== undefined) return { ...(await findLogin(scope, existing)), is_new: false }
  const { rows } = await sql<Omit<Inserted, 'is_new'>>`
    select * from create_employee(${JSON.stringify(details)}, ${email}, ${passwordHash}, ${key.request_id}, ${key.request_hash})`.execute(
    scope,
  )
  return rows[0] && { ...rows[0], is_new: true }
}

/** Adds an employee without a login. `email` and `right` are those of an invitation, which is not sent here. */
export async function insertWithoutLogin(
  scope: Scope,
  {
    request_id,
    login,
    ...values
  }: Omit<EmployeeWithoutLogin, 'login'> & {
    request_id?: string
    login: 'none' | 'invitation'
    email?: string
    right?: RightInput
  },
) {
  const { email: _email, right: _right, ...details } = values
  const { existing, key } = await claimRequest(scope, 'employee', request_id, { ...values, login })
  if (existing !== undefined) return { employeeid: existing, is_new: false }
  const { rows } = await sql<{ employeeid: number }>`
    select add_employee(${JSON.stringify(details)}, ${key.request_id}, ${key.request_hash}) as employeeid`.execute(scope)
  return { employeeid: Number(rows[0]?.employeeid), is_new: true }
}

async function findLogin(scope: Scope, employeeid: number) {
  const { user_id } = await scope
    .selectFrom('employee')
    .select('user_id')
    .where('businessid', '=', currentBusiness)
    .where('employeeid', '=', employeeid)
    .executeTakeFirstOrThrow()
  if (user_id === null) throw new KeyReused('the employee of this idempotency key has no login any more')
  return { employeeid, user_id }
}

type Update = {
  employeeid: number
  /** Without a site only where the employee had none. */
  details: Omit<EmployeeInput, 'siteid'> & { siteid: number | null }
  opened: { version: number }
}
export type Access = { role_before: string | null; role_after: string | null; enabled_before: boolean }

/** Changes the person's role and sessions too. A saved update returns their access before and after. */
export async function updateEmployee(
  scope: Scope,
  { employeeid, details, opened }: Update,
): Promise<UpdateOutcome<Employee, Access>> {
  const { rows } = await sql<Access & { is_saved: boolean }>`
    select * from update_employee(${employeeid}, ${opened.version}, ${JSON.stringify(details)})`.execute(scope)
  const [row] = rows
  return row?.is_saved ? { status: 'saved', ...row } : notSaved(row && (await findEmployee(scope, employeeid)))
}

/** Removes the login too. Undefined when there is no such employee; an employee with sales violates a foreign key. */
export async function removeEmployee(scope: Scope, employeeid: number) {
  const { rows } = await sql<{ user_id: string | null }>`select * from remove_employee(${employeeid})`.execute(scope)
  return rows[0]
}

/** Undefined when there is no such employee; not saved for one without a login and for an admin. */
export async function setRight(scope: Scope, employeeid: number, right: RightInput | null) {
  const { rows } = await sql<{ is_saved: boolean; user_id: string | null }>`
    select * from set_right(${employeeid}, ${right?.name ?? null}, ${right?.siteids ?? []}::bigint[], ${right?.sees_costs ?? false})`.execute(
    scope,
  )
  return rows[0]
}

/**
 * In how many browsers an employee is signed in, the read keys and webhooks that end with the access, and the keys of tills at the same site.
 * Undefined when there is no such employee.
 */
export async function findAccess(scope: Scope, employeeid: number) {
  const { rows } = await sql<{ sessions: number; read_keys: number; webhooks: string[]; tills: string[] }>`
    select count_sessions(e.employeeid) as sessions,
           (select count(*)::integer from read_keys k
             where k.businessid = e.businessid and k.created_by = e.user_id and k.revoked_at is null and k.expires_at > now()) as read_keys,
           array(select name_webhook(w.url) from webhooks w
                  where w.businessid = e.businessid and w.turned_on_by = e.user_id and w.state = 'on' and w.deleted_at is null
                  order by 1) as webhooks,
           array(select t.name from till_keys t
                  where t.businessid = e.businessid and t.siteid = e.siteid and t.revoked_at is null order by t.name, t.tillid) as tills
      from employee e where e.businessid = ${currentBusiness} and e.employeeid = ${employeeid}`.execute(scope)
  const [row] = rows
  if (!row) return undefined
  const { webhooks, ...access } = row
  return { ...access, ...(webhooks.length > 0 && { webhooks }) }
}

/** Undefined when there is no such employee. `sessions` is how many ended. */
export async function endAccess(scope: Scope, employeeid: number, disablereason: string) {
  const { rows } = await sql<{ user_id: string | null; sessions: number }>`
    select * from end_access(${employeeid}, ${disablereason})`.execute(scope)
  return rows[0]
}

/** Undefined when there is no such employee. */
export async function makeAnonymous(scope: Scope, employeeid: number) {
  const { rows } = await sql<{ number: number; user_id: string | null }>`
    select * from make_employee_anonymous(${employeeid})`.execute(scope)
  return rows[0]
}

/** The hash of the password that a person signs in with. */
export const findPasswordHash = (scope: Scope, userId: string) =>
  scope
    .selectFrom('auth.account')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
