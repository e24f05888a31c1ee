import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

/** A document changes the stock of products, and what is on order or in transit. Only documents are waited for. */
export function useInvalidateStock() {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: api.dashboard.key() })
    void queries.invalidateQueries({ queryKey: api.stockReports.key() })
    void queries.invalidateQueries({ queryKey: api.products.key() })
    return queries.invalidateQueries({ queryKey: api.stock.key() })
  }
}

export const useRemoveDraft = () =>
  useSave((input: Parameters<typeof client.stock.remove>[0]) => client.stock.remove(input), useInvalidateStock())

export const useCloseOrder = () =>
  useSave((input: Parameters<typeof client.stock.close>[0]) => client.stock.close(input), useInvalidateStock())

export const useReceiveTransfer = () =>
  useSave((input: Parameters<typeof client.stock.receive>[0]) => client.stock.receive(input), useInvalidateStock())

export const useCorrectDelivery = () =>
  useSave((input: Parameters<typeof client.stock.correct>[0]) => client.stock.correct(input), useInvalidateStock())
