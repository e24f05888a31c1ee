import { pictureErrors } from '../../../contract/products.ts'
import { PICTURE_MAX_BYTES } from '../../../contract/shared/constants.ts'

/** The kinds that the server takes; a phone offers its camera for them, and turns its own kind into one of them. */
export const PICTURE_KINDS = ['image/jpeg', 'image/png', 'image/webp']

/** What can be told of a chosen file before it is sent. */
export function findPictureError({ type, size }: Pick<File, 'type' | 'size'>) {
  if (!PICTURE_KINDS.includes(type)) return pictureErrors.kind.message
  return size > PICTURE_MAX_BYTES ? pictureErrors.size.message : undefined
}

type Shown = { productid: number; picture?: string | null; size?: 'thumb' }

/** Under its name a picture never changes, so the browser keeps it. */
export function pictureUrl({ productid, picture, size }: Shown) {
  const query = new URLSearchParams({ ...(size && { size }), ...(picture && { v: picture }) })
  return `/api/v1/products/${productid}/picture${query.size > 0 ? `?${query}` : ''}`
}
