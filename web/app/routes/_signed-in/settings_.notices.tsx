import { createFileRoute } from '@tanstack/react-router'
import { NoticesPage } from '../../../features/settings/notices-page.tsx'
import { accountQuery, noticesQuery } from '../../../features/settings/settings-queries.ts'
import { queryClient } from '../../../lib/api/api.ts'

export const Route = createFileRoute('/_signed-in/settings_/notices')({
  staticData: { title: 'Notices' },
  loader: () => {
    void queryClient.prefetchQuery(accountQuery())
    void queryClient.prefetchQuery(noticesQuery())
  },
  component: NoticesPage,
})
