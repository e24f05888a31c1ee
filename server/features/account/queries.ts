import { sql } from 'kysely'
import type { Account, Name, NameInput } from '../../../contract/account.ts'
import type { BusinessDetails, BusinessDetailsInput, Successor } from '../../../contract/own-business.ts'
import type { TwoStepPeople } from '../../../contract/rights.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Entered, Scope } from '../../../db/tenant-scope.ts'
import { isOwner } from '../../shared/is-owner.ts'
import { notSaved, type UpdateOutcome } from '../../shared/optimistic-locking.ts'
import { findChosenPlan } from '../../shared/plans.ts'

type Caller = Pick<Entered, 'businessid' | 'right'> & { userId: string }

/** The plan is only of owners and admins. */
export async function findAccount(
  scope: Scope,
  { businessid, right, userId }: Caller,
): Promise<Omit<Account, 'email' | 'two_step'>> {
  const [name, business] = [(await findName(scope, userId)) ?? null, await findBusiness(scope)]
  if (right !== 'everything') return { name, business, plan: null, is_owner: false }
  const two_step_for = await findTwoStepRule(scope)
  return {
    ...{ name, business, plan: (await findChosenPlan(scope, businessid)) ?? null, is_owner: await isOwner(scope, userId) },
    ...(two_step_for && { two_step_for }),
  }
}

/** Of whom two-step sign-in is required; undefined for nobody. */
async function findTwoStepRule(scope: Scope) {
  const rule = await scope
    .selectFrom('sign_in_rules')
    .select('two_step_for')
    .where('businessid', '=', currentBusiness)
    .executeTakeFirst()
  return rule?.two_step_for as TwoStepPeople[] | undefined
}

export const requireTwoStep = (scope: Scope, people: TwoStepPeople[]) =>
  sql`select require_two_step(${people}::text[])`.execute(scope)

const findBusiness = (scope: Scope) =>
  scope
    .selectFrom('business')
    .select(['name', 'registration_number', 'closing_hour', 'difference_limit', 'version'])
    .where('id', '=', currentBusiness)
    .executeTakeFirstOrThrow()

const findName = (scope: Scope, userId: string): Promise<Name | undefined> =>
  scope
    .selectFrom('employee')
    .select(['firstname', 'lastname', 'version'])
    .where('businessid', '=', currentBusiness)
    .where('user_id', '=', userId)
    .executeTakeFirst()

type Opened = { opened: { version: number } }

/** Changes the name in the own employee record and nothing else of it. */
export async function rename(
  scope: Scope,
  userId: string,
  { opened, ...name }: NameInput & Opened,
): Promise<UpdateOutcome<Name>> {
  const { rows } = await sql<{ is_saved: boolean }>`
    select saved.is_saved
      from employee e, update_employee(e.employeeid, ${opened.version}, to_jsonb(e) || ${JSON.stringify(name)}::jsonb) saved
     where e.businessid = ${currentBusiness} and e.user_id = ${userId}`.execute(scope)
  return rows[0]?.is_saved ? { status: 'saved' } : notSaved(await findName(scope, userId))
}

export async function updateBusiness(
  scope: Scope,
  { opened, ...details }: BusinessDetailsInput & Opened,
): Promise<UpdateOutcome<BusinessDetails>> {
  const { numUpdatedRows } = await scope
    .updateTable('business')
    .set(({ ref }) => ({ ...details, version: sql`${ref('version')} + 1` }))
    .where('id', '=', currentBusiness)
    .where('version', '=', opened.version)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { status: 'saved' } : notSaved(await findBusiness(scope))
}

/** The enabled admins with an employee record, by name. */
export const listSuccessors = (scope: Scope): Promise<Successor[]> =>
  scope
    .selectFrom('employee')
    .innerJoin('business_users', (on) =>
      on.onRef('business_users.businessid', '=', 'employee.businessid').onRef('business_users.user_id', '=', 'employee.user_id'),
    )
    .select(['employeeid', 'firstname', 'lastname'])
    .where('employee.businessid', '=', currentBusiness)
    .where('isenabled', '=', true)
    .where('role', '=', 'admin')
    .orderBy('lastname')
    .orderBy('firstname')
    .orderBy('employeeid')
    .execute()

/** Makes the employee the owner, and the caller an admin. Undefined when the employee is not an enabled admin. */
export async function handOverBusiness(scope: Scope, employeeid: number) {
  const { rows } = await sql<{ user_id: string; email: string }>`
    select * from hand_over_business(${employeeid})`.execute(scope)
  return rows[0] && { new_owner: rows[0], business: (await findBusiness(scope)).name }
}
