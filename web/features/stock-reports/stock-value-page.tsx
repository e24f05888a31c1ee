import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { StockValueSearch } from '../../../contract/search/stock-reports.ts'
import { DataTable } from '../../list/data-table.tsx'
import { listNavigation } from '../../list/list-navigation.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { StockReportLayout } from './stock-report-layout.tsx'
import { getExportUrl, stockValueQuery } from './stock-report-queries.ts'
import { createStockValueView } from './stock-value-columns.tsx'

const route = getRouteApi('/_signed-in/reports_/stock-value')

/** What the stock of each site is worth. */
export function StockValuePage() {
  const search: StockValueSearch = route.useLoaderDeps()
  const { show, find } = listNavigation(search, route.useNavigate())
  const stock = useQuery(stockValueQuery(search))
  return (
    <StockReportLayout
      title="Stock value by site"
      subtitle="The stock as it is now; selling prices include VAT"
      exportUrl={getExportUrl('stock-value', search)}
      filters={<SearchBox placeholder="Search by site…" value={search.q} onChange={find} />}
    >
      <DataTable
        title="Stock"
        view={createStockValueView(stock.data?.results ? stock.data.total : undefined)}
        query={stock}
        search={search}
        onSearch={show}
        failure="Failed to load the stock value"
        empty={{ icon: IconMapPin, text: 'No sites found.' }}
      />
    </StockReportLayout>
  )
}
