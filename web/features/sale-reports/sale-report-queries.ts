import { keepPreviousData } from '@tanstack/react-query'
import type { Comparison } from '../../../contract/search/filters.ts'
import type { SaleReportKind } from '../../../contract/search/sale-reports.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { api } from '../../lib/api/api.ts'
import { findPeriod, toChoice } from '../../lib/format/ranges.ts'
import { stringifySearch } from '../../lib/url/url-search.ts'
import { withSortOrder } from './sale-report-links.ts'
import type { Search } from './sale-report-search.ts'

/** What the server is asked for. */
export function toInput(kind: SaleReportKind, search: Search, dates: DateRange, compare: Comparison) {
  const { range: _range, from: _from, to: _to, ...rest } = withSortOrder(kind, search)
  return { kind, ...rest, ...dates, compare, period: findPeriod(toChoice(search)) }
}

/** All rows as a file. */
export function getExportUrl({ page: _page, ...input }: ReturnType<typeof toInput>) {
  return `/api/v1/reports/sales.csv${stringifySearch(input)}`
}

export const saleReportQuery = (input: ReturnType<typeof toInput>) =>
  api.saleReports.get.queryOptions({ input, placeholderData: keepPreviousData, meta: { changesWith: 'sales' } })
