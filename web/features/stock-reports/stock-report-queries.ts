import { keepPreviousData } from '@tanstack/react-query'
import type {
  InTransitSearch,
  ReorderSearch,
  ShrinkageSearch,
  SlowSellersSearch,
  StockValueSearch,
} from '../../../contract/search/stock-reports.ts'
import { api } from '../../lib/api/api.ts'
import { stringifySearch } from '../../lib/url/url-search.ts'

const keepPrevious = { placeholderData: keepPreviousData } as const

/** Sales change the stock, so the reports on it follow them. */
const options = { ...keepPrevious, meta: { changesWith: 'sales' } } as const

export const reorderQuery = (input: ReorderSearch) => api.stockReports.reorder.queryOptions({ input, ...options })
export const slowSellersQuery = (input: SlowSellersSearch) => api.stockReports.slowSellers.queryOptions({ input, ...options })
export const stockValueQuery = (input: StockValueSearch) => api.stockReports.stockValue.queryOptions({ input, ...options })
export const inTransitQuery = (input: InTransitSearch) => api.stockReports.inTransit.queryOptions({ input, ...keepPrevious })
export const shrinkageQuery = (input: ShrinkageSearch) => api.stockReports.shrinkage.queryOptions({ input, ...keepPrevious })

/** A person who sees no costs gets no order by them. */
export const withVisibleOrder = (search: SlowSellersSearch, seesCosts: boolean): SlowSellersSearch =>
  seesCosts || search.sort !== 'cost' ? search : { ...search, sort: 'stock', dir: 'desc' }

export const UNFILTERED = { q: '', siteid: undefined, supplier: '' }

type Report = 'reorder' | 'slow-sellers' | 'stock-value' | 'in-transit' | 'shrinkage'
type Search = ReorderSearch | SlowSellersSearch | StockValueSearch | InTransitSearch | ShrinkageSearch

/** All filtered rows of a report as a file, in the order of the list. */
export const getExportUrl = (report: Report, { page: _, ...search }: Search & { page?: number }) =>
  `/api/v1/reports/${report}.csv${stringifySearch(search)}`
