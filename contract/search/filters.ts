import { z } from 'zod'
import { Text } from '../shared/fields.ts'
import { ChosenIds } from '../shared/list.ts'
import { parseVatRate, VatRate } from '../shared/vat-rate.ts'

// What the figures of the dashboard, the sales screen and the reports are narrowed to and compared with.

/** What the figures of a range are compared with: an earlier range, or the same days 364 days earlier, of the same weekdays. */
export const COMPARISONS = ['off', 'previous', 'year'] as const
export const Comparison = z.enum(COMPARISONS).default('previous')
export type Comparison = z.output<typeof Comparison>

/**
 * What a range is the first days of, or all of: 'previous' compares it with the same days of the one before. The dates alone do not say
 * it: on a Monday that is a 1st, week and month to date have the same days.
 */
export const Period = z.enum(['week', 'month', 'year'])
export type Period = z.output<typeof Period>

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

/** VAT rates: '0,15,exempt' in a URL. Empty for all. */
const FilterRates = z
  .union([
    z.literal('').transform((): VatRate[] => []),
    z
      .string()
      .regex(/^(?:\d{1,2}(?:\.\d{1,2})?|exempt)(?:,(?:\d{1,2}(?:\.\d{1,2})?|exempt))*$/, 'Give rates as in 0,15.')
      .transform((rates) => rates.split(',').map(parseVatRate)),
    // A single rate in a URL is a number.
    z.number().transform((rate): VatRate[] => [rate]),
    z.array(VatRate),
  ])
  .pipe(z.array(VatRate).max(MAX_FILTER_VALUES, TOO_MANY))

/** The sites and employees that the dashboard, the sales screen and the reports are narrowed to. */
export const placeFilters = { sites: FilterIds.default([]), employees: FilterIds.default([]) }

export type PlaceFilters = { sites: number[]; employees: number[] }

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

export type LineFilters = { products: number[]; categories: string[]; suppliers: string[]; vat_rates: VatRate[] }

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
export type ReportFilters = PlaceFilters & LineFilters & { payment_methods: string[] }
export type ReportFilter = keyof ReportFilters
export const REPORT_FILTERS = Object.keys(reportFilters) as ReportFilter[]

/** The texts of a product that group products, in reports and in filters. */
export const PRODUCT_TEXTS = ['category', 'supplier'] as const
export type ProductText = (typeof PRODUCT_TEXTS)[number]
export const isProductText = (name: string): name is ProductText => (PRODUCT_TEXTS as readonly string[]).includes(name)
