import { createFileRoute } from '@tanstack/react-router'
import { mayCall } from '../../../auth/rights.ts'
import { readSession } from '../../../auth/session.ts'
import { getTimezone } from '../../../auth/timezone.ts'
import { DashboardPage } from '../../../features/dashboard/dashboard-page.tsx'
import { figuresQuery, firstStepsQuery, toFiguresInput } from '../../../features/dashboard/dashboard-queries.ts'
import { SupportCard } from '../../../features/tickets/support-card.tsx'
import { getComparison } from '../../../figures/comparison.ts'
import { api, queryClient } from '../../../lib/api/api.ts'
import { delay } from '../../../lib/browser/delay.ts'
import { yieldToBrowser } from '../../../lib/browser/yield-to-browser.ts'
import { getToday } from '../../../lib/format/dates.ts'
import { toChoice, toDates } from '../../../lib/format/ranges.ts'
import { FiguresSearch } from '../../../lib/url/figures-search.ts'

/** Answers take as long as the code of the screen, which loads at the same time. */
const NOTICES_WAIT_MS = 500

export const Route = createFileRoute('/_signed-in/dashboard')({
  staticData: { title: 'Dashboard' },
  validateSearch: FiguresSearch,
  // Invalid values are removed from the URL.
  search: { middlewares: [({ search, next }) => FiguresSearch.parse(next(search))] },
  loaderDeps: ({ search }) => search,
  // Starts the requests, the figures first. The page does not wait for the figures: each part has its own loading state.
  loader: async ({ deps, abortController: { signal } }) => {
    const session = await readSession()
    const today = getToday(getTimezone(session))
    // The first use of a time zone takes as long as the requests, on a phone a tenth of a second together.
    await yieldToBrowser()
    const input = toFiguresInput(deps, toDates(toChoice(deps), today), getComparison(deps, session))
    void queryClient.prefetchQuery(figuresQuery(input))
    if (mayCall(session, 'tickets.count')) void queryClient.prefetchQuery(api.tickets.count.queryOptions())
    // They are above the figures, and would move them when they come.
    const notices = [
      queryClient.ensureQueryData(api.dashboard.announcements.queryOptions()),
      ...(session?.signup_step ? [] : [queryClient.ensureQueryData(api.dashboard.lateSales.queryOptions())]),
      ...(session?.signup_step || !mayCall(session, 'dashboard.firstSteps')
        ? []
        : [queryClient.ensureQueryData(firstStepsQuery())]),
    ]
    await Promise.race([Promise.allSettled(notices), delay(NOTICES_WAIT_MS, signal)])
  },
  component: Dashboard,
})

function Dashboard() {
  return <DashboardPage supportCard={SupportCard} />
}
