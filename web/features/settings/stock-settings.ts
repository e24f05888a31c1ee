import type { StockSettings } from '../../../contract/stock-settings.ts'

export const PURCHASE_PRICE_NAMES: Record<StockSettings['purchase_price_rule'], string> = {
  keep: 'Purchase prices stay as they are',
  last: 'The purchase price is that of the delivery',
  average: 'The purchase price is the average of stock and delivery',
}
