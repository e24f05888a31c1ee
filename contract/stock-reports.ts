import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ReorderSearch, SlowSellersSearch, StockValueSearch } from './search/stock-reports.ts'
import { dataErrors, EXPORT_RUNNING } from './shared/errors.ts'
import { CsvFile, Id } from './shared/fields.ts'
import { createPageSchema } from './shared/list.ts'

// Ready reports on the stock as it is now: what to order, what does not sell, and what the stock is worth. Amounts in rand.

export const STOCK_REPORT_ROWS = 50
/** How many of the products have no known purchase price. A cost leaves them out. */
const unknown_costs = z.number().int()
const product = {
  productid: Id,
  productname: z.string(),
  barcode: z.string(),
  siteid: Id,
  sitename: z.string(),
  supplier: z.string(),
}

export const ReorderRow = z.object({
  ...product,
  stock: z.number(),
  reorder_level: z.number().nullable(),
  order_quantity: z.number().nullable(),
  /** Units a day over SPEED_DAYS, or over the days since the product was added if they are fewer; at least 0. */
  speed: z.number(),
  /** How long the stock lasts at this speed; 0 without stock, null for a product that does not sell. */
  days_left: z.number().nullable(),
  /** Units to order. */
  suggested: z.number(),
  /** Null when it is not known. */
  purchaseprice: z.number().nullable(),
  /** The suggested units at the purchase price. */
  cost: z.number().nullable(),
  /** Days from an order to its delivery, of the supplier; null where it is not known. */
  lead_time_days: z.number().int().nullable().default(null),
})
export type ReorderRow = z.infer<typeof ReorderRow>

export const SupplierOrder = z.object({
  supplier: z.string(),
  products: z.number().int(),
  units: z.number(),
  cost: z.number(),
  unknown_costs,
  /** What an order is worth at least. This and the others are missing where they are not known. */
  minimum_order: z.number().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  /** The number of the business in the books of the supplier. */
  account_number: z.string().optional(),
})
export type SupplierOrder = z.infer<typeof SupplierOrder>

export const ReorderList = createPageSchema(ReorderRow).extend({
  /** Of all rows, also of those on other pages. */
  total: z.object({ suggested: z.number(), cost: z.number(), unknown_costs }),
  /** The rows of all pages by supplier, by name; '' for products without one comes last. */
  suppliers: z.array(SupplierOrder),
})
export type ReorderList = z.infer<typeof ReorderList>

export const SlowSeller = z.object({
  ...product,
  stock: z.number(),
  /** Null when it is not known. */
  purchaseprice: z.number().nullable(),
  /** The stock at the purchase price: the money that is tied up. */
  cost: z.number().nullable(),
  /** The day of the last sale, YYYY-MM-DD; null for a product that was never sold. */
  last_sold: z.string().nullable(),
})
export type SlowSeller = z.infer<typeof SlowSeller>

export const SlowSellers = createPageSchema(SlowSeller).extend({
  total: z.object({ stock: z.number(), cost: z.number(), unknown_costs }),
})
export type SlowSellers = z.infer<typeof SlowSellers>

export const StockValueRow = z.object({
  siteid: Id,
  sitename: z.string(),
  /** Products with stock. A stock below zero counts as none. */
  products: z.number().int(),
  units: z.number(),
  /** The units at the purchase price, and at the selling price with VAT. */
  cost: z.number(),
  value: z.number(),
  unknown_costs,
})
export type StockValueRow = z.infer<typeof StockValueRow>

export const StockValue = createPageSchema(StockValueRow).extend({
  total: StockValueRow.omit({ siteid: true, sitename: true }),
})
export type StockValue = z.infer<typeof StockValue>

const withoutPage = { page: true } as const
export const ReorderExport = ReorderSearch.omit(withoutPage)
export const SlowSellersExport = SlowSellersSearch.omit(withoutPage)
export const StockValueExport = StockValueSearch.omit(withoutPage)

const route = oc.errors(dataErrors)
const tags = ['Reports']

export const stockReports = {
  reorder: route
    .route({
      method: 'GET',
      path: '/reports/reorder',
      summary: 'What to order',
      description:
        'A product with a reorder level is listed at or below it, one without a level when its stock does not last `days` days and the lead time of its supplier. ' +
        'The suggested quantity brings the stock to the reorder level and the sales of these days, rounded up to the order quantity.',
      tags,
    })
    .input(ReorderSearch)
    .output(ReorderList),
  slowSellers: route
    .route({ method: 'GET', path: '/reports/slow-sellers', summary: 'Products with stock and without a sale', tags })
    .input(SlowSellersSearch)
    .output(SlowSellers),
  stockValue: route
    .route({ method: 'GET', path: '/reports/stock-value', summary: 'What the stock of each site is worth', tags })
    .input(StockValueSearch)
    .output(StockValue),
}

const createFileRoute = <Input extends z.ZodType>(path: `/${string}`, summary: string, input: Input) =>
  route.route({ method: 'GET', path, summary, tags }).input(input).output(CsvFile).errors({ EXPORT_RUNNING })

export const stockReportFiles = {
  reorder: createFileRoute('/reports/reorder.csv', 'What to order, as CSV', ReorderExport),
  slowSellers: createFileRoute('/reports/slow-sellers.csv', 'Products without a sale, as CSV', SlowSellersExport),
  stockValue: createFileRoute('/reports/stock-value.csv', 'The worth of the stock by site, as CSV', StockValueExport),
}
