import { createFileRoute } from '@tanstack/react-router'
import { readKeysQuery } from '../../../features/read-keys/read-key-queries.ts'
import { ReadKeysPage } from '../../../features/read-keys/read-keys-page.tsx'
import { queryClient } from '../../../lib/api/api.ts'

export const Route = createFileRoute('/_signed-in/account_/read-keys')({
  staticData: { title: 'Read keys' },
  loader: () => {
    void queryClient.prefetchQuery(readKeysQuery())
  },
  component: ReadKeysPage,
})
