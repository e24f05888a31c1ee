import { LOW_STOCK, STOCK_AMBER_BELOW } from '../../contract/constants.ts'
import { quantity } from '../lib/money.ts'
import classes from './stock-badge.module.css'

/** Red at <= 0, amber below 20, yellow below 50, green otherwise. */
export function stockColour(stock: number) {
  if (stock <= 0) return 'red'
  if (stock < STOCK_AMBER_BELOW) return 'amber'
  return stock < LOW_STOCK ? 'yellow' : 'green'
}

export function StockBadge({ stock }: { stock: number }) {
  return (
    <span className={classes.badge} data-colour={stockColour(stock)}>
      {quantity(stock)}
    </span>
  )
}
