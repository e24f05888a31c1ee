import type { Webhook, WebhookEvent } from '../../../contract/webhooks.ts'

export const EVENT_NAMES: Record<WebhookEvent, string> = {
  'sale.created': 'Sales',
  'stock.low': 'Low stock',
  'cash_up.saved': 'Cash-ups',
  'import.finished': 'Imports',
}

export const EVENT_DESCRIPTIONS: Record<WebhookEvent, string> = {
  'sale.created': 'Each sale of a till',
  'stock.low': 'When a stock falls to its reorder level',
  'cash_up.saved': 'Each cash-up, and each correction',
  'import.finished': 'When sales, products or employees were imported from a file',
}

export const formatEvents = ({ events, sitename }: Pick<Webhook, 'events' | 'sitename'>) =>
  `${events.map((event) => EVENT_NAMES[event]).join(', ')} · ${sitename ?? 'All sites'}`

export const getHost = (url: string) => (URL.canParse(url) ? new URL(url).host : url)
