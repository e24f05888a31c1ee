import type { ProductChange } from '../product-changes.ts'
import type { VatRate } from './vat-rate.ts'

/** Screens write numbers otherwise than files. */
export type NumberFormats = {
  rand: (amount: number) => string
  quantity: (value: number) => string
  vatRate: (vat_rate: VatRate) => string
}

/** 'Price raised by 10 %'. */
export function describeProductChange(change: ProductChange, { rand, quantity, vatRate }: NumberFormats) {
  switch (change.kind) {
    case 'set_price':
      return `Price set to ${rand(change.price)}`
    case 'add_to_price':
      return `Price ${getDirection(change.amount)} by ${rand(Math.abs(change.amount))}${describeEnding(change)}`
    case 'change_price_by_percent':
      return `Price ${getDirection(change.percent)} by ${quantity(Math.abs(change.percent))} %${describeEnding(change)}`
    case 'set_category':
      return change.category ? `Category set to ${change.category}` : 'Category removed'
    case 'set_supplier':
      return change.supplier ? `Supplier set to ${change.supplier}` : 'Supplier removed'
    case 'set_vat_rate':
      return `VAT set to ${vatRate(change.vat_rate)}`
    case 'set_reorder_level':
      return change.reorder_level === null ? 'Reorder level removed' : `Reorder level set to ${quantity(change.reorder_level)}`
    case 'set_order_quantity':
      return change.order_quantity === null
        ? 'Order quantity removed'
        : `Order quantity set to ${quantity(change.order_quantity)}`
  }
}

const describeEnding = ({ ending }: Extract<ProductChange, { ending?: unknown }>) =>
  ending ? `, to end with ${ending === '0.50' ? ',00 or ,50' : ending.slice(1).replace('.', ',')}` : ''

const getDirection = (value: number) => (value < 0 ? 'lowered' : 'raised')
