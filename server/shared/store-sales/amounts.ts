import { multiplyPrice, toCents } from '../../../contract/shared/decimal.ts'
import type { KnownProduct } from './find-references.ts'
import type { SoldExtra, SoldLine, SoldPayment, SoldSale } from './sold-sale.ts'

// What a sale comes to, in whole cents.

export type FindProduct = (line: SoldLine) => Pick<KnownProduct, 'price'> | undefined

/** Quantity times price, before the line's own discount. */
export const sumLine = (line: SoldLine, product: ReturnType<FindProduct>) =>
  multiplyPrice(line.price_cents ?? toCents(product?.price ?? 0), line.quantity)

/** Its amount, or the sum of its lines. */
export const sumSale = ({ finalamount_cents, items }: SoldSale, findProduct: FindProduct) =>
  finalamount_cents ??
  items.reduce((sum, line) => sum + (line.total_cents ?? sumLine(line, findProduct(line)) - (line.discount_cents ?? 0)), 0)

const sumCents = (parts: { amount_cents: number }[]) => parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0)

/** What its payments and its extras come to. */
export const sumPayments = ({ payments = [], extras = [] }: SoldSale) => ({ paid: sumCents(payments), beside: sumCents(extras) })

/** A row of sale_payments. */
type PaymentRow = SoldPayment & { position: number; other_orders: 0 | 1; other_cents: number }
/** A row of sale_extras. */
type ExtraRow = SoldExtra & { position: number }

type Paid = {
  /** That of the largest payment. */
  payment_method: string | null
  /** None where one payment of the amount is all. */
  payments: PaymentRow[]
  extras: ExtraRow[]
}

/** How a sale of this amount was paid. */
export function resolvePayments(sale: SoldSale, amount_cents: number): Paid {
  const { payment_method, extras = [] } = sale
  const one: SoldPayment = { method: payment_method ?? '', amount_cents: amount_cents + sumCents(extras) }
  const payments = sale.payments?.length ? sale.payments : [one]
  const largest = payments.reduce((found, payment) =>
    Math.abs(payment.amount_cents) > Math.abs(found.amount_cents) ? payment : found,
  )
  const isPlain =
    extras.length === 0 && payments.length === 1 && largest.tendered_cents === undefined && largest.number === undefined
  const ofMain = ({ method }: SoldPayment) => normalize(method) === normalize(largest.method)
  const isFirst = (payment: SoldPayment) =>
    payments.find(({ method }) => normalize(method) === normalize(payment.method)) === payment
  return {
    payment_method: largest.method || null,
    payments: isPlain
      ? []
      : payments.map((payment, index) => ({
          ...payment,
          position: index + 1,
          other_orders: isFirst(payment) && !ofMain(payment) ? 1 : 0,
          other_cents: payment.amount_cents - (isFirst(payment) && ofMain(payment) ? amount_cents : 0),
        })),
    extras: extras.map((extra, index) => ({ ...extra, position: index + 1 })),
  }
}

/** As normalize_payment_method in SQL. */
const normalize = (method: string) => method.trim().toLowerCase() || 'unknown'
