import { keepPreviousData } from '@tanstack/react-query'
import { CountSearch } from '../../../contract/search/stock.ts'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { api, FAST_RETRY_MS, refetchPolicy } from '../../lib/api/api.ts'
import { withCopies } from '../../lib/api/with-copies.ts'

export type Search = CountSearch

/** Other people count too. */
const EVERY_MS = 4_000
const SHEET_STALE_MS = 10 * 60_000

const watch = refetchPolicy({ everyMs: EVERY_MS, afterFailureMs: FAST_RETRY_MS })

/** A count that is under way is read again while it is open, because somebody else may approve it. */
export const countQuery = (documentid: number) =>
  withCopies(
    api.stock.get.queryOptions({
      input: { documentid },
      refetchInterval: (query) => (isUnderWay(query.state.data) ? watch(query) : false),
    }),
  )

export const isUnderWay = (document: StockDocument | undefined) => document?.state === 'counting'

type LinesOptions = { isWatched: boolean }

export const linesQuery = (documentid: number, search: Search, { isWatched }: LinesOptions = { isWatched: false }) =>
  withCopies(
    api.stock.counts.lines.queryOptions({
      input: { ...search, documentid },
      placeholderData: keepPreviousData,
      ...(isWatched && { refetchInterval: watch }),
    }),
  )

export const entriesQuery = (documentid: number, productid: number) =>
  api.stock.counts.entries.queryOptions({ input: { documentid, productid }, refetchInterval: watch })

/** Names of products for a device that is offline. What others count comes with the lines. */
export const sheetQuery = (documentid: number) =>
  withCopies(api.stock.counts.sheet.queryOptions({ input: { documentid }, staleTime: SHEET_STALE_MS }))

export const DEFAULT_SEARCH: Search = CountSearch.parse({})

/** The search with the largest losses first. */
export const DIFFERENCES: Search = { ...DEFAULT_SEARCH, show: 'different', sort: 'difference' }

export const getExportUrl = (documentid: number) => `/api/v1/stock/document.csv?documentid=${documentid}`
