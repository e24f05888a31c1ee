import type { Right, TwoStepPeople } from '../rights.ts'
import type { WebhookEvent } from '../webhooks.ts'

/** The first is Monday, 1 in ISO 8601. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** As the screens and files name what the API has in a word of its own. */
export const RIGHT_NAMES: Record<Right, string> = { bookkeeper: 'Bookkeeper', manager: 'Shop manager', stock: 'Stock keeper' }

export const TWO_STEP_NAMES: Record<TwoStepPeople, string> = {
  everything: 'Owners',
  bookkeeper: 'Bookkeepers',
  manager: 'Shop managers',
  stock: 'Stock keepers',
}

export const WEBHOOK_EVENT_NAMES: Record<WebhookEvent, string> = {
  'sale.created': 'Sales',
  'stock.low': 'To reorder',
  'cash_up.saved': 'Cash-ups',
  'import.finished': 'Imports',
}
