import { IconCircleCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { LOW_STOCK, LOW_STOCK_ITEMS_SHOWN } from '../../contract/constants.ts'
import type { Figures } from '../../contract/dashboard.ts'
import { NO_FIGURE } from '../lib/money.ts'
import { Card } from '../ui/card.tsx'
import { Name } from '../ui/name.tsx'
import { Pill } from '../ui/pill.tsx'
import { BelowName, SmallTable, type SmallTableColumn } from '../ui/small-table.tsx'
import { StockBadge } from '../ui/stock-badge.tsx'
import { Nothing } from './nothing.tsx'

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
