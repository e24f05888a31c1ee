import type { SaleField } from '../../../../contract/columns/import-fields.ts'
import type { ChosenFields } from '../../../ui/matching/column-matching.tsx'

/** What a column may be, in the order of the screen. */
export const FIELD_LABELS: { field: SaleField; label: string }[] = [
  { field: 'saledate', label: 'Date' },
  { field: 'saletime', label: 'Time' },
  { field: 'reference', label: 'Receipt number' },
  { field: 'finalamount', label: 'Total of the sale' },
  { field: 'addedtax', label: 'VAT to add to the total' },
  { field: 'refunded', label: 'Refunded amount' },
  { field: 'payment_method', label: 'Payment method' },
  { field: 'cash', label: 'Paid in cash' },
  { field: 'card', label: 'Paid by card' },
  { field: 'type', label: 'Sale or refund' },
  { field: 'status', label: 'Status' },
  { field: 'site', label: 'Site' },
  { field: 'employee', label: 'Employee' },
  { field: 'productname', label: 'Product' },
  { field: 'barcode', label: 'Barcode' },
  { field: 'quantity', label: 'Quantity' },
  { field: 'price', label: 'Price of one' },
  { field: 'linetotal', label: 'Total of the line' },
]

const AMOUNTS: SaleField[] = ['finalamount', 'linetotal', 'price']

/** What a sale needs and no column has, in words; undefined when nothing is missing. */
export function describeMissing(chosen: ChosenFields) {
  const hasDate = chosen.includes('saledate')
  const hasAmount = AMOUNTS.some((field) => chosen.includes(field))
  if (hasDate && hasAmount) return undefined
  if (hasDate) return 'Choose the column with the total of the sale, or those with the prices of its items.'
  return hasAmount
    ? 'Choose the column with the date of the sale.'
    : 'Choose the columns with the date and the total of the sale.'
}
