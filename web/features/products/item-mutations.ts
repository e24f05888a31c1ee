import { client } from '../../lib/api/api.ts'
import { findProduct } from '../../lib/api/find-product.ts'
import { useSave } from '../../lib/api/use-save.ts'

export const useAddToSite = () => useSave(client.products.addToSite, ['products'])
export const useSeparateProduct = () => useSave(client.products.separate, ['products'])
export const useJoinProducts = () => useSave(client.products.join, ['products'])
export const useMergeProducts = () => useSave(client.products.merge, ['products'])
export const useKeepApart = () => useSave(client.products.keepApart, ['products'])

/** Joins a product with the one at a site that has its barcode. */
export const useJoinWithBarcode = () =>
  useSave(
    async ({ productid, siteid }: { productid: number; siteid: number }) => {
      const { barcode } = await client.products.get({ productid })
      const other = await findProduct(siteid, barcode)
      // A carton of it is not the product.
      await client.products.join({ productids: other?.units === 1 ? [productid, other.product.productid] : [productid] })
    },
    ['products'],
  )
