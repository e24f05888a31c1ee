import type { SlowSellersSearch } from '../../../contract/search/stock-reports.ts'
import type { SlowSeller, SlowSellers } from '../../../contract/stock-reports.ts'
import { formatLongDay } from '../../lib/format/dates.ts'
import { formatQuantity, NO_VALUE } from '../../lib/format/money.ts'
import { CardFigure } from '../../list/card-figure.tsx'
import { chooseVisible, type RowView } from '../../list/row-view.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { formatCost, KnownCosts, sumKnownCost } from './known-costs.tsx'
import { ProductCell } from './product-cell.tsx'
import { exceptTotal, isTotal, TOTAL_PRODUCT } from './total-row.ts'

const formatLastSold = (day: string | null) => (day === null ? 'Never sold' : formatLongDay(day))

export function createSlowSellerView(
  { total, results: products }: Pick<SlowSellers, 'total' | 'results'>,
  { siteid, supplier }: Partial<SlowSellersSearch>,
  seesCosts: boolean,
): RowView<SlowSeller, SlowSellersSearch['sort']> {
  const belowTotal = <KnownCosts {...{ products, siteid, supplier }} unknown_costs={total.unknown_costs} />
  const view: RowView<SlowSeller, SlowSellersSearch['sort']> = {
    key: ({ productid }) => productid,
    name: ({ productname }) => productname,
    tall: true,
    minWidth: 820,
    columns: [
      { title: 'Product', sort: 'productname', cell: (row) => <ProductCell {...row} belowTotal={belowTotal} /> },
      {
        title: 'Supplier',
        minor: 2,
        sort: 'supplier',
        width: '18%',
        cell: exceptTotal(({ supplier }) => (supplier ? <ClampedText>{supplier}</ClampedText> : NO_VALUE)),
      },
      { title: 'Last sale', sort: 'last_sold', width: '136px', cell: exceptTotal(({ last_sold }) => formatLastSold(last_sold)) },
      { title: 'Stock', sort: 'stock', first: 'desc', width: '104px', numeric: true, cell: ({ stock }) => formatQuantity(stock) },
      {
        title: 'Each',
        minor: 1,
        width: '112px',
        numeric: true,
        isCost: true,
        cell: exceptTotal(({ purchaseprice }) => formatCost(purchaseprice)),
      },
      {
        title: 'Cost',
        sort: 'cost',
        first: 'desc',
        width: '136px',
        numeric: true,
        isCost: true,
        cell: ({ cost }) => <b>{formatCost(cost)}</b>,
      },
    ],
    actions: [],
    total:
      products > 0
        ? { ...TOTAL_PRODUCT, stock: total.stock, cost: sumKnownCost({ products, ...total }), last_sold: null }
        : undefined,
    card: (row) => ({
      title: <ProductCell {...row} belowTotal={belowTotal} />,
      facts: isTotal(row) ? 'All pages' : row.supplier || 'No supplier',
      figure: seesCosts ? (
        <CardFigure label="Cost">{formatCost(row.cost)}</CardFigure>
      ) : (
        <CardFigure label="Stock">{formatQuantity(row.stock)}</CardFigure>
      ),
      values: [
        ...(seesCosts ? [{ label: 'Stock', value: formatQuantity(row.stock) }] : []),
        ...(isTotal(row) ? [] : [{ label: 'Last sale', value: formatLastSold(row.last_sold) }]),
      ],
    }),
  }
  return chooseVisible(view, seesCosts)
}
