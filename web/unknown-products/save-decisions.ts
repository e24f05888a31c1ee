import { client } from '../lib/api/api.ts'
import type { Decision } from './unknown-products.tsx'

/** Adds unknown products, and says which product the others are. A repeated call changes nothing more. */
export async function saveDecisions(decisions: readonly Decision[]) {
  const added = []
  for (const { product, is } of decisions) {
    const { siteid, barcode, productname, price, similar } = product
    if (is) await client.products.unknown.link({ siteid, barcode, productname, productid: is.productid })
    else added.push({ siteid, barcode, productname, price, ...(similar && { copy_from: similar.productid }) })
  }
  if (added.length > 0) await client.products.unknown.add({ products: added })
}
