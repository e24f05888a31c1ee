import { sql } from 'kysely'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { findAccountStatus } from '../../auth/account-status.ts'
import { findChosenPlan } from '../../shared/plans.ts'

/** The new user's id; undefined when the e-mail is taken. */
export async function insertUser(scope: Scope, email: string, passwordHash: string) {
  const user = await scope
    .insertInto('auth.user')
    .values({ email, name: email, emailVerified: false })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!user) return undefined
  await scope
    .insertInto('auth.account')
    .values({ userId: user.id, accountId: user.id, providerId: 'credential', password: passwordHash, updatedAt: sql`now()` })
    .execute()
  return user.id
}

/** Saves the name, also in the owner's employee record if there is one. False for an owner or admin without an unfinished sign-up. */
export async function startSignup(scope: Scope, userId: string, name: { firstname: string; lastname: string }) {
  const status = await findAccountStatus(scope, userId)
  if (status.role !== null && status.role !== 'employee' && status.signup_step === null) return false
  await scope
    .insertInto('auth.signup')
    .values({ user_id: userId, ...name })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(name))
    .execute()
  await sql`select rename_owner(${userId}::uuid)`.execute(scope)
  return true
}

export async function createBusiness(scope: Scope, userId: string, { p_name, p_reg }: { p_name: string; p_reg: string }) {
  const { rows } = await sql<{ id: string }>`select rpc_create_business(${userId}::uuid, ${p_name}, ${p_reg}) as id`.execute(
    scope,
  )
  return rows[0]?.id ?? ''
}

/** Creates the primary site, or changes it when the step is repeated. */
export async function savePrimarySite(scope: Scope, site: { sitename: string; location: string }) {
  const business = await scope
    .selectFrom('business')
    .select(['id', 'primary_siteid'])
    .where('id', '=', currentBusiness)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const existing = business.primary_siteid
  if (existing !== null) {
    await scope
      .updateTable('site')
      .set(({ ref }) => ({ ...site, version: sql`${ref('version')} + 1` }))
      .where('businessid', '=', business.id)
      .where('siteid', '=', existing)
      .execute()
    return existing
  }
  const { siteid } = await scope.insertInto('site').values(site).returning('siteid').executeTakeFirstOrThrow()
  await scope.updateTable('business').set({ primary_siteid: siteid }).where('id', '=', business.id).execute()
  return siteid
}

/** Finishes a sign-up that has a primary site and a plan, and no other. */
export const finishSignup = (scope: Scope) =>
  scope
    .updateTable('business')
    .set({ signup_finished_at: sql`now()` })
    .where('id', '=', currentBusiness)
    .where('signup_finished_at', 'is', null)
    .where('primary_siteid', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('business_subscriptions')
          .select('id')
          .where('businessid', '=', currentBusiness)
          .where('status', '=', 'active'),
      ),
    )
    .execute()

/** Whether the sign-up of the entered business is finished. */
export async function isSignupFinished(scope: Scope) {
  const business = await scope
    .selectFrom('business')
    .select('signup_finished_at')
    .where('id', '=', currentBusiness)
    .executeTakeFirst()
  return business?.signup_finished_at != null
}

/** The name of step 1. */
export const findOwnerName = (scope: Scope, userId: string) =>
  scope.selectFrom('auth.signup').select(['firstname', 'lastname']).where('user_id', '=', userId).executeTakeFirst()

/** The saved steps 2 to 4 of the entered business. */
export async function findSavedSteps(scope: Scope, userId: string) {
  const business = await scope
    .selectFrom('business')
    .select(['id', 'name', 'registration_number', 'primary_siteid'])
    .where('id', '=', currentBusiness)
    .executeTakeFirstOrThrow()
  const employee = await scope
    .selectFrom('employee')
    .select(['employeeid', 'siteid'])
    .where('businessid', '=', business.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const site = await scope
    .selectFrom('site')
    .select(['siteid', 'sitename', 'location'])
    .where('businessid', '=', business.id)
    .where('siteid', '=', business.primary_siteid)
    .executeTakeFirst()
  const plan = await findChosenPlan(scope, business.id)
  const { primary_siteid: _, ...shown } = business
  return { business: shown, employee, site: site ?? null, plan: plan ?? null }
}
