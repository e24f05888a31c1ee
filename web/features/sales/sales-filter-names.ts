import type { SalesEmployees, SalesOptions } from '../../../contract/sales.ts'
import { capitalise } from '../../lib/format/capitalise.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import type { Search } from './sales-queries.ts'

/** The names of the chosen payment method, site and employee; '' for all. The URL may have an id that this business does not have. */
export function getFilterNames(
  { payment_method, siteid, employeeid }: Search,
  options: SalesOptions | undefined,
  employees: { data: SalesEmployees | undefined; isPlaceholderData: boolean },
) {
  const site = options?.sites.find((option) => option.siteid === siteid)
  const known = employees.data ? [employees.data.chosen, ...employees.data.employees] : []
  const chosen = known.find((employee) => employee?.employeeid === employeeid)
  return {
    payment_method: capitalise(payment_method.trim().toLowerCase()),
    site: siteid === undefined ? '' : (site?.sitename ?? getMissing(options)),
    employee:
      employeeid === undefined ? '' : chosen ? getFullName(chosen) : getMissing(employees.data && !employees.isPlaceholderData),
  }
}

const getMissing = (loaded: unknown) => (loaded ? 'unknown' : '…')

export type FilterNames = ReturnType<typeof getFilterNames>
