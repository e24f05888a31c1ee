import { keepPreviousData } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Comparison, LineFilters } from '../../../contract/search/filters.ts'
import { SalesSearch } from '../../../contract/search/sales.ts'
import { type DateRange, Flag } from '../../../contract/shared/fields.ts'
import { api } from '../../lib/api/api.ts'
import { findPeriod, toChoice } from '../../lib/format/ranges.ts'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import { stringifySearch } from '../../lib/url/url-search.ts'

/** The search parameters of the screen: those of the list, and whether the import is open. */
export const SalesScreenSearch = SalesSearch.extend({ import: Flag.default(false) })

export type Search = z.output<typeof SalesScreenSearch> & FiguresSearch

export const NEWEST_FIRST = { sort: 'saledate', dir: 'desc', page: 1 } as const

const isNewestFirst = ({ sort, dir, page }: Search) =>
  sort === NEWEST_FIRST.sort && dir === NEWEST_FIRST.dir && page === NEWEST_FIRST.page

/** Only the first page of the newest sales refreshes by itself: on any other page the rows would move while they are read. */
export const listQuery = (search: Search, dates: DateRange) => {
  const { sort, dir, page } = search
  const isLive = isNewestFirst(search)
  return api.sales.list.queryOptions({
    input: { ...toFilter(search), sort, dir, page, ...dates },
    placeholderData: keepPreviousData,
    meta: isLive ? { changesWith: 'sales' } : {},
    refetchOnWindowFocus: isLive,
    refetchOnReconnect: ({ state }) => isLive || state.data === undefined,
  })
}

export const summaryQuery = (search: Search, dates: DateRange, compare: Comparison) =>
  api.sales.figures.queryOptions({
    input: { ...toFilter(search), ...dates, compare, period: findPeriod(toChoice(search)) },
    placeholderData: keepPreviousData,
    meta: { changesWith: 'sales' },
  })

const toFilter = ({ q, small, refunds, payment_method, received_after, ...search }: Search) => {
  const { sites, employees, products, categories, suppliers, vat_rates } = search
  return { q, small, refunds, payment_method, received_after, sites, employees, products, categories, suppliers, vat_rates }
}

export const NO_LINE_FILTERS: LineFilters = { products: [], categories: [], suppliers: [], vat_rates: [] }

export const UNFILTERED = {
  ...{ q: '', small: false, refunds: false, payment_method: '', received_after: undefined },
  ...{ sites: [] as number[], employees: [] as number[], ...NO_LINE_FILTERS },
}

/** All filtered sales as a file, in the order of the list. */
export const getExportUrl = (search: Search, dates: DateRange) => {
  const { small, refunds, ...filter } = toFilter(search)
  const { sort, dir } = search
  const flags = { small: small || undefined, refunds: refunds || undefined }
  return `/api/v1/sales.csv${stringifySearch({ ...dates, ...filter, ...flags, sort, dir })}`
}

/** The number of sales in the summary that were stored after the list was loaded. */
export const newSalesCount = (search: Search, counted: number | undefined, listed: number | undefined) =>
  isNewestFirst(search) || counted === undefined || listed === undefined ? 0 : Math.max(0, counted - listed)
