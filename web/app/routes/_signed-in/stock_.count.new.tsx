import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { z } from 'zod'
import { OptionalId } from '../../../../contract/shared/fields.ts'
import { NewCountPage } from '../../../features/stock-counts/new-count-page.tsx'
import { api, queryClient } from '../../../lib/api/api.ts'

const Search = z.object({ siteid: OptionalId.catch(undefined) })

export const Route = createFileRoute('/_signed-in/stock_/count/new')({
  staticData: { title: 'New count' },
  validateSearch: (raw: z.output<typeof Search> & SearchSchemaInput): z.output<typeof Search> => Search.parse(raw),
  loader: () => {
    void queryClient.prefetchQuery(api.sites.options.queryOptions())
    void queryClient.prefetchQuery(api.products.options.queryOptions())
  },
  component: NewCountPage,
})
