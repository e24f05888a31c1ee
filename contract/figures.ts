import { z } from 'zod'
import { toCents } from './shared/decimal.ts'
import { CalendarDate } from './shared/fields.ts'

// The figures of sales: what is summed, and what is computed from the sums. The dashboard, the sales screen, the reports, the
// cash-ups, their CSV files and the API use these. docs/figures.md says the same for readers.

/**
 * The sums of a group of sales, or of a group of their lines. Amounts are in rand. The amount of a line is its quantity times its
 * price, and its part of what the sale's amount differs from its lines (a discount, a rounding), so that the lines of a sale add
 * up to the amount of the sale.
 */
export const Sums = z.object({
  /** 'Sales incl. VAT': amounts with VAT, less refunds. */
  revenue: z.number(),
  /** Sales, refunds included. Null for lines: a sale has several. */
  orders: z.number().int().nullable(),
  /** Sales, or lines, with an amount below zero. */
  refunds: z.number().int(),
  /** The amounts of these refunds, zero or below. */
  refunded: z.number(),
  /** Quantities of the lines. */
  units: z.number(),
  /** The VAT that the amounts include, computed and rounded to cents line by line. A sale without lines has the standard rate. */
  vat: z.number(),
  /** What the sold units cost whose purchase price was known: quantities times the purchase prices at the time of the sale. */
  cost: z.number(),
  /** The amounts without VAT of the lines whose purchase price was known. */
  costed_net: z.number(),
})
export type Sums = z.infer<typeof Sums>

/** What cost, profit and margin are computed from. */
export const CostSums = Sums.pick({ revenue: true, vat: true, cost: true, costed_net: true })
export type CostSums = z.infer<typeof CostSums>

/** What is computed from sums. Amounts in rand; `null` where there is nothing to divide by. */
export const FIGURES = {
  revenue: ({ revenue }: Sums) => revenue,
  /** 'Sales excl. VAT'. */
  net: ({ revenue, vat }: Sums) => (toCents(revenue) - toCents(vat)) / 100,
  vat: ({ vat }: Sums) => vat,
  orders: ({ orders }: Sums) => orders,
  refunds: ({ refunds }: Sums) => refunds,
  refunded: ({ refunded }: Sums) => refunded,
  units: ({ units }: Sums) => units,
  average: ({ revenue, orders }: Sums) => (orders ? Math.round(toCents(revenue) / orders) / 100 : null),
  items: ({ units, orders }: Sums) => (orders ? units / orders : null),
  /** Cost, profit and margin are those of the lines whose purchase price was known; null where it was of none. */
  cost: (sums: Sums) => (hasKnownCost(sums) ? sums.cost : null),
  profit: (sums: CostSums) => (hasKnownCost(sums) ? (toCents(sums.costed_net) - toCents(sums.cost)) / 100 : null),
  /** A part of one: 0.25 is 25 %. */
  margin: ({ cost, costed_net }: Pick<Sums, 'cost' | 'costed_net'>) => {
    const net = toCents(costed_net)
    return net > 0 ? (net - toCents(cost)) / net : null
  },
} as const satisfies Record<string, (sums: Sums) => number | null>
export type Figure = keyof typeof FIGURES
export const FIGURE_NAMES = Object.keys(FIGURES) as [Figure, ...Figure[]]

/** Without sales there is nothing to know. */
const hasKnownCost = ({ revenue, vat, cost, costed_net }: CostSums) =>
  costed_net !== 0 || cost !== 0 || toCents(revenue) === toCents(vat)

/**
 * For how much of the revenue, without VAT, the cost is known, as a part of one. Null where it is known for all. A part that is neither
 * all nor nothing is shown as at least 1 % and at most 99 %.
 */
export function findKnownCostShare({ revenue, vat, costed_net }: CostSums) {
  const [net, costed] = [toCents(revenue) - toCents(vat), toCents(costed_net)]
  if (net === costed) return null
  if (costed === 0) return 0
  return Math.min(0.99, Math.max(0.01, costed / net))
}

/** A part of one: 0.123 is 12,3 % more than before. Null where there is nothing to compare with. */
export const findChange = (now: number | null, before: number | null) =>
  now === null || before === null || before === 0 ? null : (now - before) / Math.abs(before)

/** In rand. */
export const findDifference = (now: number, before: number) => (toCents(now) - toCents(before)) / 100

/** The earlier range of a comparison. When the range ends today, the earlier one ends at the same time of its last day, `until`. */
export const ComparedRange = z.object({ from: CalendarDate, to: CalendarDate, until: z.date().nullable() })
export type ComparedRange = z.infer<typeof ComparedRange>

/** The day of the first sale of the business: only where a comparison is asked for and the earlier range begins before it. */
export const firstSaleDate = { first_sale_date: CalendarDate.optional() }

/** The figures of the earlier range of the dashboard and of the sales screen. */
export const Compared = ComparedRange.extend({
  revenue: z.number(),
  orders: z.number().int(),
  /** revenue / orders, 0 when there are none. */
  average: z.number(),
  /** One entry a day of the earlier range, zero-filled, oldest first. */
  daily: z.array(z.object({ day: z.string(), revenue: z.number(), orders: z.number().int() })),
})
export type Compared = z.infer<typeof Compared>
