import { keepPreviousData } from '@tanstack/react-query'
import type { RefusedSearch } from '../../../contract/search/refused-sales.ts'
import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

export const refusedSalesQuery = (search: RefusedSearch) =>
  api.refusedSales.list.queryOptions({ input: search, placeholderData: keepPreviousData, meta: { changesWith: 'sales' } })

export const useStoreRefusedSale = () => useSave(client.refusedSales.store, ['refusedSales'])

export const useSetAside = () => useSave(client.refusedSales.setAside, ['refusedSales'])
