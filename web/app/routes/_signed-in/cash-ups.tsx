import { createFileRoute } from '@tanstack/react-router'
import { CashUpsSearch } from '../../../../contract/search/cash-ups.ts'
import { readSession } from '../../../auth/session.ts'
import { getTimezone } from '../../../auth/timezone.ts'
import { listQuery } from '../../../features/cash-ups/cash-up-queries.ts'
import { CashUpsPage } from '../../../features/cash-ups/cash-ups-page.tsx'
import { queryClient } from '../../../lib/api/api.ts'
import { getToday } from '../../../lib/format/dates.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'

export const Route = createFileRoute('/_signed-in/cash-ups')({
  staticData: { title: 'Cash-ups' },
  ...urlSearch(CashUpsSearch),
  loader: async ({ deps }) => {
    const session = await readSession()
    void queryClient.prefetchQuery(listQuery(deps, getToday(getTimezone(session))))
  },
  component: CashUpsPage,
})
