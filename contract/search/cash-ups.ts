import { z } from 'zod'
import { OptionalId } from '../shared/fields.ts'

/** The search parameters of the cash-ups screen: without a month, that of the day that is not over yet. */
export const CashUpsSearch = z.strictObject({
  siteid: OptionalId,
  month: z
    .string()
    .regex(/^(199\d|20\d\d)-(0[1-9]|1[0-2])$/, 'Give a month as in 2026-11.')
    .optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})
export type CashUpsSearch = z.output<typeof CashUpsSearch>
