import { createFileRoute } from '@tanstack/react-router'
import { DataPage } from '../../../features/settings/data-page.tsx'
import { accountQuery } from '../../../features/settings/settings-queries.ts'
import { queryClient } from '../../../lib/api/api.ts'

export const Route = createFileRoute('/_signed-in/settings_/data')({
  staticData: { title: 'Data' },
  loader: () => {
    void queryClient.prefetchQuery(accountQuery())
  },
  component: DataPage,
})
