import { IconPackage } from '@tabler/icons-react'
import { useId } from 'react'
import { TOP_SHOWN } from '../../contract/constants.ts'
import type { Figures } from '../../contract/dashboard.ts'
import { quantity, rand, wholeRand } from '../lib/money.ts'
import { Card } from '../ui/card.tsx'
import { Name } from '../ui/name.tsx'
import { BelowName, SmallTable, type SmallTableColumn } from '../ui/small-table.tsx'
import { Nothing } from './nothing.tsx'

type TopProduct = Figures['top_products'][number]

const COLUMNS: SmallTableColumn<TopProduct>[] = [
  { title: '#', holds: 'rank', cell: (_, index) => index + 1 },
  {
    title: 'Product',
    holds: 'name',
    cell: ({ productname, price }) => (
      <>
        <Name>{productname}</Name>
        <BelowName>{rand(price)}</BelowName>
      </>
    ),
  },
  { title: 'Price', holds: 'number', wide: true, cell: ({ price }) => rand(price) },
  { title: 'Sold', holds: 'number', cell: ({ sold }) => quantity(sold) },
  { title: 'Total', holds: 'number', cell: ({ total }) => wholeRand(total) },
]

export function TopProducts({ products, dimmed }: { products: TopProduct[] | undefined; dimmed: boolean }) {
  const titleId = useId()
  return (
    <Card title="Top Products" titleId={titleId} as="div" flush dimmed={dimmed}>
      {products?.length === 0 ? (
        <Nothing icon={IconPackage}>No top products in the selected period.</Nothing>
      ) : (
        <SmallTable
          titleId={titleId}
          columns={COLUMNS}
          rows={products}
          keyOf={({ productid }) => productid}
          awaited={TOP_SHOWN}
        />
      )}
    </Card>
  )
}
