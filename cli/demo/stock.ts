import { plusDays, weekdayOf } from './calendar.ts'
import type { Product } from './catalogue.ts'
import type { Slip } from './sales.ts'

type Taken = { closetime: string; quantity: number }

/** What slips took from the shelves. */
export type Sold = ReturnType<typeof soldBy>

export function soldBy(slips: Iterable<Slip>) {
  const taken = new Map<Product, Taken[]>()
  for (const { closetime, lines } of slips) {
    for (const { product, quantity } of lines) {
      const known = taken.get(product)
      if (known) known.push({ closetime, quantity })
      else taken.set(product, [{ closetime, quantity }])
    }
  }
  return {
    /** How many of a product after one time and until another. */
    between: (product: Product, after: string, upTo: string) =>
      (taken.get(product) ?? [])
        .filter(({ closetime }) => closetime > after && closetime <= upTo)
        .reduce((sum, { quantity }) => sum + quantity, 0),
  }
}

/** The product's last delivery, before the shop opened on that day. It comes once a week. */
export const lastDelivery = ({ delivery }: Product, upTo: string) => {
  const day = upTo.slice(0, 10)
  return plusDays(day, -((weekdayOf(day) - delivery + 7) % 7))
}

/** What stands on the shelf at a time. The slips must go back a week. */
export const stockLeft = (product: Product, sold: Sold, upTo: string) =>
  product.shelf - sold.between(product, lastDelivery(product, upTo), upTo)
