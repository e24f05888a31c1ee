import type { SaleField } from '../../../../contract/columns/import-fields.ts'
import type { ChosenFields, FieldLabel } from '../../../ui/matching/column-matching.tsx'

/** What a column may be, in the order of the screen. */
export const FIELD_LABELS: (FieldLabel & { field: SaleField })[] = [
  { field: 'saledate', label: 'Date', isRequired: true },
  { field: 'finalamount', label: 'Total of the sale', isRequired: true },
  { field: 'saletime', label: 'Time' },
  { field: 'reference', label: 'Receipt number' },
  { field: 'site', label: 'Site' },
  { field: 'register', label: 'Till' },
  { field: 'employee', label: 'Employee' },
  { field: 'payment_method', label: 'Payment method' },
  { field: 'productname', label: 'Product' },
  { field: 'barcode', label: 'Barcode' },
  { field: 'quantity', label: 'Quantity' },
  { field: 'price', label: 'Price of one' },
  { field: 'linetotal', label: 'Total of the line' },
  { field: 'unitcost', label: 'Cost of one' },
  { field: 'linecost', label: 'Cost of the line' },
  { field: 'vat', label: 'VAT in the total' },
  { field: 'vat_rate', label: 'VAT rate' },
  { field: 'addedtax', label: 'VAT to add to the total' },
  { field: 'cash', label: 'Paid in cash' },
  { field: 'card', label: 'Paid by card' },
  { field: 'eft', label: 'Paid by EFT' },
  { field: 'gift_card', label: 'Paid by gift card' },
  { field: 'other', label: 'Paid otherwise' },
  { field: 'tip', label: 'Tip' },
  { field: 'gift_card_sold', label: 'Gift cards sold' },
  { field: 'shipping', label: 'Shipping or charge' },
  { field: 'itemtype', label: 'Kind of item' },
  { field: 'refunded', label: 'Refunded amount' },
  { field: 'returned', label: 'Quantity that came back' },
  { field: 'discount', label: 'Discount' },
  { field: 'currency', label: 'Currency' },
  { field: 'cancelled', label: 'Cancelled or for training' },
  { field: 'type', label: 'Sale or refund' },
  { field: 'status', label: 'Status' },
]

const AMOUNTS: SaleField[] = ['finalamount', 'linetotal', 'price']

/** What a sale needs: a date and an amount. */
export function checkColumns(chosen: ChosenFields) {
  const hasDate = chosen.includes('saledate')
  const hasAmount = AMOUNTS.some((field) => chosen.includes(field))
  const isReady = hasDate && hasAmount
  return { missing: isReady ? undefined : describeMissing(hasDate, hasAmount), isReady, isComplete: isReady }
}

function describeMissing(hasDate: boolean, hasAmount: boolean) {
  if (hasDate) return 'Choose the column with the sale total, or those with item prices.'
  return hasAmount ? 'Choose the column with the date.' : 'Choose the columns with the date and the sale total.'
}
