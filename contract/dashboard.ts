import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Compared, CostSums, firstSaleDate } from './figures.ts'
import { Comparison, Period, placeFilters } from './search/filters.ts'
import { dataErrors } from './shared/errors.ts'
import { CalendarDate, Id, inRange } from './shared/fields.ts'

/** The range of the figures, what it is compared with, and the sites and employees that all figures are narrowed to. */
export const FiguresInput = inRange(
  z.strictObject({
    from: CalendarDate,
    to: CalendarDate,
    compare: Comparison.default('off'),
    period: Period.optional(),
    ...placeFilters,
  }),
)
export type FiguresInput = z.output<typeof FiguresInput>

/** Every figure of the dashboard for one range; amounts in rand, net of refunds. */
export const Figures = z.object({
  from: z.string(),
  to: z.string(),
  /** The time of the database's snapshot. */
  as_at: z.date(),
  ...CostSums.shape,
  orders: z.number().int(),
  /** revenue / orders, 0 when there are none. */
  average: z.number(),
  /** Null without a comparison, and when the business had no sale yet on the first day of the earlier range. */
  compared: Compared.nullable(),
  ...firstSaleDate,
  /** Products of the sites with less than LOW_STOCK units, now. */
  low_stock: z.number().int(),
  /** One entry a day of the range, zero-filled, oldest first. */
  daily: z.array(z.object({ day: z.string(), revenue: z.number(), orders: z.number().int() })),
  /**
   * The sales in which each payment method was used, and the amount of its payments. As stored: lower case, 'unknown' when blank; most used
   * first. A sale that was paid in parts is in several.
   */
  payments: z.array(z.object({ payment_method: z.string(), orders: z.number().int(), revenue: z.number() })),
  /** Sales with more than one payment. */
  split_sales: z.number().int(),
  /** Tips, gift cards, deposits and roundings in the payments, which are no revenue. */
  extras: z.number(),
  top_sites: z.array(z.object({ siteid: z.number(), sitename: z.string(), revenue: z.number() })),
  top_products: z.array(
    z.object({
      productid: z.number(),
      productname: z.string(),
      /** Today's price. */
      price: z.number(),
      sold: z.number(),
      /** With VAT and net of discounts and refunds, as in the reports. */
      total: z.number(),
      /** total / sold, rounded to cents; null where sales and refunds are as many. */
      average_price: z.number().nullable(),
    }),
  ),
  /** Without tills: `without_employee` has the revenue of sales that name nobody. */
  top_employees: z.array(z.object({ employeeid: z.number(), firstname: z.string(), lastname: z.string(), revenue: z.number() })),
  without_employee: z.number(),
  low_stock_items: z.array(
    z.object({
      productid: z.number(),
      productname: z.string(),
      sitename: z.string(),
      supplier: z.string(),
      stock: z.number(),
    }),
  ),
})
export type Figures = z.infer<typeof Figures>

/** An hour of a day, as the clock of the business shows its beginning: '14:00'. */
export const Hour = z.object({ hour: z.string(), revenue: z.number(), orders: z.number().int() })
export type Hour = z.infer<typeof Hour>

/** A restore of the last days. The sales between `restored_to` and `restored_at` are missing until the tills have sent them again. */
export const Restore = z.object({
  restored_at: z.date(),
  restored_to: z.date(),
  /** The tills that may keep sales of that time. */
  tills: z.number().int(),
  /** Those of them that have not sent again. */
  waiting: z.array(z.object({ tillid: Id, name: z.string(), sitename: z.string() })),
})
export type Restore = z.infer<typeof Restore>

/** The last daily comparison of the figures with the sales. */
export const FiguresCheck = z.object({
  /** Null before the first one. */
  checked_at: z.date().nullable(),
  /** How many sums differed. */
  differences: z.number().int(),
  /** For some days after a restore, and while tills have not sent again, at most as long as they keep their sales. */
  restored: Restore.optional(),
})
export type FiguresCheck = z.infer<typeof FiguresCheck>

export const dashboard = {
  figures: oc
    .route({ method: 'GET', path: '/dashboard/figures', summary: 'Every figure of the dashboard', tags: ['Dashboard'] })
    .errors(dataErrors)
    .input(FiguresInput)
    .output(Figures),
  hours: oc
    .route({
      method: 'GET',
      path: '/dashboard/hours',
      summary: 'The sales of a day by hour',
      description: 'Every hour of the day that has begun, zero-filled. Amounts are in rand, net of refunds.',
      tags: ['Dashboard'],
    })
    .errors(dataErrors)
    .input(z.strictObject({ day: CalendarDate, ...placeFilters }))
    .output(z.array(Hour)),
  figuresCheck: oc
    .route({
      method: 'GET',
      path: '/dashboard/figures-check',
      summary: 'When the figures were last compared with the sales',
      tags: ['Dashboard'],
    })
    .errors(dataErrors)
    .output(FiguresCheck),
}
