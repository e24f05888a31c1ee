import { IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { SLOW_DAYS, type SlowSellersSearch } from '../../../contract/search/stock-reports.ts'
import type { SlowSeller, SlowSellers } from '../../../contract/stock-reports.ts'
import { formatLongDay } from '../../lib/format/dates.ts'
import { formatQuantity, NO_VALUE } from '../../lib/format/money.ts'
import { DataTable } from '../../list/data-table.tsx'
import { listNavigation } from '../../list/list-navigation.ts'
import { withFilter } from '../../list/list-rules.ts'
import type { RowView } from '../../list/row-view.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { ChoiceSelect } from '../../ui/filters/filter-select.tsx'
import { formatCost, KnownCosts, sumKnownCost } from './known-costs.tsx'
import { ProductCell } from './product-cell.tsx'
import { StockFilters } from './stock-filters.tsx'
import { StockReportLayout } from './stock-report-layout.tsx'
import { getExportUrl, slowSellersQuery } from './stock-report-queries.ts'
import { exceptTotal, isTotal, TOTAL_PRODUCT } from './total-row.ts'

const route = getRouteApi('/_signed-in/reports_/slow-sellers')

const formatLastSold = (day: string | null) => (day === null ? 'Never sold' : formatLongDay(day))

function createView(
  { total, results: products }: Pick<SlowSellers, 'total' | 'results'>,
  { siteid, supplier }: Partial<SlowSellersSearch>,
): RowView<SlowSeller, SlowSellersSearch['sort']> {
  const belowTotal = <KnownCosts {...{ products, siteid, supplier }} unknown_costs={total.unknown_costs} />
  return {
    key: ({ productid }) => productid,
    name: ({ productname }) => productname,
    tall: true,
    minWidth: 820,
    columns: [
      { title: 'Product', sort: 'productname', cell: (row) => <ProductCell {...row} belowTotal={belowTotal} /> },
      {
        title: 'Supplier',
        sort: 'supplier',
        width: '18%',
        cell: exceptTotal(({ supplier }) => (supplier ? <ClampedText>{supplier}</ClampedText> : NO_VALUE)),
      },
      { title: 'Last sale', sort: 'last_sold', width: '136px', cell: exceptTotal(({ last_sold }) => formatLastSold(last_sold)) },
      { title: 'Stock', sort: 'stock', first: 'desc', width: '104px', numeric: true, cell: ({ stock }) => formatQuantity(stock) },
      { title: 'Each', width: '112px', numeric: true, cell: exceptTotal(({ purchaseprice }) => formatCost(purchaseprice)) },
      {
        title: 'Cost',
        sort: 'cost',
        first: 'desc',
        width: '136px',
        numeric: true,
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
      facts: isTotal(row) ? 'Of all pages' : `${row.supplier || 'No supplier'} • ${formatLastSold(row.last_sold)}`,
      figure: (
        <>
          <b>{formatCost(row.cost)}</b>
          <span>Stock {formatQuantity(row.stock)}</span>
        </>
      ),
    }),
  }
}

const NOTHING = { results: 0, total: { stock: 0, cost: 0, unknown_costs: 0 } }

/** Products with stock and without a sale, with the money that is tied up in them. */
export function SlowSellersPage() {
  const search: SlowSellersSearch = route.useLoaderDeps()
  const { show, find } = listNavigation(search, route.useNavigate())
  const slow = useQuery(slowSellersQuery(search))
  const filter = (change: Partial<SlowSellersSearch>) => show(withFilter(search, change))
  return (
    <StockReportLayout
      title="Slow sellers"
      subtitle={`Products with stock and no sale in the last ${search.days} days, at purchase prices`}
      exportUrl={getExportUrl('slow-sellers', search)}
      filters={
        <>
          <SearchBox placeholder="Search by name, barcode, supplier…" value={search.q} onChange={find} />
          <ChoiceSelect
            label="No sale for"
            value={search.days}
            options={SLOW_DAYS.map((days) => ({ value: days, label: `${days} days` }))}
            onChange={(days) => filter({ days })}
          />
          <StockFilters siteid={search.siteid} supplier={search.supplier} onFilter={filter} />
        </>
      }
    >
      <DataTable
        title="Products"
        view={createView(slow.data ?? NOTHING, search)}
        query={slow}
        search={search}
        onSearch={show}
        failure="Failed to load the slow sellers"
        empty={{ icon: IconPackage, text: 'Every product with stock was sold.' }}
      />
    </StockReportLayout>
  )
}
