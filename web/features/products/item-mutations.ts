import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'
import { useInvalidateProducts } from './product-mutations.ts'

export const useAddToSite = () => useSave(client.products.addToSite, useInvalidateItems())
export const useSeparateProduct = () => useSave(client.products.separate, useInvalidateItems())
export const useJoinProducts = () => useSave(client.products.join, useInvalidateItems())
export const useKeepApart = () => useSave(client.products.keepApart, useInvalidateItems())

/** Which products are joined changes reports too. */
function useInvalidateItems() {
  const queries = useQueryClient()
  const invalidateProducts = useInvalidateProducts()
  return () => {
    void queries.invalidateQueries({ queryKey: api.reports.key() })
    return Promise.all([invalidateProducts(), queries.invalidateQueries({ queryKey: api.products.probablySame.key() })])
  }
}
