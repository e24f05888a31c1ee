import type { Plan } from '../../../contract/signup.ts'

/** Cheapest first, the older one of two at the same price; the first of them is the one with the trial. */
export const sortByPrice = (plans: readonly Plan[]) =>
  plans.toSorted((one, other) => one.price - other.price || one.subscriptionid - other.subscriptionid)

/** 'Monthly' of 'monthly'. */
export const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
