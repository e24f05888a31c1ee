import { z } from 'zod'
import { COMPARISONS } from '../../../contract/search/filters.ts'
import {
  SALE_REPORTS,
  type SaleReportColumn,
  type SaleReportKind,
  SaleReportSearch,
} from '../../../contract/search/sale-reports.ts'
import type { Direction } from '../../../contract/shared/list.ts'
import type { RangeSearch } from '../../lib/format/ranges.ts'
import { rangedSearch } from '../../lib/url/url-search.ts'

// A part of every screen.

const ScreenSearch = SaleReportSearch.extend({
  /** Absent: what the person chose last. */
  compare: z.enum(COMPARISONS).optional(),
})
export type Search = z.output<typeof ScreenSearch> & RangeSearch
export type Sort = 'name' | SaleReportColumn
export type SortedSearch = Search & { sort: Sort; dir: Direction }

export const saleReportRoute = rangedSearch(ScreenSearch)

export const isSaleReport = (kind: string): kind is SaleReportKind => (SALE_REPORTS as readonly string[]).includes(kind)
