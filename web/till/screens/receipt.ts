import type { TillSetup } from '../../../contract/till-catalogue.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { formatPrice, formatQuantity, formatRand, formatVatRate } from '../../lib/format/money.ts'
import type { StoredSale } from '../device/database.ts'
import { getGoodsCents, getLineCents, getTotalCents, sumVat } from '../sale/basket.ts'
import { getChange, METHOD_NAMES, sumPayments } from '../sale/payments.ts'

/** Above this a customer who is a vendor needs the name, address and VAT number on the invoice: section 20(4) of the VAT Act, 1991. */
const FULL_INVOICE_CENTS = 500_000

/** A text at the left and one at the right. */
export type ReceiptRow = { left: string; right?: string; isStrong?: boolean }

export type Receipt = {
  title: string
  heads: string[]
  facts: ReceiptRow[]
  lines: ReceiptRow[]
  sums: ReceiptRow[]
  payments: ReceiptRow[]
  vat: ReceiptRow[]
  /** To be filled in by hand. */
  blanks: string[]
  feet: string[]
}

const rand = (cents: number) => formatRand(cents / 100)

/**
 * What a receipt has to have: an abridged tax invoice (section 20(5) of the VAT Act, 1991) has the words, the name, address and VAT number
 * of the vendor, a number, the date, the goods, the amount and the VAT. Without a VAT number the business may not call it so.
 */
export function createReceipt(setup: TillSetup, { reference, at, basket, seller }: StoredSale, isCopy: boolean): Receipt {
  const { business, site } = setup
  const { payments, tip_cents } = basket
  const goods = getGoodsCents(basket)
  const total = getTotalCents(basket)
  const rounding = sumPayments(payments) - total
  const change = getChange(payments)
  const isRefund = goods < 0
  const name = business.vat_number ? (isRefund ? 'Credit note' : 'Tax invoice') : isRefund ? 'Refund' : 'Receipt'
  return {
    title: isCopy ? `${name} · Copy` : name,
    heads: [business.name, site.sitename, site.location, ...(business.vat_number ? [`VAT number ${business.vat_number}`] : [])],
    facts: [
      { left: 'Number', right: reference },
      { left: 'Date', right: formatDateTimeIn(business.timezone, new Date(at)) },
      { left: 'Served by', right: seller.name },
      ...(basket.refund_of ? [{ left: 'Refund of', right: basket.refund_of }] : []),
    ],
    lines: [
      ...basket.lines.flatMap((line) => [
        { left: line.name, right: rand(getLineCents(line)) },
        ...(line.quantity !== 1 || line.discount_cents !== 0
          ? [
              {
                left: `  ${formatQuantity(line.quantity)} × ${formatPrice(line.price_cents / 100)}${describeDiscount(line.discount_cents)}`,
              },
            ]
          : []),
      ]),
      ...basket.loads.map(({ number, amount_cents }) => ({ left: `Gift card ${number}`, right: rand(amount_cents) })),
    ],
    sums: [
      ...(tip_cents ? [{ left: 'Tip', right: rand(tip_cents) }] : []),
      ...(rounding ? [{ left: 'Rounding', right: rand(rounding) }] : []),
      { left: 'Total', right: rand(total + rounding), isStrong: true },
    ],
    payments: [
      ...payments.map(({ method, amount_cents, tendered_cents, number }) => ({
        left: `${METHOD_NAMES[method]}${number ? ` ${number}` : ''}`,
        right: rand(tendered_cents ?? amount_cents),
      })),
      ...(change > 0 ? [{ left: 'Change', right: rand(change), isStrong: true }] : []),
    ],
    vat: business.vat_number
      ? sumVat(basket.lines).map(({ vat_rate, amount_cents, vat_cents }) => ({
          left: `VAT ${formatVatRate(vat_rate)} of ${rand(amount_cents)}`,
          right: rand(vat_cents),
        }))
      : [],
    blanks: business.vat_number && goods > FULL_INVOICE_CENTS ? ['Customer', 'Address', 'VAT number of the customer'] : [],
    feet: [...(basket.note ? [basket.note] : []), ...business.receipt_lines],
  }
}

const describeDiscount = (cents: number) => (cents === 0 ? '' : `, discount ${rand(Math.abs(cents))}`)

/** The receipt as a text, for a message. */
export function writeReceipt({ title, heads, facts, lines, sums, payments, vat, feet }: Receipt) {
  const row = ({ left, right }: ReceiptRow) => (right === undefined ? left : `${left}: ${right}`)
  const parts = [[title, ...heads], facts.map(row), lines.map(row), sums.map(row), payments.map(row), vat.map(row), feet]
  return parts
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')
}
