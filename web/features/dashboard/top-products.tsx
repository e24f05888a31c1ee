import { Box } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'
import { useId } from 'react'
import type { Figures } from '../../../contract/dashboard.ts'
import { TOP_SHOWN } from '../../../contract/shared/constants.ts'
import { toCents } from '../../../contract/shared/decimal.ts'
import { formatPrice, formatQuantity, formatRand, formatWholeRand } from '../../lib/format/money.ts'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import { SecondaryLine, SmallTable, type SmallTableColumn } from '../../ui/layout/small-table.tsx'

type TopProduct = Figures['top_products'][number]

/**
 * What one was sold for on average, where that is not its price of today: after discounts, or after a change of the price. Undefined
 * where they differ by no more than rounding: of lines to cents, of sales to what can be paid in cash.
 */
function describeAverage({ price, sold, total, average_price }: TopProduct) {
  const isRounding = Math.abs(total - sold * price) <= 0.01
  if (average_price === null || isRounding || Math.abs(toCents(average_price) - toCents(price)) <= 1) return undefined
  return `average ${formatRand(average_price)}`
}

const COLUMNS: SmallTableColumn<TopProduct>[] = [
  { title: '#', holds: 'rank', cell: (_, index) => index + 1 },
  {
    title: 'Product',
    holds: 'name',
    cell: (product) => (
      <>
        <QuietLink to="/products" search={{ product: product.productid }} stretched>
          <ClampedText>{product.productname}</ClampedText>
        </QuietLink>
        <SecondaryLine>{[formatPrice(product.price), describeAverage(product)].filter(Boolean).join(' · ')}</SecondaryLine>
      </>
    ),
  },
  {
    title: 'Price',
    holds: 'number',
    wide: true,
    cell: (product) => (
      <>
        {formatPrice(product.price)}
        <Box component="span" className="second-line" lh="16px">
          {describeAverage(product)}
        </Box>
      </>
    ),
  },
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
