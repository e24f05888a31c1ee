import type { ReorderSearch } from '../../../contract/search/stock-reports.ts'
import type { ReorderList, ReorderRow } from '../../../contract/stock-reports.ts'
import { formatQuantity, NO_VALUE, pluralize } from '../../lib/format/money.ts'
import { CardFigure } from '../../list/card-figure.tsx'
import { chooseVisible, type RowView } from '../../list/row-view.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import { formatCost, KnownCosts, sumKnownCost } from './known-costs.tsx'
import { ProductCell } from './product-cell.tsx'
import { exceptTotal, isTotal, TOTAL_PRODUCT } from './total-row.ts'

const round = (value: number) => Math.round(value * 10) / 10
const formatDaysLeft = (days: number | null) => (days === null ? NO_VALUE : formatQuantity(Math.floor(days)))

const formatLeadTime = (days: number) => `Lead time ${pluralize(days, 'day')}`

const Supplier = ({ supplier, lead_time_days }: ReorderRow) => (
  <div>
    {supplier ? <ClampedText>{supplier}</ClampedText> : NO_VALUE}
    {lead_time_days !== null && <span className="second-line">{formatLeadTime(lead_time_days)}</span>}
  </div>
)

/** The stock, and below it what comes. Drafts lead to the orders that wait. */
const Stock = ({ stock, on_order, in_transit, in_drafts }: ReorderRow) => (
  <>
    {formatQuantity(stock)}
    {on_order > 0 && <span className="second-line">{formatQuantity(on_order)} on order</span>}
    {in_transit > 0 && <span className="second-line">{formatQuantity(in_transit)} in transit</span>}
    {in_drafts > 0 && (
      <span className="second-line">
        <QuietLink to="/stock" search={{ kind: 'order', status: 'draft' }}>
          {formatQuantity(in_drafts)} in drafts
        </QuietLink>
      </span>
    )}
  </>
)

/** In a card. */
const describeSupplier = ({ supplier, lead_time_days }: ReorderRow) =>
  [supplier || 'No supplier', lead_time_days !== null && formatLeadTime(lead_time_days).toLowerCase()].filter(Boolean).join(' • ')

export function createReorderView(
  { total, results: products }: Pick<ReorderList, 'total' | 'results'>,
  { siteid, supplier }: Partial<ReorderSearch>,
  seesCosts: boolean,
): RowView<ReorderRow, ReorderSearch['sort']> {
  const belowTotal = <KnownCosts {...{ products, siteid, supplier }} unknown_costs={total.unknown_costs} />
  const view: RowView<ReorderRow, ReorderSearch['sort']> = {
    key: ({ productid }) => productid,
    name: ({ productname }) => productname,
    tall: true,
    minWidth: 960,
    columns: [
      { title: 'Product', sort: 'productname', cell: (row) => <ProductCell {...row} belowTotal={belowTotal} /> },
      {
        title: 'Supplier',
        minor: 3,
        sort: 'supplier',
        width: '16%',
        cell: exceptTotal((row) => <Supplier {...row} />),
      },
      { title: 'Stock', sort: 'stock', width: '112px', numeric: true, cell: exceptTotal((row) => <Stock {...row} />) },
      {
        title: 'Reorder at',
        minor: 2,
        width: '96px',
        numeric: true,
        cell: exceptTotal(({ reorder_level }) => (reorder_level === null ? NO_VALUE : formatQuantity(reorder_level))),
      },
      {
        title: 'Sold per day',
        minor: 1,
        width: '108px',
        numeric: true,
        cell: exceptTotal(({ speed }) => formatQuantity(round(speed))),
      },
      {
        title: 'Days left',
        sort: 'days_left',
        width: '112px',
        numeric: true,
        cell: exceptTotal(({ days_left }) => formatDaysLeft(days_left)),
      },
      {
        title: 'Order',
        sort: 'suggested',
        first: 'desc',
        width: '92px',
        numeric: true,
        cell: ({ suggested }) => <b>{formatQuantity(suggested)}</b>,
      },
      {
        title: 'Cost',
        sort: 'cost',
        first: 'desc',
        width: '128px',
        numeric: true,
        isCost: true,
        cell: ({ cost }) => formatCost(cost),
      },
    ],
    actions: [],
    total:
      products > 0
        ? {
            ...TOTAL_PRODUCT,
            ...{ suggested: total.suggested, cost: sumKnownCost({ products, ...total }) },
            ...{ reorder_level: null, order_quantity: null, speed: 0, days_left: null, lead_time_days: null },
            ...{ on_order: 0, in_transit: 0, in_drafts: 0 },
          }
        : undefined,
    card: (row) => ({
      title: <ProductCell {...row} belowTotal={belowTotal} />,
      facts: isTotal(row) ? 'All pages' : describeSupplier(row),
      figure: <CardFigure label="Order qty">{formatQuantity(row.suggested)}</CardFigure>,
      values: [
        { label: 'Cost', value: formatCost(row.cost), isCost: true },
        ...(isTotal(row)
          ? []
          : [
              { label: 'Stock', value: <Stock {...row} /> },
              { label: 'Sold per day', value: formatQuantity(round(row.speed)) },
              { label: 'Days left', value: formatDaysLeft(row.days_left) },
            ]),
      ],
    }),
  }
  return chooseVisible(view, seesCosts)
}
