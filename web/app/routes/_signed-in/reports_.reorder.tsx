import { createFileRoute } from '@tanstack/react-router'
import { ReorderSearch } from '../../../../contract/search/stock-reports.ts'
import { ReorderPage } from '../../../features/stock-reports/reorder-page.tsx'
import { reorderQuery } from '../../../features/stock-reports/stock-report-queries.ts'
import { api, queryClient } from '../../../lib/api/api.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'

export const Route = createFileRoute('/_signed-in/reports_/reorder')({
  staticData: { title: 'Reorder list' },
  ...urlSearch(ReorderSearch),
  // Starts all requests without waiting for them.
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(reorderQuery(deps))
    void queryClient.prefetchQuery(api.products.options.queryOptions())
    void queryClient.prefetchQuery(api.sites.options.queryOptions())
  },
  component: ReorderPage,
})
