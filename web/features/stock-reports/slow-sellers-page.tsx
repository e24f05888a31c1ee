import { IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { SLOW_DAYS, type SlowSellersSearch } from '../../../contract/search/stock-reports.ts'
import { useSeesCosts } from '../../auth/rights.ts'
import { REPORTS_TRAIL } from '../../lib/url/trails.ts'
import { DataTable } from '../../list/data-table.tsx'
import { listNavigation } from '../../list/list-navigation.ts'
import { countFilters, withFilter } from '../../list/list-rules.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { ChoiceSelect } from '../../ui/filters/filter-select.tsx'
import { createSlowSellerView } from './slow-seller-columns.tsx'
import { StockFilters } from './stock-filters.tsx'
import { StockReportLayout } from './stock-report-layout.tsx'
import { getExportUrl, slowSellersQuery, UNFILTERED, withVisibleOrder } from './stock-report-queries.ts'

const route = getRouteApi('/_signed-in/reports_/slow-sellers')

const NOTHING = { results: 0, total: { stock: 0, cost: 0, unknown_costs: 0 } }

/** Products with stock and without a sale, with the money that is tied up in them. */
export function SlowSellersPage() {
  const seesCosts = useSeesCosts()
  const search = withVisibleOrder(route.useLoaderDeps(), seesCosts)
  const { show, find } = listNavigation(search, route.useNavigate())
  const slow = useQuery(slowSellersQuery(search))
  const filter = (change: Partial<SlowSellersSearch>) => show(withFilter(search, change))
  return (
    <StockReportLayout
      trail={REPORTS_TRAIL}
      title="Slow sellers"
      subtitle={`In stock but not sold in the last ${search.days} days${seesCosts ? ', at purchase prices' : ''}`}
      report={slow.data}
      exportUrl={getExportUrl('slow-sellers', search)}
      bar={{
        search: <SearchBox placeholder="Search by name, barcode, supplier…" value={search.q} onChange={find} />,
        filters: (
          <>
            <ChoiceSelect
              label="No sale for"
              value={search.days}
              options={SLOW_DAYS.map((days) => ({ value: days, label: `${days} days` }))}
              onChange={(days) => filter({ days })}
            />
            <StockFilters siteid={search.siteid} supplier={search.supplier} onFilter={filter} />
          </>
        ),
        count: countFilters(search, UNFILTERED),
        onClear: () => filter({ ...UNFILTERED, q: search.q }),
        results: slow.data?.results,
      }}
    >
      <DataTable
        title="Products"
        view={createSlowSellerView(slow.data ?? NOTHING, search, seesCosts)}
        query={slow}
        search={search}
        onSearch={show}
        failure="Could not load the slow sellers"
        empty={{ icon: IconPackage, text: 'Every product in stock has sold.', rows: 'products', unfiltered: UNFILTERED }}
      />
    </StockReportLayout>
  )
}
