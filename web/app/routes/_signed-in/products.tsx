import { createFileRoute } from '@tanstack/react-router'
import { readPageSize } from '../../../features/products/page-size.ts'
import { listQuery, ProductsUrl } from '../../../features/products/product-queries.ts'
import { ProductsPage } from '../../../features/products/products-page.tsx'
import { api, queryClient } from '../../../lib/api/api.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'

const { validateSearch, ...list } = urlSearch(ProductsUrl)

export const Route = createFileRoute('/_signed-in/products')({
  staticData: { title: 'Products' },
  ...list,
  validateSearch: (raw: Parameters<typeof validateSearch>[0]) => validateSearch({ ...readPageSize(), ...raw }),
  // Starts all requests without waiting for them.
  loader: ({ deps: { product: _, add: __, ...search } }) => {
    void queryClient.prefetchQuery(listQuery(search))
    void queryClient.prefetchQuery(api.products.options.queryOptions())
    void queryClient.prefetchQuery(api.sites.options.queryOptions())
  },
  component: ProductsPage,
})
