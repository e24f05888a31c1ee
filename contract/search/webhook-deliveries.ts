import { z } from 'zod'
import { Flag } from '../shared/fields.ts'

/** Of one webhook. */
export const WebhookDeliveriesSearch = z.strictObject({
  failed: Flag.default(false),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})
export type WebhookDeliveriesSearch = z.output<typeof WebhookDeliveriesSearch>
