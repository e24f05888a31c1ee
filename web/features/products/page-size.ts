import { z } from 'zod'
import { ProductsSearch } from '../../../contract/search/products.ts'

const KEY = 'products-per-page'
const PageSize = z.strictObject({ per_page: ProductsSearch.shape.per_page })

/** The rows of a page that were chosen last in this browser. */
export function readPageSize() {
  const read = PageSize.safeParse({ per_page: localStorage.getItem(KEY) ?? undefined })
  return read.data ?? PageSize.parse({})
}

export const savePageSize = (size: number) => localStorage.setItem(KEY, String(size))
