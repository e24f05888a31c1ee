import type { Webhook, WebhookInput } from '../../../contract/webhooks.ts'
import { client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

/** Does not wait for the list: the answer is the only place that has the secret. */
export const useCreateWebhook = () => useSave(client.webhooks.create, ['webhooks'], { waits: false })

type Change = { input: WebhookInput & { current?: string }; opened: Pick<Webhook, 'webhookid' | 'version'> }

export const useChangeWebhook = () =>
  useSave(
    ({ input, opened: { webhookid, version } }: Change) => client.webhooks.update({ ...input, webhookid, opened: { version } }),
    ['webhooks'],
  )

export const useSetWebhookState = () => useSave(client.webhooks.setState, ['webhooks'])

/** As useCreateWebhook. */
export const useRotateSecret = () => useSave(client.webhooks.rotateSecret, ['webhooks'], { waits: false })

export const useRemoveWebhook = () => useSave(client.webhooks.remove, ['webhooks'])

export const useTestWebhook = () => useSave(client.webhooks.test, ['webhooks'])

export const useResendDelivery = () => useSave(client.webhooks.resend, ['webhooks'])

export const useResendFailed = () => useSave(client.webhooks.resendFailed, ['webhooks'])
