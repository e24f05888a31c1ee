import { Box, Button, Skeleton } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { WebhookDeliveriesSearch } from '../../../contract/search/webhook-deliveries.ts'
import { WEBHOOK_EVENT_NAMES } from '../../../contract/shared/names.ts'
import type { Webhook, WebhookDelivery, WebhookEvent } from '../../../contract/webhooks.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { api, refetchPolicy } from '../../lib/api/api.ts'
import { getErrorMessage } from '../../lib/api/messages.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { formatCount, pluralize } from '../../lib/format/money.ts'
import { formatPageLabel, formatRowsLabel } from '../../list/list-rules.ts'
import { Pager } from '../../list/pager.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Pill } from '../../ui/display/pill.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { FilterToggle } from '../../ui/filters/filter-toggle.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { useResendDelivery, useResendFailed } from './webhook-mutations.ts'

const route = getRouteApi('/_signed-in/settings_/connections_/$webhookid')

/** What waits is sent soon, mostly. */
const REFRESH_MS = 2_000
const SOON_MS = 60_000

const deliveriesQuery = (webhookid: number, search: WebhookDeliveriesSearch) =>
  api.webhooks.deliveries.queryOptions({
    input: { webhookid, ...search },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: (query) => {
      const isSoon = query.state.data?.rows.some(
        ({ next_attempt_at }) => next_attempt_at !== null && next_attempt_at.getTime() < Date.now() + SOON_MS,
      )
      return refetchPolicy({ everyMs: isSoon === true && REFRESH_MS })(query)
    },
  })

/** What was sent to a webhook in the last 30 days, newest first. */
export function DeliveriesCard({ webhook: { webhookid, state } }: { webhook: Webhook }) {
  const search: WebhookDeliveriesSearch = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const deliveries = useQuery(deliveriesQuery(webhookid, search))
  const resendFailed = useResendFailed()
  const { data } = deliveries
  const show = (next: WebhookDeliveriesSearch, replace = false) => void navigate({ search: next, replace })

  // For a page past the end the server returns the last page: the URL is corrected.
  const shown = deliveries.isPlaceholderData ? undefined : data?.page
  useEffect(() => {
    if (shown !== undefined && shown !== search.page) void navigate({ search: { ...search, page: shown }, replace: true })
  }, [shown, search, navigate])

  const resendAll = () =>
    resendFailed
      .mutateAsync({ webhookid })
      .then(({ resent }) => showToast(`${pluralize(resent, 'message')} sent again`), console.error)

  return (
    <Card
      title="Deliveries"
      flush
      dimmed={deliveries.isPlaceholderData}
      aside={
        <div className="row wrap end">
          {search.failed && state === 'on' && data && data.results > 0 && (
            <Button variant="default" size="xs" loading={resendFailed.isPending} onClick={resendAll}>
              Send all again
            </Button>
          )}
          <FilterToggle on={search.failed} onToggle={(failed) => show({ failed, page: 1 })}>
            Failed only
          </FilterToggle>
        </div>
      }
    >
      {deliveries.isError && !data && <LoadFailure query={deliveries} failure="Failed to load deliveries" />}
      {resendFailed.error && <Notice kind="error">{getErrorMessage(resendFailed.error, RESEND_FAILED)}</Notice>}
      {data?.rows.length === 0 && (
        <EmptyState icon={IconSend} onClear={search.failed ? () => show({ failed: false, page: 1 }) : undefined}>
          {search.failed ? 'No delivery failed.' : 'Nothing was sent in the last 30 days.'}
        </EmptyState>
      )}
      <ul aria-label="Deliveries" aria-busy={deliveries.isPending}>
        {deliveries.isPending && (
          <li className="to-edge line-above">
            <Skeleton height={40} />
          </li>
        )}
        {data?.rows.map((delivery) => (
          <DeliveryRow key={delivery.messageid} webhookid={webhookid} delivery={delivery} canResend={state === 'on'} />
        ))}
      </ul>
      {data && data.pages > 1 && (
        <Pager
          label={formatPageLabel(data)}
          printed={formatRowsLabel(data, data.rows.length)}
          page={data.page}
          pages={data.pages}
          onPage={(page) => show({ ...search, page })}
          size={undefined}
        />
      )}
    </Card>
  )
}

const RESEND_FAILED = 'Could not send it again. Please try again.'

type RowProps = { webhookid: number; delivery: WebhookDelivery; canResend: boolean }

function DeliveryRow({ webhookid, delivery, canResend }: RowProps) {
  const timezone = useTimezone()
  const resend = useResendDelivery()
  const { id, messageid, type, created_at, problem, answer } = delivery
  const name = type in WEBHOOK_EVENT_NAMES ? WEBHOOK_EVENT_NAMES[type as WebhookEvent] : 'Test'
  const time = formatDateTimeIn(timezone, created_at)
  return (
    <li className="row wrap gap-12 tight to-edge line-above">
      <div style={{ flex: '1 1 240px' }}>
        <p>
          <span className="medium">{name}</span> <span className="grey small digits">{time}</span>
        </p>
        <p className="grey small digits break">{describeAttempts(delivery, timezone, canResend)}</p>
      </div>
      <DeliveryState {...delivery} />
      <Button
        variant="default"
        size="xs"
        aria-label={`Send again: ${name} of ${time}`}
        disabled={!canResend}
        loading={resend.isPending}
        onClick={() => resend.mutateAsync({ webhookid, messageid }).catch(console.error)}
      >
        Send again
      </Button>
      <Box className="grey tiny break" flex="1 0 100%" miw={0}>
        {problem !== null && <p style={{ color: 'var(--red)' }}>{problem}</p>}
        {answer && <p>Answer: {answer}</p>}
        <code>{id}</code>
      </Box>
      {resend.error && <Notice kind="error">{getErrorMessage(resend.error, RESEND_FAILED)}</Notice>}
    </li>
  )
}

const DeliveryState = ({ state, problem }: WebhookDelivery) => {
  if (state === 'delivered') return <Pill tone="green">Delivered</Pill>
  if (state === 'given_up') return <Pill tone="red">Given up</Pill>
  return <Pill tone={problem === null ? 'grey' : 'red'}>{problem === null ? 'Waiting' : 'Failed'}</Pill>
}

function describeAttempts(
  { state, attempts, attempted_at, status, duration_ms, next_attempt_at }: WebhookDelivery,
  timezone: string,
  isOn: boolean,
) {
  if (attempted_at === null) return 'Not sent yet'
  const parts = [
    attempts > 1 && `${formatCount(attempts)} attempts`,
    status !== null && `Status ${status}`,
    duration_ms !== null && `${formatCount(duration_ms)} ms`,
    isOn && state === 'waiting' && next_attempt_at && `Next attempt ${formatDateTimeIn(timezone, next_attempt_at)}`,
  ]
  return parts.filter(Boolean).join(' · ')
}
