import { useQueryClient } from '@tanstack/react-query'
import { ProductsSearch } from '../../../contract/search/products.ts'
import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'
import { useInvalidateProducts } from './product-mutations.ts'

export const useAddToSite = () => useSave(client.products.addToSite, useInvalidateItems())
export const useSeparateProduct = () => useSave(client.products.separate, useInvalidateItems())
export const useJoinProducts = () => useSave(client.products.join, useInvalidateItems())
export const useKeepApart = () => useSave(client.products.keepApart, useInvalidateItems())

/** Joins a product with the one at a site that has its barcode. */
export const useJoinWithBarcode = () =>
  useSave(async ({ productid, siteid }: { productid: number; siteid: number }) => {
    const { barcode } = await client.products.get({ productid })
    const { rows } = await client.products.list({ ...ProductsSearch.parse({ siteid }), barcode })
    const productids = [productid, ...rows.slice(0, 1).map((row) => row.productid)]
    await client.products.join({ productids })
  }, useInvalidateItems())

/** Which products are joined changes reports too. */
function useInvalidateItems() {
  const queries = useQueryClient()
  const invalidateProducts = useInvalidateProducts()
  return () => {
    void queries.invalidateQueries({ queryKey: api.reports.key() })
    return Promise.all([invalidateProducts(), queries.invalidateQueries({ queryKey: api.products.probablySame.key() })])
  }
}
