import { createFileRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { ProductsSearch } from '../../../../contract/search/products.ts'
import { PRODUCTS_PER_PAGE } from '../../../../contract/shared/constants.ts'
import { Id, Text } from '../../../../contract/shared/fields.ts'
import { readSession } from '../../../auth/session.ts'
import { listQuery } from '../../../features/products/product-queries.ts'
import { ProductsPage } from '../../../features/products/products-page.tsx'
import { api, queryClient } from '../../../lib/api/api.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'

const { per_page, ...shape } = ProductsSearch.shape

const list = urlSearch(
  z.strictObject(shape),
  z.object({
    /** A product whose dialog is open: the address that other screens link to. */
    product: z.coerce.number().pipe(Id).optional(),
    /** The barcode of a product to add, whose dialog is open. */
    add: Text.trim().min(1).max(64).optional(),
    /** Without it: as the person chose last. */
    per_page: per_page.unwrap().optional(),
  }),
)

export const Route = createFileRoute('/_signed-in/products')({
  staticData: { title: 'Products' },
  ...list,
  // The router keeps what is not valid, unless it is overwritten.
  validateSearch: (raw: Parameters<typeof list.validateSearch>[0]): ReturnType<typeof list.validateSearch> => ({
    ...{ product: undefined, add: undefined, per_page: undefined },
    ...list.validateSearch(raw),
  }),
  loaderDeps: ({ search }) => ({ ...list.loaderDeps({ search }), per_page: search.per_page ?? PRODUCTS_PER_PAGE }),
  // The URL has the size that the person chose, because a page has other rows with another size.
  beforeLoad: async ({ search }) => {
    const chosen = (await readSession())?.product_list.per_page ?? PRODUCTS_PER_PAGE
    if (search.per_page === undefined && chosen !== PRODUCTS_PER_PAGE)
      throw redirect({ to: '/products', search: { ...search, per_page: chosen }, replace: true })
  },
  // Starts all requests without waiting for them.
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(listQuery(deps))
    void queryClient.prefetchQuery(api.products.options.queryOptions())
    void queryClient.prefetchQuery(api.sites.options.queryOptions())
  },
  component: ProductsPage,
})
