import type { SavedReport } from '../../../contract/reports.ts'
import type { Comparison } from '../../../contract/search/filters.ts'
import { REPORT_FILTERS } from '../../../contract/search/filters.ts'
import { READY_REPORTS } from './ready-reports.ts'
import { formatDimension } from './report-names.ts'
import { fromSavedSearch, type Search, toSavedSearch, withSortOrder } from './report-search.ts'

const NAMED_RANGES = ['yesterday', 'MTD']

/** What makes a ready report that report: its rows, columns and order. A range is a part of it only where its name says the range: 'Yesterday'. */
const identify = (search: Search, hasRange: boolean) => {
  const { by, columns, sort, dir } = withSortOrder(search)
  return JSON.stringify([by, columns, sort, dir, hasRange && search.range])
}

function sortParameters(url: string) {
  const parameters = new URLSearchParams(url)
  parameters.sort()
  return parameters.toString()
}

/** The name of a saved report with this URL, or of a ready one without further filters by line, else 'Sales by week'. */
export function findReportName(search: Search, compare: Comparison, saved: SavedReport[] = []) {
  const own = sortParameters(toSavedSearch({ ...search, compare, q: '' }))
  const found = saved.find((report) => sortParameters(toSavedSearch(fromSavedSearch(report.search))) === own)
  if (found) return found.name
  const hasFilter = REPORT_FILTERS.some((name) => name !== 'sites' && name !== 'employees' && search[name].length > 0)
  const ready = READY_REPORTS.find((report) => {
    const hasRange = NAMED_RANGES.includes(report.search.range ?? '')
    return identify(report.search, hasRange) === identify(search, hasRange)
  })
  return ready && !hasFilter ? ready.name : `Sales by ${formatDimension(search.by)}`
}
