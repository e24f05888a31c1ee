import { createFileRoute } from '@tanstack/react-router'
import { mayCall } from '../../../auth/rights.ts'
import { readSession } from '../../../auth/session.ts'
import { getTimezone } from '../../../auth/timezone.ts'
import { readHeight } from '../../../features/dashboard/announcements-height.ts'
import { DashboardPage } from '../../../features/dashboard/dashboard-page.tsx'
import { figuresQuery, toFiguresInput } from '../../../features/dashboard/dashboard-queries.ts'
import { firstStepsQuery, hasSeenSales } from '../../../features/dashboard/seen-sales.ts'
import { SupportCard } from '../../../features/tickets/support-card.tsx'
import { getComparison } from '../../../figures/comparison.ts'
import { api, queryClient } from '../../../lib/api/api.ts'
import { delay } from '../../../lib/browser/delay.ts'
import { yieldToBrowser } from '../../../lib/browser/yield-to-browser.ts'
import { getToday } from '../../../lib/format/dates.ts'
import { toChoice, toDates } from '../../../lib/format/ranges.ts'
import { FiguresSearch } from '../../../lib/url/figures-search.ts'

/** Answers take as long as the code of the screen, which loads at the same time. */
const FIRST_VISIT_WAIT_MS = 500

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
    const announcements = queryClient.prefetchQuery(api.dashboard.announcements.queryOptions())
    // What is unknown on the first visit in this browser would move the page when it comes: the height of the announcements, and
    // whether the business has no sales yet.
    const businessid = session?.business?.id
    const unknown = [
      ...(readHeight(businessid) === null ? [announcements] : []),
      ...(hasSeenSales(businessid) || session?.signup_step || !mayCall(session, 'dashboard.firstSteps')
        ? []
        : [queryClient.prefetchQuery(firstStepsQuery())]),
    ]
    if (unknown.length > 0) await Promise.race([Promise.all(unknown), delay(FIRST_VISIT_WAIT_MS, signal)])
  },
  component: Dashboard,
})

function Dashboard() {
  return <DashboardPage supportCard={SupportCard} />
}
