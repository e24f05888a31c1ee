import { LOW_STOCK, STOCK_AMBER_BELOW } from '../../../contract/shared/constants.ts'

/** Red at <= 0, amber below 20, yellow below 50, green otherwise. */
export function getStockColour(stock: number) {
  if (stock <= 0) return 'red'
  if (stock < STOCK_AMBER_BELOW) return 'amber'
  return stock < LOW_STOCK ? 'yellow' : 'green'
}
