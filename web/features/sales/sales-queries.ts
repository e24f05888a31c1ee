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

/** A new sale belongs on top of the newest ones; on any other page it would move what is being read, so nothing refreshes it. */
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

/** Where all filtered rows are, as a file in the list's order. */
export const exportUrl = ({ q, small, sort, dir }: Search, dates: DateRange) =>
  `/api/v1/sales.csv${stringifySearch({ ...dates, q, small: small || undefined, sort, dir })}`

/** How many of the sales that the figures count came after the list on screen was fetched. */
export const newSalesCount = (search: Search, counted: number | undefined, listed: number | undefined) =>
  isNewestFirst(search) || counted === undefined || listed === undefined ? 0 : Math.max(0, counted - listed)
