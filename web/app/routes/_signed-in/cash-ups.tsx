import { createFileRoute } from '@tanstack/react-router'
import { CashUpsSearch } from '../../../../contract/search/cash-ups.ts'
import { listQuery } from '../../../features/cash-ups/cash-up-queries.ts'
import { CashUpsPage } from '../../../features/cash-ups/cash-ups-page.tsx'
import { api, queryClient } from '../../../lib/api/api.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'

export const Route = createFileRoute('/_signed-in/cash-ups')({
  staticData: { title: 'Cash-ups' },
  ...urlSearch(CashUpsSearch),
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(listQuery(deps))
    void queryClient.prefetchQuery(api.sites.options.queryOptions())
  },
  component: CashUpsPage,
})
