import { createFileRoute } from '@tanstack/react-router'
import { webhooksQuery } from '../../../features/webhooks/webhook-queries.ts'
import { WebhooksPage } from '../../../features/webhooks/webhooks-page.tsx'
import { queryClient } from '../../../lib/api/api.ts'

export const Route = createFileRoute('/_signed-in/account_/webhooks')({
  staticData: { title: 'Webhooks' },
  loader: () => {
    void queryClient.prefetchQuery(webhooksQuery())
  },
  component: WebhooksPage,
})
