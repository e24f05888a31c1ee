import { createFileRoute } from '@tanstack/react-router'
import { BusinessPage } from '../../../features/settings/business-page.tsx'
import { accountQuery } from '../../../features/settings/settings-queries.ts'
import { queryClient } from '../../../lib/api/api.ts'

export const Route = createFileRoute('/_signed-in/settings_/business')({
  staticData: { title: 'Business' },
  loader: () => {
    void queryClient.prefetchQuery(accountQuery())
  },
  component: BusinessPage,
})
