import { useRef, useState } from 'react'
import type { Product } from '../../../contract/products.ts'
import { ProductsSearch } from '../../../contract/search/products.ts'
import { client } from '../../lib/api/api.ts'

type Options = {
  /** The only product with the barcode. */
  onProduct: (product: Product) => void
  /** It is sold at several sites. */
  onSeveral: (barcode: string) => void
}

/**
 * Finds the product of a scanned barcode, whatever the filters are. `unknown` is the last barcode that no product has. The list searches
 * for it too: when this fails, the list shows the error.
 */
export function useBarcodeSearch({ onProduct, onSeveral }: Options) {
  const [unknown, setUnknown] = useState<string | null>(null)
  const latest = useRef<string | null>(null)

  return {
    unknown,
    async find(barcode: string) {
      latest.current = barcode
      const found = await client.products.list({ ...ProductsSearch.parse({}), barcode }).catch(() => undefined)
      if (!found || latest.current !== barcode) return
      const [product] = found.rows
      if (!product) setUnknown(barcode)
      else if (found.results > 1) onSeveral(barcode)
      else onProduct(product)
    },
    /** Another search was typed: the answer of a slow network comes too late. */
    forget: (q: string) => {
      if (q !== latest.current) latest.current = null
    },
  }
}
