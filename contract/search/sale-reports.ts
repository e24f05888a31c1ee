import { z } from 'zod'
import { Text } from '../shared/fields.ts'
import { Direction, SEARCH_MAX } from '../shared/list.ts'
import { Comparison, placeFilters } from './filters.ts'

// Reports on what sales have beside and within their amounts.

export const SALE_REPORTS = ['tips', 'gift-cards', 'discounts', 'refunds', 'charges'] as const
export type SaleReportKind = (typeof SALE_REPORTS)[number]

/** What a row is. `name` is the payment method of tips, the number of a gift card, the reason of a discount, the name of a charge. */
export const SALE_REPORT_GROUPS = ['name', 'employee', 'day', 'site', 'sale'] as const
export type SaleReportGroup = (typeof SALE_REPORT_GROUPS)[number]

export const SALE_REPORT_COLUMNS = ['amount', 'used', 'left', 'share', 'vat', 'quantity', 'sales'] as const
export type SaleReportColumn = (typeof SALE_REPORT_COLUMNS)[number]

/** The search parameters of the screen, without its range and its kind. */
export const SaleReportSearch = z.strictObject({
  by: z.enum(SALE_REPORT_GROUPS).optional(),
  /** Only what has this name: the key of a row by name. */
  name: Text.max(200).optional(),
  compare: Comparison,
  ...placeFilters,
  /** `name` is the order of the names, and of the times of days and sales. */
  sort: z.enum(['name', ...SALE_REPORT_COLUMNS]).optional(),
  dir: Direction.optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  q: Text.trim().max(SEARCH_MAX).default(''),
})
export type SaleReportSearch = z.output<typeof SaleReportSearch>
