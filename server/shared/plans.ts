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
