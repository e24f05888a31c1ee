import { Skeleton } from '@mantine/core'
import { useId } from 'react'
import type { SaleDetail } from '../../contract/sales.ts'
import { quantity, rand } from '../lib/money.ts'
import classes from './sale-dialog.module.css'

const AWAITED = [64, 48, 56]

/** What was sold, at the prices of that day. */
export function SaleItems({ sale }: { sale: SaleDetail | undefined }) {
  const titleId = useId()
  return (
    <section>
      <h3 id={titleId}>Items</h3>
      <div className={classes.box}>
        {sale?.items.length === 0 ? (
          <p className={classes.nothing}>The till sent no items with this sale.</p>
        ) : (
          <table className={classes.items} aria-labelledby={titleId}>
            <thead>
              <tr>
                <th scope="col">Product</th>
                <th scope="col" className={classes.number}>
                  Qty
                </th>
                <th scope="col" className={classes.number}>
                  Price
                </th>
                <th scope="col" className={classes.number}>
                  Total
                </th>
              </tr>
            </thead>
            <tbody>
              {sale?.items.map((item) => (
                <tr key={item.line}>
                  <td>{item.productname}</td>
                  <td className={classes.number}>{quantity(item.quantity)}</td>
                  <td className={classes.number}>{rand(item.price)}</td>
                  <td className={classes.number}>{rand(item.total)}</td>
                </tr>
              )) ??
                AWAITED.map((width) => (
                  <tr key={width}>
                    <td colSpan={4}>
                      <Skeleton height={12} width={`${width}%`} />
                    </td>
                  </tr>
                ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={3}>
                  Items total
                </th>
                <td className={classes.number}>
                  {sale ? rand(sale.items_total) : <Skeleton height={12} width={72} ml="auto" />}
                </td>
              </tr>
            </tfoot>
          </table>
        )}
      </div>
    </section>
  )
}
