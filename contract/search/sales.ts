import { z } from 'zod'
import { Flag, OptionalId, Text } from '../shared/fields.ts'
import { listInput } from '../shared/list.ts'

const filters = {
  /** Only below R100: `finalamount < 100`. */
  small: Flag.default(false),
  /** Only refunds: `finalamount < 0`. */
  refunds: Flag.default(false),
  /** As the figures of the dashboard name it: lower case, 'unknown' when blank. '' means every method. */
  payment_method: Text.trim().max(40).default(''),
  /** Every site or employee without it. */
  siteid: OptionalId,
  employeeid: OptionalId,
}

/** The search parameters of the sales screen, without its range. */
export const SalesSearch = listInput(['saledate', 'employee', 'site', 'finalamount'], filters, 'desc')
export type SalesSearch = z.output<typeof SalesSearch>

/** The parameter that opens a sale: `/sales?sale=42`. */
export const SaleDialogUrl = z.strictObject({ sale: OptionalId })
