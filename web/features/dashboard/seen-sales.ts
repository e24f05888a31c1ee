import { api } from '../../lib/api/api.ts'

export const firstStepsQuery = () => api.dashboard.firstSteps.queryOptions({ meta: { changesWith: 'sales' } })

const getKey = (businessid: string | undefined) => `seen-sales:${businessid}`

/** Whether this browser has seen sales of the business: its first steps are over, and are not read. */
export const hasSeenSales = (businessid: string | undefined) => localStorage.getItem(getKey(businessid)) !== null

export function saveSeenSales(businessid: string | undefined, hasSales: boolean) {
  if (hasSales) localStorage.setItem(getKey(businessid), 'true')
  else localStorage.removeItem(getKey(businessid))
}
