import type { DraftKind, StockSettings } from '../../../../contract/stock-documents.ts'
import { pluralize } from '../../../lib/format/money.ts'
import { describeCost, formatUnits } from '../describe-document.ts'
import type { sumFields } from './draft-form.ts'

/** The button that finishes a draft, what it did in a toast, and what cannot be undone. */
export const FINISH: Record<DraftKind, { action: string; done: string; after: string }> = {
  order: { action: 'Send order', done: 'Order sent', after: 'A sent order is received or closed, not edited.' },
  delivery: {
    action: 'Receive delivery',
    done: 'Delivery received',
    after: 'A received delivery is not edited. Mistakes are put right with ‘Correct’.',
  },
  transfer: { action: 'Send transfer', done: 'Transfer sent', after: 'A sent transfer is received or cancelled, not edited.' },
  adjustment: {
    action: 'Book adjustment',
    done: 'Adjustment booked',
    after: 'A booked adjustment is not edited. Another one puts it right.',
  },
}

const PRICES: Record<StockSettings['purchase_price_rule'], string> = {
  keep: '',
  last: 'The prices of this delivery become the purchase prices.',
  average: 'Purchase prices become the average of the stock and this delivery.',
}

type Draft = {
  kind: DraftKind
  sum: ReturnType<typeof sumFields>
  site: string
  to_site: string
  supplier: string
  /** Undefined while it is not known. */
  rule: StockSettings['purchase_price_rule'] | undefined
}

/** What happens when a draft is finished, in sentences. */
export function describeFinish({ kind, sum, site, to_site, supplier, rule }: Draft): string[] {
  const what = `${pluralize(sum.lines, 'product')}, ${formatUnits(sum.units)}`
  if (kind === 'order')
    return [
      `${what} for ${describeCost(sum)} are ordered from ${supplier}. The stock changes when they are received.`,
      'No email is sent: copy the text of the order, or open it in your mail, after this.',
    ]
  if (kind === 'transfer') return [`${what} leave ${site} now and are in transit until ${to_site} receives them.`]
  if (kind === 'adjustment') {
    const changes = [sum.less > 0 && `${formatUnits(sum.less)} less`, sum.more > 0 && `${formatUnits(sum.more)} more`]
    return [`${pluralize(sum.lines, 'product')} at ${site}: ${changes.filter(Boolean).join(' and ')} from now on.`]
  }
  return [
    `${what} for ${describeCost(sum)} are added to the stock of ${site} now.`,
    ...(sum.rejected > 0 ? [`${formatUnits(sum.rejected)} rejected: not added.`] : []),
    ...(rule && PRICES[rule] ? [PRICES[rule]] : []),
  ]
}
