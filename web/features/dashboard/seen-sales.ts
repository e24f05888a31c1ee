import { api } from '../../lib/api/api.ts'
import { readFromDevice, saveOnDevice } from '../../lib/browser/device-storage.ts'

export const firstStepsQuery = () => api.dashboard.firstSteps.queryOptions({ meta: { changesWith: 'sales' } })

const getKey = (businessid: string | undefined) => `seen-sales:${businessid}`

/** Whether this browser has seen sales of the business: its first steps are over, and are not read. Undefined before the first time. */
export function hasSeenSales(businessid: string | undefined) {
  const seen = readFromDevice(getKey(businessid))
  return seen === null ? undefined : seen === 'true'
}

export const saveSeenSales = (businessid: string | undefined, hasSales: boolean) =>
  saveOnDevice(getKey(businessid), String(hasSales))
