import { createFileRoute } from '@tanstack/react-router'
import { DEFAULT_TIMEZONE } from '../../../../contract/shared/constants.ts'
import { readSession } from '../../../auth/session.ts'
import { DashboardPage } from '../../../features/dashboard/dashboard-page.tsx'
import { figuresQuery } from '../../../features/dashboard/figures-query.ts'
import { api, queryClient } from '../../../lib/api/api.ts'
import { today } from '../../../lib/format/dates.ts'
import { RangeSearch, toChoice, toDates } from '../../../lib/format/ranges.ts'

export const Route = createFileRoute('/_signed-in/dashboard')({
  staticData: { title: 'Dashboard' },
  validateSearch: RangeSearch,
  // What makes no sense does not stay in the address either.
  search: { middlewares: [({ search, next }) => RangeSearch.parse(next(search))] },
  loaderDeps: ({ search }) => search,
  // The figures leave first; nothing waits for them, each part of the page shows its own waiting.
  loader: async ({ deps }) => {
    const session = await readSession()
    const input = toDates(toChoice(deps), today(session?.business?.timezone ?? DEFAULT_TIMEZONE))
    void queryClient.prefetchQuery(figuresQuery(input))
    void queryClient.prefetchQuery(api.dashboard.tickets.queryOptions())
    void queryClient.prefetchQuery(api.dashboard.announcements.queryOptions())
  },
  component: DashboardPage,
})
