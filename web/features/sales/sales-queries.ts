import { keepPreviousData } from '@tanstack/react-query'
import type { SalesSearch } from '../../../contract/sales.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { api } from '../../lib/api/api.ts'
import type { RangeSearch } from '../../lib/format/ranges.ts'
import { stringifySearch } from '../../lib/url/url-search.ts'

export type Search = SalesSearch & RangeSearch

export const NEWEST_FIRST = { sort: 'saledate', dir: 'desc', page: 1 } as const

const isNewestFirst = ({ sort, dir, page }: Search) =>
  sort === NEWEST_FIRST.sort && dir === NEWEST_FIRST.dir && page === NEWEST_FIRST.page

/** Only the first page of the newest sales refreshes by itself: on any other page the rows would move while they are read. */
export const listQuery = (search: Search, dates: DateRange) => {
  const { q, small, sort, dir, page } = search
  const isLive = isNewestFirst(search)
  return api.sales.list.queryOptions({
    input: { q, small, sort, dir, page, ...dates },
    placeholderData: keepPreviousData,
    meta: isLive ? { changesWith: 'sales' } : {},
    refetchOnWindowFocus: isLive,
    refetchOnReconnect: ({ state }) => isLive || state.data === undefined,
  })
}

export const summaryQuery = ({ q, small }: Search, dates: DateRange) =>
  api.sales.figures.queryOptions({
    input: { q, small, ...dates },
    placeholderData: keepPreviousData,
    meta: { changesWith: 'sales' },
  })

export const UNFILTERED = { q: '', small: false } as const

export const isFiltered = ({ q, small }: Search) => q !== '' || small

/** All filtered sales as a file, in the order of the list. */
export const getExportUrl = ({ q, small, sort, dir }: Search, dates: DateRange) =>
  `/api/v1/sales.csv${stringifySearch({ ...dates, q, small: small || undefined, sort, dir })}`

/** The number of sales in the summary that were stored after the list was loaded. */
export const newSalesCount = (search: Search, counted: number | undefined, listed: number | undefined) =>
  isNewestFirst(search) || counted === undefined || listed === undefined ? 0 : Math.max(0, counted - listed)
