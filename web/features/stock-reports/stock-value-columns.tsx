import type { StockValueSearch } from '../../../contract/search/stock-reports.ts'
import type { StockValue, StockValueRow } from '../../../contract/stock-reports.ts'
import { formatCount, formatQuantity, formatRand } from '../../lib/format/money.ts'
import { CardFigure } from '../../list/card-figure.tsx'
import { chooseVisible, type RowView } from '../../list/row-view.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import { formatCost, KnownCosts, KnownPart, sumKnownCost } from './known-costs.tsx'

const TOTAL_ID = 0
const TRANSIT_ID = -1

type CellProps = StockValueRow & { isNow: boolean }

function SiteCell({ siteid, sitename, products, unknown_costs, isNow }: CellProps) {
  if (siteid === TOTAL_ID)
    return (
      <>
        <b>{sitename}</b>
        <KnownCosts {...{ products, unknown_costs }} />
      </>
    )
  if (siteid !== TRANSIT_ID)
    return (
      <QuietLink data-main to="/products" search={{ siteid }}>
        <ClampedText>{sitename}</ClampedText>
      </QuietLink>
    )
  // The report has what is in transit now.
  return isNow ? (
    <QuietLink data-main to="/reports/in-transit">
      {sitename}
    </QuietLink>
  ) : (
    sitename
  )
}

/** The cost, and in the row of a site of how many products it is. The total says that below its title. */
const SiteCost = (row: StockValueRow) => (
  <>
    {formatCost(sumKnownCost(row))}
    {row.siteid !== TOTAL_ID && <KnownPart {...row} />}
  </>
)

const number = { numeric: true, first: 'desc' } as const

export const createStockValueView = (
  stock: Pick<StockValue, 'total' | 'in_transit'> | undefined,
  { isNow, seesCosts }: { isNow: boolean; seesCosts: boolean },
): RowView<StockValueRow, StockValueSearch['sort']> => {
  const view: RowView<StockValueRow, StockValueSearch['sort']> = {
    key: ({ siteid }) => siteid,
    name: ({ sitename }) => sitename,
    tall: true,
    minWidth: 720,
    columns: [
      { title: 'Site', sort: 'sitename', cell: (row) => <SiteCell {...row} isNow={isNow} /> },
      { title: 'Products', minor: 1, sort: 'products', width: '104px', ...number, cell: ({ products }) => formatCount(products) },
      { title: 'Units', sort: 'units', width: '112px', ...number, cell: ({ units }) => formatQuantity(units) },
      { title: 'At purchase price', sort: 'cost', width: '192px', ...number, isCost: true, cell: (row) => <SiteCost {...row} /> },
      { title: 'At selling price', sort: 'value', width: '152px', ...number, cell: ({ value }) => formatRand(value) },
    ],
    actions: [],
    ...(stock?.in_transit && { beforeTotal: { siteid: TRANSIT_ID, sitename: 'In transit', ...stock.in_transit } }),
    total: stock && { siteid: TOTAL_ID, sitename: 'Total', ...stock.total },
    card: (row) => ({
      title: <SiteCell {...row} isNow={isNow} />,
      facts: null,
      figure: !seesCosts ? (
        <CardFigure label="At selling price">{formatRand(row.value)}</CardFigure>
      ) : (
        <>
          <CardFigure label="At purchase price">{formatCost(sumKnownCost(row))}</CardFigure>
          {row.siteid !== TOTAL_ID && <KnownPart {...row} />}
        </>
      ),
      values: [
        ...(seesCosts ? [{ label: 'At selling price', value: formatRand(row.value) }] : []),
        { label: 'Products', value: formatCount(row.products) },
        { label: 'Units', value: formatQuantity(row.units) },
      ],
    }),
  }
  return chooseVisible(view, seesCosts)
}
