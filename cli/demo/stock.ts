import { addDays } from '../../server/shared/buckets.ts'
import { type DemoServer, signInOwner } from './api-client.ts'
import { getWeekday } from './calendar.ts'
import { CATALOGUE, type Product } from './catalogue.ts'
import type { DemoState } from './demo-folder.ts'
import { createSales, type DemoSale } from './sales.ts'

export type SoldQuantities = ReturnType<typeof countSoldQuantities>

/** The quantities that were sold, by product and time. */
export function countSoldQuantities(sales: DemoSale[]) {
  const sold = sales.flatMap(({ closetime, lines }) => lines.map(({ product, quantity }) => ({ product, closetime, quantity })))
  const byProduct = Map.groupBy(sold, ({ product }) => product)
  return {
    /** The quantity of a product sold after one time and up to another. */
    between: (product: Product, after: string, upTo: string) =>
      (byProduct.get(product) ?? [])
        .filter(({ closetime }) => closetime > after && closetime <= upTo)
        .reduce((sum, { quantity }) => sum + quantity, 0),
  }
}

/** The stock at a time. A delivery comes once a week, before the shop opens, so the sold quantities must go back a week. */
export function calculateStock(product: Product, sold: SoldQuantities, upTo: string) {
  const day = upTo.slice(0, 10)
  const lastDelivery = addDays(day, -((getWeekday(day) - product.deliveryWeekday + 7) % 7))
  return product.fullStock - sold.between(product, lastDelivery, upTo)
}

/** Writes a delivery at each site for what came since the day of the last run, as the owner would do on the screen. */
export async function restock(server: DemoServer, state: DemoState, upTo: string) {
  const lastDay = state.upTo.slice(0, 10)
  if (lastDay === upTo.slice(0, 10)) return
  const sold = countSoldQuantities(createSales(addDays(lastDay, -7), upTo))
  const api = await signInOwner(server)
  const delivered: { siteid: number; productid: number; quantity: number }[] = []
  for (const product of CATALOGUE) {
    const stockBefore = calculateStock(product, sold, state.upTo) - sold.between(product, state.upTo, upTo)
    const quantity = calculateStock(product, sold, upTo) - stockBefore
    if (quantity <= 0) continue
    const { rows } = await api.products.list({ q: product.barcode })
    const row = rows.find(({ barcode }) => barcode === product.barcode)
    if (row) delivered.push({ siteid: row.siteid, productid: row.productid, quantity })
  }
  for (const [siteid, products] of Map.groupBy(delivered, (row) => row.siteid)) {
    const lines = products.map(({ productid, quantity }) => ({ productid, quantity }))
    await api.stock.create({ kind: 'delivery', siteid, lines, finish: true })
  }
}
