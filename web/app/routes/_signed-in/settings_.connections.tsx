import { createFileRoute } from '@tanstack/react-router'
import { readKeysQuery } from '../../../features/read-keys/read-key-queries.ts'
import { ReadKeysCard } from '../../../features/read-keys/read-keys-card.tsx'
import { webhooksQuery } from '../../../features/webhooks/webhook-queries.ts'
import { WebhooksCard } from '../../../features/webhooks/webhooks-card.tsx'
import { queryClient } from '../../../lib/api/api.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'

export const Route = createFileRoute('/_signed-in/settings_/connections')({
  staticData: { title: 'Connections' },
  loader: () => {
    void queryClient.prefetchQuery(webhooksQuery())
    void queryClient.prefetchQuery(readKeysQuery())
  },
  component: Connections,
})

function Connections() {
  return (
    <>
      <PageHeader title="Connections" subtitle="Other programs that work with your business" />
      <div className="stack">
        <WebhooksCard />
        <ReadKeysCard />
      </div>
    </>
  )
}
