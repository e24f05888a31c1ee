import { pictureErrors } from '../../../contract/product-pictures.ts'
import { PICTURE_MAX_BYTES } from '../../../contract/shared/constants.ts'

/** The types that the server accepts. A phone offers its camera for them and converts its own format. */
export const PICTURE_KINDS = ['image/jpeg', 'image/png', 'image/webp']

/** The error of a chosen file that shows before the upload. */
export function findPictureError({ type, size }: Pick<File, 'type' | 'size'>) {
  if (!PICTURE_KINDS.includes(type)) return pictureErrors.kind.message
  return size > PICTURE_MAX_BYTES ? pictureErrors.size.message : undefined
}

type Shown = { productid: number; picture?: string | null; size?: 'thumb' }

/** A picture never changes under its name, so the browser may cache it. */
export function getPictureUrl({ productid, picture, size }: Shown) {
  const query = new URLSearchParams({ ...(size && { size }), ...(picture && { v: picture }) })
  return `/api/v1/products/${productid}/picture${query.size > 0 ? `?${query}` : ''}`
}
