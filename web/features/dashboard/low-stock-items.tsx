import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Figures } from '../../../contract/dashboard.ts'
import { LOW_STOCK, LOW_STOCK_ITEMS_SHOWN } from '../../../contract/shared/constants.ts'
import { NO_VALUE } from '../../lib/format/money.ts'
import { getStockColour } from '../../lib/format/stock-colour.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { NumberBadge } from '../../ui/display/number-badge.tsx'
import { Pill } from '../../ui/display/pill.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import { SecondaryLine, SmallTable, type SmallTableColumn } from '../../ui/layout/small-table.tsx'
import { LOW_STOCK_LINK } from './low-stock-link.ts'

type LowStockItem = Figures['low_stock_items'][number]

const COLUMNS: SmallTableColumn<LowStockItem>[] = [
  {
    title: 'Product',
    holds: 'name',
    cell: ({ productid, productname, sitename, supplier }) => (
      <>
        <QuietLink to="/products" search={{ product: productid }} stretched>
          <ClampedText>{productname}</ClampedText>
        </QuietLink>
        <SecondaryLine>{[sitename, supplier].filter(Boolean).join(' · ')}</SecondaryLine>
      </>
    ),
  },
  { title: 'Site', wide: true, grey: true, cell: ({ sitename }) => <ClampedText>{sitename}</ClampedText> },
  { title: 'Supplier', wide: true, grey: true, cell: ({ supplier }) => <ClampedText>{supplier || NO_VALUE}</ClampedText> },
  { title: 'Stock', holds: 'number', cell: ({ stock }) => <NumberBadge value={stock} colour={getStockColour(stock)} /> },
]

export function LowStockItems({ items, dimmed }: { items: LowStockItem[] | undefined; dimmed: boolean }) {
  const titleId = useId()
  return (
    <Card
      title="Low Stock Items"
      titleId={titleId}
      as="div"
      flush
      dimmed={dimmed}
      aside={
        <div className="row gap-12 small medium links">
          <Pill>{`< ${LOW_STOCK} units`}</Pill>
          <Link {...LOW_STOCK_LINK}>See all</Link>
        </div>
      }
    >
      {items?.length === 0 ? (
        <EmptyState icon={IconCircleCheck}>All good. No items under threshold.</EmptyState>
      ) : (
        <SmallTable
          titleId={titleId}
          columns={COLUMNS}
          rows={items}
          rowKey={({ productid }) => productid}
          skeletonRows={LOW_STOCK_ITEMS_SHOWN}
        />
      )}
    </Card>
  )
}
