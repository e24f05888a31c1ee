import { createFileRoute } from '@tanstack/react-router'
import { RefusedSearch } from '../../../../contract/search/refused-sales.ts'
import { refusedSalesQuery } from '../../../features/refused-sales/refused-sale-queries.ts'
import { RefusedSalesPage } from '../../../features/refused-sales/refused-sales-page.tsx'
import { queryClient } from '../../../lib/api/api.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'

export const Route = createFileRoute('/_signed-in/sales_/refused')({
  staticData: { title: 'Refused sales' },
  ...urlSearch(RefusedSearch),
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(refusedSalesQuery(deps))
  },
  component: RefusedSalesPage,
})
