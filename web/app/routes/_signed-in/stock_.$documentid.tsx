import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { z } from 'zod'
import { Flag, OptionalId } from '../../../../contract/shared/fields.ts'
import { DocumentPage } from '../../../features/stock/document-page.tsx'
import { documentQuery } from '../../../features/stock/stock-queries.ts'
import { queryClient } from '../../../lib/api/api.ts'
import { ProductAdding } from '../../product-adding.tsx'

/** `receive` opens the dialog that receives a transfer. */
const Search = z.object({ receive: Flag.optional().catch(undefined) })

export const Route = createFileRoute('/_signed-in/stock_/$documentid')({
  staticData: { title: 'Stock' },
  validateSearch: (raw: z.output<typeof Search> & SearchSchemaInput): z.output<typeof Search> => Search.parse(raw),
  loader: ({ params }) => {
    const documentid = OptionalId.safeParse(params.documentid).data
    if (documentid !== undefined) void queryClient.prefetchQuery(documentQuery(documentid))
  },
  component: () => (
    <ProductAdding>
      <DocumentPage />
    </ProductAdding>
  ),
})
