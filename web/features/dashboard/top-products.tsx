import { IconPackage } from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'
import { useId } from 'react'
import type { Figures } from '../../../contract/dashboard.ts'
import { TOP_SHOWN } from '../../../contract/shared/constants.ts'
import { formatQuantity, formatRand, formatWholeRand } from '../../lib/format/money.ts'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import { SecondaryLine, SmallTable, type SmallTableColumn } from '../../ui/layout/small-table.tsx'
import { EmptyState } from './empty-state.tsx'

type TopProduct = Figures['top_products'][number]

const COLUMNS: SmallTableColumn<TopProduct>[] = [
  { title: '#', holds: 'rank', cell: (_, index) => index + 1 },
  {
    title: 'Product',
    holds: 'name',
    cell: ({ productid, productname, price }) => (
      <>
        <QuietLink to="/products" search={{ product: productid }} covers>
          <ClampedText>{productname}</ClampedText>
        </QuietLink>
        <SecondaryLine>{formatRand(price)}</SecondaryLine>
      </>
    ),
  },
  { title: 'Price', holds: 'number', wide: true, cell: ({ price }) => formatRand(price) },
  { title: 'Sold', holds: 'number', cell: ({ sold }) => formatQuantity(sold) },
  { title: 'Total', holds: 'number', cell: ({ total }) => <span title={formatRand(total)}>{formatWholeRand(total)}</span> },
]

type Props = {
  products: TopProduct[] | undefined
  /** The title leads to the report of this range. */
  search: FiguresSearch
  dimmed: boolean
}

export function TopProducts({ products, search, dimmed }: Props) {
  const titleId = useId()
  return (
    <Card
      title="Top Products"
      link={{ to: linkOptions({ to: '/reports', search: { ...search, by: 'product' } }), name: 'Report by product' }}
      titleId={titleId}
      as="div"
      flush
      dimmed={dimmed}
    >
      {products?.length === 0 ? (
        <EmptyState icon={IconPackage}>No top products in the selected period.</EmptyState>
      ) : (
        <SmallTable
          titleId={titleId}
          columns={COLUMNS}
          rows={products}
          rowKey={({ productid }) => productid}
          skeletonRows={TOP_SHOWN}
        />
      )}
    </Card>
  )
}
