import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import type { CashUpsSearch } from '../../../contract/search/cash-ups.ts'
import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'
import { stringifySearch } from '../../lib/url/url-search.ts'

export type Search = CashUpsSearch

const getMonth = (today: string) => today.slice(0, 7)

export const listQuery = ({ month, ...search }: Search, today: string) =>
  api.cashUps.list.queryOptions({
    input: { ...search, month: month ?? getMonth(today) },
    placeholderData: keepPreviousData,
    meta: { changesWith: 'sales' },
  })

/** Also reads the sales that arrive while somebody counts. */
export const dayQuery = (input: { siteid: number; day: string }) =>
  api.cashUps.day.queryOptions({ input, staleTime: 0, meta: { changesWith: 'sales' } })

export const getExportUrl = ({ month, siteid }: Search, today: string) =>
  `/api/v1/cash-ups.csv${stringifySearch({ month: month ?? getMonth(today), siteid })}`

/** Also after a refusal: the day has changed. */
export function useSaveCashUp() {
  const queries = useQueryClient()
  return useSave(
    (input: Parameters<typeof client.cashUps.create>[0]) => client.cashUps.create(input),
    () => queries.invalidateQueries({ queryKey: api.cashUps.key() }),
  )
}
