import { Box, Skeleton } from '@mantine/core'
import { useId } from 'react'
import type { SaleDetail } from '../../../contract/sales.ts'
import { sumRand } from '../../../contract/shared/decimal.ts'
import { formatPrice, formatQuantity, formatRand } from '../../lib/format/money.ts'
import { BorderedBox } from '../../ui/layout/bordered-box.tsx'
import { SecondaryLine, SmallTable, type SmallTableColumn } from '../../ui/layout/small-table.tsx'

/** Most sales have at most three lines. */
const SKELETON_ROWS = 3

const COLUMNS: SmallTableColumn<SaleDetail['items'][number]>[] = [
  {
    title: 'Product',
    holds: 'name',
    cell: ({ productname, price, discount, discount_reason }) => (
      <>
        {productname}
        <SecondaryLine>{formatPrice(price)}</SecondaryLine>
        {discount !== 0 && (
          <span className="second-line">
            {['Discount', formatRand(-discount), discount_reason && `(${discount_reason})`].filter(Boolean).join(' ')}
          </span>
        )}
      </>
    ),
  },
  { title: 'Qty', holds: 'number', width: 56, cell: (item) => formatQuantity(item.quantity) },
  { title: 'Price', holds: 'number', width: 96, wide: true, cell: ({ price }) => formatPrice(price) },
  { title: 'Total', holds: 'number', width: 96, cell: ({ total, discount }) => formatRand(sumRand([total, -discount])) },
]

/** The lines of a sale, at the prices of that day. */
export function SaleItems({ sale }: { sale: SaleDetail | undefined }) {
  const titleId = useId()
  return (
    <section>
      <Box component="h3" id={titleId} mb="xs">
        Items
      </Box>
      <BorderedBox>
        {sale?.items.length === 0 ? (
          <p>This sale has no items.</p>
        ) : (
          <SmallTable
            titleId={titleId}
            columns={COLUMNS}
            rows={sale?.items}
            rowKey={({ line }) => line}
            skeletonRows={SKELETON_ROWS}
            sum={{
              title: 'Items total',
              value: sale ? formatRand(sale.items_total) : <Skeleton height={12} width={72} ml="auto" />,
            }}
          />
        )}
      </BorderedBox>
    </section>
  )
}
