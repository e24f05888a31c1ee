import { createFileRoute } from '@tanstack/react-router'
import { SlowSellersSearch } from '../../../../contract/search/stock-reports.ts'
import { SlowSellersPage } from '../../../features/stock-reports/slow-sellers-page.tsx'
import { slowSellersQuery } from '../../../features/stock-reports/stock-report-queries.ts'
import { api, queryClient } from '../../../lib/api/api.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'

export const Route = createFileRoute('/_signed-in/reports_/slow-sellers')({
  staticData: { title: 'Slow sellers' },
  ...urlSearch(SlowSellersSearch),
  // Starts all requests without waiting for them.
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(slowSellersQuery(deps))
    void queryClient.prefetchQuery(api.products.options.queryOptions())
    void queryClient.prefetchQuery(api.sites.options.queryOptions())
  },
  component: SlowSellersPage,
})
