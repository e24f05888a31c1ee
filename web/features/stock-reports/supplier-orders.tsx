import { Box, Button } from '@mantine/core'
import { IconFilePlus, IconMail } from '@tabler/icons-react'
import { useId } from 'react'
import { roundDecimal } from '../../../contract/shared/decimal.ts'
import type { ReorderList, SupplierOrder } from '../../../contract/stock-reports.ts'
import { useMay, useSeesCosts } from '../../auth/rights.ts'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { createMailUrl, createPhoneUrl } from '../../lib/format/contact-urls.ts'
import { formatCount, formatQuantity, formatRand } from '../../lib/format/money.ts'
import { Card } from '../../ui/layout/card.tsx'
import { QuietAnchor } from '../../ui/layout/quiet-link.tsx'
import { SmallTable, type SmallTableColumn } from '../../ui/layout/small-table.tsx'
import { formatCost, KnownPart, sumKnownCost } from './known-costs.tsx'
import classes from './stock-reports.module.css'

type Props = {
  list: ReorderList | undefined
  onOpen: (order: SupplierOrder) => void
  /** Writes the orders of a supplier as drafts. */
  onCreate: (supplier: string) => void
  /** The supplier whose orders are being written. */
  creating: string | undefined
}

/** The orders by supplier, each with the text of an e-mail. */
export function SupplierOrders({ list, onOpen, onCreate, creating }: Props) {
  const titleId = useId()
  const seesCosts = useSeesCosts()
  const mayCreate = useMay()('stock.create')
  const rows = list?.suppliers.map((order, index) => ({ ...order, index }))
  const isPhone = useIsPhone()
  const getActions = (order: SupplierOrder) =>
    order.supplier !== '' && (
      <span className={classes.buttons}>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconMail size={16} stroke={1.75} aria-hidden />}
          aria-label={`Copy order for ${order.supplier}`}
          onClick={() => onOpen(order)}
        >
          Copy order
        </Button>
        {mayCreate && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconFilePlus size={16} stroke={1.75} aria-hidden />}
            aria-label={`Create order for ${order.supplier}`}
            loading={creating === order.supplier}
            disabled={creating !== undefined}
            onClick={() => onCreate(order.supplier)}
          >
            Create order
          </Button>
        )}
      </span>
    )
  const columns: SmallTableColumn<SupplierOrder & { index: number }>[] = [
    {
      title: 'Supplier',
      holds: 'name',
      cell: (order) =>
        order.supplier === '' ? (
          'No supplier'
        ) : (
          <>
            {order.supplier}
            <Contact {...order} />
            {isPhone && getActions(order)}
          </>
        ),
    },
    { title: 'Products', holds: 'number', wide: true, cell: ({ products }) => formatCount(products) },
    { title: 'Units', holds: 'number', wide: seesCosts, cell: ({ units }) => formatQuantity(units) },
    ...(seesCosts ? [{ ...ORDER_COST, sum: list && <OrderCost products={list.results} {...list.total} /> }] : []),
    ...(isPhone ? [] : [{ title: 'Actions', holds: 'number' as const, cell: getActions }]),
  ]
  return (
    <Box mb="md" className={classes.orders}>
      <Card title="By supplier" titleId={titleId} flush>
        <SmallTable
          titleId={titleId}
          columns={columns}
          rows={rows}
          rowKey={({ index }) => index}
          skeletonRows={11}
          tall
          {...(seesCosts && {
            sum: { title: 'Total', value: isPhone && list && <OrderCost products={list.results} {...list.total} /> },
          })}
        />
      </Card>
    </Box>
  )
}

/** Nothing where neither is known. */
const Contact = ({ email, phone }: Pick<SupplierOrder, 'email' | 'phone'>) =>
  (email || phone) && (
    <span className="second-line row wrap gap-12 tight">
      {email && (
        <QuietAnchor href={createMailUrl(email)} className="ellipsis" title={email}>
          {email}
        </QuietAnchor>
      )}
      {phone && (
        <QuietAnchor href={createPhoneUrl(phone)} className="nowrap">
          {phone}
        </QuietAnchor>
      )}
    </span>
  )

const OrderCost = (order: Pick<SupplierOrder, 'products' | 'unknown_costs' | 'cost' | 'minimum_order'>) => (
  <>
    {formatCost(sumKnownCost(order))}
    <KnownPart {...order} />
    <Minimum {...order} />
  </>
)

const ORDER_COST: SmallTableColumn<SupplierOrder & { index: number }> = {
  title: 'At purchase price',
  holds: 'number',
  cell: (order) => <OrderCost {...order} />,
}

/** What an order is worth at least, and how much is missing. That is not known where a cost is not. */
function Minimum({ cost, unknown_costs, minimum_order }: Pick<SupplierOrder, 'cost' | 'unknown_costs' | 'minimum_order'>) {
  if (minimum_order === undefined) return null
  const missing = unknown_costs === 0 ? roundDecimal(minimum_order - cost, 2) : 0
  return missing > 0 ? (
    <Box component="span" className="second-line" c="var(--amber)">
      {formatRand(missing)} below the minimum of {formatRand(minimum_order)}
    </Box>
  ) : (
    <span className="second-line">Minimum {formatRand(minimum_order)}</span>
  )
}
