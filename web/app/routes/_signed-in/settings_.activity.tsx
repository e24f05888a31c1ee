import { createFileRoute } from '@tanstack/react-router'
import { ChangesSearch } from '../../../../contract/search/changes.ts'
import { listQuery } from '../../../features/changes/change-queries.ts'
import { ChangesPage } from '../../../features/changes/changes-page.tsx'
import { queryClient } from '../../../lib/api/api.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'

export const Route = createFileRoute('/_signed-in/settings_/activity')({
  staticData: { title: 'Activity' },
  ...urlSearch(ChangesSearch),
  loader: ({ deps }) => {
    void queryClient.prefetchInfiniteQuery(listQuery(deps))
  },
  component: ChangesPage,
})
