import { FIGURES } from '../../../contract/figures.ts'
import type { Product } from '../../../contract/products.ts'
import { toCents } from '../../../contract/shared/decimal.ts'

type Priced = Pick<Product, 'price' | 'purchaseprice' | 'is_free' | 'vat_rate'>

/** What a unit costs. Null where it is not known. */
export const findCost = ({ purchaseprice, is_free }: Priced) => (purchaseprice > 0 || is_free ? purchaseprice : null)

/** The margin of a unit at today's prices and VAT rate, as reports compute it for what was sold: a part of one. Null without a cost or price. */
export function findMargin(product: Priced) {
  const cost = findCost(product)
  const cents = toCents(product.price)
  const percent = product.vat_rate === 'exempt' ? 0 : product.vat_rate
  const vat = Math.round((cents * percent) / (100 + percent))
  return cost === null ? null : FIGURES.margin({ cost, costed_net: (cents - vat) / 100 })
}
