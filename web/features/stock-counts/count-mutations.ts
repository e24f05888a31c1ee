import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

/** An approved count changes the stock of products. Only documents are waited for. */
function useInvalidateStock() {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: api.dashboard.key() })
    void queries.invalidateQueries({ queryKey: api.stockReports.key() })
    void queries.invalidateQueries({ queryKey: api.products.key() })
    return queries.invalidateQueries({ queryKey: api.stock.key() })
  }
}

export const useBeginCount = () =>
  useSave((input: Parameters<typeof client.stock.counts.begin>[0]) => client.stock.counts.begin(input), useInvalidateStock())

export const useApproveCount = () =>
  useSave((input: Parameters<typeof client.stock.counts.approve>[0]) => client.stock.counts.approve(input), useInvalidateStock())

export const useCancelCount = () =>
  useSave((input: Parameters<typeof client.stock.counts.cancel>[0]) => client.stock.counts.cancel(input), useInvalidateStock())
