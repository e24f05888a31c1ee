import { createFileRoute } from '@tanstack/react-router'
import { readSession } from '../../../auth/session.ts'
import { getTimezone } from '../../../auth/timezone.ts'
import { ShrinkagePage } from '../../../features/stock-reports/shrinkage-page.tsx'
import { ShrinkageScreenSearch, toShrinkageInput } from '../../../features/stock-reports/shrinkage-search.ts'
import { shrinkageQuery } from '../../../features/stock-reports/stock-report-queries.ts'
import { api, queryClient } from '../../../lib/api/api.ts'
import { getToday } from '../../../lib/format/dates.ts'

export const Route = createFileRoute('/_signed-in/reports_/shrinkage')({
  staticData: { title: 'Shrinkage' },
  validateSearch: ShrinkageScreenSearch,
  // Invalid values are removed from the URL.
  search: { middlewares: [({ search, next }) => ShrinkageScreenSearch.parse(next(search))] },
  loaderDeps: ({ search }) => search,
  // Starts all requests without waiting for them.
  loader: async ({ deps }) => {
    void queryClient.prefetchQuery(api.sites.options.queryOptions())
    const today = getToday(getTimezone(await readSession()))
    void queryClient.prefetchQuery(shrinkageQuery(toShrinkageInput(deps, today)))
  },
  component: ShrinkagePage,
})
