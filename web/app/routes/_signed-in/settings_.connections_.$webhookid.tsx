import { createFileRoute } from '@tanstack/react-router'
import { WebhookDeliveriesSearch } from '../../../../contract/search/webhook-deliveries.ts'
import { WebhookPage } from '../../../features/webhooks/webhook-page.tsx'
import { webhooksQuery } from '../../../features/webhooks/webhook-queries.ts'
import { queryClient } from '../../../lib/api/api.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'

export const Route = createFileRoute('/_signed-in/settings_/connections_/$webhookid')({
  staticData: { title: 'Webhook' },
  ...urlSearch(WebhookDeliveriesSearch),
  loader: () => {
    void queryClient.prefetchQuery(webhooksQuery())
  },
  component: WebhookPage,
})
