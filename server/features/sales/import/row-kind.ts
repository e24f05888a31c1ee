import type { FileRow } from './file-row.ts'

type RowKind = 'sale' | 'line' | 'payment'
const ROW_KINDS: Record<string, RowKind> = { sale: 'sale', 'sale line': 'line', payment: 'payment' }
/** Files of Lightspeed have rows for the sale, each line and each payment of a receipt. */
export const getRowKind = (type = '') => ROW_KINDS[type.trim().toLowerCase()]

/** The cells that count in a row of one kind: the total of a line is not that of its sale, and a payment is a part of it. */
export function selectCells(cells: FileRow['cells']): FileRow['cells'] {
  const { finalamount = '', linetotal = '', quantity: _, productname = '', barcode: __, ...common } = cells
  const kind = getRowKind(cells.type)
  if (kind === 'line') return { ...cells, finalamount: '', linetotal: linetotal || finalamount }
  if (kind === 'sale') return { ...common, finalamount }
  return kind === 'payment' ? { ...common, vat: '', addedtax: '', payment_method: cells.payment_method || productname } : cells
}
