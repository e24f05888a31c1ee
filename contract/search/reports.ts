import { z } from 'zod'
import { FIGURE_NAMES, type Figure } from '../figures.ts'
import { Text } from '../shared/fields.ts'
import { Direction, SEARCH_MAX } from '../shared/list.ts'
import { Comparison, hasLineFilter, hasProductFilter, type LineFilters, PRODUCT_TEXTS, reportFilters } from './filters.ts'

/** The category and the supplier of what is not in the products. Those of products are trimmed, so none is called so. */
export const UNKNOWN_PRODUCTS = ' not in products'
/** The category, the supplier, and the end of the detail of a product that is not in the products. */
export const NOT_IN_PRODUCTS = 'Not in your products'

/** The product, the category and the supplier of charges, which are no products. */
export const CHARGES_PRODUCT = 0
export const CHARGES = ' charges'
export const CHARGES_NAME = 'Charges'

/** The dimensions that are times, the shortest first. */
export const TIMES = ['day', 'week', 'month', 'hour', 'weekday', 'weekday_hour'] as const
/** These group the lines of sales, all others group sales. */
export const LINE_DIMENSIONS = ['product', ...PRODUCT_TEXTS, 'vat_rate'] as const
/** What the rows of a report are. */
export const DIMENSIONS = [...TIMES, 'site', 'employee', 'payment_method', ...LINE_DIMENSIONS] as const
export type Dimension = (typeof DIMENSIONS)[number]

export const COLUMNS = [...FIGURE_NAMES, 'share', 'change', 'difference'] as const
export type Column = (typeof COLUMNS)[number]

/** What is computed from purchase prices, which are not known of all products. */
export const COST_COLUMNS: readonly Column[] = ['cost', 'profit', 'margin']

/** What needs the number of sales. A report of lines has none of these: a sale has lines in several of its rows. */
const ORDER_COLUMNS: Column[] = ['orders', 'average', 'items']
const DEFAULT_COLUMNS: Column[] = ['revenue', 'orders', 'units', 'profit', 'margin', 'share', 'change']
const VAT_COLUMNS: Column[] = ['revenue', 'net', 'vat', 'share', 'change']

/** The search parameters of the reports screen, without its range. Rows are sorted by `sort`; 'name' is the order of the dimension. */
export const ReportSearch = z.strictObject({
  by: z.enum(DIMENSIONS).default('day'),
  compare: Comparison,
  ...reportFilters,
  columns: z
    .union([z.string().transform((names) => names.split(',')), z.array(z.string())])
    .pipe(z.array(z.enum(COLUMNS)).min(1, 'Choose at least one column.').max(COLUMNS.length))
    /** Those of `chooseColumns`, if it is missing. */
    .optional(),
  /** 'revenue' for names and 'name' for times, if it is missing. */
  sort: z.enum(['name', ...COLUMNS]).optional(),
  dir: Direction.optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  q: Text.trim().max(SEARCH_MAX).default(''),
})
export type ReportSearch = z.output<typeof ReportSearch>

type Grouping = Pick<ReportSearch, 'by'> & LineFilters

/** Whether the report groups the lines of sales. */
export const isOfLines = ({ by, ...filters }: Grouping) =>
  (LINE_DIMENSIONS as readonly string[]).includes(by) || hasLineFilter(filters)

/** What a roll-up can tell apart beside day and site. Each has one of these. */
const ROLL_UP_KEYS: Partial<Record<Dimension, string>> = {
  ...{ hour: 'hour', weekday_hour: 'hour', employee: 'employee', payment_method: 'payment', vat_rate: 'vat' },
  ...{ product: 'product', category: 'product', supplier: 'product' },
}

/** Whether no roll-up has the report, so that the server reads the sales one by one. */
export function readsEverySale(search: Grouping & Pick<ReportSearch, 'employees' | 'payment_methods'>) {
  const keys = [
    ROLL_UP_KEYS[search.by],
    search.employees.length > 0 && 'employee',
    search.payment_methods.length > 0 && 'payment',
    hasProductFilter(search) && 'product',
    search.vat_rates.length > 0 && 'vat',
  ]
  return new Set(keys.filter(Boolean)).size > 1
}

const hasColumn = (search: Grouping, column: Column) => !(isOfLines(search) && ORDER_COLUMNS.includes(column))

/** The columns that the report can have, for a person who sees costs or not. */
export const listColumns = (search: Grouping, seesCosts = true) =>
  COLUMNS.filter((column) => hasColumn(search, column) && (seesCosts || !COST_COLUMNS.includes(column)))

/** The columns of the report: those of the chosen ones that it can have, or else the default ones. */
export function chooseColumns(search: Grouping & Pick<ReportSearch, 'columns'>, seesCosts = true): Column[] {
  const possible = listColumns(search, seesCosts)
  const keep = (columns: Column[]) => columns.filter((column) => possible.includes(column))
  const chosen = keep(search.columns ?? [])
  return chosen.length > 0 ? chosen : keep(search.by === 'vat_rate' ? VAT_COLUMNS : DEFAULT_COLUMNS)
}

/** These are sorted in their own order, and searched for no name. */
const TIME_DIMENSIONS: readonly Dimension[] = [...TIMES, 'vat_rate']
export const isByTime = (by: Dimension) => TIME_DIMENSIONS.includes(by)

/** Times in their order, and names by revenue, the highest first. */
export function chooseOrder({ sort, dir, ...search }: Grouping & Pick<ReportSearch, 'sort' | 'dir'>) {
  const isPossible = sort === 'name' || (sort !== undefined && hasColumn(search, sort))
  const chosen = isPossible ? sort : isByTime(search.by) ? 'name' : 'revenue'
  return { sort: chosen, dir: dir ?? (chosen === 'name' ? 'asc' : 'desc') } as const
}

/** The figure of the chart: the one that the rows are sorted by, or else the VAT of VAT rates and the revenue of all others. */
export function chooseChartFigure(search: Grouping & Pick<ReportSearch, 'sort' | 'dir'>): Figure {
  const { sort } = chooseOrder(search)
  return FIGURE_NAMES.find((name) => name === sort) ?? (search.by === 'vat_rate' ? 'vat' : 'revenue')
}
