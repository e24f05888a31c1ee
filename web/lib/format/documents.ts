import type { StockDocument } from '../../../contract/stock-documents.ts'

const KINDS: Record<StockDocument['kind'], string> = {
  order: 'Order',
  delivery: 'Delivery',
  transfer: 'Transfer',
  receipt: 'Receipt',
  count: 'Count',
  adjustment: 'Adjustment',
}

/** 'Order 12'. */
export const nameDocument = ({ kind, number }: Pick<StockDocument, 'kind' | 'number'>) => `${KINDS[kind]} ${number}`
