import { createFileRoute } from '@tanstack/react-router'
import { SaleDialogUrl } from '../../../../contract/search/sales.ts'
import { readSession } from '../../../auth/session.ts'
import { getTimezone } from '../../../auth/timezone.ts'
import { listQuery, SalesScreenSearch, summaryQuery } from '../../../features/sales/sale-queries.ts'
import { SalesPage } from '../../../features/sales/sales-page.tsx'
import { getComparison } from '../../../figures/comparison.ts'
import { queryClient } from '../../../lib/api/api.ts'
import { getToday } from '../../../lib/format/dates.ts'
import { toChoice, toDates } from '../../../lib/format/ranges.ts'
import { rangedSearch } from '../../../lib/url/url-search.ts'

export const Route = createFileRoute('/_signed-in/sales')({
  staticData: { title: 'Sales' },
  ...rangedSearch(SalesScreenSearch, SaleDialogUrl),
  // Starts both requests without waiting for them: each part of the page has its own loading state.
  loader: async ({ deps }) => {
    const session = await readSession()
    const dates = toDates(toChoice(deps), getToday(getTimezone(session)))
    void queryClient.prefetchQuery(listQuery(deps, dates))
    void queryClient.prefetchQuery(summaryQuery(deps, dates, getComparison(deps, session)))
  },
  component: SalesPage,
})
