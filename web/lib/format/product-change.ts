import type { ProductChange } from '../../../contract/product-changes.ts'
import { formatQuantity, formatRand, formatVatRate } from './money.ts'

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
    case 'set_vat_rate':
      return `VAT set to ${formatVatRate(change.vat_rate)}`
    case 'set_reorder_level':
      return change.reorder_level === null
        ? 'Reorder level removed'
        : `Reorder level set to ${formatQuantity(change.reorder_level)}`
    case 'set_order_quantity':
      return change.order_quantity === null
        ? 'Order quantity removed'
        : `Order quantity set to ${formatQuantity(change.order_quantity)}`
  }
}

const getDirection = (value: number) => (value < 0 ? 'lowered' : 'raised')
