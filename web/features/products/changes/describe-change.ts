import type { ProductChange } from '../../../../contract/product-changes.ts'
import { formatQuantity, formatRand } from '../../../lib/format/money.ts'

/** 'Price raised by 10 %'. */
export function describeChange(change: ProductChange) {
  switch (change.kind) {
    case 'set_price':
      return `Price set to ${formatRand(change.price)}`
    case 'add_to_price':
      return `Price ${getDirection(change.amount)} by ${formatRand(Math.abs(change.amount))}`
    case 'change_price_by_percent':
      return `Price ${getDirection(change.percent)} by ${formatQuantity(Math.abs(change.percent))} %`
    case 'set_category':
      return change.category ? `Category set to ${change.category}` : 'Category removed'
    case 'set_supplier':
      return change.supplier ? `Supplier set to ${change.supplier}` : 'Supplier removed'
  }
}

const getDirection = (value: number) => (value < 0 ? 'lowered' : 'raised')

/** A value of the changed field as the list shows it. */
export const formatValue = (value: string | number) => (typeof value === 'number' ? formatRand(value) : value || '(none)')
