import type { StockValueSearch } from '../../../contract/search/stock-reports.ts'
import type { StockValue, StockValueRow } from '../../../contract/stock-reports.ts'
import { formatCount, formatQuantity, formatRand } from '../../lib/format/money.ts'
import { CardFigure } from '../../list/card-figure.tsx'
import type { RowView } from '../../list/row-view.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import { formatCost, KnownCosts, KnownPart, sumKnownCost } from './known-costs.tsx'

const TOTAL_ID = 0

const SiteCell = ({ siteid, sitename, products, unknown_costs }: StockValueRow) =>
  siteid === TOTAL_ID ? (
    <>
      <b>{sitename}</b>
      <KnownCosts {...{ products, unknown_costs }} />
    </>
  ) : (
    <QuietLink data-main to="/products" search={{ siteid }}>
      <ClampedText>{sitename}</ClampedText>
    </QuietLink>
  )

/** The cost, and in the row of a site of how many products it is. The total says that below its title. */
const SiteCost = (row: StockValueRow) => (
  <>
    {formatCost(sumKnownCost(row))}
    {row.siteid !== TOTAL_ID && <KnownPart {...row} />}
  </>
)

const number = { numeric: true, first: 'desc' } as const

export const createStockValueView = (
  total: StockValue['total'] | undefined,
): RowView<StockValueRow, StockValueSearch['sort']> => ({
  key: ({ siteid }) => siteid,
  name: ({ sitename }) => sitename,
  tall: true,
  minWidth: 720,
  columns: [
    { title: 'Site', sort: 'sitename', cell: (row) => <SiteCell {...row} /> },
    { title: 'Products', sort: 'products', width: '104px', ...number, cell: ({ products }) => formatCount(products) },
    { title: 'Units', sort: 'units', width: '112px', ...number, cell: ({ units }) => formatQuantity(units) },
    { title: 'At purchase price', sort: 'cost', width: '192px', ...number, cell: (row) => <SiteCost {...row} /> },
    { title: 'At selling price', sort: 'value', width: '152px', ...number, cell: ({ value }) => formatRand(value) },
  ],
  actions: [],
  total: total && { siteid: TOTAL_ID, sitename: 'Total', ...total },
  card: (row) => ({
    title: <SiteCell {...row} />,
    facts: null,
    figure: (
      <>
        <CardFigure label="At purchase price">{formatCost(sumKnownCost(row))}</CardFigure>
        {row.siteid !== TOTAL_ID && <KnownPart {...row} />}
      </>
    ),
    values: [
      { label: 'At selling price', value: formatRand(row.value) },
      { label: 'Products', value: formatCount(row.products) },
      { label: 'Units', value: formatQuantity(row.units) },
    ],
  }),
})
