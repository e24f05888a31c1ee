import type { Webhook } from '../../../contract/webhooks.ts'
import { Pill } from '../../ui/display/pill.tsx'

export const WebhookState = ({ state, failing_since }: Pick<Webhook, 'state' | 'failing_since'>) => {
  if (state === 'stopped') return <Pill tone="red">Stopped</Pill>
  if (state === 'off') return <Pill>Paused</Pill>
  return failing_since ? <Pill tone="red">Failing</Pill> : <Pill tone="green">On</Pill>
}
