import { multiplyPrice } from '../../../contract/shared/decimal.ts'
import { includedVat, spreadInProportion } from '../../../contract/shared/vat-amounts.ts'
import type { VatRate } from '../../../contract/shared/vat-rate.ts'
import { type Payment, sum } from './payments.ts'

// What a customer buys. Amounts are whole cents, negative for goods that come back; a price may have two decimals of a cent.

export type Line = {
  /** Unique in the basket. */
  id: number
  kind: 'product' | 'charge'
  /** Left out for a charge. */
  productid?: number
  name: string
  /** Of the product, or of the carton that was scanned. */
  barcode: string
  /** Of how many pieces one of `quantity` is, such as 24 of a carton. */
  units: number
  /** At most three decimals. */
  quantity: number
  /** Of one of `quantity`. */
  price_cents: number
  /** The price of the catalogue or of the label. A lower `price_cents` is a discount that needs the same permission. */
  listed_cents: number
  vat_rate: VatRate
  discount_cents: number
  discount_reason: string
}

/** Money that is loaded on a gift card: no revenue, and no VAT. */
export type CardLoad = { number: string; amount_cents: number }

export type Basket = {
  lines: Line[]
  loads: CardLoad[]
  note: string
  /** The receipt that is given back; '' for a sale, or where the customer has no receipt. */
  refund_of: string
  /** Goods come back: what is scanned has a negative quantity. */
  isRefund: boolean
  /** How it is paid; a part of it before the sale is complete. */
  payments: Payment[]
  tip_cents: number
}

export const EMPTY_BASKET: Basket = {
  ...{ lines: [], loads: [], note: '', refund_of: '', isRefund: false },
  ...{ payments: [], tip_cents: 0 },
}

/** Nothing is in it, and nothing was paid. */
export const isEmpty = ({ lines, loads, payments }: Basket) => lines.length + loads.length + payments.length === 0

/** Before the discount of the line. */
export const getFullCents = ({ price_cents, quantity }: Line) => multiplyPrice(price_cents, quantity)

export const getLineCents = (line: Line) => getFullCents(line) - line.discount_cents

/** The value of the goods: `finalamount` of the sale. */
export const getGoodsCents = ({ lines }: Pick<Basket, 'lines'>) => sum(lines, getLineCents)

/** What the customer pays, with a tip and before cash is rounded. */
export const getTotalCents = (basket: Basket) =>
  getGoodsCents(basket) + sum(basket.loads, ({ amount_cents }) => amount_cents) + basket.tip_cents

export type VatSum = { vat_rate: VatRate; amount_cents: number; vat_cents: number }

/** The amounts by rate, highest rate first. The VAT is rounded for each line, as the back office does. */
export function sumVat(lines: Line[]): VatSum[] {
  const sums = new Map<VatRate, VatSum>()
  for (const line of lines) {
    const { vat_rate } = line
    const amount_cents = getLineCents(line)
    const known = sums.get(vat_rate) ?? { vat_rate, amount_cents: 0, vat_cents: 0 }
    known.amount_cents += amount_cents
    known.vat_cents += includedVat(amount_cents, vat_rate)
    sums.set(vat_rate, known)
  }
  const order = (rate: VatRate) => (rate === 'exempt' ? -1 : rate)
  return [...sums.values()].toSorted((a, b) => order(b.vat_rate) - order(a.vat_rate))
}

type NewLine = Omit<Line, 'id' | 'discount_cents' | 'discount_reason'>

/** Whether a scan counts one more of a line that is there: the same goods at the same price. */
const isSame = (line: Line, added: NewLine) =>
  line.kind === 'product' &&
  line.productid === added.productid &&
  line.units === added.units &&
  line.barcode === added.barcode &&
  line.price_cents === added.price_cents &&
  line.vat_rate === added.vat_rate &&
  line.discount_cents === 0 &&
  line.quantity > 0 === added.quantity > 0 &&
  Number.isInteger(line.quantity) &&
  Number.isInteger(added.quantity)

const nextId = (lines: Line[]) => Math.max(0, ...lines.map(({ id }) => id)) + 1

export function addLine(basket: Basket, added: NewLine): Basket {
  const same = basket.lines.findLast((line) => isSame(line, added))
  if (same) return changeLine(basket, same.id, { quantity: same.quantity + added.quantity })
  return { ...basket, lines: [...basket.lines, { ...added, id: nextId(basket.lines), discount_cents: 0, discount_reason: '' }] }
}

/** A new quantity or price keeps the share of the discount. */
export function changeLine(basket: Basket, id: number, change: Partial<Pick<Line, 'quantity' | 'price_cents'>>): Basket {
  const lines = basket.lines.map((line) => {
    if (line.id !== id) return line
    const next = { ...line, ...change }
    const full = getFullCents(line)
    const discount_cents = full === 0 ? 0 : Math.round((line.discount_cents * getFullCents(next)) / full)
    return { ...next, discount_cents }
  })
  return replaceLines(
    basket,
    lines.filter(({ quantity }) => quantity !== 0),
  )
}

export const removeLine = (basket: Basket, id: number) =>
  replaceLines(
    basket,
    basket.lines.filter((line) => line.id !== id),
  )

/** A refund that has lost its last line is over: what is scanned next is sold. */
function replaceLines(basket: Basket, lines: Line[]): Basket {
  const next = { ...basket, lines }
  return isEmpty(next) ? { ...next, isRefund: false, refund_of: '' } : next
}

/** Sets the discount of one line. */
export const discountLine = (basket: Basket, id: number, discount_cents: number, discount_reason: string): Basket => ({
  ...basket,
  lines: basket.lines.map((line) =>
    line.id === id ? { ...line, discount_cents, discount_reason: discount_cents === 0 ? '' : discount_reason } : line,
  ),
})

/** Spreads a discount over the lines in proportion to their amounts, so that each rate of VAT has its part. Earlier discounts stay. */
export function discountBasket(basket: Basket, discount_cents: number, discount_reason: string): Basket {
  const parts = spreadInProportion(discount_cents, basket.lines.map(getLineCents))
  return {
    ...basket,
    lines: basket.lines.map((line, index) => {
      const part = parts[index] ?? 0
      return part === 0
        ? line
        : { ...line, discount_cents: line.discount_cents + part, discount_reason: line.discount_reason || discount_reason }
    }),
  }
}

/**
 * Whether any line, or the whole basket, is reduced by more than `limit` per cent of the listed prices, by a discount or by a price that
 * was lowered by hand: a manager has to allow it. A discount of exactly the limit is rounded to the cent.
 */
export const exceedsLimit = (lines: Line[], limit: number) =>
  lines.some((line) => isReducedByMore([line], limit)) || isReducedByMore(lines, limit)

function isReducedByMore(lines: Line[], limit: number) {
  const getListed = ({ listed_cents, quantity }: Line) => Math.abs(multiplyPrice(listed_cents, quantity))
  const reduced = sum(lines, (line) => Math.max(0, getListed(line) - Math.abs(getLineCents(line))))
  return reduced > Math.round((sum(lines, getListed) * limit) / 100)
}
