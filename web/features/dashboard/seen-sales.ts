import { api } from '../../lib/api/api.ts'

export const firstStepsQuery = () => api.dashboard.firstSteps.queryOptions({ meta: { changesWith: 'sales' } })

const getKey = (businessid: string | undefined) => `seen-sales:${businessid}`

/** Whether this browser has seen sales of the business: its first steps are over, and are not read. Undefined before the first time. */
export function hasSeenSales(businessid: string | undefined) {
  const seen = localStorage.getItem(getKey(businessid))
  return seen === null ? undefined : seen === 'true'
}

export const saveSeenSales = (businessid: string | undefined, hasSales: boolean) =>
  localStorage.setItem(getKey(businessid), String(hasSales))
