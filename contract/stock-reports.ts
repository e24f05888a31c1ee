import { oc } from '@orpc/contract'
import { z } from 'zod'
import { InTransitSearch, ReorderSearch, ShrinkageSearch, SlowSellersSearch, StockValueSearch } from './search/stock-reports.ts'
import { dataErrors, EXPORT_RUNNING } from './shared/errors.ts'
import { CsvFile, Id, inRange, replicaFields } from './shared/fields.ts'
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
  /** Units that are ordered, and that other sites have sent, and are not there yet. They count as stock. */
  on_order: z.number().default(0),
  in_transit: z.number().default(0),
  /** Units in drafts of orders, which nobody has sent. */
  in_drafts: z.number().default(0),
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
  ...replicaFields,
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
  ...replicaFields,
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

const StockSums = StockValueRow.omit({ siteid: true, sitename: true })

export const StockValue = createPageSchema(StockValueRow).extend({
  /** Of all sites, and of what is in transit between them. */
  total: StockSums,
  /** What sites have sent and no site has received; null without any, and in a search for sites. */
  in_transit: StockSums.nullable().default(null),
  ...replicaFields,
})
export type StockValue = z.infer<typeof StockValue>

/** What is in transit of a product. */
export const InTransitRow = z.object({
  productid: Id,
  productname: z.string(),
  barcode: z.string(),
  documentid: Id,
  number: z.number().int(),
  siteid: Id,
  sitename: z.string(),
  to_siteid: Id,
  to_sitename: z.string(),
  sent_at: z.date(),
  units: z.number(),
  /** At the purchase price when it was sent; null where it was not known. */
  cost: z.number().nullable(),
})
export type InTransitRow = z.infer<typeof InTransitRow>

export const InTransit = createPageSchema(InTransitRow).extend({
  total: z.object({ units: z.number(), cost: z.number(), unknown_costs }),
  ...replicaFields,
})
export type InTransit = z.infer<typeof InTransit>

/** What a site lost or found, for one reason. Costs are at the purchase prices when it was recorded. */
export const ShrinkageRow = z.object({
  siteid: Id,
  sitename: z.string(),
  kind: z.enum(['adjustment', 'count', 'transfer']),
  /** Of an adjustment, or why units of a transfer are missing; '' for counts. */
  reason: z.string(),
  /** Units, zero or above. */
  lost: z.number(),
  found: z.number(),
  lost_cost: z.number(),
  found_cost: z.number(),
  /** Lines of documents whose purchase price is not known. The costs leave them out. */
  unknown_costs,
  lines: z.number().int(),
})
export type ShrinkageRow = z.infer<typeof ShrinkageRow>

export const Shrinkage = z.object({
  /** By site, then what cost most. */
  rows: z.array(ShrinkageRow),
  total: ShrinkageRow.pick({ lost: true, found: true, lost_cost: true, found_cost: true, unknown_costs: true, lines: true }),
  /** The days that were asked for. */
  from: z.string(),
  to: z.string(),
  ...replicaFields,
})
export type Shrinkage = z.infer<typeof Shrinkage>

const withoutPage = { page: true } as const
export const ReorderExport = ReorderSearch.omit(withoutPage)
export const SlowSellersExport = SlowSellersSearch.omit(withoutPage)
export const StockValueExport = StockValueSearch.omit(withoutPage)
export const InTransitExport = InTransitSearch.omit(withoutPage)
export const ShrinkageExport = inRange(ShrinkageSearch)

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
    .route({
      method: 'GET',
      path: '/reports/stock-value',
      summary: 'What the stock of each site is worth, now or at the end of a day',
      tags,
    })
    .input(StockValueSearch)
    .output(StockValue),
  inTransit: route
    .route({
      method: 'GET',
      path: '/reports/in-transit',
      summary: 'What sites have sent to each other and nobody has received',
      tags,
    })
    .input(InTransitSearch)
    .output(InTransit),
  shrinkage: route
    .route({
      method: 'GET',
      path: '/reports/shrinkage',
      summary: 'What was lost and found, by site and reason',
      description:
        'Adjustments, differences of approved counts, and units that are missing in transfers; by the day on which they were recorded.',
      tags,
    })
    .input(inRange(ShrinkageSearch))
    .output(Shrinkage),
}

const createFileRoute = <Input extends z.ZodType>(path: `/${string}`, summary: string, input: Input) =>
  route.route({ method: 'GET', path, summary, tags }).input(input).output(CsvFile).errors({ EXPORT_RUNNING })

export const stockReportFiles = {
  reorder: createFileRoute('/reports/reorder.csv', 'What to order, as CSV', ReorderExport),
  slowSellers: createFileRoute('/reports/slow-sellers.csv', 'Products without a sale, as CSV', SlowSellersExport),
  stockValue: createFileRoute('/reports/stock-value.csv', 'The worth of the stock by site, as CSV', StockValueExport),
  inTransit: createFileRoute('/reports/in-transit.csv', 'What is in transit, as CSV', InTransitExport),
  shrinkage: createFileRoute('/reports/shrinkage.csv', 'What was lost and found, as CSV', ShrinkageExport),
}
