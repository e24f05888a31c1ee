import { Product, type ProductInput } from '../../../contract/products.ts'
import { client } from '../../lib/api/api.ts'
import { acceptIfAlreadySaved } from '../../lib/api/edit-conflict.ts'
import { toResponseError } from '../../lib/api/response-error.ts'
import { useSave } from '../../lib/api/use-save.ts'
import { getPictureUrl } from './picture.ts'

type Save = {
  input: ProductInput & Pick<Product, 'has_own_price'>
  request_id?: string
  opened?: Product | undefined
  stock_note?: string
}

/** Adds a product, or updates the opened one, and returns it. `request_id` is the idempotency key of an addition. */
export const useSaveProduct = () =>
  useSave(
    async ({ input, request_id, opened, stock_note }: Save): Promise<Omit<Product, 'sitename'>> => {
      if (!opened) {
        const { productid } = await client.products.create({ ...input, request_id })
        return { ...input, productid, version: 1, picture: null }
      }
      const { productid, version, stock, picture } = opened
      const { stock: typed, ...others } = input
      return client.products.update({ ...input, productid, opened: { version, stock }, stock_note }).then(
        () => ({ ...input, productid, version: version + 1, picture }),
        acceptIfAlreadySaved(Product, typed === stock ? others : input), // stock that was not typed may change with sales
      )
    },
    ['products'],
  )

/** A slow line uploads a picture in it. */
const PICTURE_TIMEOUT_MS = 60_000

/** Uploads the picture of a product, or removes it. */
export const useSavePicture = () =>
  useSave(
    async ({ productid, picture }: { productid: number; picture: File | null }) => {
      const url = getPictureUrl({ productid })
      const signal = AbortSignal.timeout(PICTURE_TIMEOUT_MS)
      const response = picture
        ? await fetch(url, { method: 'PUT', body: picture, headers: { 'content-type': picture.type }, signal })
        : await fetch(url, { method: 'DELETE', signal })
      if (!response.ok) throw await toResponseError(response)
    },
    ['products'],
  )

export const useRemoveProduct = () =>
  useSave(({ productid }: Pick<Product, 'productid'>) => client.products.remove({ productid }), ['products'])
