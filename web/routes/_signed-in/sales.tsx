import { createFileRoute } from '@tanstack/react-router'
import { DEFAULT_TIMEZONE } from '../../../contract/constants.ts'
import { SalesSearch } from '../../../contract/sales.ts'
import { queryClient } from '../../lib/api.ts'
import { today } from '../../lib/dates.ts'
import { choiceOf, datesOf } from '../../lib/ranges.ts'
import { rangedSearch } from '../../lib/url-search.ts'
import { SalesPage } from '../../sales/sales-page.tsx'
import { figuresQuery, listQuery } from '../../sales/sales-queries.ts'
import { readSession } from '../../session/session.ts'

export const Route = createFileRoute('/_signed-in/sales')({
  staticData: { title: 'Sales' },
  ...rangedSearch(SalesSearch),
  // Both leave at once; nothing waits for them, each part of the page shows its own waiting.
  loader: async ({ deps }) => {
    const session = await readSession()
    const dates = datesOf(choiceOf(deps), today(session?.business?.timezone ?? DEFAULT_TIMEZONE))
    void queryClient.prefetchQuery(listQuery(deps, dates))
    void queryClient.prefetchQuery(figuresQuery(deps, dates))
  },
  component: SalesPage,
})
