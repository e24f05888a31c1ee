import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { z } from 'zod'
import { OptionalId } from '../../../../contract/shared/fields.ts'
import { NewDocumentPage } from '../../../features/stock/new-document-page.tsx'
import { api, queryClient } from '../../../lib/api/api.ts'
import { ProductAdding } from '../../product-adding.tsx'

const id = OptionalId.catch(undefined)

const Search = z.object({
  kind: z.enum(['order', 'delivery', 'transfer', 'adjustment', 'count']).catch('delivery'),
  siteid: id,
  supplierid: id,
  /** The order that a delivery is of. */
  order: id,
})

export const Route = createFileRoute('/_signed-in/stock_/new')({
  staticData: { title: 'Stock' },
  validateSearch: (raw: z.output<typeof Search> & SearchSchemaInput): z.output<typeof Search> => Search.parse(raw),
  loader: () => {
    void queryClient.prefetchQuery(api.sites.options.queryOptions())
    void queryClient.prefetchQuery(api.suppliers.options.queryOptions())
  },
  component: () => (
    <ProductAdding>
      <NewDocumentPage />
    </ProductAdding>
  ),
})
