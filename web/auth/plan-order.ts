import type { Plan } from '../../contract/signup.ts'

/** Cheapest first, then the lower id. The first plan has the trial. */
export const sortByPrice = (plans: readonly Plan[]) =>
  plans.toSorted((a, b) => a.price - b.price || a.subscriptionid - b.subscriptionid)
