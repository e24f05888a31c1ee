import { createFileRoute } from '@tanstack/react-router'
import { SlowSellersSearch } from '../../../../contract/search/stock-reports.ts'
import { readSession } from '../../../auth/session.ts'
import { SlowSellersPage } from '../../../features/stock-reports/slow-sellers-page.tsx'
import { slowSellersQuery, withVisibleOrder } from '../../../features/stock-reports/stock-report-queries.ts'
import { api, queryClient } from '../../../lib/api/api.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'

export const Route = createFileRoute('/_signed-in/reports_/slow-sellers')({
  staticData: { title: 'Slow sellers' },
  ...urlSearch(SlowSellersSearch),
  // Starts all requests without waiting for them.
  loader: async ({ deps }) => {
    const session = await readSession()
    void queryClient.prefetchQuery(slowSellersQuery(withVisibleOrder(deps, session?.right?.sees_costs ?? true)))
    void queryClient.prefetchQuery(api.products.options.queryOptions())
    void queryClient.prefetchQuery(api.sites.options.queryOptions())
  },
  component: SlowSellersPage,
})
