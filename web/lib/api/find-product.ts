import { ProductsSearch } from '../../../contract/search/products.ts'
import { client } from './api.ts'

/** The product of a site that has exactly this barcode; undefined where none has. */
export async function findProduct(siteid: number, barcode: string) {
  const { rows } = await client.products.list({ ...ProductsSearch.parse({ siteid }), barcode })
  return rows[0]
}
