import { IconCircleCheck } from '@tabler/icons-react'
import { useId } from 'react'
import type { Figures } from '../../../contract/dashboard.ts'
import { LOW_STOCK, LOW_STOCK_ITEMS_SHOWN } from '../../../contract/shared/constants.ts'
import { NO_FIGURE } from '../../lib/format/money.ts'
import { Name } from '../../ui/display/clamped-text.tsx'
import { Pill } from '../../ui/display/pill.tsx'
import { StockBadge } from '../../ui/display/stock-badge.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { BelowName, SmallTable, type SmallTableColumn } from '../../ui/layout/small-table.tsx'
import { Nothing } from './empty-state.tsx'

type LowStockItem = Figures['low_stock_items'][number]

const COLUMNS: SmallTableColumn<LowStockItem>[] = [
  {
    title: 'Product',
    holds: 'name',
    cell: ({ productname, sitename, supplier }) => (
      <>
        <Name>{productname}</Name>
        <BelowName>{[sitename, supplier].filter(Boolean).join(' · ')}</BelowName>
      </>
    ),
  },
  { title: 'Site', wide: true, grey: true, cell: ({ sitename }) => <Name>{sitename}</Name> },
  { title: 'Supplier', wide: true, grey: true, cell: ({ supplier }) => <Name>{supplier || NO_FIGURE}</Name> },
  { title: 'Stock', holds: 'number', cell: ({ stock }) => <StockBadge stock={stock} /> },
]

export function LowStockItems({ items, dimmed }: { items: LowStockItem[] | undefined; dimmed: boolean }) {
  const titleId = useId()
  return (
    <Card title="Low Stock Items" titleId={titleId} as="div" flush dimmed={dimmed} aside={<Pill>{`< ${LOW_STOCK} units`}</Pill>}>
      {items?.length === 0 ? (
        <Nothing icon={IconCircleCheck}>All good. No items under threshold.</Nothing>
      ) : (
        <SmallTable
          titleId={titleId}
          columns={COLUMNS}
          rows={items}
          keyOf={({ productid }) => productid}
          awaited={LOW_STOCK_ITEMS_SHOWN}
        />
      )}
    </Card>
  )
}
