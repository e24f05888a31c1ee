import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Webhook } from '../../../contract/webhooks.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { HistoryCard } from '../../changes/history-section.tsx'
import { getErrorMessage } from '../../lib/api/messages.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { ALL_CONNECTIONS, CONNECTIONS_TRAIL } from '../../lib/url/trails.ts'
import { ConfirmDelete } from '../../ui/dialog/confirm-delete.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { NotFound } from '../../ui/feedback/not-found.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'
import { useRemoveWebhook, useSetWebhookState, useTestWebhook } from './webhook-mutations.ts'
import { webhooksQuery } from './webhook-queries.ts'
import { WebhookState } from './webhook-state.tsx'
import { formatEvents, getHost, type NewSecret } from './webhook-texts.ts'

const WebhookDialog = lazyDialog('Edit webhook', async () => (await import('./webhook-dialog.tsx')).WebhookDialog)
const RotateDialog = lazyDialog('New secret', async () => (await import('./rotate-dialog.tsx')).RotateDialog)
const SecretDialog = lazyDialog('New secret', async () => (await import('./secret-dialog.tsx')).SecretDialog)

const route = getRouteApi('/_signed-in/settings_/connections_/$webhookid')

/** A webhook and what was sent to it. */
export function WebhookPage() {
  const { webhookid } = route.useParams()
  const webhooks = useQuery(webhooksQuery())
  const webhook = webhooks.data?.find((row) => String(row.webhookid) === webhookid)
  if (webhook) return <Shown key={webhook.webhookid} webhook={webhook} />
  if (webhooks.isPending) return <Skeleton height={240} radius="lg" />
  return <NotFound noun="webhook" all={ALL_CONNECTIONS} query={webhooks} />
}

type OpenDialog = 'edit' | 'pause' | 'rotate' | 'delete' | null

function Shown({ webhook }: { webhook: Webhook }) {
  const { webhookid, url, state } = webhook
  const navigate = route.useNavigate()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [created, setCreated] = useState<NewSecret | null>(null)
  const changeState = useSetWebhookState()
  const removal = useRemoveWebhook()
  const test = useTestWebhook()
  const close = () => setDialog(null)
  const failed = test.error ?? changeState.error

  return (
    <>
      <PageHeader
        trail={CONNECTIONS_TRAIL}
        title={getHost(url)}
        subtitle="What was sent, and what failed"
        action={
          <Button
            disabled={state !== 'on'}
            loading={test.isPending}
            onClick={() => test.mutateAsync({ webhookid }).catch(console.error)}
          >
            Send a test
          </Button>
        }
      />
      <div className="stack">
        {failed && <Notice kind="error">{getErrorMessage(failed, 'Something went wrong. Try again.')}</Notice>}
        <FactsCard
          webhook={webhook}
          isTurningOn={changeState.isPending}
          onTurnOn={() => void changeState.mutateAsync({ webhookid, state: 'on' }).catch(console.error)}
          onOpen={setDialog}
        />
        <DeliveriesCard webhook={webhook} />
        <HistoryCard noun="webhook" of={{ rowid: String(webhookid) }} />
      </div>
      {dialog === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {dialog === 'pause' && (
        <ConfirmDialog
          title="Pause webhook"
          subtitle="Sends nothing until you turn it on again"
          action="Pause"
          onConfirm={() => changeState.mutateAsync({ webhookid, state: 'off' })}
          onClose={close}
        >
          Events while paused are lost. Waiting messages are sent when you turn it on.
        </ConfirmDialog>
      )}
      {dialog === 'rotate' && <RotateDialog webhook={webhook} onRotated={setCreated} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmDelete
          question={`Delete the webhook to ${getHost(url)} and its deliveries?`}
          failure="Could not delete the webhook. Please try again."
          onConfirm={async () => {
            await removal.mutateAsync({ webhookid })
            await navigate({ to: '/settings/connections' })
          }}
          onClose={close}
        />
      )}
      {created && <SecretDialog secret={created} onClose={() => setCreated(null)} />}
    </>
  )
}

type FactsProps = { webhook: Webhook; isTurningOn: boolean; onTurnOn: () => void; onOpen: (dialog: OpenDialog) => void }

function FactsCard({ webhook, isTurningOn, onTurnOn, onOpen }: FactsProps) {
  const timezone = useTimezone()
  const { url, state, stop_reason, failing_since, previous_secret_until } = webhook
  return (
    <Card title="Webhook" flush>
      <div className="row gap-12 to-edge line-above">
        <div className="rest">
          <p className="medium break">{url}</p>
          <p className="grey small">{formatEvents(webhook)}</p>
        </div>
        <Button variant="default" flex="none" onClick={() => onOpen('edit')}>
          Edit
        </Button>
      </div>
      <div className="row gap-12 to-edge line-above">
        <div className="rest">
          <WebhookState {...webhook} />
          {state === 'stopped' && <p className="grey small">{stop_reason} Turn it on when the receiver works again.</p>}
          {state === 'on' && failing_since && (
            <p className="grey small">
              No message has arrived since {formatDateTimeIn(timezone, failing_since)}. After 5 days it is stopped.
            </p>
          )}
        </div>
        {state === 'on' ? (
          <Button variant="default" flex="none" onClick={() => onOpen('pause')}>
            Pause
          </Button>
        ) : (
          <Button flex="none" loading={isTurningOn} onClick={onTurnOn}>
            Turn on
          </Button>
        )}
      </div>
      <div className="row gap-12 to-edge line-above">
        <div className="rest">
          <p>Secret</p>
          <p className="grey small">
            {previous_secret_until
              ? `The old secret is valid until ${formatDateTimeIn(timezone, previous_secret_until)}.`
              : 'Shown once. Create a new one if it is lost or leaked.'}
          </p>
        </div>
        <Button variant="default" flex="none" onClick={() => onOpen('rotate')}>
          New secret
        </Button>
      </div>
      <div className="to-edge line-above">
        <Button variant="outline" color="red" onClick={() => onOpen('delete')}>
          Delete webhook
        </Button>
      </div>
    </Card>
  )
}
