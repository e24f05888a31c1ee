import { linkOptions } from '@tanstack/react-router'
import type { SaleReportRow } from '../../../contract/sale-reports.ts'
import { chooseGroup, chooseSaleOrder, getFirstDirection } from '../../../contract/search/sale-report-rows.ts'
import type { SaleReportGroup, SaleReportKind } from '../../../contract/search/sale-reports.ts'
import type { Search, SortedSearch } from './sale-report-search.ts'

export const withSortOrder = (kind: SaleReportKind, search: Search): SortedSearch => ({
  ...search,
  ...chooseSaleOrder({ ...search, kind }),
})

/** Leaves the usual order out of the URL. */
export function withoutUsualSort(kind: SaleReportKind, { sort, dir, ...search }: SortedSearch): Search {
  const usual = chooseSaleOrder({ ...search, kind })
  return {
    ...search,
    ...(sort !== usual.sort && { sort }),
    ...(dir !== getFirstDirection(kind, chooseGroup({ ...search, kind }), sort) && { dir }),
  }
}

/** From the usual rows of each report to its sales. */
const STEPS: Record<SaleReportKind, SaleReportGroup[]> = {
  tips: ['employee', 'day', 'sale'],
  'gift-cards': ['name', 'sale'],
  discounts: ['name', 'employee', 'sale'],
  refunds: ['employee', 'sale'],
  charges: ['name', 'sale'],
}

/** What a row is narrowed to. */
function narrow(by: SaleReportGroup, key: string): Partial<Search> {
  switch (by) {
    case 'name':
      return { name: key }
    case 'employee':
      return { employees: [Number(key)] }
    case 'site':
      return { sites: [Number(key)] }
    case 'day':
      return { range: undefined, from: key, to: key }
    case 'sale':
      return {}
  }
}

/** What a click on a row shows: the next rows that are not chosen yet, and in the end the sale. */
export function findDrillDown(
  kind: SaleReportKind,
  search: Search,
  { key, sale }: Pick<SaleReportRow, 'key' | 'sale'>,
  day: string | undefined,
) {
  if (sale) return linkOptions({ to: '/sales', search: { sale: sale.saleid, ...(day && { from: day, to: day }) } })
  const by = chooseGroup({ ...search, kind })
  const { sort: _sort, dir: _dir, ...kept } = search
  const inner = { ...kept, ...narrow(by, key), page: 1, q: '' }
  const isChosen: Partial<Record<SaleReportGroup, boolean>> = {
    name: inner.name !== undefined,
    employee: inner.employees.length === 1,
    day: inner.from !== undefined && inner.from === inner.to,
  }
  const next = STEPS[kind].find((step) => step !== by && !isChosen[step]) ?? 'sale'
  return linkOptions({ to: '/reports/$kind', params: { kind }, search: { ...inner, by: next } })
}
