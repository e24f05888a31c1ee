import { keepPreviousData } from '@tanstack/react-query'
import type { CashUpsSearch } from '../../../contract/search/cash-ups.ts'
import { api } from '../../lib/api/api.ts'
import { stringifySearch } from '../../lib/url/url-search.ts'

export type Search = CashUpsSearch

/** Without a month, the server chooses that of its day: after midnight the day before goes on until the closing hour. */
export const listQuery = (search: Search) =>
  api.cashUps.list.queryOptions({
    input: search,
    placeholderData: keepPreviousData,
    meta: { changesWith: 'sales' },
  })

export const monthQuery = ({ month, siteid }: Pick<Search, 'month' | 'siteid'>) =>
  api.cashUps.month.queryOptions({
    input: { month, siteid },
    placeholderData: keepPreviousData,
    meta: { changesWith: 'sales' },
  })

/** Also reads the sales that arrive while somebody counts. */
export const dayQuery = (input: { siteid: number; day: string }) =>
  api.cashUps.day.queryOptions({ input, staleTime: 0, meta: { changesWith: 'sales' } })

export const getExportUrl = ({ month, siteid }: Search) => `/api/v1/cash-ups.csv${stringifySearch({ month, siteid })}`
