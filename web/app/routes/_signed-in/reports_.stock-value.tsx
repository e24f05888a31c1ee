import { createFileRoute } from '@tanstack/react-router'
import { StockValueSearch } from '../../../../contract/search/stock-reports.ts'
import { stockValueQuery } from '../../../features/stock-reports/stock-report-queries.ts'
import { StockValuePage } from '../../../features/stock-reports/stock-value-page.tsx'
import { queryClient } from '../../../lib/api/api.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'

export const Route = createFileRoute('/_signed-in/reports_/stock-value')({
  staticData: { title: 'Stock value by site' },
  ...urlSearch(StockValueSearch),
  // Starts all requests without waiting for them.
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(stockValueQuery(deps))
  },
  component: StockValuePage,
})
