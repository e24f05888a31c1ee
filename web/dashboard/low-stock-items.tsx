import { IconCircleCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { LOW_STOCK, LOW_STOCK_ITEMS_SHOWN } from '../../contract/constants.ts'
import type { Figures } from '../../contract/dashboard.ts'
import { NO_FIGURE } from '../lib/money.ts'
import { Card } from '../ui/card.tsx'
import { Pill } from '../ui/pill.tsx'
import { StockBadge } from '../ui/stock-badge.tsx'
import { Name } from './name.tsx'
import { Nothing } from './nothing.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import classes from './tables.module.css'

export function LowStockItems({ items, dimmed }: { items: Figures['low_stock_items'] | undefined; dimmed: boolean }) {
  const titleId = useId()
  return (
    <Card title="Low Stock Items" titleId={titleId} as="div" flush dimmed={dimmed} aside={<Pill>{`< ${LOW_STOCK} units`}</Pill>}>
      {items?.length === 0 ? (
        <Nothing icon={IconCircleCheck}>All good. No items under threshold.</Nothing>
      ) : (
        <table className={classes.table} aria-labelledby={titleId}>
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col" className={classes.wide}>
                Site
              </th>
              <th scope="col" className={classes.wide}>
                Supplier
              </th>
              <th scope="col" className={classes.number}>
                Stock
              </th>
            </tr>
          </thead>
          <tbody>
            {items?.map((item) => (
              <tr key={item.productid}>
                <th scope="row">
                  <Name>{item.productname}</Name>
                  <span className={classes.below}>{[item.sitename, item.supplier].filter(Boolean).join(' · ')}</span>
                </th>
                <td className={`${classes.grey} ${classes.wide}`}>
                  <Name>{item.sitename}</Name>
                </td>
                <td className={`${classes.grey} ${classes.wide}`}>
                  <Name>{item.supplier || NO_FIGURE}</Name>
                </td>
                <td className={classes.number}>
                  <StockBadge stock={item.stock} />
                </td>
              </tr>
            )) ?? <SkeletonRows columns={4} rows={LOW_STOCK_ITEMS_SHOWN} />}
          </tbody>
        </table>
      )}
    </Card>
  )
}
