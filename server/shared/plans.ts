import { sql } from 'kysely'
import { TRIAL_DAYS } from '../../contract/shared/constants.ts'
import type { Scope } from '../../db/tenant-scope.ts'

/** The active plans, the cheapest first. */
export const listPlans = (scope: Scope) =>
  scope
    .selectFrom('subscriptions')
    .select(['subscriptionid', 'name', 'description', 'price', 'currency', 'billing_period', 'is_active'])
    .where('is_active', '=', true)
    .orderBy('price')
    .orderBy('subscriptionid')
    .execute()

/** The active plan of the entered business. */
export const findChosenPlan = (scope: Scope, businessid: string) =>
  scope
    .selectFrom('business_subscriptions as chosen')
    .innerJoin('subscriptions as plan', 'plan.subscriptionid', 'chosen.subscriptionid')
    .select([
      'plan.subscriptionid',
      'name',
      'description',
      'price',
      'currency',
      'billing_period',
      'is_active',
      'chosen.id',
      'trial_ends_at',
    ])
    .where('chosen.businessid', '=', businessid)
    .where('chosen.status', '=', 'active')
    .executeTakeFirst()

/**
 * Chooses the plan of the entered business and returns the id of its active subscription. With `withTrial` the cheapest plan begins
 * with a trial; another plan ends a trial, the same one keeps it as it is. Undefined when there is no such active plan.
 */
export async function savePlan(scope: Scope, subscriptionid: number, { withTrial }: { withTrial: boolean }) {
  const plans = await listPlans(scope)
  if (!plans.some((plan) => plan.subscriptionid === subscriptionid)) return undefined
  const hasTrial = withTrial && subscriptionid === plans[0]?.subscriptionid
  const trial_ends_at = hasTrial ? sql<Date>`now() + make_interval(days => ${TRIAL_DAYS})` : null
  const { id } = await scope
    .insertInto('business_subscriptions')
    .values({ subscriptionid, trial_ends_at })
    .onConflict((conflict) =>
      conflict
        .column('businessid')
        .where('status', '=', 'active')
        .doUpdateSet((row) => ({
          subscriptionid: row.ref('excluded.subscriptionid'),
          trial_ends_at: sql<Date>`case when business_subscriptions.subscriptionid = excluded.subscriptionid
            then business_subscriptions.trial_ends_at else excluded.trial_ends_at end`,
        })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
