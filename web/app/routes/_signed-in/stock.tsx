import { createFileRoute } from '@tanstack/react-router'
import { DocumentsSearch } from '../../../../contract/search/stock.ts'
import { StockPage } from '../../../features/stock/stock-page.tsx'
import { listQuery, waitingQuery } from '../../../features/stock/stock-queries.ts'
import { api, queryClient } from '../../../lib/api/api.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'

export const Route = createFileRoute('/_signed-in/stock')({
  staticData: { title: 'Stock' },
  ...urlSearch(DocumentsSearch),
  // Starts all requests without waiting for them.
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(listQuery(deps))
    void queryClient.prefetchQuery(waitingQuery())
    void queryClient.prefetchQuery(api.sites.options.queryOptions())
  },
  component: StockPage,
})
