import { ProductsSearch } from '../../../contract/search/products.ts'
import { findScanned } from '../../../contract/shared/barcode-identity.ts'
import { client } from './api.ts'

/** The product of a site that has this barcode, and how many one scan is; undefined where none has. */
export async function findProduct(siteid: number, barcode: string) {
  const { rows } = await client.products.list({ ...ProductsSearch.parse({ siteid }), barcode })
  return findScanned(rows, barcode)
}
