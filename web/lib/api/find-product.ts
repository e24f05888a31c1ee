import { ProductsSearch } from '../../../contract/search/products.ts'
import { findScanned } from '../../../contract/shared/barcode-identity.ts'
import { api, client, queryClient } from './api.ts'

/**
 * The product of a site that has this barcode, or that the barcode of a scale names, and how many one scan is; undefined where there is
 * none.
 */
export async function findProduct(siteid: number, barcode: string) {
  const { rows } = await client.products.list({ ...ProductsSearch.parse({ siteid }), barcode })
  const found = findScanned(rows, barcode)
  if (found || rows.length === 0) return found
  // No screen waits for it.
  const { findWeighed } = await import('../../../contract/shared/scale-barcodes.ts')
  const { scale_patterns = [] } = await queryClient.fetchQuery(api.stock.settings.queryOptions())
  return findWeighed(rows, barcode, scale_patterns)
}
