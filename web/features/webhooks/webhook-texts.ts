import { WEBHOOK_EVENT_NAMES } from '../../../contract/shared/names.ts'
import type { Webhook, WebhookEvent } from '../../../contract/webhooks.ts'

export const EVENT_DESCRIPTIONS: Record<WebhookEvent, string> = {
  'sale.created': 'Each sale of a till',
  'stock.low': 'When a stock falls to its reorder level',
  'cash_up.saved': 'Each cash-up, and each correction',
  'import.finished': 'When sales, products or employees were imported from a file',
}

export const formatEvents = ({ events, sitename }: Pick<Webhook, 'events' | 'sitename'>) =>
  `${events.map((event) => WEBHOOK_EVENT_NAMES[event]).join(', ')} · ${sitename ?? 'All sites'}`

export const getHost = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

export type NewSecret = { secret: string; url: string; isRotated: boolean }
