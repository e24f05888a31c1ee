import { z } from 'zod'
import { toCents } from './shared/decimal.ts'
import { CalendarDate, Text } from './shared/fields.ts'
import { ChosenIds } from './shared/list.ts'

// The figures of sales: what is summed, and what is computed from the sums. The dashboard, the sales screen, the reports, the
// cash-ups, their CSV files and the API use these. docs/figures.md says the same for readers.

/**
 * The sums of a group of sales, or of a group of their lines. Amounts are in rand. The amount of a line is its quantity times its
 * price, and its part of what the sale's amount differs from its lines (a discount, a rounding), so that the lines of a sale add
 * up to the amount of the sale.
 */
export const Sums = z.object({
  /** Amounts with VAT, net of refunds. */
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
  /** What the sold units cost: quantities times the purchase prices at the time of the sale. */
  cost: z.number(),
})
export type Sums = z.infer<typeof Sums>

/** What is computed from sums. Amounts in rand; `null` where there is nothing to divide by. */
export const FIGURES = {
  revenue: ({ revenue }: Sums) => revenue,
  net: ({ revenue, vat }: Sums) => (toCents(revenue) - toCents(vat)) / 100,
  vat: ({ vat }: Sums) => vat,
  orders: ({ orders }: Sums) => orders,
  refunds: ({ refunds }: Sums) => refunds,
  refunded: ({ refunded }: Sums) => refunded,
  units: ({ units }: Sums) => units,
  average: ({ revenue, orders }: Sums) => (orders ? Math.round(toCents(revenue) / orders) / 100 : null),
  items: ({ units, orders }: Sums) => (orders ? units / orders : null),
  cost: ({ cost }: Sums) => cost,
  profit: ({ revenue, vat, cost }: Sums) => (toCents(revenue) - toCents(vat) - toCents(cost)) / 100,
  /** A part of one: 0.25 is 25 %. */
  margin: ({ revenue, vat, cost }: Sums) => {
    const net = toCents(revenue) - toCents(vat)
    return net > 0 ? (net - toCents(cost)) / net : null
  },
} as const satisfies Record<string, (sums: Sums) => number | null>
export type Figure = keyof typeof FIGURES
export const FIGURE_NAMES = Object.keys(FIGURES) as [Figure, ...Figure[]]

/** A part of one: 0.123 is 12,3 % more than before. Null where there is nothing to compare with. */
export const findChange = (now: number | null, before: number | null) =>
  now === null || before === null || before === 0 ? null : (now - before) / Math.abs(before)

/** What the figures of a range are compared with: the days just before it, or the same days 364 days earlier, of the same weekdays. */
export const COMPARISONS = ['off', 'previous', 'year'] as const
export const Comparison = z.enum(COMPARISONS).default('previous')
export type Comparison = z.output<typeof Comparison>

export const MAX_FILTER_VALUES = 100
const TOO_MANY = `Choose at most ${MAX_FILTER_VALUES} for a filter.`

/** The ids of a filter: '1,2,3' in a URL. Empty for all. */
export const FilterIds = z
  .union([z.literal('').transform((): number[] => []), ChosenIds, z.array(z.number().int().positive())], 'Choose ids, as 1,2,3.')
  .pipe(z.array(z.number()).max(MAX_FILTER_VALUES, TOO_MANY))
/** The texts of a filter: repeated in a URL. Empty for all; '' stands for products without one. */
const FilterTexts = z
  .union([Text.max(100).transform((text) => [text]), z.array(Text.max(100))])
  .pipe(z.array(z.string()).max(MAX_FILTER_VALUES, TOO_MANY))

/** VAT rates in per cent: '0,15' in a URL. Empty for all. */
const FilterRates = z
  .union([
    z.literal('').transform((): number[] => []),
    z
      .string()
      .regex(/^\d+(,\d+)*$/, 'Give rates as in 0,15.')
      .transform((rates) => rates.split(',').map(Number)),
    z.array(z.number()),
  ])
  .pipe(z.array(z.number().int().min(0).max(100)).max(MAX_FILTER_VALUES, TOO_MANY))

/** The sites and employees that the dashboard, the sales screen and the reports are narrowed to. */
export const placeFilters = { sites: FilterIds.default([]), employees: FilterIds.default([]) }

export type PlaceFilters = { sites: number[]; employees: number[] }

/** The earlier range of a comparison. When the range ends today, the earlier one ends at the same time of its last day, `until`. */
export const ComparedRange = z.object({ from: CalendarDate, to: CalendarDate, until: z.date().nullable() })
export type ComparedRange = z.infer<typeof ComparedRange>

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

/**
 * Lines of sales, which a line has to match in all of these: a report has these lines, the sales screen the sales with one of them.
 * Categories and suppliers are those that the products have now, the VAT rate is that of the sale.
 */
export const lineFilters = {
  products: FilterIds.default([]),
  categories: FilterTexts.default([]),
  suppliers: FilterTexts.default([]),
  vat_rates: FilterRates.default([]),
}

export type LineFilters = { products: number[]; categories: string[]; suppliers: string[]; vat_rates: number[] }

export const hasProductFilter = ({ products, categories, suppliers }: LineFilters) =>
  [products, categories, suppliers].some((chosen) => chosen.length > 0)

export const hasLineFilter = (filters: LineFilters) => hasProductFilter(filters) || filters.vat_rates.length > 0

/** What a report can be narrowed to. */
export const reportFilters = {
  ...placeFilters,
  ...lineFilters,
  /** Lower case, 'unknown' for sales without one. */
  payment_methods: FilterTexts.default([]),
}
