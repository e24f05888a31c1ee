import { createFileRoute } from '@tanstack/react-router'
import { DEFAULT_TIMEZONE } from '../../../../contract/shared/constants.ts'
import { readSession } from '../../../auth/session.ts'
import { DashboardPage } from '../../../features/dashboard/dashboard-page.tsx'
import { figuresQuery } from '../../../features/dashboard/figures-query.ts'
import { api, queryClient } from '../../../lib/api/api.ts'
import { getToday } from '../../../lib/format/dates.ts'
import { RangeSearch, toChoice, toDates } from '../../../lib/format/ranges.ts'

export const Route = createFileRoute('/_signed-in/dashboard')({
  staticData: { title: 'Dashboard' },
  validateSearch: RangeSearch,
  // An invalid range is removed from the URL.
  search: { middlewares: [({ search, next }) => RangeSearch.parse(next(search))] },
  loaderDeps: ({ search }) => search,
  // Starts the requests, the figures first. The page does not wait for them: each part has its own loading state.
  loader: async ({ deps }) => {
    const session = await readSession()
    const input = toDates(toChoice(deps), getToday(session?.business?.timezone ?? DEFAULT_TIMEZONE))
    void queryClient.prefetchQuery(figuresQuery(input))
    void queryClient.prefetchQuery(api.dashboard.tickets.queryOptions())
    void queryClient.prefetchQuery(api.dashboard.announcements.queryOptions())
  },
  component: DashboardPage,
})
