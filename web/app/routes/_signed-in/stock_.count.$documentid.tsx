import { createFileRoute } from '@tanstack/react-router'
import { CountSearch } from '../../../../contract/search/stock.ts'
import { OptionalId } from '../../../../contract/shared/fields.ts'
import { CountPage } from '../../../features/stock-counts/count-page.tsx'
import { countQuery, linesQuery } from '../../../features/stock-counts/count-queries.ts'
import { queryClient } from '../../../lib/api/api.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'
import { ProductAdding } from '../../product-adding.tsx'

export const Route = createFileRoute('/_signed-in/stock_/count/$documentid')({
  staticData: { title: 'Count' },
  ...urlSearch(CountSearch),
  // Starts all requests without waiting for them.
  loader: ({ params, deps }) => {
    const documentid = OptionalId.safeParse(params.documentid).data
    if (documentid === undefined) return
    void queryClient.prefetchQuery(countQuery(documentid))
    void queryClient.prefetchQuery(linesQuery(documentid, deps))
  },
  component: () => (
    <ProductAdding>
      <CountPage />
    </ProductAdding>
  ),
})
