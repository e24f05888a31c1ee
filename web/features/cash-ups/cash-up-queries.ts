import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import type { CashUpsSearch } from '../../../contract/search/cash-ups.ts'
import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'
import { stringifySearch } from '../../lib/url/url-search.ts'

export type Search = CashUpsSearch

/** Without a month, the server chooses that of its day: after midnight the day before goes on until the closing hour. */
export const listQuery = (search: Search) =>
  api.cashUps.list.queryOptions({
    input: search,
    placeholderData: keepPreviousData,
    meta: { changesWith: 'sales' },
  })

/** Also reads the sales that arrive while somebody counts. */
export const dayQuery = (input: { siteid: number; day: string }) =>
  api.cashUps.day.queryOptions({ input, staleTime: 0, meta: { changesWith: 'sales' } })

export const getExportUrl = ({ month, siteid }: Search) => `/api/v1/cash-ups.csv${stringifySearch({ month, siteid })}`

/** Also after a refusal: the day has changed. */
export function useSaveCashUp() {
  const queries = useQueryClient()
  return useSave(
    (input: Parameters<typeof client.cashUps.create>[0]) => client.cashUps.create(input),
    () => queries.invalidateQueries({ queryKey: api.cashUps.key() }),
  )
}
