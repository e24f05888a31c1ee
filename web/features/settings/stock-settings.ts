import type { StockSettings } from '../../../contract/stock-settings.ts'

export const PURCHASE_PRICE_NAMES: Record<StockSettings['purchase_price_rule'], string> = {
  keep: 'Keep purchase prices',
  last: 'Use the delivery price',
  average: 'Use the average of stock and delivery',
}
