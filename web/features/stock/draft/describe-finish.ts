import { addUnits } from '../../../../contract/shared/decimal.ts'
import type { DraftKind, StockDocument } from '../../../../contract/stock-documents.ts'
import type { StockSettings } from '../../../../contract/stock-settings.ts'
import { getDocumentName } from '../../../lib/format/documents.ts'
import { formatQuantity, pluralize } from '../../../lib/format/money.ts'
import { describeCost, formatUnits, getOutstanding } from '../describe-document.ts'
import { type DraftFields, findStockChange, parseQuantity, type sumFields } from './draft-form.ts'

/** The button that finishes a draft, what it did in a toast, and what cannot be undone. */
export const FINISH: Record<DraftKind, { action: string; done: string; after: string }> = {
  order: { action: 'Send order', done: 'Order sent', after: 'After sending you can receive or close it, but not edit it.' },
  delivery: {
    action: 'Receive delivery',
    done: 'Delivery received',
    after: 'You cannot edit it after that. Use ‘Correct’ to fix a mistake.',
  },
  transfer: {
    action: 'Send transfer',
    done: 'Transfer sent',
    after: 'After sending you can receive or cancel it, but not edit it.',
  },
  adjustment: {
    action: 'Book adjustment',
    done: 'Adjustment booked',
    after: 'You cannot edit it after that. Book another one to fix a mistake.',
  },
}

const PRICES: Record<StockSettings['purchase_price_rule'], string> = {
  keep: 'Purchase prices stay the same. You can change this in Settings.',
  last: 'Purchase prices change to those of this delivery.',
  average: 'Purchase prices change to the average of the stock and this delivery.',
}

type Draft = {
  kind: DraftKind
  sum: ReturnType<typeof sumFields>
  site: string
  to_site: string
  supplier: string
  /** Whether the person sees prices. */
  showsPrices: boolean
  /** Undefined while it is not known. */
  rule: StockSettings['purchase_price_rule'] | undefined
}

/** What happens when a draft is finished, in sentences. */
export function describeFinish({ kind, sum, site, to_site, supplier, showsPrices, rule }: Draft): string[] {
  const what = `${pluralize(sum.lines, 'product')}, ${formatUnits(sum.units)}${showsPrices ? ` for ${describeCost(sum)}` : ''}`
  if (kind === 'order')
    return [
      `${what} ordered from ${supplier}. Stock changes when you receive them.`,
      'Winkel sends no e-mail. Copy the order next, or open it in your e-mail.',
    ]
  if (kind === 'transfer') return [`${what} leave ${site} now and stay in transit until ${to_site} receives them.`]
  if (kind === 'adjustment') {
    const changes = [sum.less > 0 && `${formatUnits(sum.less)} less`, sum.more > 0 && `${formatUnits(sum.more)} more`]
    return [`${pluralize(sum.lines, 'product')} at ${site}: ${changes.filter(Boolean).join(' and ')} from now on.`]
  }
  return [
    `${what} go into the stock of ${site} now.`,
    ...(sum.rejected > 0
      ? [`${formatUnits(sum.rejected)} rejected and left out. ${formatUnits(addUnits([sum.units, sum.rejected]))} arrived.`]
      : []),
    ...(showsPrices && rule && PRICES[rule] ? [PRICES[rule]] : []),
  ]
}

const MAX_SHOWN = 3

/** 'A, B, C, 2 more products'. */
function listProducts(names: string[]) {
  const rest = names.length - MAX_SHOWN
  return [...names.slice(0, MAX_SHOWN), ...(rest > 0 ? [pluralize(rest, 'more product')] : [])].join(', ')
}

/** Products of a transfer or an adjustment of which more is taken away than the stock has. */
export function describeBelowZero(kind: DraftKind, { lines }: DraftFields): string[] {
  if (kind !== 'transfer' && kind !== 'adjustment') return []
  const below = lines.flatMap((line) => {
    const change = findStockChange(kind, line) ?? 0
    const stock = addUnits([line.stock, change])
    return change < 0 && stock < 0 ? [`${line.productname} ${formatQuantity(stock)}`] : []
  })
  return below.length > 0 ? [`Stock goes below zero: ${listProducts(below)}.`] : []
}

/** What arrived, accepted or rejected, and a delivery has more of than its order waits for. Somebody else may have received the same goods. */
export function describeExcess({ lines }: DraftFields, order: StockDocument): string[] {
  const outstanding = new Map(order.lines.map((line) => [line.productid, getOutstanding(line)]))
  const excess = lines.flatMap(({ productid, productname, quantity, rejected }) => {
    const expected = outstanding.get(productid)
    const over = expected === undefined ? 0 : addUnits([parseQuantity(quantity) ?? 0, parseQuantity(rejected) ?? 0, -expected])
    return over > 0 ? [`${formatUnits(over)} of ${productname}`] : []
  })
  if (excess.length === 0) return []
  return [`More than outstanding on ${getDocumentName(order)}: ${listProducts(excess)}.`]
}
