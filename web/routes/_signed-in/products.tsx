import { createFileRoute } from '@tanstack/react-router'
import { ProductsSearch } from '../../../contract/products.ts'
import { api, queryClient } from '../../lib/api.ts'
import { urlSearch } from '../../lib/url-search.ts'
import { listQuery } from '../../products/product-queries.ts'
import { ProductsPage } from '../../products/products-page.tsx'

export const Route = createFileRoute('/_signed-in/products')({
  staticData: { title: 'Products' },
  ...urlSearch(ProductsSearch),
  // All leave at once, and nothing waits for them.
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(listQuery(deps))
    void queryClient.prefetchQuery(api.products.options.queryOptions())
    void queryClient.prefetchQuery(api.sites.options.queryOptions())
  },
  component: ProductsPage,
})
