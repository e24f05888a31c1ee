import type { ProductChange, ProductChangePreview } from '../../../../contract/product-changes.ts'
import { formatQuantity, formatRand, formatVatRate, pluralize } from '../../../lib/format/money.ts'

const FIELD_NAMES: Record<ProductChange['kind'], string> = {
  ...{ set_price: 'price', add_to_price: 'price', change_price_by_percent: 'price' },
  ...{ set_category: 'category', set_supplier: 'supplier', set_vat_rate: 'VAT' },
  ...{ set_reorder_level: 'reorder level', set_order_quantity: 'order quantity' },
}

/** "Changes the price of 34 products: R 1 204,00 more in total at today's stock." */
export function describeEffect({ kind }: ProductChange, { changed, stock_value }: ProductChangePreview) {
  if (changed === 0) return 'Changes nothing.'
  return `Changes the ${FIELD_NAMES[kind]} of ${pluralize(changed, 'product')}${stock_value ? describeMoney(stock_value) : ''}.`
}

function describeMoney({ products, difference }: NonNullable<ProductChangePreview['stock_value']>) {
  if (products === 0) return '. None of them has stock'
  if (difference === 0) return ": as much in total at today's stock"
  return `: ${formatRand(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} in total at today's stock`
}

/** Whether a price goes down although the change raises prices, or up although it lowers them: the chosen ending is nearer there. */
export function goesAgainst(change: ProductChange, { before, after }: ProductChangePreview['lines'][number]) {
  if (typeof before !== 'number' || typeof after !== 'number') return false
  const by = change.kind === 'add_to_price' ? change.amount : change.kind === 'change_price_by_percent' ? change.percent : 0
  return by * (after - before) < 0
}

/** A value of the changed field as the list shows it. */
export function formatValue({ kind }: ProductChange, value: string | number | null) {
  if (kind === 'set_vat_rate' && (value === 'exempt' || typeof value === 'number')) return formatVatRate(value)
  if (typeof value !== 'number') return value || '(none)'
  return kind === 'set_reorder_level' || kind === 'set_order_quantity' ? formatQuantity(value) : formatRand(value)
}
