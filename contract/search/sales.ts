import { z } from 'zod'
import { Flag, OptionalId, Text } from '../shared/fields.ts'
import { listInput } from '../shared/list.ts'
import { lineFilters, placeFilters } from './filters.ts'

const filters = {
  /** Only below R100: `finalamount < 100`. */
  small: Flag.default(false),
  /** Only refunds: `finalamount < 0`. */
  refunds: Flag.default(false),
  /** As the figures of the dashboard name it: lower case, 'unknown' when blank. '' means every method. */
  payment_method: Text.trim().max(40).default(''),
  ...placeFilters,
  /** Only sales with such a line. */
  ...lineFilters,
  /** Only sales that arrived after this instant and more than an hour after they were made, without those of imports. */
  received_after: z.iso.datetime({ offset: true }).optional(),
}

/** The search parameters of the sales screen, without its range. */
export const SalesSearch = listInput(['saledate', 'employee', 'site', 'finalamount'], filters, 'desc')
export type SalesSearch = z.output<typeof SalesSearch>

/** The parameter that opens a sale: `/sales?sale=42`. */
export const SaleDialogUrl = z.strictObject({ sale: OptionalId })
