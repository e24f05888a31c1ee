import { Box, Button, Skeleton } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from '../../../contract/webhooks.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { AddButton } from '../../ui/form/add-button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import { webhooksQuery } from './webhook-queries.ts'
import { WebhookState } from './webhook-state.tsx'
import { formatEvents, type NewSecret } from './webhook-texts.ts'

const WebhookDialog = lazyDialog('Add webhook', async () => (await import('./webhook-dialog.tsx')).WebhookDialog)
const SecretDialog = lazyDialog('Webhook added', async () => (await import('./secret-dialog.tsx')).SecretDialog)

/** The addresses of other programs that events are sent to. */
export function WebhooksCard() {
  const webhooks = useQuery(webhooksQuery())
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<NewSecret | null>(null)
  const add = () => setAdding(true)
  return (
    <>
      <Card title="Webhooks" aside={<AddButton onClick={add}>Add webhook</AddButton>} flush>
        <p className="to-edge grey">Send events to other systems</p>
        {webhooks.isError && !webhooks.data && <LoadFailure query={webhooks} failure="Failed to load webhooks" />}
        {webhooks.data?.length === 0 && (
          <EmptyState icon={IconWebhook}>
            No webhooks yet. A webhook sends sales, products to reorder, cash-ups and imports to a URL, such as your bookkeeping.
          </EmptyState>
        )}
        <ul aria-label="Webhooks" aria-busy={webhooks.isPending}>
          {webhooks.isPending && (
            <li className="to-edge line-above">
              <Skeleton height={40} />
            </li>
          )}
          {webhooks.data?.map((webhook) => (
            <WebhookRow key={webhook.webhookid} webhook={webhook} />
          ))}
        </ul>
        {webhooks.data?.length === 0 && (
          <Box className="row centre" p="0 var(--side) 24px">
            <Button variant="default" onClick={add}>
              Add your first webhook
            </Button>
          </Box>
        )}
      </Card>
      {isAdding && <WebhookDialog onCreated={setCreated} onClose={() => setAdding(false)} />}
      {created && <SecretDialog secret={created} onClose={() => setCreated(null)} />}
    </>
  )
}

const WebhookRow = ({ webhook }: { webhook: Webhook }) => (
  <li className="row gap-12 to-edge line-above opens">
    <div className="rest">
      <p className="medium break">
        <QuietLink stretched to="/settings/connections/$webhookid" params={{ webhookid: String(webhook.webhookid) }}>
          {webhook.url}
        </QuietLink>
      </p>
      <p className="grey small">{formatEvents(webhook)}</p>
    </div>
    <WebhookState {...webhook} />
  </li>
)
