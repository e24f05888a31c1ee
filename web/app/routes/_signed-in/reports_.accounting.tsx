import { createFileRoute } from '@tanstack/react-router'
import { readSession } from '../../../auth/session.ts'
import { getTimezone } from '../../../auth/timezone.ts'
import { AccountingPage } from '../../../features/accounting/accounting-page.tsx'
import { accountingQuery, accountsQuery } from '../../../features/accounting/accounting-queries.ts'
import { AccountingSearch, toInput } from '../../../features/accounting/accounting-search.ts'
import { queryClient } from '../../../lib/api/api.ts'
import { getToday } from '../../../lib/format/dates.ts'

export const Route = createFileRoute('/_signed-in/reports_/accounting')({
  staticData: { title: 'Sales for accounting' },
  validateSearch: AccountingSearch,
  // Invalid values are removed from the URL.
  search: { middlewares: [({ search, next }) => AccountingSearch.parse(next(search))] },
  loaderDeps: ({ search }) => search,
  // Starts all requests without waiting for them.
  loader: async ({ deps }) => {
    void queryClient.prefetchQuery(accountsQuery())
    const today = getToday(getTimezone(await readSession()))
    void queryClient.prefetchQuery(accountingQuery(toInput(deps, today)))
  },
  component: AccountingPage,
})
