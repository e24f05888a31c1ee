import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ComparedRange, firstSaleDate } from './figures.ts'
import { Period } from './search/filters.ts'
import { SALE_REPORTS, SaleReportSearch } from './search/sale-reports.ts'
import { createTooLong, dataErrors, EXPORT_RUNNING } from './shared/errors.ts'
import { CalendarDate, CsvFile, Id, inRange, replicaFields } from './shared/fields.ts'
import { createPageSchema } from './shared/list.ts'

// Tips, gift cards, discounts, refunds and charges. Amounts are in rand. docs/figures.md has the definitions for readers.

const { shape } = SaleReportSearch
/** The search parameters with descriptions for the OpenAPI document. They are not in search/sale-reports.ts, which the browser loads. */
const DescribedSearch = SaleReportSearch.extend({
  kind: z.enum(SALE_REPORTS).describe('Which report.'),
  from: CalendarDate.describe('The first day, in the time zone of the business.'),
  to: CalendarDate.describe('The last day, included. A range spans at most 10 years.'),
  by: shape.by.describe(
    'What a row is; a report that does not have it has its usual rows. `name` is the payment method of tips, the number of a gift card, the reason of a discount, the name of a charge. Refunds have no names; gift cards have names and sales only.',
  ),
  name: shape.name.describe('Only what has this name, which is the `key` of a row by `name`.'),
  compare: shape.compare.describe('The earlier range, as in /reports. Rows by `sale` are not compared.'),
  period: Period.optional().describe('What the range is the first days of, or all of, as in /reports.'),
  sites: shape.sites.describe('Ids, as 1,2,3. All if it is missing.'),
  employees: shape.employees.describe('Ids, as 1,2,3. All if it is missing, and for gift cards, which belong to no employee.'),
  sort: shape.sort.describe(
    'A figure, or `name` for the order of the rows. If it is missing, times are in their order, and names by amount.',
  ),
  page: shape.page.describe('A page has 50 rows. The CSV file has all.'),
  q: shape.q.describe('Only rows whose name contains this text. The total stays that of all rows.'),
})
export const SaleReportInput = inRange(DescribedSearch)
export type SaleReportInput = z.output<typeof SaleReportInput>

export const SaleReportExport = inRange(DescribedSearch.omit({ page: true }))
export type SaleReportExport = z.output<typeof SaleReportExport>

export const SaleReportSums = z.object({
  /** How many sales have something of the row. */
  sales: z.number().int(),
  /** Tips; what was loaded on gift cards; discounts; refunds, below zero; charges incl. VAT. */
  amount: z.number(),
  /** Of gift cards: what was paid with them. */
  used: z.number().optional(),
  /** Of gift cards: what was ever sold less what was ever used, up to the end of the range. Below zero where more was used. */
  left: z.number().optional(),
  /** Of gift cards: what was ever loaded on them. 0 for a card that was sold elsewhere. */
  loaded: z.number().optional(),
  /** Of discounts: by how much sales are above their lines. It is in no discount. */
  above: z.number().optional(),
  /** Of discounts: the sales of the row incl. VAT; for a reason all sales. */
  revenue: z.number().optional(),
  /** Of charges. */
  quantity: z.number().optional(),
  /** Of charges: the VAT in `amount`. */
  vat: z.number().optional(),
})
export type SaleReportSums = z.infer<typeof SaleReportSums>

/** The sale of a row by sale. */
export const ReportedSale = z.object({
  saleid: Id,
  reference: z.string().nullable(),
  saledate: z.date(),
  sitename: z.string(),
  employee: z.string(),
  /** The reference of the sale that a refund gives back; null where it names none. */
  refund_of: z.string().nullable(),
  /** That sale, where it is known. */
  refunded: z
    .object({
      saleid: Id,
      saledate: z.date(),
      amount: z.number(),
      /** What all its refunds together have given back, above zero; more than `amount` where more was given back than was sold. */
      given_back: z.number(),
    })
    .nullable(),
})
export type ReportedSale = z.infer<typeof ReportedSale>

export const SaleReportRow = z.object({
  /** The id of an employee, site or sale, '2026-11-21', or the name in lower case without blanks: ' none' for none, ' whole' for discounts of whole sales. */
  key: z.string(),
  /** As it is shown; '' for a day, and for a sale without a reference. */
  name: z.string(),
  sums: SaleReportSums,
  /** Null without a comparison, and where the earlier range has nothing for the row. */
  compared: SaleReportSums.nullable(),
  /** Only of a row by sale. */
  sale: ReportedSale.optional(),
})
export type SaleReportRow = z.infer<typeof SaleReportRow>

export const SaleReport = createPageSchema(SaleReportRow).extend({
  from: z.string(),
  to: z.string(),
  /** The time of the database's snapshot. */
  as_at: z.date(),
  ...replicaFields,
  compared_range: ComparedRange.nullable(),
  ...firstSaleDate,
  /** Of all rows, also of those that `q` leaves out. A sale that is in several rows is counted once. */
  total: SaleReportSums,
  compared_total: SaleReportSums.nullable(),
  /** The name that was asked for, as it is shown. Null without one. */
  of_name: z.string().nullable(),
})
export type SaleReport = z.infer<typeof SaleReport>

export const SALE_REPORT_ROWS = 50
export const TOO_LONG = createTooLong('This report')

const route = oc.errors(dataErrors)
const tags = ['Reports']

export const saleReports = {
  get: route
    .route({
      method: 'GET',
      path: '/reports/sales',
      summary: 'Tips, gift cards, discounts, refunds or charges',
      description: `
What sales of a range have beside and within their amounts. Amounts are in rand.

- \`tips\`: money for the staff, by employee, day, site or payment method
- \`gift-cards\`: what was sold, what was used, and what is left on each card at the end of the range
- \`discounts\`: those of lines by their reason, and those of whole sales
- \`refunds\`: sales below zero, with the sale that each gives back
- \`charges\`: lines that are no product, such as a delivery

For the sales with lines, quantity × price − discounts + \`above\` is their amount, to the cent.`,
      tags,
    })
    .input(SaleReportInput)
    .output(SaleReport)
    .errors({ TOO_LONG }),
}

export const saleReportFiles = {
  export: route
    .route({
      method: 'GET',
      path: '/reports/sales.csv',
      summary: 'Tips, gift cards, discounts, refunds or charges as CSV',
      description: 'All rows. Amounts have a point and two decimals. Percentages are numbers, 12.34 for 12,34 %.',
      tags,
    })
    .input(SaleReportExport)
    .output(CsvFile)
    .errors({ EXPORT_RUNNING, TOO_LONG }),
}
