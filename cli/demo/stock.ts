import { addDays, getWeekday } from './calendar.ts'
import type { Product } from './catalogue.ts'
import type { DemoSale } from './sales.ts'

type SoldQuantity = { closetime: string; quantity: number }

export type SoldQuantities = ReturnType<typeof countSoldQuantities>

/** The quantities that were sold, by product and time. */
export function countSoldQuantities(sales: Iterable<DemoSale>) {
  const quantitiesByProduct = new Map<Product, SoldQuantity[]>()
  for (const { closetime, lines } of sales) {
    for (const { product, quantity } of lines) {
      const quantities = quantitiesByProduct.get(product)
      if (quantities) quantities.push({ closetime, quantity })
      else quantitiesByProduct.set(product, [{ closetime, quantity }])
    }
  }
  return {
    /** The quantity of a product sold after one time and up to another. */
    between: (product: Product, after: string, upTo: string) =>
      (quantitiesByProduct.get(product) ?? [])
        .filter(({ closetime }) => closetime > after && closetime <= upTo)
        .reduce((sum, { quantity }) => sum + quantity, 0),
  }
}

/** The day of the last delivery. It comes once a week, before the shop opens. */
export const findLastDelivery = ({ deliveryWeekday }: Product, upTo: string) => {
  const day = upTo.slice(0, 10)
  return addDays(day, -((getWeekday(day) - deliveryWeekday + 7) % 7))
}

/** The stock at a time. The sold quantities must go back a week. */
export const calculateStock = (product: Product, sold: SoldQuantities, upTo: string) =>
  product.fullStock - sold.between(product, findLastDelivery(product, upTo), upTo)
