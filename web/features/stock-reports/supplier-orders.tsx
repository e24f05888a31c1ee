import { Box, Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useId } from 'react'
import type { ReorderList, SupplierOrder } from '../../../contract/stock-reports.ts'
import { formatCount, formatQuantity } from '../../lib/format/money.ts'
import { Card } from '../../ui/layout/card.tsx'
import { SmallTable, type SmallTableColumn } from '../../ui/layout/small-table.tsx'
import { formatCost, KnownPart, sumKnownCost } from './known-costs.tsx'
import classes from './stock-reports.module.css'

type Props = { list: ReorderList | undefined; onOpen: (supplier: string) => void }

/** The orders by supplier, each with the text of an e-mail. */
export function SupplierOrders({ list, onOpen }: Props) {
  const titleId = useId()
  const rows = list?.suppliers.map((order, index) => ({ ...order, index }))
  const columns: SmallTableColumn<SupplierOrder & { index: number }>[] = [
    {
      title: 'Supplier',
      holds: 'name',
      cell: ({ supplier }) =>
        supplier === '' ? (
          'No supplier'
        ) : (
          <span className={classes.supplier}>
            {supplier}
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconMail size={16} stroke={1.75} aria-hidden />}
              aria-label={`Write order for ${supplier}`}
              onClick={() => onOpen(supplier)}
            >
              Write order
            </Button>
          </span>
        ),
    },
    { title: 'Products', holds: 'number', wide: true, cell: ({ products }) => formatCount(products) },
    { title: 'Units', holds: 'number', wide: true, cell: ({ units }) => formatQuantity(units) },
    { title: 'At purchase price', holds: 'number', cell: (order) => <OrderCost {...order} /> },
  ]
  return (
    <Box mb="md">
      <Card title="By supplier" titleId={titleId} flush>
        <SmallTable
          titleId={titleId}
          columns={columns}
          rows={rows}
          rowKey={({ index }) => index}
          skeletonRows={3}
          sum={{ title: 'Total', value: list && <OrderCost products={list.results} {...list.total} /> }}
        />
      </Card>
    </Box>
  )
}

const OrderCost = (order: Pick<SupplierOrder, 'products' | 'unknown_costs' | 'cost'>) => (
  <>
    {formatCost(sumKnownCost(order))}
    <KnownPart {...order} />
  </>
)
