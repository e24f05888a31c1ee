import { createFileRoute } from '@tanstack/react-router'
import { SuppliersSearch } from '../../../../contract/search/suppliers.ts'
import { listQuery } from '../../../features/suppliers/supplier-queries.ts'
import { SuppliersPage } from '../../../features/suppliers/suppliers-page.tsx'
import { queryClient } from '../../../lib/api/api.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'

export const Route = createFileRoute('/_signed-in/stock_/suppliers')({
  staticData: { title: 'Suppliers' },
  ...urlSearch(SuppliersSearch),
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(listQuery(deps))
  },
  component: SuppliersPage,
})
