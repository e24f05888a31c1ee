import { z } from 'zod'
import { OptionalId } from '../shared/fields.ts'

export const RefusedSearch = z.strictObject({
  state: z.enum(['open', 'set aside']).default('open'),
  siteid: OptionalId,
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})
export type RefusedSearch = z.output<typeof RefusedSearch>
