import { useQueryClient } from '@tanstack/react-query'
import { Product, type ProductInput } from '../../../contract/products.ts'
import { api, client } from '../../lib/api/api.ts'
import { acceptIfAlreadySaved } from '../../lib/api/edit-conflict.ts'
import { toResponseError } from '../../lib/api/response-error.ts'
import { useSave } from '../../lib/api/use-save.ts'
import { pictureUrl } from './picture.ts'

type Save = { input: ProductInput; request_id: string; opened?: Product }

/**
 * Adds a product, or changes the one that was opened; answers with what is known of it then. Added with the same `request_id`
 * again, it is the same product.
 */
export const useSaveProduct = () =>
  useSave(async ({ input, request_id, opened }: Save): Promise<Omit<Product, 'sitename'>> => {
    if (!opened) {
      const { productid } = await client.products.create({ ...input, request_id })
      return { ...input, productid, version: 1, picture: null }
    }
    const { productid, version, stock, picture } = opened
    const { stock: typed, ...others } = input
    return client.products.update({ ...input, productid, opened: { version, stock } }).then(
      () => ({ ...input, productid, version: version + 1, picture }),
      acceptIfAlreadySaved(Product, typed === stock ? others : input), // a stock that nobody typed moves with what is sold
    )
  }, useStaleProducts())

/** Gives a product its picture, or takes it away. */
export const useSavePicture = () =>
  useSave(async ({ productid, picture }: { productid: number; picture: File | null }) => {
    const address = pictureUrl({ productid })
    const response = picture
      ? await fetch(address, { method: 'PUT', body: picture, headers: { 'content-type': picture.type } })
      : await fetch(address, { method: 'DELETE' })
    if (!response.ok) throw await toResponseError(response)
  }, useStaleProducts())

export const useRemoveProduct = () =>
  useSave(({ productid }: Pick<Product, 'productid'>) => client.products.remove({ productid }), useStaleProducts())

/** The dashboard counts low stock. A write is done when the list shows it, so the list alone is waited for. */
export function useStaleProducts() {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: api.dashboard.key() })
    void queries.invalidateQueries({ queryKey: api.products.options.key() })
    return queries.invalidateQueries({ queryKey: api.products.list.key() })
  }
}
