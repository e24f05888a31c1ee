import type { ImportPreview } from '../../../../contract/product-imports.ts'
import { multiplyPrice, toPriceCents } from '../../../../contract/shared/decimal.ts'

type Stocked = { stock: number; purchaseprice: number; is_free: boolean }

/** What the stock of products is worth at their purchase prices, each rounded to cents as in the report of the stock value. */
export function sumStockCost(products: Stocked[]): ImportPreview['stock_cost'] {
  const stocked = products.filter(({ stock }) => stock > 0)
  const known = stocked.filter(({ purchaseprice, is_free }) => purchaseprice > 0 || is_free)
  const cents = known.reduce((sum, { purchaseprice, stock }) => sum + multiplyPrice(toPriceCents(purchaseprice), stock), 0)
  return { products: stocked.length, known_costs: known.length, cost: cents / 100 }
}
