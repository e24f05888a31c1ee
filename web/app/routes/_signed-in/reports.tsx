import { createFileRoute } from '@tanstack/react-router'
import { mayCall } from '../../../auth/rights.ts'
import { readSession } from '../../../auth/session.ts'
import { getTimezone } from '../../../auth/timezone.ts'
import { reportQuery, savedReportsQuery } from '../../../features/reports/report-queries.ts'
import { hasReport, reportsRoute } from '../../../features/reports/report-search.ts'
import { ReportsPage } from '../../../features/reports/reports-page.tsx'
import { getComparison } from '../../../figures/comparison.ts'
import { queryClient } from '../../../lib/api/api.ts'
import { getToday } from '../../../lib/format/dates.ts'
import { toChoice, toDates } from '../../../lib/format/ranges.ts'

export const Route = createFileRoute('/_signed-in/reports')({
  staticData: { title: 'Reports' },
  ...reportsRoute,
  // Starts the request without waiting for it: the page has its own loading state.
  loader: async ({ deps }) => {
    const session = await readSession()
    if (!hasReport(deps)) {
      if (mayCall(session, 'reports.saved.list')) void queryClient.prefetchQuery(savedReportsQuery())
      return
    }
    const dates = toDates(toChoice(deps), getToday(getTimezone(session)))
    void queryClient.prefetchQuery(reportQuery(deps, dates, getComparison(deps, session)))
  },
  component: ReportsPage,
})
