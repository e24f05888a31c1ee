import type { DocumentKind } from '../../../contract/search/stock.ts'
import type { DocumentRow } from '../../../contract/stock-documents.ts'

export const KIND_NAMES: Record<DocumentKind, string> = {
  order: 'Order',
  delivery: 'Delivery',
  transfer: 'Transfer',
  receipt: 'Receipt',
  count: 'Count',
  adjustment: 'Adjustment',
}

/** 'Order 12'. */
export const getDocumentName = ({ kind, number }: Pick<DocumentRow, 'kind' | 'number'>) => `${KIND_NAMES[kind]} ${number}`
