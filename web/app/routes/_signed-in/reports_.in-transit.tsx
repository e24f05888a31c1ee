import { createFileRoute } from '@tanstack/react-router'
import { InTransitSearch } from '../../../../contract/search/stock-reports.ts'
import { InTransitPage } from '../../../features/stock-reports/in-transit-page.tsx'
import { inTransitQuery } from '../../../features/stock-reports/stock-report-queries.ts'
import { api, queryClient } from '../../../lib/api/api.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'

export const Route = createFileRoute('/_signed-in/reports_/in-transit')({
  staticData: { title: 'In transit' },
  ...urlSearch(InTransitSearch),
  // Starts all requests without waiting for them.
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(inTransitQuery(deps))
    void queryClient.prefetchQuery(api.sites.options.queryOptions())
  },
  component: InTransitPage,
})
