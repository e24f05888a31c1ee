import { Fragment } from 'react'
import { LOW_STOCK, STOCK_AMBER_BELOW } from '../../../contract/shared/constants.ts'
import { quantity } from '../../lib/format/money.ts'
import classes from './stock-badge.module.css'

/** Red at <= 0, amber below 20, yellow below 50, green otherwise. */
export function stockColour(stock: number) {
  if (stock <= 0) return 'red'
  if (stock < STOCK_AMBER_BELOW) return 'amber'
  return stock < LOW_STOCK ? 'yellow' : 'green'
}

const NBSP = '\u00a0'

/** A stock that is too long for its place is broken between its thousands. */
export function StockBadge({ stock }: { stock: number }) {
  return (
    <span className={classes.badge} data-colour={stockColour(stock)}>
      {quantity(stock)
        .split(NBSP)
        .map((digits, index) => (
          <Fragment key={index}>
            {index > 0 && NBSP}
            {index > 0 && <wbr />}
            {digits}
          </Fragment>
        ))}
    </span>
  )
}
