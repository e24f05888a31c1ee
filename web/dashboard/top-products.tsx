import { IconPackage } from '@tabler/icons-react'
import { useId } from 'react'
import type { Figures } from '../../contract/dashboard.ts'
import { quantity, rand, wholeRand } from '../lib/money.ts'
import { Card } from '../ui/card.tsx'
import { Name } from './name.tsx'
import { Nothing } from './nothing.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import classes from './tables.module.css'

export function TopProducts({ products, dimmed }: { products: Figures['top_products'] | undefined; dimmed: boolean }) {
  const titleId = useId()
  return (
    <Card title="Top Products" titleId={titleId} as="div" flush dimmed={dimmed}>
      {products?.length === 0 ? (
        <Nothing icon={IconPackage}>No top products in the selected period.</Nothing>
      ) : (
        <table className={classes.table} aria-labelledby={titleId}>
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">Product</th>
              <th scope="col" className={`${classes.number} ${classes.wide}`}>
                Price
              </th>
              <th scope="col" className={classes.number}>
                Sold
              </th>
              <th scope="col" className={classes.number}>
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {products?.map((product, index) => (
              <tr key={product.productid}>
                <td className={classes.rank}>{index + 1}</td>
                <th scope="row">
                  <Name>{product.productname}</Name>
                  <span className={classes.below}>{rand(product.price)}</span>
                </th>
                <td className={`${classes.number} ${classes.wide}`}>{rand(product.price)}</td>
                <td className={classes.number}>{quantity(product.sold)}</td>
                <td className={classes.number}>{wholeRand(product.total)}</td>
              </tr>
            )) ?? <SkeletonRows columns={5} />}
          </tbody>
        </table>
      )}
    </Card>
  )
}
