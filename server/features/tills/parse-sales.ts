import { createHash } from 'node:crypto'
import { toCents, toPriceCents } from '../../../contract/shared/decimal.ts'
import { validationMessage } from '../../../contract/shared/validation-messages.ts'
import { type Sale, SaleItem, SaleWithRawItems } from '../../../contract/tills.ts'
import { type Issue, type ParsedSale, type RejectedSale, rejectSale, type SoldSale } from '../../shared/store-sales/sold-sale.ts'
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts'

/** Each sale of a batch, or the answer to an invalid one. */
export async function parseSales(sales: unknown[]) {
  const parsed: (ParsedSale | RejectedSale)[] = []
  for await (const raw of yieldToEventLoop(sales)) parsed.push(parseSale(raw, parsed.length))
  return parsed
}

const MESSAGES = { error: validationMessage }

/** Validates up to the first wrong line, so that a wrong sale costs no more than a right one. */
export function parseSale(raw: unknown, index: number): ParsedSale | RejectedSale {
  const { data: fields, error } = SaleWithRawItems.safeParse(raw, MESSAGES)
  if (!fields) return rejectSale(index, readReference(raw), error.issues[0])
  const items: Sale['items'] = []
  for (const [line, rawItem] of fields.items.entries()) {
    const { data: item, error } = SaleItem.safeParse(rawItem, MESSAGES)
    if (item) items.push(item)
    else return rejectSale(index, readReference(raw), prefixPath(['items', line], error.issues[0]))
  }
  const sale = { ...fields, items }
  return { index, sale: toSoldSale(sale), content_hash: contentHash(sale) }
}

const toSoldSale = ({ finalamount, items, payments, extras, ...sale }: Sale): SoldSale => ({
  ...sale,
  finalamount_cents: toOptionalCents(finalamount),
  payments: payments?.map(({ amount, tendered, ...payment }) => ({
    ...payment,
    amount_cents: toCents(amount),
    tendered_cents: toOptionalCents(tendered),
  })),
  extras: extras?.map(({ amount, ...extra }) => ({ ...extra, amount_cents: toCents(amount) })),
  items: items.map(({ price, discount, ...item }) => ({
    ...item,
    price_cents: price === undefined ? undefined : toPriceCents(price),
    discount_cents: toOptionalCents(discount),
  })),
})

const toOptionalCents = (rand: number | undefined) => (rand === undefined ? undefined : toCents(rand))

const prefixPath = (path: PropertyKey[], issue: Issue | undefined) => issue && { ...issue, path: [...path, ...issue.path] }

/** Differs for another sale with the same reference. Decimals that are not stored do not count. */
function contentHash(sale: Sale) {
  const rounded = (value: number | null | undefined, unit: number) => (value == null ? null : Math.round(value * unit))
  // Fields that came later count only where they are given, so that the hashes of earlier sales without them stay.
  const items = sale.items.map(({ productid, barcode, quantity, price, vat_rate, productname, ...later }) => [
    productid ?? null,
    barcode ?? null,
    rounded(quantity, 1000),
    // A price had two decimals.
    price === undefined ? null : toPriceCents(price),
    ...(vat_rate === undefined && productname === undefined ? [] : [vat_rate ?? null, productname ?? null]),
    ...listGiven(later),
  ])
  const { payments, extras, refund_of } = sale
  const [employee_code, employee_name] = [sale.employee_code || undefined, sale.employee_name || undefined]
  const content = [
    sale.saledate,
    sale.closetime ?? null,
    rounded(sale.finalamount, 100),
    sale.payment_method || null,
    sale.employeeid ?? null,
    items,
    ...listGiven({ payments, extras, refund_of, employee_code, employee_name }),
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32)
}

/** The fields that have a value, in one order. */
const listGiven = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

function readReference(raw: unknown) {
  const reference = typeof raw === 'object' && raw !== null && 'reference' in raw ? raw.reference : null
  return typeof reference === 'string' ? reference.slice(0, 100) : null
}
