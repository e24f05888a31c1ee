import type { Sale } from '../../../contract/tills.ts'
import { type Basket, getGoodsCents, getTotalCents, type Line } from './basket.ts'
import { type Payment, sumPayments } from './payments.ts'

const toRand = (cents: number) => cents / 100
/** A price has at most four decimals. */
const toPrice = (cents: number) => Number((cents / 100).toFixed(4))

type Facts = { reference: string; saledate: string; employeeid: number }

/** A basket that is paid, as every till sends it: see docs/tills.md. */
export function createSale(basket: Basket, { reference, saledate, employeeid }: Facts): Sale {
  const { payments, tip_cents } = basket
  const rounding = sumPayments(payments) - getTotalCents(basket)
  const extras: Sale['extras'] = [
    ...basket.loads.map(({ number, amount_cents }) => ({ kind: 'gift_card' as const, amount: toRand(amount_cents), number })),
    ...(tip_cents === 0 ? [] : [{ kind: 'tip' as const, amount: toRand(tip_cents) }]),
    ...(rounding === 0 ? [] : [{ kind: 'rounding' as const, amount: toRand(rounding) }]),
  ]
  return {
    reference,
    saledate,
    finalamount: toRand(getGoodsCents(basket)),
    ...writePayments(payments),
    ...(extras.length > 0 && { extras }),
    employeeid,
    ...(basket.refund_of && { refund_of: basket.refund_of }),
    items: basket.lines.map(writeLine),
  }
}

/** One payment of everything takes less space in the back office than a list of payments. */
function writePayments(payments: Payment[]): Pick<Sale, 'payment_method' | 'payments'> {
  const [first, ...others] = payments
  if (!first) return {}
  if (others.length === 0 && !first.number && !hasChange(first)) return { payment_method: first.method }
  return {
    payments: payments.map((payment) => ({
      method: payment.method,
      amount: toRand(payment.amount_cents),
      ...(hasChange(payment) && { tendered: toRand(payment.tendered_cents ?? 0) }),
      ...(payment.number && { number: payment.number }),
    })),
  }
}

const hasChange = ({ amount_cents, tendered_cents }: Payment) => tendered_cents !== undefined && tendered_cents !== amount_cents

function writeLine(line: Line): Sale['items'][number] {
  const { kind, productid, barcode, units, quantity, price_cents, discount_cents, discount_reason, vat_rate, name } = line
  return {
    ...(kind === 'charge' && { kind }),
    // A carton is named by its barcode, so that the back office knows its pieces.
    ...(kind === 'product' && (units === 1 && productid !== undefined ? { productid } : { barcode })),
    quantity,
    price: toPrice(price_cents),
    ...(discount_cents !== 0 && { discount: toRand(discount_cents), ...(discount_reason && { discount_reason }) }),
    vat_rate,
    productname: name,
  }
}

/**
 * The sale for a server that does not have the product of one of its lines any more: the line has its barcode, or its name alone. Undefined
 * where the answer names no such line.
 */
export function withoutProduct(sale: Sale, barcodes: Record<number, string>, field: string): Sale | undefined {
  const index = Number(/\.items\[(\d+)\]\.productid$/.exec(field)?.[1])
  const line = sale.items[index]
  if (line?.productid === undefined) return undefined
  const { productid, ...others } = line
  const barcode = barcodes[productid]
  return { ...sale, items: sale.items.with(index, { ...others, ...(barcode && { barcode }) }) }
}
