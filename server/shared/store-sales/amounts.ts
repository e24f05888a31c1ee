import { multiplyPrice, roundDecimal, toPriceCents } from '../../../contract/shared/decimal.ts'
import type { KnownProduct } from './find-references.ts'
import type { SoldExtra, SoldLine, SoldPayment, SoldSale } from './sold-sale.ts'

// What a sale comes to, in whole cents.

type Product = Pick<KnownProduct, 'price' | 'units' | 'scanned_price'>
type FindProduct = (line: SoldLine) => Product | undefined

/** Of how many pieces one of a line's quantity is. */
export const findUnits = (line: SoldLine, product: Product | undefined) => line.units ?? product?.units ?? 1

/** The price of one of a line's quantity. Without one, that on the label of a scale, or that of all its pieces. */
export const findPriceCents = (line: SoldLine, product: Product | undefined) =>
  line.price_cents ??
  (product?.scanned_price ? toPriceCents(product.scanned_price) : undefined) ??
  roundDecimal(toPriceCents(product?.price ?? 0) * findUnits(line, product), 2)

/** Quantity times price, before the line's own discount. */
export const sumLine = (line: SoldLine, product: ReturnType<FindProduct>) =>
  multiplyPrice(findPriceCents(line, product), line.quantity)

/** Its amount, or the sum of its lines. */
export const sumSale = ({ finalamount_cents, items }: SoldSale, findProduct: FindProduct) =>
  finalamount_cents ??
  items.reduce((sum, line) => sum + (line.total_cents ?? sumLine(line, findProduct(line)) - (line.discount_cents ?? 0)), 0)

export const sumCents = (parts: { amount_cents: number }[] = []) => parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0)

/** Without an amount it has paid all: the sale and its extras. */
type Payment = Omit<SoldPayment, 'amount_cents'> & { amount_cents?: number }

type Paid = {
  /** That of the largest payment. */
  payment_method: string | null
  /** None where one payment of the amount is all. */
  payments: Payment[]
  extras: SoldExtra[]
}

/** How a sale was paid. */
export function resolvePayments({ payment_method, payments: sent = [], extras = [] }: SoldSale): Paid {
  const payments: Payment[] = sent.length > 0 ? sent : [{ method: payment_method ?? '' }]
  const size = ({ amount_cents = 0 }: Payment) => Math.abs(amount_cents)
  const largest = payments.reduce((found, payment) => (size(payment) > size(found) ? payment : found))
  const isPlain =
    extras.length === 0 && payments.length === 1 && largest.tendered_cents === undefined && largest.number === undefined
  return { payment_method: largest.method || null, payments: isPlain ? [] : payments, extras }
}
