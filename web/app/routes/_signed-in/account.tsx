import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../../../features/account/account-page.tsx'
import { accountQuery, sessionsQuery } from '../../../features/account/account-queries.ts'
import { queryClient } from '../../../lib/api/api.ts'

export const Route = createFileRoute('/_signed-in/account')({
  staticData: { title: 'Account' },
  loader: () => {
    void queryClient.prefetchQuery(accountQuery())
    void queryClient.prefetchQuery(sessionsQuery())
  },
  component: AccountPage,
})
