import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '../lib/api/api.ts'
import { useSave } from '../lib/api/use-save.ts'

export const useAddProducts = () => useSave(client.products.unknown.add, useInvalidateLines())

export const useLinkProduct = () => useSave(client.products.unknown.link, useInvalidateLines())

/** Lines of sales become those of products. What shows them is read again when it is shown. */
function useInvalidateLines() {
  const queries = useQueryClient()
  return async () => {
    for (const noun of [api.products, api.reports, api.dashboard, api.sales, api.stockReports])
      void queries.invalidateQueries({ queryKey: noun.key() })
  }
}
