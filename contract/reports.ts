import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ComparedRange, firstSaleDate, Sums } from './figures.ts'
import { Period } from './search/filters.ts'
import { ReportSearch } from './search/reports.ts'
import { createTooLong, dataErrors, EXPORT_RUNNING, NOT_FOUND } from './shared/errors.ts'
import { CalendarDate, CsvFile, Id, inRange, replicaFields, requiredText, Text } from './shared/fields.ts'
import { createPageSchema } from './shared/list.ts'

const { shape } = ReportSearch
const dates = { from: CalendarDate, to: CalendarDate }
/** The search parameters with descriptions for the OpenAPI document. They are not in search/reports.ts, which the browser loads. */
const DescribedSearch = ReportSearch.extend({
  from: dates.from.describe('The first day, in the time zone of the business.'),
  to: dates.to.describe('The last day, included. A range spans at most 10 years.'),
  by: shape.by.describe(
    'What a row is. `product`, `category`, `supplier` and `vat_rate` group the lines of sales, the others group sales.',
  ),
  compare: shape.compare.describe(
    'The earlier range, of as many days. `previous`: days from the 1st of a month, or from 1 January, with the same days of the month or year before; others with the days of the same weekdays just before. `year`: 364 days earlier. Nothing is compared when the business had no sale yet on the first day of that range.',
  ),
  period: Period.optional().describe(
    'What the range is the first days of, or all of: `previous` compares it with the same days of the week, month or year before. If it is missing, the dates decide.',
  ),
  sites: shape.sites.describe('Ids, as 1,2,3. All if it is missing.'),
  employees: shape.employees.describe('Ids, as 1,2,3. All if it is missing.'),
  products: shape.products.describe('Ids, as 1,2,3: only the lines of these products, at all sites that sell them.'),
  categories: shape.categories.describe(
    'Repeated for several: only the lines of products that have one of them now. Empty for products without one.',
  ),
  suppliers: shape.suppliers.describe(
    'Repeated for several: only the lines of products that have one of them now. Empty for products without one.',
  ),
  vat_rates: shape.vat_rates.describe('Rates in per cent, as 0,15: only the lines with one of them.'),
  payment_methods: shape.payment_methods.describe('Repeated for several, in lower case. `unknown` for sales without one.'),
  columns: shape.columns.describe(
    'The columns of the screen and of the CSV file, as revenue,net,vat: `revenue` has the sales incl. VAT, `net` those excl. VAT. A JSON answer has every sum.',
  ),
  sort: shape.sort.describe(
    'A column, or `name` for the order of the dimension. If it is missing, times are in their order, and names by revenue.',
  ),
  page: shape.page.describe('A page has 50 rows. reports.csv has all.'),
  q: shape.q.describe('Only rows whose name contains this text. The total stays that of all rows.'),
})
export const ReportInput = inRange(DescribedSearch)
export type ReportInput = z.output<typeof ReportInput>

/** All rows of a report in its order. */
export const ReportExport = inRange(DescribedSearch.omit({ page: true }))
export type ReportExport = z.output<typeof ReportExport>

export const ReportRow = z.object({
  /**
   * Identifies the row: '2026-11-21' (day, and the Monday of a week), '2026-11', '14' (hour), '1' (Monday) to '7', '1 14' (weekday and
   * hour; the hours are those from the first one with sales to the last one), the id of a site, employee or product, the text of a category, supplier or payment method, '2026-11 15' (month and VAT rate in
   * per cent). Null for what sales without lines have in a report of lines.
   */
  key: z.string().nullable(),
  /** Of a site, employee, product, category, supplier or payment method; '' for the others, which the reader's language names. */
  name: z.string(),
  /** The site of a product, or the number of its sites; '' for the others. */
  detail: z.string(),
  /** Only of a product that several sites sell: how many. Its key is the id of the first of them, and a filter by it has all of them. */
  sites: z.number().int().optional(),
  sums: Sums,
  /** Null without a comparison, and where the earlier range has nothing for the row. A row that only the earlier range has has zeros in `sums`. */
  compared: Sums.nullable(),
})
export type ReportRow = z.infer<typeof ReportRow>

/** A point of the chart: the figure of `chooseChartFigure`. */
const ReportPoint = z.object({
  key: z.string().nullable(),
  name: z.string(),
  value: z.number().nullable(),
  compared: z.number().nullable(),
})
export type ReportPoint = z.infer<typeof ReportPoint>

export const Report = createPageSchema(ReportRow).extend({
  ...dates,
  /** The time of the database's snapshot. */
  as_at: z.date(),
  ...replicaFields,
  /** Null without a comparison, and when the business had no sale yet on the first day of the earlier range. */
  compared_range: ComparedRange.nullable(),
  ...firstSaleDate,
  /** Of all rows, also of those that `q` leaves out. */
  total: Sums,
  compared_total: Sums.nullable(),
  /** Every time in order, every month of a report by VAT rate, or the ten first names. */
  chart: z.array(ReportPoint),
  /** Every month of the range with the sums of its VAT rates, in order; none in other reports. Its key is '2026-11'. */
  months: z.array(ReportRow),
  /** Whether a row is of what sales name and no product is called, on any page and whatever `q` is. */
  has_unknown_products: z.boolean(),
})
export type Report = z.infer<typeof Report>

/** Whether the rows of a report add up to the sales of the same filter, read in one snapshot. */
export const ReportAgreement = z.object({
  sales: z.number().int(),
  /** The sum of the rows less the sum of the sales, in rand. */
  difference: z.number(),
})
export type ReportAgreement = z.infer<typeof ReportAgreement>

/** The URL of a report without its leading '?', under a name. */
export const SavedReport = z.object({ reportid: Id, name: z.string(), search: z.string() })
export type SavedReport = z.infer<typeof SavedReport>
export const MAX_SAVED_REPORTS = 200
export const SavedReportInput = z.strictObject({ name: requiredText('Enter a name.', 100), search: Text.max(4000) })
const NAME_TAKEN = { status: 409, message: 'There is a report with this name. Choose another name.' } as const
const TOO_MANY_REPORTS = {
  status: 409,
  message: `A business has at most ${MAX_SAVED_REPORTS} saved reports. Delete one first.`,
} as const

export const TOO_LONG = createTooLong('This report')

const route = oc.errors(dataErrors)
const REPORT_DESCRIPTION = `
Groups the sales of a range by one dimension. Amounts are in rand.

- \`revenue\`: the sales incl. VAT, what customers paid; refunds are subtracted
- \`vat\`: the VAT in \`revenue\`, so \`revenue\` − \`vat\` is the sales excl. VAT, the column \`net\`
- \`cost\`: the purchase prices of what was sold, so \`revenue\` − \`vat\` − \`cost\` is the gross profit
- \`orders\`: the number of sales, refunds included; null where a row has lines of sales
- \`refunds\`, \`refunded\`: the number of sales (or lines) below zero, and their sum
- \`units\`: the quantities of the lines

\`total\` has the sums of all rows. The VAT of a year by month and rate: \`?by=vat_rate&from=2026-01-01&to=2026-12-31&compare=off\`. A row with
the key \`2026-11 15\` is November 2026 at 15 %.`
const reportid = z.coerce.number().pipe(Id)

export const reports = {
  get: route
    .route({
      method: 'GET',
      path: '/reports',
      summary: 'A page of a report on sales',
      description: REPORT_DESCRIPTION,
      tags: ['Reports'],
    })
    .input(ReportInput)
    .output(Report)
    .errors({ TOO_LONG }),
  agreement: route
    .route({
      method: 'GET',
      path: '/reports/agreement',
      summary: 'Whether a report adds up to its sales',
      description:
        'Adds up the sales of the same search one by one, and compares. `difference` is 0 when the report has all of them.',
      tags: ['Reports'],
    })
    .input(ReportInput)
    .output(ReportAgreement)
    .errors({ TOO_LONG }),
  saved: {
    list: route
      .route({ method: 'GET', path: '/reports/saved', summary: 'Saved reports by name', tags: ['Reports'] })
      .output(z.array(SavedReport)),
    create: route
      .route({ path: '/reports/saved', successStatus: 201, summary: 'Save a report', tags: ['Reports'] })
      .input(SavedReportInput)
      .output(z.object({ reportid: Id }))
      .errors({ NAME_TAKEN, TOO_MANY_REPORTS }),
    update: route
      .route({ method: 'PUT', path: '/reports/saved/{reportid}', summary: 'Rename or change a saved report', tags: ['Reports'] })
      .input(SavedReportInput.extend({ reportid }))
      .output(z.void())
      .errors({ NOT_FOUND, NAME_TAKEN }),
    remove: route
      .route({ method: 'DELETE', path: '/reports/saved/{reportid}', summary: 'Delete a saved report', tags: ['Reports'] })
      .input(z.strictObject({ reportid }))
      .output(z.void())
      .errors({ NOT_FOUND }),
  },
}

export const reportFiles = {
  export: route
    .route({
      method: 'GET',
      path: '/reports.csv',
      summary: 'All rows of a report as CSV',
      description: 'Amounts have a point and two decimals. Percentages are numbers, 12.34 for 12,34 %.',
      tags: ['Reports'],
    })
    .input(ReportExport)
    .output(CsvFile)
    .errors({ EXPORT_RUNNING, TOO_LONG }),
}
