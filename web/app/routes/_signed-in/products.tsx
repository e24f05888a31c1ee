import { createFileRoute } from '@tanstack/react-router'
import { ProductsSearch } from '../../../../contract/products.ts'
import { listQuery } from '../../../features/products/product-queries.ts'
import { ProductsPage } from '../../../features/products/products-page.tsx'
import { api, queryClient } from '../../../lib/api/api.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'

export const Route = createFileRoute('/_signed-in/products')({
  staticData: { title: 'Products' },
  ...urlSearch(ProductsSearch),
  // Starts all requests without waiting for them.
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(listQuery(deps))
    void queryClient.prefetchQuery(api.products.options.queryOptions())
    void queryClient.prefetchQuery(api.sites.options.queryOptions())
  },
  component: ProductsPage,
})
