import type { SalesOptions } from '../../../contract/sales.ts'
import { capitalise } from '../../lib/format/capitalise.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import type { Search } from './sales-queries.ts'

/** The names of the chosen payment method, site and employee; '' for all. The URL may have an id that this business does not have. */
export function getFilterNames({ payment_method, siteid, employeeid }: Search, options: SalesOptions | undefined) {
  const site = options?.sites.find((option) => option.siteid === siteid)
  const employee = options?.employees.find((option) => option.employeeid === employeeid)
  const missing = options ? 'unknown' : '…'
  return {
    payment_method: capitalise(payment_method.trim().toLowerCase()),
    site: siteid === undefined ? '' : (site?.sitename ?? missing),
    employee: employeeid === undefined ? '' : employee ? getFullName(employee) : missing,
  }
}

export type FilterNames = ReturnType<typeof getFilterNames>
