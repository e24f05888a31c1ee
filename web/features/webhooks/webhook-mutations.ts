import { useQueryClient } from '@tanstack/react-query'
import type { Webhook, WebhookInput } from '../../../contract/webhooks.ts'
import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

/** Does not wait for the list: the answer is the only place that has the secret. */
export function useCreateWebhook() {
  const invalidate = useInvalidateWebhooks()
  return useSave(client.webhooks.create, async () => void invalidate())
}

type Change = { input: WebhookInput & { current?: string }; opened: Pick<Webhook, 'webhookid' | 'version'> }

export const useChangeWebhook = () =>
  useSave(
    ({ input, opened: { webhookid, version } }: Change) => client.webhooks.update({ ...input, webhookid, opened: { version } }),
    useInvalidateWebhooks(),
  )

export const useSetWebhookState = () => useSave(client.webhooks.setState, useInvalidateWebhooks())

/** As useCreateWebhook. */
export function useRotateSecret() {
  const invalidate = useInvalidateWebhooks()
  return useSave(client.webhooks.rotateSecret, async () => void invalidate())
}

export const useRemoveWebhook = () => useSave(client.webhooks.remove, useInvalidateWebhooks())

export const useTestWebhook = () => useSave(client.webhooks.test, useInvalidateWebhooks())

export const useResendDelivery = () => useSave(client.webhooks.resend, useInvalidateWebhooks())

export const useResendFailed = () => useSave(client.webhooks.resendFailed, useInvalidateWebhooks())

function useInvalidateWebhooks() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: api.webhooks.key() })
}
