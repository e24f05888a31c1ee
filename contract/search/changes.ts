import { z } from 'zod'
import { CalendarDate, OptionalId } from '../shared/fields.ts'

/** What the log of changes is about. */
export const CHANGE_NOUNS = [
  'product',
  'bulk change',
  'stock document',
  'supplier',
  'employee',
  'right',
  'site',
  'till',
  'refused sale',
  'seller',
  'read key',
  'webhook',
  'cash-up',
  'import',
  'export',
  'sign-in',
  'business',
  'plan',
  'VAT rate',
  'invitation',
  'accounting',
] as const
export const ChangeNoun = z.enum(CHANGE_NOUNS)
export type ChangeNoun = z.output<typeof ChangeNoun>

export const CHANGE_ACTIONS = ['created', 'changed', 'deleted', 'undone', 'signed in', 'refused', 'no sign-ins'] as const

/** Dates are of the time zone of the business, both included. Either may be missing. */
export const changeFilters = {
  noun: ChangeNoun.optional(),
  /** The id of a user. */
  person: z
    .string()
    .regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'This is not the id of a user.')
    .optional(),
  action: z.enum(CHANGE_ACTIONS).optional(),
  siteid: OptionalId,
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
}

export const ChangesSearch = z.strictObject(changeFilters)
export type ChangesSearch = z.output<typeof ChangesSearch>

/** For how many months a business keeps its log; null for ever. */
export const KEPT_MONTHS = [24, 36, 60] as const
export const KeptMonths = z.union(KEPT_MONTHS.map((months) => z.literal(months))).nullable()
export type KeptMonths = z.output<typeof KeptMonths>
